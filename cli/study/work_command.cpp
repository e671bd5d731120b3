// `yari work`: annotates games that others have put into a queue.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/engine_options.h"
#include "cli/options/jobs_option.h"
#include "cli/study/annotation_text.h"
#include "cli/study/annotation_view.h"
#include "cli/study/queued_games.h"
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

/// How many games wait for engines of which this is none.
void report_others(Terminal& terminal, Database& database, const std::string& engine) {
  for (const WorkGroup& group : WorkQueue(database).groups()) {
    const std::int64_t waiting = group.games[static_cast<std::size_t>(WorkState::waiting)];
    if (group.engine == engine || waiting == 0) continue;
    terminal.message(printable(
        fmt::format("{} for the engine '{}'; this one is '{}'",
                    counted(static_cast<std::uint64_t>(waiting), "game waits", "games wait"),
                    group.engine, engine)));
  }
}

struct WorkTask final : Task {
  DatabaseOption database;
  EngineOptions engine;
  WorkerOptions worker;
  int jobs = 1;

  void declare(OptionSet& options) override {
    declare_jobs_option(options, jobs, "games annotated at the same time");
    options.flag("wait", worker.waits, "wait for more games when the queue has none, until Ctrl-C");
    options
        .value("name", "NAME", "what 'yari queue' calls this worker",
               [this](const std::string& typed) { worker.name = typed; })
        .assumed("the machine and the process");
    options
        .value("lease", "SECONDS",
               "a game is another worker's when this one has not been heard of for so long",
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
    report_others(terminal, games, worker.engine);

    AnnotationView view(terminal, shared);
    AnnotationRun run(shared, engines, view, stop.token());
    QueuedGames queue(shared, worker, stop.token());
    {
      const Working working(terminal, "annotating");
      run.run(queue, platform::threads_for(jobs));
    }
    const bool stopped = stop.flag();
    summarize(terminal, run, queue, stopped);
    return queue.taken() == 0 && !stopped ? Exit::nothing : exit_of(run, stopped);
  }

  static void summarize(Terminal& terminal, const AnnotationRun& run, const QueuedGames& queue,
                        bool stopped) {
    if (terminal.wants_json()) {
      Json json = run.summary(queue.taken());
      json["lost"] = queue.lost();
      terminal.json(json);
    } else if (queue.taken() == 0 && !stopped) {
      terminal.print("no game waits for this engine\n");
    } else {
      write_folded(terminal, totals_text(run.totals()));
    }
    if (queue.lost() > 0)
      terminal.message(fmt::format("{} not stored: the lease had ended, and others have them",
                                   counted(queue.lost(), "game")));
    if (stopped) terminal.message("interrupted: what was not done is given back to the queue");
  }
};

}  // namespace

extern const Command work_command{
    "work", "", "annotate games from the queue, beside other workers",
    R"(Takes games from the queue of the database, which 'yari annotate --queue' has filled, and
annotates them as was asked for there. Any number of workers may do so at the same time. A worker
takes only games that were put there for its engine: the same program of the same version with the
same options.

A worker has a lease of its games and extends it while it works. If it dies, others take the games
after the end of the lease; a game whose workers died or failed three times is given up. It ends
when all games are done, or after Ctrl-C, which gives back what it has begun.

  yari annotate --queue --all
  yari work --jobs 4
  yari queue)",
    make_task<WorkTask>};

}  // namespace yari::cli
