// A thread of its own extends the leases, since an engine may take long over one position.
#include "cli/study/queued_games.h"

#include <algorithm>
#include <condition_variable>

namespace yari::cli {

namespace {

using std::chrono::milliseconds;

/// Between two looks at a queue that has nothing.
constexpr milliseconds shortest_pause{50}, longest_pause{1000};

/// So often may the database be lost in one step.
constexpr int most_losses = 5;

/// Waits, or less when it ends before.
void wait(const std::stop_token& ended, milliseconds length) {
  std::mutex mutex;
  std::condition_variable_any over;
  std::unique_lock lock(mutex);
  over.wait_for(lock, ended, length, [] { return false; });
}

}  // namespace

QueuedGames::QueuedGames(SharedDatabase database, WorkerOptions options, std::stop_token stop)
    : database_(database),
      queue_(database.games),
      options_(std::move(options)),
      stop_(std::move(stop)),
      heart_([this](const std::stop_token& ended) { extend_leases(ended); }) {}

QueuedGames::~QueuedGames() {
  heart_.request_stop();
  heart_.join();
  const std::scoped_lock lock(database_.mutex);
  try {
    for (const auto& [game, held] : held_) queue_.give_back(held.claim);
  } catch (const std::exception&) {
    // They end by themselves.
  }
}

template <class Change>
auto QueuedGames::patiently(Change change) {
  for (int failures = 0;;) {
    try {
      const std::scoped_lock lock(database_.mutex);
      return change();
    } catch (const Busy&) {
      if (!pause(longest_pause)) throw;
    } catch (const IoError&) {
      // A server that comes back is waited for by the connection.
      if (++failures == most_losses || !pause(longest_pause)) throw;
    }
  }
}

bool QueuedGames::pause(milliseconds length) {
  wait(stop_, length);
  return !stop_.stop_requested() && !ended_;
}

void QueuedGames::end() {
  ended_ = true;
  const std::scoped_lock lock(database_.mutex);
  for (auto& [game, held] : held_) held.stop.request_stop();
}

std::optional<Job> QueuedGames::next() {
  for (milliseconds length = shortest_pause; !stop_.stop_requested() && !ended_;
       length = std::min(2 * length, longest_pause)) {
    std::optional<Job> job;
    const bool over = patiently([&] {
      const std::optional<Claim> claim =
          queue_.claim(options_.engine, options_.name, options_.lease);
      if (claim) job = begin(*claim);
      return !claim && !options_.waits && !queue_.has_open(options_.engine);
    });
    if (job) return job;
    if (over || !pause(length)) break;
  }
  return std::nullopt;
}

std::optional<Job> QueuedGames::begin(const Claim& claim) {
  const std::optional<WorkSettings> settings = read_work_settings(claim.work.settings);
  if (!settings) {
    queue_.fail(claim,
                "another version of the program put it into the queue: its settings cannot "
                "be read",
                false);
    return std::nullopt;
  }
  ++taken_;
  Held& held = held_[claim.work.game];
  held = {claim, {}, {}};
  // Copies: the callback may run while the lease is let go.
  held.forward = std::make_unique<std::stop_callback<std::function<void()>>>(
      stop_, [stop = held.stop]() mutable { stop.request_stop(); });
  return Job{claim.work.game, std::make_shared<WorkSettings>(*settings), held.stop.get_token()};
}

std::optional<Claim> QueuedGames::let_go(GameId game) {
  const auto found = held_.find(game);
  if (found == held_.end()) return std::nullopt;
  Claim claim = std::move(found->second.claim);
  held_.erase(found);
  return claim;
}

bool QueuedGames::store(const Job& job) {
  return patiently([&] {
    const auto found = held_.find(job.id);
    if (!change_) change_.emplace(database_.games, "annotate");
    const bool stored = found != held_.end() && finish(found->second.claim, job);
    let_go(job.id);
    lost_ += !stored;
    return stored;
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
  patiently([&] {
    const auto found = held_.find(job.id);
    if (found == held_.end()) return ++lost_, true;
    const Claim& claim = found->second.claim;
    if (!job.failure.empty())
      queue_.fail(claim, job.failure, job.may_go_better);
    else if (job.game.skipped)
      queue_.finish(claim, [] {});
    else
      queue_.give_back(claim);
    let_go(job.id);
    return true;
  });
}

void QueuedGames::extend_leases(const std::stop_token& ended) {
  while (!ended.stop_requested()) {
    wait(ended, options_.lease / 3);
    if (ended.stop_requested()) return;
    try {
      const std::scoped_lock lock(database_.mutex);
      extend_all();
    } catch (const DatabaseError&) {
      // Whoever works notices, too. The next beat may be better.
    }
  }
}

void QueuedGames::extend_all() {
  for (auto at = held_.begin(); at != held_.end();) {
    if (queue_.extend(at->second.claim, options_.lease)) {
      ++at;
      continue;
    }
    at->second.stop.request_stop();
    at = held_.erase(at);
  }
}

}  // namespace yari::cli
