// The thread of an analysis, and the iterator that Python has of it.
#include "python/analysis_stream.h"

#include <chrono>

namespace yari::python {

namespace {

/// Results that nobody takes; older ones are dropped.
constexpr std::size_t most_kept = 1000;
/// How often a stream that waits for its engine looks whether it is to end.
constexpr std::chrono::milliseconds pause{5};

py::object object_of(AnalysisStream& stream, const std::optional<Analysis>& analysis) {
  if (!analysis) return py::none();
  return analysis_object(*analysis, stream.variant(), stream.engine_name());
}

py::object next_result(const PyAnalysisStream& handle) {
  const PyAnalysisStream kept = handle;
  AnalysisStream& stream = *kept;
  const auto next = released([&] { return stream.take(Signals::handle); });
  if (!next) throw py::stop_iteration();
  return object_of(stream, next);
}

py::object wait_for_result(const PyAnalysisStream& handle) {
  const PyAnalysisStream kept = handle;
  AnalysisStream& stream = *kept;
  released([&] { return stream.wait_for_end(Signals::handle), 0; });
  const auto last = stream.newest();
  if (!last) throw EngineFailure("the analysis was stopped before it began");
  return object_of(stream, last);
}

/// Stops the analysis. Throws what the engine did wrong, unless Python has an exception already.
void leave(const PyAnalysisStream& handle, const py::object& type, const py::args&) {
  const PyAnalysisStream kept = handle;
  AnalysisStream& stream = *kept;
  stream.stop();
  try {
    released([&] { return stream.wait_for_end(Signals::handle), 0; });
  } catch (const EngineFailure&) {
    if (type.is_none()) throw;
  }
}

/// Waiting for an engine's last answer must not keep Python's other threads waiting.
struct EndWithoutLock {
  void operator()(AnalysisStream* stream) const {
    if (PyGILState_Check() == 0) {
      delete stream;
      return;
    }
    const py::gil_scoped_release release;
    delete stream;
  }
};

}  // namespace

AnalysisStream::AnalysisStream(std::shared_ptr<EngineState> engine, GamePosition position,
                               Limits limits)
    : engine_(std::move(engine)),
      position_(std::move(position)),
      limits_(std::move(limits)),
      thread_([this](const std::stop_token& stop) {
        std::exception_ptr fault;
        try {
          run(stop);
        } catch (...) {
          fault = std::current_exception();
        }
        const std::scoped_lock lock(mutex_);
        fault_ = std::move(fault);
        over_ = true;
        changed_.notify_all();
      }) {}

void AnalysisStream::run(const std::stop_token& stop) {
  std::unique_lock lock(engine_->mutex, std::defer_lock);
  while (!lock.try_lock()) {
    if (stop.stop_requested()) return;
    std::this_thread::sleep_for(pause);
  }
  if (stop.stop_requested()) return;
  if (!engine_->engine) throw EngineFailure("the engine is closed");
  {
    const std::scoped_lock own(mutex_);
    engine_name_ = engine_->engine->name();
  }
  put(engine_->engine->analyze(position_, limits_, stop,
                               [this](const Analysis& analysis) { put(analysis); }));
}

void AnalysisStream::put(const Analysis& analysis) {
  const std::scoped_lock lock(mutex_);
  if (ready_.size() == most_kept) ready_.pop_front();
  ready_.push_back(analysis);
  newest_ = analysis;
  changed_.notify_all();
}

PyAnalysisStream begin_analysis(const PyEngine& engine, const py::object& position,
                                const Limits& limits) {
  const PyEngine kept = engine;
  static_cast<void>(*kept);
  GamePosition analysed = game_position(position_from(position, std::nullopt));
  // Of two that begin at once, one stops the other.
  const std::scoped_lock lock(kept->stream_mutex);
  if (const auto running = kept->stream.lock()) running->stop();
  const std::shared_ptr<AnalysisStream> stream(
      new AnalysisStream(kept.shared, std::move(analysed), limits), EndWithoutLock());
  kept->stream = stream;
  return PyAnalysisStream(stream);
}

void stop_stream(EngineState& state) {
  const std::scoped_lock lock(state.stream_mutex);
  if (const auto running = state.stream.lock()) running->stop();
}

void bind_analysis_streams(py::module_& module) {
  py::class_<PyAnalysisStream>(module, "AnalysisStream", doc("AnalysisStream"))
      .def("__iter__", [](const PyAnalysisStream& s) { return static_cast<void>(*s), s; })
      .def("__next__", &next_result)
      .def("__enter__", [](const PyAnalysisStream& s) { return static_cast<void>(*s), s; })
      .def("__exit__", &leave, py::arg("type") = py::none())
      .def_property_readonly(
          "newest",
          [](const PyAnalysisStream& s) {
            const PyAnalysisStream kept = s;
            return object_of(*kept, kept->newest());
          },
          doc("AnalysisStream.newest"))
      .def(
          "stop", [](const PyAnalysisStream& s) { s->stop(); }, doc("AnalysisStream.stop"))
      .def("wait", &wait_for_result, doc("AnalysisStream.wait"));
}

}  // namespace yari::python
