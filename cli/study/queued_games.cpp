#include "cli/study/queued_games.h"

namespace yari::cli {

std::optional<Job> QueuedGames::next() {
  while (const std::optional<WorkLeases::Leased> leased = leases_.next()) {
    const store::Work& work = leased->claim.work;
    if (const std::optional<WorkSettings> settings = read_work_settings(work.settings))
      return Job{work.id, std::make_shared<WorkSettings>(*settings), leased->stop};
    leases_.refuse(leased->claim, unreadable_settings);
  }
  return std::nullopt;
}

bool QueuedGames::store(const Job& job) {
  return leases_.end(job.id, [&](const Claim& claim) {
    if (!change_) change_.emplace(database_.games, "annotate");
    return finish(claim, job);
  });
}

bool QueuedGames::finish(const Claim& claim, const Job& job) {
  try {
    return queue_.finish(claim, [&] {
      change_->store(job.id, *job.game.own, job.game.annotation.game.moves,
                     stored_form(job.game.annotation, job.settings->request));
    });
  } catch (...) {
    // The entry of the journal may have gone with the batch, and its number be given again.
    change_.reset();
    throw;
  }
}

void QueuedGames::leave(const Job& job) {
  leases_.end(job.id, [&](const Claim& claim) {
    if (!job.failure.empty()) return queue_.fail(claim, job.failure, job.may_go_better);
    if (job.game.skipped) return queue_.finish(claim, [] {});
    return queue_.give_back(claim);
  });
}

}  // namespace yari::cli
