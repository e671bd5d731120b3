/// \file
/// An analysis that goes on in the background while its results are taken one by one.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "python/engine.h"
#include "python/work.h"

namespace yari::python {

/// Knows nothing of Python. Keeps the newest thousand results that nobody took.
class AnalysisStream {
 public:
  /// Begins when the engine is free.
  AnalysisStream(std::shared_ptr<EngineState> engine, GamePosition position, Limits limits);
  /// Stops it, and waits until the engine has answered or failed.
  ~AnalysisStream() = default;
  AnalysisStream(const AnalysisStream&) = delete;
  AnalysisStream& operator=(const AnalysisStream&) = delete;

  void stop() { thread_.request_stop(); }

  /// The next result; no value at the end. Waits, and calls `idle` now and then meanwhile, which
  /// may throw. Throws once what ended the analysis.
  template <class Idle>
  std::optional<Analysis> take(Idle idle) {
    std::unique_lock lock(mutex_);
    wait(
        lock, [this] { return !ready_.empty() || over_; }, idle);
    if (ready_.empty()) return raise_fault(), std::nullopt;
    Analysis next = std::move(ready_.front());
    ready_.pop_front();
    return next;
  }
  /// Waits for the end, as take(), and throws what take() would throw then.
  template <class Idle>
  void wait_for_end(Idle idle) {
    std::unique_lock lock(mutex_);
    wait(
        lock, [this] { return over_; }, idle);
    raise_fault();
  }
  /// The newest result, taken or not; no value before the first.
  std::optional<Analysis> newest() {
    const std::scoped_lock lock(mutex_);
    return newest_;
  }
  /// The game, and the engine's name as soon as there is a result: what a chance to win goes by.
  Variant variant() const { return position_.start.variant; }
  std::string engine_name() {
    const std::scoped_lock lock(mutex_);
    return engine_name_;
  }

 private:
  template <class Condition, class Idle>
  void wait(std::unique_lock<std::mutex>& lock, Condition condition, Idle idle) {
    while (!changed_.wait_for(lock, Signals::interval, condition)) {
      lock.unlock();
      idle();
      lock.lock();
    }
  }
  void raise_fault() {
    if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
  }
  void run(const std::stop_token& stop);
  void put(const Analysis& analysis);

  const std::shared_ptr<EngineState> engine_;
  const GamePosition position_;
  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Analysis> ready_;
  std::optional<Analysis> newest_;
  std::string engine_name_;
  std::exception_ptr fault_;
  bool over_ = false;
  /// The last member: it ends before the others.
  std::jthread thread_;
};
using PyAnalysisStream = Handle<AnalysisStream>;

void bind_analysis_streams(py::module_& module);
/// `Engine.analysis`: stops the one that runs and begins another.
PyAnalysisStream begin_analysis(const PyEngine& engine, const py::object& position,
                                const Limits& limits);

}  // namespace yari::python
