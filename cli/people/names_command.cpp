// `yari players`, `yari events`, `yari sites`: who and what a collection names, and in which
// spellings.
#include <algorithm>
#include <unordered_map>

#include "answers/json.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/output/game_text.h"
#include "cli/terminal/text.h"
#include "db/people/letters.h"
#include "db/reports/name_records.h"

namespace yari::cli {

namespace {

using people::Suggestion;

/// Spellings that differ in nothing but letters and ranks: one row of the list.
struct NamedRow {
  std::string name;
  /// Of the spelling that gave the name.
  std::int64_t name_games = 0;
  NameRecord record;
  std::vector<std::size_t> spellings;
};

std::vector<NamedRow> rows_of(const NameRecords& names) {
  std::vector<NamedRow> rows;
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < names.spellings.size(); ++i) {
    const people::NameKeys keys = people::name_keys(names.spellings[i].text, names.kind);
    const auto [at, is_new] = index.try_emplace(people::letters_key(keys), rows.size());
    if (is_new) rows.emplace_back();
    NamedRow& row = rows[at->second];
    if (names.records[i].games > row.name_games) {
      row.name = keys.parted.name;
      row.name_games = names.records[i].games;
    }
    row.record.add(names.records[i]);
    row.spellings.push_back(i);
  }
  return rows;
}

Value date_or_null(int date) { return date == 0 ? Value() : write_date(date); }

/// Percent of the points, of games with a known result.
Value share_of_points(const NameRecord& r) {
  const std::int64_t known = r.games - r.open();
  if (known == 0) return {};
  return rounded(100.0 * (static_cast<double>(r.wins) + static_cast<double>(r.draws) / 2) /
                 static_cast<double>(known));
}

/// Whether each word of `typed` begins a word of the name.
bool matches(std::string_view typed, std::string_view name) {
  const auto words = people::words_of(people::folded(name));
  return std::ranges::all_of(people::words_of(people::folded(typed)), [&](const auto& wanted) {
    return std::ranges::any_of(words, [&](const auto& w) { return w.starts_with(wanted); });
  });
}

enum class Order { games, name, date, rating };

Order read_order(const std::string& typed) {
  if (typed == "games") return Order::games;
  if (typed == "name") return Order::name;
  if (typed == "date") return Order::date;
  if (typed == "rating") return Order::rating;
  throw UsageError("--sort: expected games, name, date or rating, found '" + typed + "'");
}

void sort_rows(std::vector<NamedRow>& rows, Order order) {
  const auto rating = [](const NamedRow& r) {
    return r.record.ratings ? r.record.ratings->last : 0;
  };
  std::ranges::stable_sort(rows, {}, [](const NamedRow& r) { return people::folded(r.name); });
  std::ranges::stable_sort(rows, [&](const NamedRow& a, const NamedRow& b) {
    if (order == Order::games) return a.record.games > b.record.games;
    if (order == Order::date) return a.record.last_date > b.record.last_date;
    return order == Order::rating && rating(a) > rating(b);
  });
}

template <NameKind kind>
struct NamesTask final : Task {
  static constexpr bool of_players = kind == NameKind::player;
  static constexpr std::string_view kind_name = name(kind);

  DatabaseOption database;
  FilterOptions filters;
  TableForm form;
  bool suggestions = false;
  int least_score = 50;
  Order order = Order::games;
  std::optional<std::size_t> limit;
  std::vector<std::string> words;

  void declare(OptionSet& options) override {
    options.flag("suggest", suggestions, "spellings that may mean the same, the surest first");
    options.number("min-score", least_score, "least score of a suggestion, percent", 1, 100);
    options
        .value("sort", "FIELD", "what the rows are sorted by",
               [this](const std::string& typed) { order = read_order(typed); })
        .one_of({"games", "name", "date", "rating"})
        .assumed("games");
    options.number("limit,n", limit, "print at most N rows", std::size_t{0});
    form.declare(options);
    database.declare(options);
    filters.declare(options);
    options.arguments(words, "the beginnings of words of the name", 0);
  }

