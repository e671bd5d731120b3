// Evaluations as bytes, under the engine's name and its limits.
#include "db/evaluation_cache.h"

#include <fmt/format.h>

#include "db/codec/notes_blob.h"
#include "db/database_impl.h"

namespace yari {

struct EvaluationCache::Impl {
  store::Store& store;
  Variant variant;
  store::EvaluatedBy by;
};

EvaluationCache::EvaluationCache(Database& database, Variant variant, std::string_view engine,
                                 std::string_view limits)
    : impl_(new Impl{store_of(database), variant, {std::string(engine), std::string(limits)}}) {}
EvaluationCache::~EvaluationCache() = default;

std::optional<std::vector<Evaluation>> EvaluationCache::find(Key position) {
  const std::optional<Bytes> stored =
      impl_->store.snapshot()->evaluations().find(impl_->by, position);
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
  // The annotation that is stored later makes it safe; alone it can be computed again.
  const auto batch = impl_->store.batch(store::Durability::quick);
  batch->evaluations().store(stored);
  batch->commit();
}

void EvaluationCache::remove(Key position) {
  const auto batch = impl_->store.batch();
  batch->evaluations().remove(impl_->by, position);
  batch->commit();
}

std::vector<std::string> limits_in_cache(Database& database, std::string_view engine) {
  return store_of(database).snapshot()->evaluations().limits_of(engine);
}

}  // namespace yari
