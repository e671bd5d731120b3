/// \file
/// Work without Python's lock that Ctrl-C still ends.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <stop_token>
#include <thread>
#include <utility>

namespace yari::python {

/// A signal handler of Python's raised an exception, which is set.
struct Interrupted {};

/// Has Python handle signals now and then. Requires, when it is used: the lock is not held.
class Signals {
 public:
  /// Cheap enough for every step of a loop. Throws Interrupted.
  void check() {
    if (++calls_ % 256 != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < interval) return;
    last_ = now;
    handle();
  }
  static void handle() {
    const pybind11::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw Interrupted();
  }
  static constexpr std::chrono::milliseconds interval{50};

 private:
  unsigned calls_ = 0;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// What long work calls at each step: it throws Interrupted after Ctrl-C.
inline std::function<void()> interruptible() {
  return [signals = Signals()]() mutable { signals.check(); };
}

/// `work()` without Python's lock.
template <class Work>
auto released(Work&& work) {
  const pybind11::gil_scoped_release release;
  return work();
}

/// `work(stop_token)` without Python's lock, on a thread of its own. When a signal handler raises,
/// the token is set, the work awaited and its result dropped. Throws Interrupted, or what the work
/// throws.
template <class Work>
auto interruptible(Work&& work) {
  const pybind11::gil_scoped_release release;
  std::stop_source source;
  std::packaged_task<decltype(work(std::stop_token()))()> task(
      [&] { return work(source.get_token()); });
  auto result = task.get_future();
  const std::jthread thread(std::move(task));
  while (result.wait_for(Signals::interval) != std::future_status::ready) {
    try {
      Signals::handle();
    } catch (...) {
      source.request_stop();
      throw;
    }
  }
  return result.get();
}

}  // namespace yari::python
