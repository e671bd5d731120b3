/// \file
/// The database as the place where annotation keeps what engines found.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "analysis/annotate.h"
#include "db/evaluation_cache.h"

namespace yari::cli {

/// Evaluations of one game's variant in a database that several threads share.
class StoredEvaluations final : public EvaluationStore {
 public:
  /// `mutex` guards every use of `database`, here and elsewhere.
  StoredEvaluations(Database& database, std::mutex& mutex, Variant variant)
      : database_(database), mutex_(mutex), variant_(variant) {}

  std::optional<Analysis> find(Key position, std::string_view engine,
                               const Limits& limits) override;
  void save(Key position, std::string_view engine, const Limits& limits,
            const Analysis& analysis) override;

 private:
  EvaluationCache& cache(std::string_view engine, const Limits& limits);

  Database& database_;
  std::mutex& mutex_;
  Variant variant_;
  /// By engine and limits.
  std::map<std::string, EvaluationCache> caches_;
};

}  // namespace yari::cli
