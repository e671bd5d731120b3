// A thread of its own extends the leases, since an engine may take long over one position.
#include "cli/study/work_leases.h"

#include <algorithm>

#include "cli/terminal/stop.h"

namespace yari::cli {

namespace {

using std::chrono::milliseconds;

/// Between two looks at a queue that has nothing.
constexpr milliseconds shortest_pause{50}, longest_pause{1000};

/// So often may the database be lost in one step.
constexpr int most_losses = 5;

}  // namespace

WorkLeases::WorkLeases(SharedDatabase database, WorkQueue& queue, WorkerOptions options,
                       std::stop_token stop)
    : database_(database),
      queue_(queue),
      options_(std::move(options)),
      stop_(std::move(stop)),
      heart_([this](const std::stop_token& ended) { extend_now_and_then(ended); }) {}

WorkLeases::~WorkLeases() {
  heart_.request_stop();
  heart_.join();
  const std::scoped_lock lock(database_.mutex);
  try {
    for (const auto& [id, held] : held_) queue_.give_back(held.claim);
  } catch (const std::exception&) {
    // They end by themselves.
  }
}

template <class Change>
auto WorkLeases::patiently(Change change) {
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

bool WorkLeases::pause(milliseconds length) {
  return wait_unless_stopped(stop_, length) && !ended_;
}

void WorkLeases::stop_all() {
  ended_ = true;
  const std::scoped_lock lock(database_.mutex);
  for (auto& [id, held] : held_) held.stop.request_stop();
}

std::optional<WorkLeases::Leased> WorkLeases::next() {
  for (milliseconds length = shortest_pause; !stop_.stop_requested() && !ended_;
       length = std::min(2 * length, longest_pause)) {
    std::optional<Leased> leased;
    const bool over = patiently([&] {
      // Who only looks keeps nobody from writing.
      const bool is_open = queue_.has_open(options_.engine);
      if (is_open) {
        if (auto claim = queue_.claim(options_.engine, options_.name, options_.lease))
          leased = hold(*std::move(claim));
      }
      return !is_open && !options_.waits;
    });
    if (leased) return leased;
    if (over || !pause(length)) break;
  }
  return std::nullopt;
}

WorkLeases::Leased WorkLeases::hold(Claim claim) {
  ++taken_;
  Held& held = held_[claim.work.id];
  held = {std::move(claim), {}, {}};
  // Copies: the callback may run while the lease is let go.
  held.forward = std::make_unique<std::stop_callback<std::function<void()>>>(
      stop_, [stop = held.stop]() mutable { stop.request_stop(); });
  return {held.claim, held.stop.get_token()};
}

bool WorkLeases::end(std::int64_t id, const std::function<bool(const Claim&)>& settle) {
  return patiently([&] {
    const auto found = held_.find(id);
    const bool was_there = found != held_.end() && settle(found->second.claim);
    if (found != held_.end()) held_.erase(found);
    lost_ += !was_there;
    return was_there;
  });
}

void WorkLeases::refuse(const Claim& refused, const std::string& reason) {
  end(refused.work.id, [&](const Claim& claim) { return queue_.fail(claim, reason, false); });
  --taken_;
}

void WorkLeases::extend_now_and_then(const std::stop_token& ended) {
  while (wait_unless_stopped(ended, options_.lease / 3)) {
    try {
      const std::scoped_lock lock(database_.mutex);
      extend_all();
    } catch (const DatabaseError&) {
      // Whoever works notices, too. The next beat may be better.
    }
  }
}

void WorkLeases::extend_all() {
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
