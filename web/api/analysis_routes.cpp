// Live analysis: an engine's lines as server-sent events, and the mate solver's answer.
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/engine_json.h"
#include "web/api/context.h"
#include "web/api/live_work.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

constexpr int default_seconds = 300;
constexpr int default_mate_seconds = 30;
constexpr int most_seconds = 3600;
constexpr int most_lines = 10;

void answer_analysis(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const GamePosition position = parameters.position_or_start(context.databases);
  Limits limits;
  limits.multipv = static_cast<int>(parameters.number("lines", 3, 1, most_lines));
  limits.nodes = static_cast<std::uint64_t>(parameters.number("nodes", 0, 0, 1'000'000'000'000));
  limits.time =
      std::chrono::seconds(parameters.number("seconds", default_seconds, 1, most_seconds));
  const std::string name = parameters.text("engine").value_or("");
  parameters.finish();
  const auto engine = context.engines.lend(name);
  const auto work = [engine, position, limits](LiveOutput& out, const std::stop_token& stop) {
    const auto show = [&](const Analysis& analysis) {
      out.show(analysis_json(position, analysis, (*engine)->name()));
    };
    try {
      show((*engine)->analyze(position, limits, stop, show));
    } catch (...) {
      engine->discard();
      throw;
    }
    out.write({{"done", true}});
  };
  answer_stream(call, StreamSink::Form::events, [work](StreamSink& sink) { run_live(sink, work); });
}

void answer_mate(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const GamePosition position = parameters.position_or_start(context.databases);
  MateLimits limits;
  limits.time =
      std::chrono::seconds(parameters.number("seconds", default_mate_seconds, 1, most_seconds));
  limits.plies = static_cast<int>(parameters.number("mate_in", 0, 0, most_mate_plies));
  limits.shortest = parameters.flag("shortest");
  parameters.finish();
  const Slot slot = context.solvers.take();
  if (!slot) throw RequestError(503, "too many searches for mate at once");
  answer_stream(call, StreamSink::Form::lines, [slot, position, limits](StreamSink& sink) {
    run_live(sink, [&](LiveOutput& out, const std::stop_token& stop) {
      out.write(mate_json(position, MateSolver().solve(position, limits, stop)));
    });
  });
}

}  // namespace

void add_analysis_routes(Router& router, const Context& context) {
  router.add("GET", "/api/analysis", [&](Call& call) { answer_analysis(call, context); });
  router.add("GET", "/api/mate", [&](Call& call) { answer_mate(call, context); });
}

}  // namespace yari::web
