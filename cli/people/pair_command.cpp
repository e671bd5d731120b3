// `yari pair`: who plays whom in the next round of an event.
#include <unordered_set>

#include "answers/paired_round.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/terminal/csv.h"
#include "cli/terminal/text.h"
#include "cli/terminal/text_file.h"
#include "db/people/name_keys.h"
#include "db/store/place.h"
#include "record/ratings.h"
#include "record/tag_value.h"

namespace yari::cli {

namespace {

/// The column `player`, and `rating` and `absent` where they are there.
std::vector<Entrant> read_entrants(const std::string& file) {
  const CsvTable table(file, read_text_file(file));
  const std::size_t player = table.column("player");
  const std::optional<std::size_t> ratings = table.find("rating"), absences = table.find("absent");
  std::vector<Entrant> all;
  std::unordered_set<std::string> keys;
  for (const CsvRow& row : table.rows()) {
    const auto field = [&](const std::optional<std::size_t>& column) {
      return column ? table.field(row, *column) : std::string();
    };
    Entrant entrant{table.field(row, player)};
    if (entrant.name.empty()) continue;
    if (const Result<void> checked = check_entrant(entrant.name); !checked)
      throw Failure(table.place(row.line) + printable(checked.error().message));
    if (const std::string rating = field(ratings); !rating.empty())
      entrant.rating = read_number(table.place(row.line) + "rating", rating, 0, most_rating);
    const std::string absent = field(absences);
    if (!absent.empty() && absent != "yes" && absent != "no")
      throw Failure(table.place(row.line) + "absent: expected yes or no, found '" +
                    printable(absent) + "'");
    entrant.absent = absent == "yes";
    if (!keys.insert(people::letters_key(entrant.name, NameKind::player)).second)
      throw Failure(table.place(row.line) +
                    "this player is there twice: " + printable(entrant.name));
    all.push_back(std::move(entrant));
  }
  return all;
}

struct Pair final : Task {
  DatabaseOption database;
  VariantOption variant;
  TableForm form;
  std::string file, system = "swiss";
  RoundPlan plan;
  bool store = false;
  std::vector<std::string> names;

  void declare(OptionSet& options) override {
    options
        .value("players", "FILE", "a CSV file with the columns player, rating and absent (yes)",
               [this](const std::string& typed) { file = typed; })
        .is(ValueKind::file)
        .assumed("required");
    options
        .value("system", "SYSTEM", "how the rounds are made",
               [this](const std::string& typed) { system = typed; })
        .one_of({"swiss", "round-robin"})
        .assumed("swiss");
    options.number("cycles", plan.cycles, "of a round robin: how often everybody meets, 1 or 2", 1,
                   2);
    options.number("number", plan.number, "of a round robin: this round, not the next one", 1,
                   most_round_number);
    options.flag("last", plan.last,
                 "it is the last round of a Swiss: top scorers may have any colour");
    options.flag("store", store, "add the games of the round to the database, without results");
    form.declare(options);
    variant.declare(options);
    database.declare(options);
    options.arguments(names, "the name of an event", 1, 1).is(ValueKind::event);
  }

  Exit run(Terminal& terminal) override {
    if (file.empty()) throw UsageError("--players is needed: a CSV file with the column player");
    plan.round_robin = system == "round-robin";
    if (!plan.round_robin && (plan.number || plan.cycles != 1))
      throw UsageError("--number and --cycles: go with --system round-robin");
    if (plan.round_robin && plan.last) throw UsageError("--last: goes with --system swiss");
    if (names.front().empty()) throw UsageError("expected the name of an event");
    if (const std::string_view fault = fault_of_value(names.front()); !fault.empty())
      throw UsageError("the name of the event " + std::string(fault));
    // What is refused leaves no new file behind.
    std::vector<Entrant> entrants = read_entrants(file);
    std::optional<Database> games = open_if_needed();
    const EventGames played = games ? event_games(*games, this_event()) : EventGames();
    const PairedRound round = or_failure(paired_round(std::move(entrants), played, plan));
    if (store) or_failure(store_round(*games, names.front(), variant.meant(&*games), round));
    DataTable table(named_columns(paired_columns(), {{"", ""},
                                                     {"", "#", true},
                                                     {"", "Black"},
                                                     {"", "pts", true},
                                                     {"", "White"},
                                                     {"", "pts", true}}));
    for (std::vector<Value>& row : paired_rows(round)) table.add(std::move(row));
    if (!terminal.wants_json() && !form.csv) terminal.print("Round {}\n", round.number);
    table.print(terminal, form);
    return table.empty() ? Exit::nothing : Exit::done;
  }

  /// Before the first round there need be none.
  std::optional<Database> open_if_needed() const {
    if (store) return database.open(OpenMode::create);
    if (!database.is_there()) return std::nullopt;
    return database.open(OpenMode::read_only);
  }

  GameFilter this_event() const {
    GameFilter filter;
    filter.event = names.front();
    return filter;
  }

  template <class T>
  static T or_failure(Result<T> result) {
    if (!result) throw Failure(printable(result.error().message));
    return *std::move(result);
  }
};

}  // namespace

extern const Command pair_command{
    "pair", "EVENT", "pair the next round of an event",
    R"(Pairs the players of a CSV file by the games that the event has in the database. A Swiss goes by
the Dutch rules of FIDE (C.04.3): score groups, no pair twice, colours in balance, the bye at most
once; docs/events.md says how far. The highest rating is the first pairing number; players without
one stand in the order of the file. Who has "yes" under absent is not paired. A round robin
goes by the Berger tables, players in the same order. Black moves first. --store adds the games
of the round; 'yari event EVENT --results --csv' prints them, and 'yari tag --from' reads the
results that you fill in.

  yari pair "Spring Open" --players players.csv
  yari pair "Spring Open" --players players.csv --store
  yari pair League --players players.csv --system round-robin --number 3)",
    make_task<Pair>};

}  // namespace yari::cli
