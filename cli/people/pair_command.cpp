// `yari pair`: who plays whom in the next round of an event.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/terminal/csv.h"
#include "cli/terminal/text.h"
#include "cli/terminal/text_file.h"
#include "db/change/upkeep.h"
#include "db/people/name_keys.h"
#include "db/reports/event_games.h"
#include "db/store/place.h"
#include "db/tournament/swiss.h"
#include "record/tag_value.h"
#include "text/ascii.h"

namespace yari::cli {

namespace {

using tournament::Pairing;
using tournament::PlayedGame;

struct Entrant {
  std::string name;
  int rating = 0;
  bool absent = false;
};

std::string key_of(const std::string& name) { return people::letters_key(name, NameKind::player); }

/// The column `player`, and `rating` and `absent` where they are there. In the order of their
/// ratings, the highest first, and of the file.
std::vector<Entrant> read_entrants(const std::string& file) {
  const CsvTable table(file, read_text_file(file));
  const std::size_t player = table.column("player");
  std::vector<Entrant> all;
  for (const CsvRow& row : table.rows()) {
    const auto field = [&](const char* column) {
      return table.has(column) ? table.field(row, table.column(column)) : std::string();
    };
    Entrant entrant{table.field(row, player)};
    if (entrant.name.empty()) continue;
    if (const std::string rating = field("rating"); !rating.empty())
      entrant.rating = read_number(table.place(row.line) + "rating", rating, 0, 9999);
    const std::string absent = field("absent");
    if (!absent.empty() && absent != "yes" && absent != "no")
      throw Failure(table.place(row.line) + "absent: expected yes or no, found '" +
                    printable(absent) + "'");
    entrant.absent = absent == "yes";
    const auto same = std::ranges::find(all, key_of(entrant.name),
                                        [](const Entrant& e) { return key_of(e.name); });
    if (same != all.end())
      throw Failure(table.place(row.line) +
                    "this player is there twice: " + printable(entrant.name));
    all.push_back(std::move(entrant));
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &Entrant::rating);
  return all;
}

/// The games of an event with its players numbered as the entrants are; those who are no longer
/// among them have the numbers after these.
class Entered {
 public:
  Entered(std::vector<Entrant> entrants, const EventGames& event) : entrants_(std::move(entrants)) {
    std::vector<std::string> keys;
    for (const Entrant& entrant : entrants_) keys.push_back(key_of(entrant.name));
    present_.assign(keys.size(), true);
    for (std::size_t i = 0; i < keys.size(); ++i) present_[i] = !entrants_[i].absent;
    std::vector<std::size_t> numbers;
    for (const std::string& name : event.players) {
      const auto found = std::ranges::find(keys, key_of(name));
      numbers.push_back(static_cast<std::size_t>(found - keys.begin()));
      if (found != keys.end()) continue;
      keys.push_back(key_of(name));
      entrants_.push_back({name});
      present_.push_back(false);
    }
    games_ = event.games;
    for (PlayedGame& game : games_) {
      game.black = numbers[game.black];
      game.white = numbers[game.white];
    }
  }

  const std::string& name(std::size_t player) const { return entrants_[player].name; }
  const std::vector<PlayedGame>& games() const { return games_; }
  const std::vector<bool>& present() const { return present_; }
  std::size_t size() const { return entrants_.size(); }
  int last_round() const {
    int last = 0;
    for (const PlayedGame& game : games_) last = std::max(last, round_number(game.round));
    return last;
  }
  std::vector<double> points() const {
    std::vector<double> points(size());
    for (const tournament::Standing& s : tournament::standings(games_, size()))
      points[s.player] = s.points;
    return points;
  }

 private:
  std::vector<Entrant> entrants_;
  std::vector<bool> present_;
  std::vector<PlayedGame> games_;
};

struct Pair final : Task {
  DatabaseOption database;
  VariantOption variant;
  TableForm form;
  std::string file, system = "swiss";
  int cycles = 1;
  std::optional<int> round;
  bool last = false, store = false;
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
    options.number("cycles", cycles, "of a round robin: how often everybody meets, 1 or 2", 1, 2);
    options.number("number", round, "of a round robin: this round, not the next one", 1, 10000);
    options.flag("last", last, "it is the last round of a Swiss: top scorers may have any colour");
    options.flag("store", store, "add the games of the round to the database, without results");
    form.declare(options);
    variant.declare(options);
    database.declare(options);
    options.arguments(names, "the name of an event", 1, 1).is(ValueKind::event);
  }

