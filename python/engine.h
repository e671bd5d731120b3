/// \file
/// Engines as Python holds them: the built-in one or a USI program, one search at a time.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "analysis/annotate/annotate.h"
#include "analysis/engine/engine.h"
#include "analysis/mate/mate.h"
#include "python/game.h"

namespace yari::python {

class AnalysisStream;

struct EngineState {
  std::unique_ptr<Engine> engine;
  std::unique_ptr<MateSolver> solver;
  std::mutex mutex;
  /// The analysis in the background that began last, while Python has it. Whatever else the engine
  /// is asked to do stops it.
  std::weak_ptr<AnalysisStream> stream;
  std::mutex stream_mutex;
};
using PyEngine = Handle<EngineState>;
void stop_stream(EngineState& state);

/// "Analysis" of yaribase/results.py.
py::object analysis_object(const Analysis& analysis, Variant v, const std::string& engine_name);

/// The search limits that Python gave. Throws ValueError.
Limits limits_of(std::optional<std::int64_t> nodes, std::optional<int> depth,
                 std::optional<double> seconds, int lines);

/// What annotation is to spend on a position; no value where nobody said, which is
/// default_effort(). Throws ValueError.
std::optional<Limits> effort_of(std::optional<std::int64_t> nodes, std::optional<int> depth,
                                std::optional<double> seconds);

void bind_engines(py::module_& module);

}  // namespace yari::python
