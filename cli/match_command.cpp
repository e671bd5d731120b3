// `yari match`: two engines play games from given openings.
#include <cstdio>

#include "analysis/match.h"
#include "cli/command.h"
#include "cli/engine_options.h"
#include "cli/position_options.h"
#include "cli/shared_options.h"
#include "cli/stop.h"
#include "cli/text.h"
#include "cli/text_file.h"
#include "notation/text.h"

namespace yari::cli {

namespace {

/// Records are added to the file as the games end, so that a match that broke off can go on.
class GameLog {
 public:
  explicit GameLog(const std::optional<std::string>& path) {
    if (!path) return;
    file_.reset(std::fopen(path->c_str(), "ab"));
    if (!file_) throw system_failure("cannot write " + *path);
  }

  void add(const Game& game) {
    if (!file_) return;
    const std::string text = format_named("hodges")->write(game, {}).text;
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0)
      throw system_failure("cannot write the games");
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

std::string_view name(SprtVerdict verdict) {
  constexpr std::string_view names[] = {"going on", "no stronger", "stronger"};
  return names[static_cast<std::size_t>(verdict)];
}

struct Match final : Task {
  static constexpr Limits default_limits{.time = std::chrono::milliseconds(50)};

  VariantOption game;
  EngineOptions first;
  EngineOptions second;
  LimitOptions limits;
  std::optional<int> against_movetime;
  std::optional<std::string> openings;
  std::optional<std::string> file;
  std::optional<int> sprt;
  MatchOptions options;

  void declare(OptionSet& set) override {
    options.games = 100;
    set.number("games", options.games, "games to play", 1, 1'000'000);
    set.number("jobs", options.jobs, "games at the same time", 1, 256);
    set.text("openings", openings, "FILE", "starts, one a line in USI [the start position]");
    set.text("output,o", file, "FILE", "add the games to this file; what it holds is not replayed");
    set.number("sprt", sprt, "end when the first engine is known to be N Elo stronger, or not", 1,
               1000);
    set.number("max-plies", options.max_plies, "a longer game is a draw", 1, 10'000);
    game.declare(set);
    limits.declare(set, "--movetime 50");
    set.number("against-movetime", against_movetime, "milliseconds of the other engine", 1);
    first.declare(set);
    second.declare_opponent(set);
  }

  Exit run(Terminal& terminal) override {
    options.openings = read_openings();
    if (sprt) options.sprt = SprtSettings{.elo1 = static_cast<double>(*sprt)};
    const Limits bounds = limits.limits(default_limits);
    Limits other = bounds;
    if (against_movetime) other = {.time = std::chrono::milliseconds(*against_movetime)};
    const MatchPlayer one{first.make()->name(), [this] { return first.make(); }, bounds};
    MatchPlayer two{second.make()->name(), [this] { return second.make(); }, other};
    if (one.name == two.name) two.name += " (2)";
    std::vector<MatchGame> played = played_games(read_games(), one, two, options);
    GameLog log(file);
    StopOnSignal stop;
    const auto tell = [&](const MatchGame& over, const MatchState& state) {
      log.add(over.game);
      if (!over.failure.empty()) terminal.message(over.failure);
      terminal.progress(summary(state.score), static_cast<std::uint64_t>(state.score.games()),
                        static_cast<std::uint64_t>(options.games));
    };
    const MatchState state = run_match(one, two, options, std::move(played), stop.token(), tell);
    print(one.name, two.name, state, terminal);
    return stop.flag() ? Exit::failed : Exit::done;
  }

  std::vector<Problem> read_openings() const {
    std::vector<Problem> read;
    if (!openings) return {Problem{start_setup(game.variant), {}}};
    std::string_view text;
    const std::string whole = read_text_file(*openings);
    std::size_t number = 0;
    for (text = whole; !text.empty();) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = trimmed(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      ++number;
      if (line.empty()) continue;
      const Result<Problem> opening = read_opening(line, game.variant);
      if (!opening)
        throw Failure(fmt::format("{}:{}:{}: error: {}", *openings, number,
                                  opening.error().offset + 1, opening.error().message));
      read.push_back(*opening);
    }
    if (read.empty()) throw Failure(*openings + " holds no opening");
    return read;
  }

  std::vector<Game> read_games() const {
    std::vector<Game> games;
    if (!file || !std::filesystem::exists(*file)) return games;
    RecordSource source({*file});
    read_records(source, {}, [&](ReadRecord read) {
      if (read.result.game) games.push_back(std::move(*read.result.game));
      return true;
    });
    return games;
  }

  static std::string summary(const MatchScore& s) {
    return fmt::format("games, +{} ={} -{}", s.wins, s.draws, s.losses);
  }

  static void print(const std::string& one, const std::string& two, const MatchState& state,
                    Terminal& terminal) {
    const MatchScore& s = state.score;
    const EloEstimate elo = s.games() > 0 ? estimate_elo(s) : EloEstimate{};
    if (terminal.wants_json()) {
      terminal.json({{"first", one},
                     {"second", two},
                     {"games", s.games()},
                     {"wins", s.wins},
                     {"draws", s.draws},
                     {"losses", s.losses},
                     {"failures", state.failures},
                     {"elo", elo.elo + 0.0},  // no negative zero
                     {"elo_low", elo.low},
                     {"elo_high", elo.high},
                     {"likelihood", elo.likelihood},
                     {"sprt", name(state.sprt.verdict)}});
      return;
    }
    terminal.print("{} against {}: {} {}\n", one, two, s.games(), summary(s));
    if (s.games() > 0)
      terminal.print(
          "{:.1f} % of the points, Elo {:+.0f} [{:+.0f}, {:+.0f}], stronger with {:.1f} %\n",
          100 * s.share(), elo.elo + 0.0, elo.low, elo.high, 100 * elo.likelihood);
  }
};

}  // namespace

extern const Command match_command{
    "match", "", "let two engines play each other",
    R"(Each opening is played twice, with colours reversed. The score, the difference in Elo with its
95 % interval and the likelihood that the first engine is the stronger are those of the first.
Ctrl-C ends the match; with -o the same command goes on with it.

  yari match --against "fairy-stockfish" --games 200 --openings openings.txt -o games.psn)",
    make_task<Match>};

}  // namespace yari::cli
