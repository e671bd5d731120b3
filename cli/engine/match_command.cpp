// `yari match`: two engines play games from given openings.
#include <atomic>
#include <set>
#include <sstream>
#include <thread>

#include "analysis/engine/builtin.h"
#include "analysis/match/match.h"
#include "cli/engine/match_file.h"
#include "cli/engine/match_openings.h"
#include "cli/options/book_options.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/engine_options.h"
#include "cli/options/jobs_option.h"
#include "cli/options/limit_options.h"
#include "cli/options/position_options.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "db/import/importer.h"
#include "platform/processors.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari::cli {

namespace {

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const DeclarationRule& rule : declaration_rules) names.emplace_back(rule.name);
  return names;
}

std::string_view name(SprtVerdict verdict) {
  constexpr std::string_view names[] = {"going on", "no stronger", "stronger"};
  return names[static_cast<std::size_t>(verdict)];
}

/// Enough for other games in every pair, and few enough that most openings are even (measured:
/// docs/engine.md).
constexpr int random_plies_without_openings = 6;

struct Match final : Task {
  static constexpr Limits default_limits{.time = std::chrono::milliseconds(50)};

  VariantOption game;
  EngineOptions first;
  EngineOptions second;
  LimitOptions limits;
  BookOptions book;
  std::optional<int> against_movetime;
  std::optional<std::string> openings;
  std::optional<int> opening_plies;
  std::optional<int> random_plies;
  std::optional<std::string> file;
  DatabaseOption database;
  bool store = false;
  std::optional<std::string> sprt;
  /// The words after `--sprt elo0=0`.
  std::vector<std::string> more_bounds;
  std::optional<double> balance;
  MatchOptions options;

