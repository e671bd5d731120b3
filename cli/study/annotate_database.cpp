#include "cli/study/annotate_database.h"

#include <nlohmann/json.hpp>

#include "cli/study/annotation_effort.h"
#include "cli/study/annotation_text.h"
#include "cli/study/annotation_view.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "db/change/annotations.h"

namespace yari::cli {

namespace {

/// Says how long the games will take that are not skipped.
void estimate_time(Terminal& terminal, Database& database, const std::vector<GameId>& ids,
                   Engine& engine, const AnnotateDatabase& how, const StopOnSignal& stop) {
  std::uint64_t positions = 0;
  int games = 0;
  std::optional<double> seconds;
  for (const GameId id : ids) {
    const std::optional<GameHeader> header = database.header(id);
    if (!header || stop.flag()) continue;
    if (!needs_annotation(database, *header, engine.identity(), how.settings)) continue;
    positions += static_cast<std::uint64_t>(header->plies) + 1;
    if (games < how.jobs) ++games;
    if (seconds) continue;
    try {
      const std::optional<Game> game = database.load_game(id);
      if (game) seconds = seconds_a_position(engine, *game, how.settings.request.limits);
    } catch (const DamagedGame&) {
      // It is reported when its turn comes.
    }
  }
  say_time(terminal, positions, seconds, games);
}

}  // namespace

Exit annotate_database(Terminal& terminal, Database& database, std::vector<GameId> ids,
                       const AnnotateDatabase& how) {
  StopOnSignal stop;
  std::mutex mutex;
  const SharedDatabase shared{database, mutex};
  AnnotationEngines engines([&how] { return how.engine.make(); });
  const std::size_t all = ids.size();
  if (all > 0 && terminal.shows_progress()) {
    std::unique_ptr<Engine> engine = engines.take();
    estimate_time(terminal, database, ids, *engine, how, stop);
    engines.give_back(std::move(engine));
  }
  AnnotationView view(terminal, shared);
  AnnotationRun run(shared, engines, view, stop.token());
  ListedGames games(shared, std::move(ids), how.settings, stop.token());
  if (all > 0) {
    const Working working(terminal, "annotating");
    run.run(games, how.jobs);
  }
  const bool stopped = stop.flag();
  if (terminal.wants_json())
    terminal.json(run.summary(all));
  else if (!stopped)
    write_folded(terminal, totals_text(run.totals()));
  if (stopped) {
    terminal.message(fmt::format("interrupted: {} annotated and stored; the same command {}",
                                 counted(run.totals().games, "game"),
                                 how.settings.force ? "begins anew, for --force" : "goes on"));
  }
  return all == 0 ? Exit::nothing : exit_of(run, stopped);
}

Exit clear_annotations(Terminal& terminal, Database& database, const std::vector<GameId>& ids) {
  const StopOnSignal stop;
  AnnotationChange change(database, "clear annotations");
  std::uint64_t cleared = 0;
  bool sound = true;
  for (const GameId id : ids) {
    if (stop.flag()) break;
    try {
      if (!load_annotation(database, id)) continue;
      const std::optional<Game> own = game_to_annotate(database, id);
      if (!own) continue;
      change.clear(id, *own);
      ++cleared;
    } catch (const DamagedGame& damage) {
      terminal.message(fmt::format("game {} is left as it is: {}", id, damage.what()));
      sound = false;
    }
  }
  if (terminal.wants_json())
    terminal.object({{"games", ids.size()}, {"cleared", cleared}});
  else
    terminal.print("annotation removed from {}\n", counted(cleared, "game"));
  if (stop.flag()) return Exit::failed;
  return sound && cleared > 0 ? Exit::done : Exit::nothing;
}

}  // namespace yari::cli
