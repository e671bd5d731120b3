// `yari work`: annotates games, and evaluates positions, that others have put into the queues.
#include <algorithm>
#include <cmath>
#include <future>
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/engine_options.h"
#include "cli/options/jobs_option.h"
#include "cli/study/annotation_text.h"
#include "cli/study/annotation_view.h"
#include "cli/study/queued_games.h"
#include "cli/study/queued_positions.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "platform/file_names.h"
#include "platform/processors.h"
#include "platform/user.h"

namespace yari::cli {

namespace {

/// "HOST-1234": which process on which machine.
std::string own_name() {
  return fmt::format("{}-{}", platform::host_name(), platform::process_id());
}

/// How much waits for engines of which this is none.
void report_others(Terminal& terminal, WorkQueue&& queue, const std::string& engine,
                   const char* one, const char* many) {
  for (const WorkGroup& group : queue.groups()) {
    const std::int64_t waiting = group.counts[static_cast<std::size_t>(WorkState::waiting)];
    if (group.engine == engine || waiting == 0) continue;
    terminal.message(printable(fmt::format("{} for the engine '{}'; this one is '{}'",
                                           counted(static_cast<std::uint64_t>(waiting), one, many),
                                           group.engine, engine)));
  }
}

struct WorkTask final : Task {
  DatabaseOption database;
  EngineOptions engine;
  WorkerOptions worker;
  int jobs = 1;

  void declare(OptionSet& options) override {
    declare_jobs_option(options, jobs,
                        "games annotated, and positions evaluated, at the same time");
    options.flag("wait", worker.waits, "wait for more when the queue has nothing, until Ctrl-C");
    options
        .value("name", "NAME", "what 'yari queue' calls this worker",
               [this](const std::string& typed) { worker.name = typed; })
        .assumed("the machine and the process");
    options
        .value("lease", "SECONDS",
               "work is another worker's when this one has not been heard of for so long",
               [this](const std::string& typed) {
                 worker.lease = std::chrono::milliseconds(
                     std::lround(1000 * read_decimal("--lease", typed, 0.1, 86'400)));
               })
        .assumed("60");
    database.declare(options);
    engine.declare(options);
    engine.declare_byoyomi(options);
  }

  Exit run(Terminal& terminal) override {
    StopOnSignal stop;
    Database games = database.open(OpenMode::read_write);
    std::mutex mutex;
    const SharedDatabase shared{games, mutex};
    AnnotationEngines engines([this] { return engine.make(); });
    worker.engine = engines.identity();
    if (worker.name.empty()) worker.name = own_name();
    report_others(terminal, GameQueue(games), worker.engine, "game waits", "games wait");
    report_others(terminal, PositionQueue(games), worker.engine, "position waits",
                  "positions wait");

    AnnotationView view(terminal, shared);
    AnnotationRun run(shared, engines, view, stop.token());
    QueuedGames game_source(shared, worker, stop.token());
    QueuedPositions positions(shared, engines, terminal, worker, stop.token());
    {
      const Working working(terminal, "working");
      do_both([&] { run.run(game_source, platform::threads_for(jobs)); },
              [&] { game_source.end(); }, [&] { positions.run(platform::threads_for(jobs)); },
              [&] { positions.end(); });
    }
    const bool stopped = stop.flag();
    summarize(terminal, run, game_source.leases(), positions, stopped);
    if (stopped || positions.is_given_up()) return Exit::failed;
    if (game_source.leases().taken() + positions.leases().taken() == 0) return Exit::nothing;
    const Exit exit = exit_of(run, stopped);
    return exit == Exit::done && positions.failed() > 0 ? Exit::nothing : exit;
  }

  /// Positions are evaluated beside the games, on threads of their own: a program that mines a book
  /// waits for them, and a game takes minutes. Where one kind of work ends in an exception, the
  /// other is ended, too.
  template <class Games, class EndGames, class Positions, class EndPositions>
  static void do_both(Games annotate, EndGames end_games, Positions evaluate,
                      EndPositions end_positions) {
    std::future<void> evaluating = std::async(std::launch::async, [&] {
      try {
        evaluate();
      } catch (...) {
        end_games();
        throw;
      }
    });
    try {
      annotate();
    } catch (...) {
      end_positions();
      throw;
    }
    evaluating.get();
  }

  static void summarize(Terminal& terminal, const AnnotationRun& run, const WorkLeases& games,
                        const QueuedPositions& positions, bool stopped) {
    for (const std::string& note : positions.notes()) terminal.message(printable(note));
    const std::uint64_t lost = games.lost() + positions.leases().lost();
    if (terminal.wants_json()) {
      Json json = run.summary(games.taken());
      json["lost"] = lost;
      json["evaluated"] = positions.evaluated();
      json["not_evaluated"] = positions.failed();
      terminal.json(json);
    } else {
      if (games.taken() + positions.leases().taken() == 0 && !stopped)
        terminal.print("nothing waits for this engine\n");
      if (games.taken() > 0) write_folded(terminal, totals_text(run.totals()));
      if (positions.leases().taken() > 0)
        terminal.print("{} evaluated, {} failed\n", counted(positions.evaluated(), "position"),
                       grouped(positions.failed()));
    }
    if (lost > 0)
      terminal.message(fmt::format("{} not stored: the lease had ended, and others have the work",
                                   counted(lost, "result")));
    if (stopped) terminal.message("interrupted: what was not done is given back to the queue");
  }
};

}  // namespace

extern const Command work_command{
    "work", "", "annotate games and evaluate positions from the queue, beside other workers",
    R"(Takes games from the queue of the database, which 'yari annotate --queue' has filled, and
annotates them as was asked for there; and positions, which 'yari book mine --queue' puts there,
and evaluates them. Any number of workers may do so at the same time. A worker takes only what was
put there for its engine: the same program of the same version with the same options.

A worker has a lease of its games and positions and extends it while it works. If it dies, others
take them after the end of the lease; what failed three times, or lost its workers so often, is
given up. It ends when all is done, or after Ctrl-C, which gives back what it has begun. With
--wait it goes on for more, as a program that mines needs it.

  yari annotate --queue --all
  yari work --jobs 4
  yari work --wait
  yari queue)",
    make_task<WorkTask>};

}  // namespace yari::cli
