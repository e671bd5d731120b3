#include "cli/stored_evaluations.h"

namespace yari::cli {

EvaluationCache& StoredEvaluations::cache(std::string_view engine, const Limits& limits) {
  const std::string bounds = describe(limits);
  const std::string name = std::string(engine) + '\n' + bounds;
  return caches_.try_emplace(name, database_, variant_, engine, bounds).first->second;
}

std::optional<Analysis> StoredEvaluations::find(Key position, std::string_view engine,
                                                const Limits& limits) {
  const std::scoped_lock lock(mutex_);
  const auto lines = cache(engine, limits).find(position);
  if (!lines || lines->empty()) return std::nullopt;
  Analysis analysis;
  for (const Evaluation& line : *lines)
    analysis.lines.push_back({{line.score, line.mate}, line.depth, line.pv});
  analysis.score = analysis.lines.front().score;
  analysis.depth = lines->front().depth;
  analysis.nodes = lines->front().nodes;
  return analysis;
}

void StoredEvaluations::save(Key position, std::string_view engine, const Limits& limits,
                             const Analysis& analysis) {
  if (analysis.lines.empty()) return;
  // A key does not tell the side to move, so scores are kept from its view.
  std::vector<Evaluation> lines;
  for (const ScoredLine& line : analysis.lines)
    lines.push_back({line.score.value, line.score.mate, line.depth, analysis.nodes, "", line.pv});
  const std::scoped_lock lock(mutex_);
  cache(engine, limits).store(position, lines);
}

}  // namespace yari::cli
