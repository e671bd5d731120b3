// Threads annotate, and the calling one stores, in the order in which the games were taken.
#include "answers/annotation_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "answers/engine_json.h"
#include "db/work_queue.h"
#include "import/ordered.h"
#include "record/game_size.h"

namespace yari {

std::string failure_text(const Job& job) {
  return fmt::format("game {} is not annotated: {}", job.id, job.failure);
}

Json annotated_json(const Job& job) {
  Json json = object({{"game", job.id}});
  json.update(annotation_json(job.game.annotation));
  return json;
}

std::string unscored_text(const Annotation& a) {
  constexpr std::size_t most_named = 5;
  if (a.unscored.empty()) return {};
  std::string text =
      a.unscored.size() == 1 ? "no evaluation after ply " : "no evaluation after plies ";
  for (std::size_t i = 0; i < std::min(most_named, a.unscored.size()); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", a.unscored[i].ply);
  if (a.unscored.size() > most_named)
    text += fmt::format(" and {} more", a.unscored.size() - most_named);
  return text + ": " + a.unscored.front().why;
}

ListedGames::ListedGames(SharedDatabase database, std::vector<GameId> ids,
                         const WorkSettings& settings, std::stop_token stop)
    : database_(database),
      change_(database.games, "annotate"),
      ids_(std::move(ids)),
      settings_(std::make_shared<WorkSettings>(settings)),
      stop_(std::move(stop)) {}

std::optional<Job> ListedGames::next() {
  if (next_ == ids_.size() || stop_.stop_requested()) return std::nullopt;
  return Job{ids_[next_++], settings_, stop_};
}

bool ListedGames::store(const Job& job) {
  const std::scoped_lock lock(database_.mutex);
  change_.store(job.id, *job.game.own, job.game.annotation.game.moves,
                stored_form(job.game.annotation, settings_->request));
  return true;
}

void AnnotationRun::run(GameSource& source, int jobs) {
  size_ = source.size();
  identity_ = engines_.identity();
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

Json AnnotationRun::summary(std::uint64_t games) const {
  Json json = object({{"games", games}});
  json.update(totals_.json());
  add_fields(
      json,
      {{"seconds", seconds()}, {"stopped", stop_.stop_requested()}, {"given_up", is_given_up()}});
  return json;
}

// A damaged game, or one that the engine cannot bear, does not keep the others from being
// annotated.
Job AnnotationRun::try_game(const GameSource& source, Job job) {
  show_progress(job, 0, 0);
  try {
    annotate_one(job);
    if (job.game.own && job.game.annotation.complete)
      if (const std::string more = grows_beyond_limits(*job.game.own, job.game.annotation.game);
          !more.empty())
        job.failure = "it would have " + more;
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
  std::unique_ptr<Engine> engine = engines_.take_same();
  try {
    annotator.judge(job.game, *engine, job.stop, [&](int done, int all) {
      ++seen_;
      show_progress(job, done, all);
    });
  } catch (const EngineFailure&) {
    // The failure says it all: its notes are not for the next game.
    engine->take_notes();
    throw;
  }
  job.notes = engine->take_notes();
  engines_.give_back(std::move(engine));
}

void AnnotationRun::show_progress(const Job& job, int done, int all) {
  listener_.progress({behind_, size_, job.id, done, all, static_cast<double>(seen_) / seconds()});
}

bool AnnotationRun::keep(GameSource& source, const Job& job) {
  ++behind_;
  for (const std::string& note : job.notes)
    if (noted_.insert(note).second) listener_.note(note);
  for (const std::string& damaged : job.game.damage)
    listener_.note(damaged + ": it is removed, and the position looked at again");
  totals_.skipped += job.game.skipped;
  if (!job.failure.empty() || !job.game.annotation.complete) {
    source.leave(job);
    if (!job.failure.empty()) return report_failure(job);
    failed_in_a_row_ = 0;
    return !stop_.stop_requested();
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
    listener_.note(fmt::format("game {}: {}", job.id, unscored));
  listener_.annotated(job);
  totals_.add(job.game.annotation, job.game.earlier);
  return true;
}

bool AnnotationRun::report_failure(const Job& job) {
  ++totals_.failed;
  ++failed_in_a_row_;
  listener_.failed(job);
  if (!is_given_up()) return true;
  listener_.note(fmt::format("given up after {} failures in a row", most_failures_in_a_row));
  return false;
}

double AnnotationRun::seconds() const {
  const auto passed = std::chrono::steady_clock::now() - begun_;
  return std::max(1e-3, std::chrono::duration<double>(passed).count());
}

}  // namespace yari
