// Evaluations as bytes, under the engine's name and its limits.
#include "db/evaluation_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>
#include <utility>

#include "db/codec/notes_blob.h"
#include "db/database_impl.h"

namespace yari {

namespace {

using Clock = std::chrono::steady_clock;

/// Evaluations of one transaction, and how long the first of them waits for the others.
constexpr std::size_t most_held = 64;
constexpr std::chrono::seconds longest_held{1};

}  // namespace

struct EvaluationCache::Impl {
  store::Store& store;
  Variant variant;
  store::EvaluatedBy by;
  /// In the order of their keys: two programs that write the same rows do not wait for each other
  /// in a circle.
  std::map<Key, store::StoredEvaluation> held = {};
  Clock::time_point written = Clock::now();
};

EvaluationCache::EvaluationCache(Database& database, Variant variant, std::string_view engine,
                                 std::string_view limits)
    : impl_(new Impl{store_of(database), variant, {std::string(engine), std::string(limits)}}) {}
EvaluationCache::~EvaluationCache() {
  try {
    flush();
  } catch (const std::exception&) {
    // No memory is no reason to end the program, either: they are computed again.
  }
}

std::optional<std::vector<Evaluation>> EvaluationCache::find(Key position) {
  const auto held = impl_->held.find(position);
  const std::optional<Bytes> stored =
      held != impl_->held.end() ? std::optional(held->second.lines)
                                : impl_->store.snapshot()->evaluations().find(impl_->by, position);
  if (!stored) return std::nullopt;
  auto lines = decode_evaluations(*stored, impl_->variant);
  if (!lines) {
    throw DamagedEvaluation(fmt::format("{}: the stored evaluation of position {:#018x} is damaged",
                                        impl_->store.name(), position));
  }
  return *std::move(lines);
}

void EvaluationCache::store(Key position, const std::vector<Evaluation>& lines) {
  store::StoredEvaluation stored{impl_->by, position, {}, {}, 0, 0, encode_evaluations(lines)};
  if (!lines.empty()) {
    const Evaluation& best = lines.front();
    (best.mate ? stored.mate : stored.score) = best.score;
    stored.depth = best.depth;
    stored.nodes = static_cast<std::int64_t>(best.nodes);
  }
  impl_->held.insert_or_assign(position, std::move(stored));
  // Of an engine that takes a second or more for a position none is held back.
  if (impl_->held.size() >= most_held || Clock::now() - impl_->written >= longest_held) flush();
}

void EvaluationCache::flush() {
  if (impl_->held.empty()) return;
  const auto batch = impl_->store.batch(store::Durability::quick);
  for (const auto& [position, evaluation] : impl_->held) batch->evaluations().store(evaluation);
  batch->commit();
  impl_->held.clear();
  impl_->written = Clock::now();
}

void EvaluationCache::remove(Key position) {
  impl_->held.erase(position);
  const auto batch = impl_->store.batch();
  batch->evaluations().remove(impl_->by, position);
  batch->commit();
}

std::vector<std::string> limits_in_cache(Database& database, std::string_view engine) {
  std::vector<std::string> all;
  for (store::EvaluatedBy& by : store_of(database).snapshot()->evaluations().kinds())
    if (by.engine == engine) all.push_back(std::move(by.limits));
  return all;
}

BestEvaluations::BestEvaluations(Database& database, Variant variant) {
  std::vector<store::EvaluatedBy> kinds = store_of(database).snapshot()->evaluations().kinds();
  std::ranges::sort(kinds, {},
                    [](const store::EvaluatedBy& by) { return std::tie(by.engine, by.limits); });
  for (const store::EvaluatedBy& by : kinds)
    sources_.push_back(
        {by.engine, std::make_unique<EvaluationCache>(database, variant, by.engine, by.limits)});
}

std::optional<Evaluation> BestEvaluations::find(Key position) {
  std::optional<Evaluation> best;
  for (const Source& source : sources_) {
    try {
      const std::optional<std::vector<Evaluation>> lines = source.evaluations->find(position);
      if (!lines || lines->empty()) continue;
      const Evaluation& first = lines->front();
      if (best && std::tie(first.nodes, first.depth) <= std::tie(best->nodes, best->depth))
        continue;
      best = first;
      best->engine = source.engine;
    } catch (const DamagedEvaluation& damaged) {
      damage_.insert(damaged.what());
    }
  }
  return best;
}

}  // namespace yari
