#include "import/annotation/stored_evaluations.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "db/explore/position_games.h"

namespace yari {

std::vector<Evaluation> stored_lines(const Analysis& analysis) {
  std::vector<Evaluation> lines;
  if (!analysis.scored) return lines;
  for (const ScoredLine& line : analysis.lines)
    lines.push_back({line.score.value, line.score.mate, line.depth, analysis.nodes, "", line.pv});
  return lines;
}

StoredEvaluations::~StoredEvaluations() {
  const std::scoped_lock lock(mutex_);
  caches_.clear();
}

StoredEvaluations::Caches& StoredEvaluations::caches(const std::string& engine,
                                                     const Limits& limits) {
  const std::string bounds = describe(limits);
  const auto [found, fresh] = caches_.try_emplace(engine + '\n' + bounds);
  Caches& caches = found->second;
  if (!fresh) return caches;
  const auto add = [&](const std::string& text) {
    caches.push_back(std::make_unique<EvaluationCache>(database_, variant_, engine, text));
  };
  add(bounds);
  std::vector<Limits> deeper;
  for (const std::string& text : limits_in_cache(database_, engine)) {
    const std::optional<Limits> stored = read_limits(text);
    if (stored && *stored != limits && serves(*stored, limits)) deeper.push_back(*stored);
  }
  std::ranges::sort(deeper, {},
                    [](const Limits& l) { return std::tuple(l.nodes, l.time, l.depth); });
  for (const Limits& l : deeper) add(describe(l));
  return caches;
}

int StoredEvaluations::games_with(const Setup& position, int enough) {
  const std::scoped_lock lock(mutex_);
  int games = 0;
  each_game_with(database_, position, {}, 0, [&](const Hit&) { return ++games < enough; });
  return games;
}

std::optional<Analysis> StoredEvaluations::find(Key position, std::string_view engine,
                                                const Limits& limits) {
  const std::scoped_lock lock(mutex_);
  std::optional<std::vector<Evaluation>> lines;
  // What is deeper is better.
  Caches& known = caches(std::string(engine), limits);
  for (auto at = known.rbegin(); at != known.rend(); ++at) {
    try {
      lines = (*at)->find(position);
    } catch (const DamagedEvaluation& damaged) {
      (*at)->remove(position);
      damage_.emplace_back(damaged.what());
    }
    if (lines) break;
  }
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
  const std::vector<Evaluation> lines = stored_lines(analysis);
  if (lines.empty()) return;
  const std::scoped_lock lock(mutex_);
  caches(std::string(engine), limits).front()->store(position, lines);
}

void StoredEvaluations::flush() {
  const std::scoped_lock lock(mutex_);
  for (const auto& [by, caches] : caches_)
    for (const auto& cache : caches) cache->flush();
}

}  // namespace yari