  Exit run(Terminal& terminal) override {
    if (file.empty()) throw UsageError("--players is needed: a CSV file with the column player");
    const bool swiss = system == "swiss";
    if (swiss && (round || cycles != 1))
      throw UsageError("--number and --cycles: go with --system round-robin");
    if (!swiss && last) throw UsageError("--last: goes with --system swiss");
    if (names.front().empty()) throw UsageError("expected the name of an event");
    // What is refused leaves no new file behind.
    std::vector<Entrant> entrants = read_entrants(file);
    std::optional<Database> games = open_if_needed();
    const Entered entered(std::move(entrants),
                          games ? event_games(*games, this_event()) : EventGames());
    const int next = round.value_or(entered.last_round() + 1);
    const Pairing pairing = swiss ? swiss_pairing(entered) : berger_pairing(entered, next);
    if (store) store_games(*games, entered, pairing, next);
    const DataTable table = table_of(entered, pairing, next);
    if (!terminal.wants_json() && !form.csv) terminal.print("Round {}\n", next);
    table.print(terminal, form);
    return table.empty() ? Exit::nothing : Exit::done;
  }

  /// Before the first round there need be none.
  std::optional<Database> open_if_needed() const {
    const std::filesystem::path place = database.path();
    if (store) return database.open(OpenMode::create);
    if (!is_server_url(place) && !std::filesystem::exists(place)) return std::nullopt;
    return database.open(OpenMode::read_only);
  }

  GameFilter this_event() const {
    GameFilter filter;
    filter.event = names.front();
    return filter;
  }

  Pairing swiss_pairing(const Entered& entered) const {
    Result<Pairing> pairing = tournament::swiss_round(entered.games(), entered.present(), last);
    if (!pairing) throw Failure(pairing.error().message);
    return *std::move(pairing);
  }

  /// Who is absent keeps the place in the table: the others meet as they would.
  Pairing berger_pairing(const Entered& entered, int number) const {
    const std::size_t players = entered.size();
    if (players < 2) throw Failure("a round robin needs two players");
    const auto rounds = static_cast<int>(tournament::berger_rounds(players)) * cycles;
    if (number > rounds)
      throw Failure(fmt::format("{} players meet in {}: there is no round {}", players,
                                counted(static_cast<std::uint64_t>(rounds), "round"), number));
    return tournament::berger_round(players, static_cast<std::size_t>(number - 1), cycles);
  }

  static DataTable table_of(const Entered& entered, const Pairing& pairing, int round) {
    DataTable table({{"round", ""},
                     {"board", "#", true},
                     {"black", "Black"},
                     {"black_points", "pts", true},
                     {"white", "White"},
                     {"white_points", "pts", true}});
    const std::vector<double> points = entered.points();
    for (const auto& [black, white] : pairing.games)
      table.add({round, table.size() + 1, entered.name(black), points[black], entered.name(white),
                 points[white]});
    if (pairing.bye)
      table.add({round, table.size() + 1, entered.name(*pairing.bye), points[*pairing.bye], "bye",
                 Value()});
    return table;
  }

  void store_games(Database& games, const Entered& entered, const Pairing& pairing,
                   int round_number) const {
    for (const PlayedGame& game : entered.games())
      if (yari::round_number(game.round) == round_number)
        throw Failure(fmt::format("round {} is in the database already", round_number));
    std::vector<Game> added;
    const auto add = [&](const std::string& black, const std::string& white, GameResult result) {
      Game game = new_game(variant.meant(&games));
      game.set_tag(tags::event, names.front());
      game.set_tag(tags::round, fmt::format("{}.{}", round_number, added.size() + 1));
      game.set_tag(tags::black, black);
      game.set_tag(tags::white, white);
      game.result = result;
      added.push_back(std::move(game));
    };
    for (const auto& [black, white] : pairing.games)
      add(entered.name(black), entered.name(white), GameResult::unknown);
    if (pairing.bye) add(entered.name(*pairing.bye), "bye", GameResult::black_wins);
    add_games(games, fmt::format("pair round {} of {}", round_number, names.front()), added);
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
