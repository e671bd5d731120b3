// `yari players`, `yari events`, `yari sites`: who and what a collection names, and in which
// spellings.
#include <algorithm>

#include "answers/name_table.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

NameOrder read_order(const std::string& typed) {
  if (const auto order = name_order_named(typed)) return *order;
  throw UsageError("--sort: expected " + alternatives(name_orders()) + ", found '" + typed + "'");
}

template <NameKind kind>
struct NamesTask final : Task {
  static constexpr bool of_players = kind == NameKind::player;
  static constexpr std::string_view kind_name = name(kind);
  static constexpr std::string_view article = kind == NameKind::event ? "an" : "a";

  DatabaseOption database;
  FilterOptions filters;
  TableForm form;
  bool suggestions = false;
  int least_score = 50;
  NameChoice choice;

  void declare(OptionSet& options) override {
    options.flag("suggest", suggestions, "spellings that may mean the same, the surest first");
    options.number("min-score", least_score, "least score of a suggestion, percent", 1, 100);
    options
        .value("sort", "FIELD", "what the rows are sorted by",
               [this](const std::string& typed) { choice.order = read_order(typed); })
        .one_of(name_orders())
        .assumed("games");
    options.number("limit,n", choice.limit, "print at most N rows", std::size_t{0});
    form.declare(options);
    database.declare(options);
    filters.declare(options);
    options.arguments(choice.words, "words of the name, as --player takes them", 0);
  }

  Exit run(Terminal& terminal) override {
    Database games = database.open(OpenMode::read_only);
    const NameRecords names = name_records(games, kind, filters.filter);
    const DataTable table = suggestions ? suggestion_table(names) : name_table(names);
    table.print(terminal, form);
    if (table.empty() && suggestions)
      terminal.hint(fmt::format("no two spellings seem to mean one {}", kind_name));
    else if (table.empty() && games.count(filters.filter) > 0)
      terminal.hint(choice.words.empty() ? fmt::format("no game names {} {}", article, kind_name)
                                         : fmt::format("no {} has these words", kind_name));
    else if (table.empty())
      explain_nothing(terminal, games, filters.filter.variant);
    return table.empty() ? Exit::nothing : Exit::done;
  }

  DataTable name_table(const NameRecords& names) const {
    const std::vector<NamedRow> rows = named_rows(names, choice);
    const bool rated =
        std::ranges::any_of(rows, [](const NamedRow& r) { return r.record.ratings.has_value(); });
    const bool spelled =
        std::ranges::any_of(rows, [](const NamedRow& r) { return r.spellings.size() > 1; });
    DataTable table(named_columns(name_columns(kind), {{"", std::string(kind_name)},
                                                       {"", "games", true},
                                                       {"", of_players ? "won" : "black", true},
                                                       {"", "drawn", true},
                                                       {"", of_players ? "lost" : "white", true},
                                                       {"", "%", true},
                                                       {"", "first"},
                                                       {"", "last"},
                                                       {"", rated ? "rating" : "", true},
                                                       {"", "", true},
                                                       {"", spelled ? "spellings" : ""}}));
    for (const NamedRow& row : rows) table.add(name_values(row));
    return table;
  }

  DataTable suggestion_table(const NameRecords& names) const {
    DataTable table(named_columns(suggestion_columns(kind), {{"", ""},
                                                             {"", "from"},
                                                             {"", "to"},
                                                             {"", "%", true, 0},
                                                             {"", "why"},
                                                             {"", "", true},
                                                             {"", "", true},
                                                             {"", "", true},
                                                             {"", "", true}}));
    for (std::vector<Value>& row : suggestion_rows(names, least_score / 100.0, choice))
      table.add(std::move(row));
    return table;
  }
};

}  // namespace

extern const Command players_command{
    "players", "[WORD...]", "list players, and spellings that may mean one person",
    R"(Games, results, dates, ratings (from tags such as BlackElo) and spellings. Spellings that differ
only in capitals, accents, width, a rank or a title are one row. With --suggest, other spellings
that may mean one person: the order of family and given name, romanisation (Ohno, Ono), initials,
one letter. Players who met are never suggested. 'yari rename --from FILE' reads what
--suggest --csv writes; remove the rows that are wrong first. Exit code 1 when there are none.

  yari players --suggest --csv > names.csv)",
    make_task<NamesTask<NameKind::player>>};

extern const Command events_command{"events", "[WORD...]",
                                    "list events, and spellings that may mean one event",
                                    R"(As 'yari players'. Results are Black's.

  yari events --date 2001 --sort date)",
                                    make_task<NamesTask<NameKind::event>>};

extern const Command sites_command{"sites", "[WORD...]",
                                   "list sites, and spellings that may mean one site",
                                   R"(As 'yari players'. Results are Black's.

  yari sites --suggest)",
                                   make_task<NamesTask<NameKind::site>>};

}  // namespace yari::cli