  void declare(OptionSet& set) override {
    options.games = 100;
    options.jobs = 0;
    // Few nodes or little time fill no more, and every game clears it.
    first.builtin.hash_mib = 16;
    set.number("games", options.games, "games to play, in pairs", 1, 1'000'000);
    declare_jobs_option(set, options.jobs, "pairs played at the same time");
    set.text("openings", openings, "FILE", "start the games from the lines of this file, in USI")
        .is(ValueKind::file)
        .assumed("the start position");
    set.number("opening-plies", opening_plies,
               "start from the first N plies of the database's games", 1, 200);
    set.number("random-plies", random_plies,
               "N random plies after the opening, others for every pair", 0, 100)
        .assumed(
            fmt::format("{} where no openings are given, else 0", random_plies_without_openings))
        .explained(
            "The openings are those that --balance allows. Without random plies, an engine whose "
            "moves do not depend on the time plays each opening the same way every time.");
    set.number("seed", options.openings.seed,
               "of the random plies: the same match again for the same N, other openings for "
               "another",
               std::uint64_t{0});
    set.value("balance", "POINTS",
              "only openings in which a search sees a win chance of 50, give or take POINTS",
              [this](const std::string& typed) {
                balance = read_decimal("--balance", typed, 0.1, 100);
              })
        .assumed("10 after random plies, else 100");
    set.text("output,o", file, "FILE", "add the games to this file; those in it are not replayed")
        .is(ValueKind::file);
    set.flag("store", store, "put the games into the database as well");
    database.declare(set);
    set.text(
        "sprt", sprt, "BOUNDS",
        "end when the first engine is known to be elo1 stronger, or only elo0: 'elo0=0 elo1=5', "
        "also with alpha= and beta=, or elo1 alone");
    set.arguments(more_bounds, "further bounds of --sprt", 0);
    set.value(
           "impasse", "POINTS", "the rule of Shogi by which declarations and impasses are judged",
           [this](const std::string& typed) {
             options.impasse = *std::ranges::find(declaration_rules, typed, &DeclarationRule::name);
           })
        .one_of(rule_names())
        .assumed(std::string(options.impasse.name))
        .explained(
            "By the rule of 27 points, White needs 27 and Black 28 to win. By that of 24, 31 "
            "points "
            "win, and 24 make a draw. Who declares without the points, without ten pieces and the "
            "king inside, or in check loses.");
    set.number("max-plies", options.max_plies, "a game of more than N plies is a draw", 1, 10'000);
    options.adjudication.win_score = 2500;
    set.number("resign", options.adjudication.win_score,
               "a game is won when both engines see N centipawns four moves long; 0: never", 0,
               30'000);
    set.number("draw", options.adjudication.draw_score,
               "a game is drawn when both engines see at most N centipawns for either side eight "
               "moves long; 0: never",
               0, 1'000);
    game.declare(set);
    limits.declare(set, "--movetime 50");
    set.number("against-movetime", against_movetime,
               "milliseconds for each move of the second engine", 1);
    declare_clock(set);
    first.declare(set);
    second.declare_opponent(set);
    book.declare(set, "the first engine plays from this opening book");
  }

  void declare_clock(OptionSet& set) {
    const auto seconds = [&set](const char* name, std::chrono::milliseconds& target,
                                const char* help) {
      set.value(name, "SECONDS", help, [name, &target](const std::string& typed) {
        target = read_seconds(fmt::format("--{}", name), typed, 0);
      });
    };
    seconds("clock", options.clock.main, "a clock for each side, in place of the limits");
    seconds("increment", options.clock.increment, "seconds that every move adds to the clock");
    seconds("byoyomi", options.clock.byoyomi,
            "seconds for every move after the clock has run down");
  }

  Exit run(Terminal& terminal) override {
    if (openings && opening_plies) throw UsageError("--openings and --opening-plies are two ways");
    if (options.clock.empty() && options.clock.increment.count() > 0)
      throw UsageError("--increment needs a --clock");
    if (options.adjudication.win_score > 0) options.adjudication.win_moves = 4;
    if (options.adjudication.draw_score > 0) options.adjudication.draw_moves = 8;
    if (!sprt && !more_bounds.empty())
      throw UsageError(fmt::format("'{}' is no option; bounds follow --sprt", more_bounds[0]));
    if (sprt) options.sprt = read_bounds();
    options.jobs = platform::threads_for(options.jobs);
    second.builtin = first.builtin;
    options.openings.list = read_openings(terminal);
    options.openings.random_plies =
        random_plies.value_or(openings || opening_plies ? 0 : random_plies_without_openings);
    options.openings.balance.points = balance.value_or(10);
    if (balance && options.openings.random_plies == 0) keep_balanced(terminal);
    const Limits bounds = limits.limits(default_limits);
    Limits other = bounds;
    if (against_movetime) other = {.time = std::chrono::milliseconds(*against_movetime)};
    if (book.file) open_book(*book.file);
    // Engines that play at the same time choose other moves.
    std::atomic<std::uint64_t> seed = book.play.seed;
    MatchPlayer one = player(first, bounds);
    MatchPlayer two = player(second, other);
    if (book.file) {
      one.name += " with a book";
      one.make = [this, &seed] { return book.wrap(first.make(), seed++); };
    }
    if (one.name == two.name) two.name += " (2)";
    MatchFile log(file);
    const MatchFile::Found found = log.open(one, two, options);
    report(found, terminal);
    std::optional<Database> stored;
    if (store) stored = database.open(OpenMode::create);
    std::uint64_t known = 0;
    std::set<std::string> noted;
    StopOnSignal stop;
    const auto tell = [&](const MatchGame& over, const MatchState& state) {
      log.add(over.game);
      if (stored && !add_to(*stored, over.game)) ++known;
      if (!over.failure.empty()) terminal.message(over.failure);
      for (const std::string& note : over.notes)
        if (noted.insert(note).second) terminal.message(note);
      terminal.progress(progress_text(state), static_cast<std::uint64_t>(state.played()),
                        static_cast<std::uint64_t>(options.games));
    };
    const Working working(terminal, "playing");
    const MatchState state = run_match(one, two, options, found.tally, stop.token(), tell);
    print(one.name, two.name, state, terminal);
    if (known > 0)
      terminal.message(fmt::format("not stored, for a game of the same moves is there: {}",
                                   counted(known, "game")));
    return stop.flag() ? Exit::failed : Exit::done;
  }

  static MatchPlayer player(const EngineOptions& engine, const Limits& bounds) {
    const std::unique_ptr<Engine> started = engine.make();
    MatchPlayer made{started->name(), [&engine] { return engine.make(); }, bounds};
    made.identity = started->identity();
    if (engine.command == "builtin")
      made.identity +=
          fmt::format(", hash {}, threads {}", engine.builtin.hash_mib, engine.builtin.threads);
    return made;
  }

  void report(const MatchFile::Found& found, Terminal& terminal) const {
    if (found.was_broken_off)
      terminal.message(fmt::format(
          "{}: the last game was not written to its end; it is removed and played again", *file));
    if (found.played_otherwise > 0)
      terminal.message(
          fmt::format("{}: not counted, for they have other settings, limits or rules: {}", *file,
                      counted(found.played_otherwise, "game")));
  }

  std::vector<GamePosition> read_openings(Terminal& terminal) const {
    if (openings) return openings_of_file(*openings, game.meant());
    if (!opening_plies) return {GamePosition{start_setup(game.meant()), {}}};
    Database games = database.open(OpenMode::read_only);
    return openings_of_database(terminal, games, game.meant(&games), *opening_plies);
  }

  /// `elo0=0`, `elo1=5`, `alpha=0.05`, `beta=0.05`, between blanks or commas; a number is elo1.
  SprtSettings read_bounds() const {
    std::string typed = *sprt;
    for (const std::string& more : more_bounds) typed += ' ' + more;
    SprtSettings bounds;
    std::ranges::replace(typed, ',', ' ');
    std::istringstream words(typed);
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      const std::string name = equals == word.npos ? "elo1" : word.substr(0, equals);
      const std::string value = equals == word.npos ? word : word.substr(equals + 1);
      const auto number = [&](double least, double most) {
        return read_decimal(fmt::format("--sprt {}", name), value, least, most);
      };
      if (name == "elo0")
        bounds.elo0 = number(-1000, 1000);
      else if (name == "elo1")
        bounds.elo1 = number(-1000, 1000);
      else if (name == "alpha")
        bounds.alpha = number(1e-6, 0.49);
      else if (name == "beta")
        bounds.beta = number(1e-6, 0.49);
      else
        throw UsageError(
            fmt::format("--sprt has elo0, elo1, alpha and beta, no {}", in_quotes(name)));
    }
    if (bounds.elo0 >= bounds.elo1)
      throw UsageError(
          fmt::format("--sprt: elo0 ({}) must be less than elo1 ({})", bounds.elo0, bounds.elo1));
    return bounds;
  }

  /// Searches the openings of the list, and leaves out what is not balanced.
  void keep_balanced(Terminal& terminal) {
    BuiltinEngine judge({.hash_mib = 1});
    const Balance& wanted = options.openings.balance;
    std::vector<GamePosition>& list = options.openings.list;
    const std::size_t all = list.size();
    std::size_t looked = 0;
    std::erase_if(list, [&](const GamePosition& opening) {
      terminal.progress("openings", ++looked, all);
      return imbalance(opening, wanted.nodes, judge) > wanted.points;
    });
    if (list.empty())
      throw Failure(fmt::format("no opening of {} is balanced to {} points", all, wanted.points));
    terminal.hint(fmt::format("{} of {} balanced", list.size(), counted(all, "opening")));
  }

  /// Each game at once: the next may be minutes away.
  /// False when a game of the same moves is there already.
  static bool add_to(Database& games, const Game& game) {
    Importer importer(games);
    const bool added = importer.add(game).added == Added::imported;
    importer.finish();
    return added;
  }

  static std::string summary(const MatchScore& s) {
    return fmt::format("games, +{} ={} -{}", s.wins, s.draws, s.losses);
  }

  /// "games, +12 =3 -9, Elo +13 [-55, +82], LLR 0.31 [-2.94, 2.94]".
  std::string progress_text(const MatchState& state) const {
    const EloEstimate elo = estimate_elo(state.score);
    if (state.score.games() == 0) return summary(state.score);
    std::string text = fmt::format("{}, Elo {:+.0f} [{:+.0f}, {:+.0f}]", summary(state.score),
                                   elo.elo + 0.0, elo.low, elo.high);
    return options.sprt ? text + ", " + test_text(state.sprt) : text;
  }

  static std::string test_text(const SprtState& test) {
    return fmt::format("LLR {:.2f} [{:.2f}, {:.2f}]", test.ratio + 0.0, test.lower, test.upper);
  }

  void print(const std::string& one, const std::string& two, const MatchState& state,
             Terminal& terminal) const {
    const MatchScore& s = state.score;
    const EloEstimate elo = s.games() > 0 ? estimate_elo(s) : EloEstimate{};
    if (terminal.wants_json()) {
      terminal.object({{"first", one},
                       {"second", two},
                       {"games", s.games()},
                       {"wins", s.wins},
                       {"draws", s.draws},
                       {"losses", s.losses},
                       {"failures", state.failures},
                       {"repeated", state.repeated},
                       {"elo", elo.elo + 0.0},  // no negative zero
                       {"elo_low", elo.low},
                       {"elo_high", elo.high},
                       {"likelihood", elo.likelihood},
                       {"pairs", std::vector<int>(s.pairs.begin(), s.pairs.end())},
                       {"llr", state.sprt.ratio + 0.0},
                       {"sprt", name(state.sprt.verdict)}});
      return;
    }
    terminal.print("{} against {}: {} {}\n", one, two, s.games(), summary(s));
    if (s.games() > 0)
      terminal.print(
          "{:.1f} % of the points, Elo {:+.0f} [{:+.0f}, {:+.0f}], stronger with {:.1f} %\n",
          100 * s.share(), elo.elo + 0.0, elo.low, elo.high, 100 * elo.likelihood);
    if (state.repeated > 0)
      terminal.print("{} not counted: the same moves were played before with the same colours\n",
                     counted(static_cast<std::uint64_t>(state.repeated), "game"));
    if (state.only_repeats)
      terminal.print("ended early: the last games had all been played before\n");
    if (options.sprt)
      terminal.print("elo0 {:g}, elo1 {:g}: {}, {}\n", options.sprt->elo0, options.sprt->elo1,
                     test_text(state.sprt), name(state.sprt.verdict));
  }
};

}  // namespace

extern const Command match_command{
    "match", "[BOUND...]", "let two engines play each other",
    R"(Each opening is played twice, with colours reversed. The score, the difference in Elo with its
95 % interval, and the likelihood of being the stronger are those of the first engine. With --sprt
the match ends as soon as its pairs of games decide between elo0 and elo1 (docs/engine.md). Ctrl-C
ends the match; with -o, the same command continues it.

  yari match --against "fairy-stockfish" --games 200 --openings openings.txt -o games.psn
  yari match --against "./yari-old usi" --nodes 4000 --random-plies 8 --sprt elo0=0 elo1=5
  yari match --against "fairy-stockfish" --clock 60 --increment 0.5 --opening-plies 8 --store)",
    make_task<Match>};

}  // namespace yari::cli
