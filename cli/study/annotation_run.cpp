// Threads annotate, and the calling one stores, in the order in which the games were taken.
#include "cli/study/annotation_run.h"

#include <nlohmann/json.hpp>

#include "answers/engine_json.h"
#include "cli/output/game_text.h"
#include "cli/study/annotation_text.h"
#include "cli/terminal/working.h"
#include "db/change/annotations.h"
#include "db/work_queue.h"
#include "import/ordered.h"

namespace yari::cli {

namespace {

/// After this many failed games in a row the run ends.
constexpr int most_failures_in_a_row = 10;

}  // namespace

std::unique_ptr<Engine> Engines::take() {
  const std::scoped_lock lock(mutex_);
  if (idle_.empty()) return options_.make();
  std::unique_ptr<Engine> engine = std::move(idle_.back());
  idle_.pop_back();
  return engine;
}

void Engines::give_back(std::unique_ptr<Engine> engine) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(engine));
}

void AnnotationRun::run(GameSource& source, int jobs) {
  size_ = source.size();
  const Working working(terminal_, "annotating");
  // A thread may be waiting for a game, and the others wait for it.
  const auto ending_at_failure = [&](auto step) {
    try {
      return step();
    } catch (...) {
      source.end();
      throw;
    }
  };
  run_ordered(
      jobs, [&] { return source.next(); },
      [&](Job job) { return ending_at_failure([&] { return try_game(source, std::move(job)); }); },
      [&](const Job& job) {
        const bool goes_on = ending_at_failure([&] { return keep(source, job); });
        if (!goes_on) source.end();
        return goes_on;
      });
}

Exit AnnotationRun::exit() const {
  if (stop_.flag() || failed_in_a_row_ == most_failures_in_a_row) return Exit::failed;
  return totals_.failed > 0 ? Exit::nothing : Exit::done;
}

// A damaged game, or one that the engine cannot bear, does not keep the others from being
// annotated.
Job AnnotationRun::try_game(const GameSource& source, Job job) {
  try {
    annotate_one(job);
  } catch (const EngineFailure& failure) {
    job.failure = failure.what();
    job.may_go_better = true;
  } catch (const DamagedGame& failure) {
    job.failure = failure.what();
  } catch (const Busy&) {
    if (!source.waits_out_trouble()) throw;
  } catch (const IoError&) {
    if (!source.waits_out_trouble()) throw;
  }
  return job;
}

void AnnotationRun::annotate_one(Job& job) {
  StoredAnnotator annotator(database_.games, database_.mutex, job.settings->request, identity_,
                            job.settings->force);
  job.game = annotator.load(job.id);
  if (!job.game.own) return;
  std::unique_ptr<Engine> engine = engines_.take();
  // One that calls itself something else would fill the place of another with its evaluations.
  if (engine->identity() != identity_)
    throw EngineFailure(
        fmt::format("the engine was '{}' before, and is '{}' now", identity_, engine->identity()));
  annotator.judge(job.game, *engine, job.stop,
                  [this](int done, int all) { show_progress(done, all); });
  engines_.give_back(std::move(engine));
}

/// Called by every thread that annotates.
void AnnotationRun::show_progress(int done, int all) {
  ++seen_;
  if (size_ == 1)
    terminal_.progress("positions", static_cast<std::uint64_t>(done),
                       static_cast<std::uint64_t>(all));
  else
    terminal_.progress(
        fmt::format("games, {:.0f} positions/s", static_cast<double>(seen_) / seconds()), behind_,
        size_);
}

bool AnnotationRun::keep(GameSource& source, const Job& job) {
  ++behind_;
  for (const std::string& damaged : job.game.damage)
    terminal_.message(damaged + ": it is removed, and the position looked at again");
  totals_.skipped += job.game.skipped;
  if (!job.failure.empty() || !job.game.annotation.complete) {
    source.leave(job);
    if (!job.failure.empty()) return report_failure(job);
    failed_in_a_row_ = 0;
    return !stop_.flag();
  }
  failed_in_a_row_ = 0;
  try {
    if (!source.store(job)) return true;
  } catch (const RefusedResult& refused) {
    Job failed = job;
    failed.failure = refused.what();
    failed.may_go_better = true;
    source.leave(failed);
    return report_failure(failed);
  }
  if (const std::string unscored = unscored_text(job.game.annotation); !unscored.empty())
    terminal_.message(fmt::format("game {}: {}", job.id, unscored));
  show(job);
  totals_.add(job.game.annotation, job.game.earlier);
  return true;
}

bool AnnotationRun::report_failure(const Job& job) {
  ++totals_.failed;
  terminal_.message(fmt::format("game {} is not annotated: {}", job.id, job.failure));
  if (++failed_in_a_row_ < most_failures_in_a_row) return true;
  terminal_.message(fmt::format("given up after {} failures in a row", failed_in_a_row_));
  return false;
}

void AnnotationRun::show(const Job& job) {
  if (terminal_.wants_json()) {
    Json json{{"game", job.id}};
    json.update(annotation_json(job.game.annotation));
    terminal_.json(json);
    return;
  }
  const std::scoped_lock lock(database_.mutex);
  const std::optional<GameHeader> header = database_.games.header(job.id);
  if (header)
    terminal_.print("{}\n    {}\n", header_line(*header), summary_text(job.game.annotation));
}

double AnnotationRun::seconds() const {
  const auto passed = std::chrono::steady_clock::now() - begun_;
  return std::max(1e-3, std::chrono::duration<double>(passed).count());
}

}  // namespace yari::cli
