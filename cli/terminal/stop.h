/// \file
/// Ctrl-C as a request to stop in order.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>

#include "platform/signals.h"

namespace yari::cli {

/// The signal that last requested a stop; 0 when none did.
int stop_signal();

/// While one of these lives, SIGINT, SIGTERM and SIGHUP request a stop instead of ending the
/// program; a second signal ends it at once.
///
/// Requires: no other thread was started before it, so that all threads inherit the signal mask.
class StopOnSignal {
 public:
  /// `requested` is called on another thread, after the stop was requested.
  explicit StopOnSignal(std::function<void(int)> requested = {});
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  const std::atomic<bool>& flag() const { return flag_; }

 private:
  std::stop_source source_;
  std::atomic<bool> flag_ = false;
  platform::StopRequests requests_;
};

/// Waits so long, or until a stop is requested, which is false then.
bool wait_unless_stopped(const std::stop_token& stop, std::chrono::milliseconds length);

}  // namespace yari::cli