  Exit run(Terminal& terminal) override {
    Database games = database.open(OpenMode::read_only);
    const NameRecords names = name_records(games, kind, filters.filter);
    const DataTable table = suggestions ? suggestion_table(names) : name_table(names);
    table.print(terminal, form);
    if (table.empty() && suggestions)
      terminal.hint(fmt::format("no two spellings seem to mean one {}", kind_name));
    else if (table.empty())
      explain_nothing(terminal, games, filters.filter.variant);
    return table.empty() ? Exit::nothing : Exit::done;
  }

  bool wanted(std::string_view name) const {
    return std::ranges::all_of(words, [&](const std::string& w) { return matches(w, name); });
  }
  bool full(const DataTable& table) const { return limit && table.size() >= *limit; }

  DataTable name_table(const NameRecords& names) const {
    std::vector<NamedRow> rows = rows_of(names);
    sort_rows(rows, order);
    DataTable table(columns_of(rows));
    for (const NamedRow& row : rows) {
      if (full(table)) break;
      if (wanted(row.name)) table.add(values(row, names));
    }
    return table;
  }

  static std::vector<TableColumn> columns_of(const std::vector<NamedRow>& rows) {
    const bool rated =
        std::ranges::any_of(rows, [](const NamedRow& r) { return r.record.ratings.has_value(); });
    const bool spelled =
        std::ranges::any_of(rows, [](const NamedRow& r) { return r.spellings.size() > 1; });
    const char* wins = of_players ? "won" : "black";
    const char* losses = of_players ? "lost" : "white";
    return {{std::string(kind_name), std::string(kind_name)},
            {"games", "games", true},
            {of_players ? "wins" : "black", wins, true},
            {"draws", "drawn", true},
            {of_players ? "losses" : "white", losses, true},
            {"score", "%", true},
            {"first_date", "first"},
            {"last_date", "last"},
            {"rating", rated ? "rating" : "", true},
            {"highest_rating", "", true},
            {"spellings", spelled ? "spellings" : ""}};
  }

  static std::vector<Value> values(const NamedRow& row, const NameRecords& names) {
    const NameRecord& r = row.record;
    std::vector<std::string> spellings;
    for (const std::size_t i : row.spellings) spellings.push_back(names.spellings[i].text);
    return {
        row.name,
        r.games,
        r.wins,
        r.draws,
        r.losses,
        share_of_points(r),
        date_or_null(r.first_date),
        date_or_null(r.last_date),
        r.ratings ? r.ratings->last : Value(),
        r.ratings ? r.ratings->highest : Value(),
        spellings.size() > 1 || spellings[0] != row.name ? spellings : std::vector<std::string>()};
  }

  DataTable suggestion_table(const NameRecords& names) const {
    const char* company = of_players ? "common_opponents" : "common_players";
    DataTable table({{"kind", ""},
                     {"from", "from"},
                     {"to", "to"},
                     {"score", "%", true, 0},
                     {"reason", "why"},
                     {"from_games", "", true},
                     {"to_games", "", true},
                     {kind == NameKind::site ? "common_events" : company, "", true},
                     {kind == NameKind::player  ? "common_events"
                      : kind == NameKind::event ? "common_sites"
                                                : "common_players",
                      "", true}});
    for (const Suggestion& s : people::suggest(names.spellings, kind, least_score / 100.0)) {
      if (full(table)) break;
      const people::Spelling& from = names.spellings[s.from];
      const people::Spelling& to = names.spellings[s.to];
      if (!wanted(from.text) && !wanted(to.text)) continue;
      table.add({kind_name, from.text, to.text, rounded(100 * s.score), reason(s), from.games,
                 to.games, s.common_company, s.common_settings});
    }
    return table;
  }

  static std::string reason(const Suggestion& s) {
    std::string all;
    for (const people::Reason r : s.reasons) {
      if (!all.empty()) all += ", ";
      all += people::in_words(r);
    }
    if (of_players && s.common_company > 0)
      all += fmt::format("; {} in common",
                         counted(static_cast<std::uint64_t>(s.common_company), "opponent"));
    return all;
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
