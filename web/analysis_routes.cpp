// Live analysis: an engine's lines as server-sent events, until it is done or the client goes.
#include <condition_variable>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "analysis/engine/replayed.h"
#include "web/context.h"
#include "web/json.h"
#include "web/parameters.h"
#include "web/request_error.h"
#include "web/stream.h"

namespace yari::web {

namespace {

constexpr int default_seconds = 300;
constexpr int most_seconds = 3600;
constexpr int most_lines = 10;
/// How soon a client that has gone is noticed.
constexpr std::chrono::milliseconds pulse{100};

/// As `analyze` prints it, with the lines in every notation.
Json analysis_json(const Problem& problem, const Analysis& analysis, const std::string& engine) {
  Json lines = Json::array();
  for (const ScoredLine& line : analysis.lines) {
    Json usi = Json::array();
    std::string hodges;
    std::string japanese;
    for (const Json& move : line_json(problem.start, problem.moves, line.pv)) {
      usi.push_back(move["usi"]);
      hodges += (hodges.empty() ? "" : " ") + move["move"].get<std::string>();
      japanese += (japanese.empty() ? "" : " ") + move["japanese"].get<std::string>();
    }
    lines.push_back({{"score", score_json(line.score)},
                     {"depth", line.depth},
                     {"usi", std::move(usi)},
                     {"moves", std::move(hodges)},
                     {"japanese", std::move(japanese)}});
  }
  return {{"engine", engine},
          {"score", score_json(analysis.score)},
          {"depth", analysis.depth},
          {"nodes", analysis.nodes},
          {"seconds", std::chrono::duration<double>(analysis.time).count()},
          {"lines", std::move(lines)}};
}

/// An analysis on a thread of its own, which ends with the object.
class LiveAnalysis {
 public:
  LiveAnalysis(EnginePool::Lease& engine, const Problem& problem, const Limits& limits)
      : worker_([this, &engine, &problem, limits](const std::stop_token& stop) {
          work(engine, problem, limits, stop);
        }) {}

  /// What is new since the last call, after a pulse at the latest.
  std::optional<Analysis> wait() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, pulse, [this] { return fresh_ || done_; });
    return std::exchange(fresh_, std::nullopt);
  }
  bool done() {
    const std::lock_guard lock(mutex_);
    return done_ && !fresh_;
  }
  /// Throws what the engine threw.
  void check() {
    const std::lock_guard lock(mutex_);
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void work(EnginePool::Lease& engine, const Problem& problem, const Limits& limits,
            const std::stop_token& stop) {
    std::exception_ptr error;
    std::optional<Analysis> last;
    try {
      last = engine->analyze(problem, limits, stop, [this](const Analysis& analysis) {
        const std::lock_guard lock(mutex_);
        fresh_ = analysis;
        changed_.notify_all();
      });
    } catch (...) {
      error = std::current_exception();
      engine.discard();
    }
    const std::lock_guard lock(mutex_);
    if (last) fresh_ = std::move(last);
    error_ = error;
    done_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Analysis> fresh_;
  std::exception_ptr error_;
  bool done_ = false;
  std::jthread worker_;
};

void run_analysis(EnginePool::Lease& engine, const Problem& problem, const Limits& limits,
                  StreamSink& sink) {
  const std::string name = engine->name();
  LiveAnalysis live(engine, problem, limits);
  while (!live.done()) {
    if (const std::optional<Analysis> analysis = live.wait())
      sink.write(analysis_json(problem, *analysis, name));
    else
      sink.check();
  }
  live.check();
  sink.write(Json{{"done", true}});
}

void answer_analysis(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Variant v = parameters.variant().value_or(context.options.variant);
  const Problem problem = parameters.position().value_or(Problem{start_setup(v), {}, {}});
  Limits limits;
  limits.multipv = static_cast<int>(parameters.number("lines", 3, 1, most_lines));
  limits.nodes = static_cast<std::uint64_t>(parameters.number("nodes", 0, 0, 1'000'000'000'000));
  limits.time =
      std::chrono::seconds(parameters.number("seconds", default_seconds, 1, most_seconds));
  parameters.finish();
  // An engine whose client has just gone comes back within it.
  constexpr std::chrono::seconds moment{1};
  std::optional<EnginePool::Lease> lent = context.engines.lend(moment);
  if (!lent) throw RequestError(503, "all engines are at work");
  const auto engine = std::make_shared<EnginePool::Lease>(*std::move(lent));
  answer_stream(call, StreamSink::Form::events, [engine, problem, limits](StreamSink& sink) {
    run_analysis(*engine, problem, limits, sink);
  });
}

}  // namespace

void add_analysis_routes(Router& router, const Context& context) {
  router.add("GET", "/api/analysis", [&](Call& call) { answer_analysis(call, context); });
}

}  // namespace yari::web
