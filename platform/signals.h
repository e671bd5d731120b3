/// \file
/// What the system does to a program from outside: requests to end, and signals that would end it.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

namespace yari::platform {

/// While one of these lives, Ctrl-C, the request to end and the end of the terminal call a function
/// on a thread of its own instead of ending the program; a second of them ends it at once.
///
/// Requires: no other thread was started before it, and no other of these lives.
class StopRequests {
 public:
  /// The function gets the number of the signal, 2 for Ctrl-C, as shells count it. Windows: 15 for
  /// the end of the console or the session, which waits five seconds for the program.
  explicit StopRequests(std::function<void(int)> requested);
  ~StopRequests();
  StopRequests(const StopRequests&) = delete;
  StopRequests& operator=(const StopRequests&) = delete;

 private:
  struct System;
  std::unique_ptr<System> system_;
};

/// Starts a thread that no signal interrupts: they go to the threads that know what to do with
/// them. Throws std::system_error when there is no thread left.
std::jthread thread_without_signals(std::function<void(const std::stop_token&)> work);

/// From now on a closed pipe, and a file over the limit that the system sets, are errors of the
/// write and do not end the program. Child and Pager start programs without this. Windows: they are
/// errors anyway.
void prefer_errors_to_signals() noexcept;

/// Calls `tidy` before Ctrl-C, the request to end or the end of the terminal ends the program; not
/// where whoever started it had one of them ignored. Windows: files that are open then stay.
/// Requires: it does only what a signal handler may.
void before_end(void (*tidy)()) noexcept;

/// Calls `look` when code uses a null pointer, also with a small offset. `look` may end the
/// program; when it returns, the program ends as usual. Requires: it does only what a signal
/// handler may.
void on_null_pointer(void (*look)()) noexcept;

}  // namespace yari::platform
