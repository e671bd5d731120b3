// `yari engine fit`: what the scores of an engine mean, from the games of the database.
#include <algorithm>
#include <random>

#include "analysis/engine/fit_chances.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/engine_options.h"
#include "cli/options/game_options.h"
#include "cli/options/limit_options.h"
#include "cli/options/position_options.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"

namespace yari::cli {

namespace {

/// Openings are left out: there all scores are small.
constexpr int first_ply = 12;
/// Fewer positions say nothing.
constexpr std::size_t fewest = 50;
/// Standard errors on either side that hold 95 %.
constexpr double interval = 1.96;

struct EngineFit final : Task {
  static constexpr Limits default_limits{.nodes = 20'000};

  DatabaseOption database;
  FilterOptions filters;
  VariantOption game;
  EngineOptions engine;
  LimitOptions limits;
  std::uint64_t positions = 2000;

  void declare(OptionSet& options) override {
    options.number("positions", positions, "positions to analyse", std::uint64_t{50},
                   std::uint64_t{1'000'000});
    limits.declare(options, "--nodes 20000");
    engine.declare(options);
    engine.declare_byoyomi(options);
    database.declare(options);
    game.declare(options);
    filters.declare(options, false);
  }

  Exit run(Terminal& terminal) override {
    Database games = database.open(OpenMode::read_only);
    const Variant variant = game.meant(&games);
    filters.filter.variant = variant;
    StopOnSignal stop;
    const std::unique_ptr<Engine> worker = engine.make();
    const Working working(terminal, "analysing");
    const std::vector<ScoredResult> results =
        analyse(terminal, games, filters.games(games), *worker, stop);
    for (const std::string& note : worker->take_notes()) terminal.message(note);
    if (stop.flag()) {
      terminal.message("interrupted: nothing is fitted");
      return Exit::failed;
    }
    const FittedCoefficient fitted = fit_coefficient(results);
    if (results.size() < fewest || fitted.coefficient == 0) {
      terminal.message(
          fmt::format("no coefficient fits: {} that have a result and a score, {} or more needed",
                      counted(results.size(), "position"), fewest));
      return Exit::nothing;
    }
    print(terminal, worker->name(), variant, results.size(), fitted);
    return Exit::done;
  }

  /// One position of a game, again and again, until there are enough.
  std::vector<ScoredResult> analyse(Terminal& terminal, Database& games, std::vector<GameId> ids,
                                    Engine& worker, const StopOnSignal& stop) const {
    std::vector<ScoredResult> results;
    std::mt19937_64 random(1);
    std::shuffle(ids.begin(), ids.end(), random);
    SoundGames sound(games, terminal);
    std::uint64_t looked = 0;
    for (bool any = true; any && looked < positions;) {
      any = false;
      for (const GameId id : ids) {
        if (looked == positions || stop.flag()) return results;
        const std::optional<Game> record = sound.load(id);
        if (!record || record->result == GameResult::unknown) continue;
        const int plies = record->moves.main_plies() - first_ply;
        if (plies < 1) continue;
        any = true;
        const int ply = first_ply + static_cast<int>(random() % static_cast<unsigned>(plies));
        if (const auto result = analyse_one(*record, ply, worker, stop)) results.push_back(*result);
        terminal.progress("positions", ++looked, positions);
      }
    }
    return results;
  }

  std::optional<ScoredResult> analyse_one(const Game& record, int ply, Engine& worker,
                                          const StopOnSignal& stop) const {
    const GamePosition position = position_at(record, ply);
    const Limits spent = limits.limits(default_limits);
    worker.new_position(spent);
    Analysis analysis;
    try {
      analysis = worker.analyze(position, spent, stop.token());
    } catch (const UselessAnswer&) {
      return std::nullopt;
    }
    if (analysis.lines.empty() || !analysis.scored || analysis.score.mate) return std::nullopt;
    const double made = record.result == GameResult::draw                  ? 0.5
                        : record.result == win_for(side_to_move(position)) ? 1
                                                                           : 0;
    return ScoredResult{analysis.score.value, made};
  }

  static void print(Terminal& terminal, const std::string& name, Variant variant, std::size_t count,
                    const FittedCoefficient& fitted) {
    const double low = fitted.coefficient - interval * fitted.error;
    const double high = fitted.coefficient + interval * fitted.error;
    if (terminal.wants_json()) {
      terminal.object({{"engine", name},
                       {"variant", info(variant).id},
                       {"positions", count},
                       {"coefficient", fitted.coefficient},
                       {"low", low},
                       {"high", high}});
      return;
    }
    terminal.print("{}, {}: coefficient {:.5f} (95 %: {:.5f} to {:.5f}), from {}\n", name,
                   info(variant).name, fitted.coefficient, low, high, counted(count, "position"));
    terminal.hint(fmt::format("annotate with --coefficient {:.5f}", fitted.coefficient));
  }
};

}  // namespace

extern const Command engine_fit_command{
    "engine fit", "", "find out what the scores of an engine mean in win chances",
    R"(Analyses positions of the database's games and finds the coefficient with which the engine's
scores best agree with the results of these games. Give it to 'yari annotate --coefficient', or
write it into the configuration file. Games of strong players, or of the engine itself, are best.

  yari engine fit --engine "YaneuraOu" --db floodgate.db --positions 5000)",
    make_task<EngineFit>};

}  // namespace yari::cli
