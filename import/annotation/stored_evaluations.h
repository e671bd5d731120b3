/// \file
/// The database as the place where annotation keeps what engines found.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "db/evaluation_cache.h"

namespace yari {

/// The lines of an analysis as they are stored: scores from the view of the side to move, since a
/// key does not say which side that is. None of an analysis without a score.
std::vector<Evaluation> stored_lines(const Analysis& analysis);

/// Evaluations of one game's variant in a database that several threads share.
class StoredEvaluations final : public EvaluationStore {
 public:
  /// `mutex` guards every use of `database`, here and elsewhere. `damage` gets a sentence for each
  /// evaluation that was found damaged.
  StoredEvaluations(Database& database, std::mutex& mutex, Variant variant,
                    std::vector<std::string>& damage)
      : database_(database), mutex_(mutex), variant_(variant), damage_(damage) {}
  /// Lets go of its statements under the mutex: they are uses of the database too.
  ~StoredEvaluations() override;
  StoredEvaluations(const StoredEvaluations&) = delete;
  StoredEvaluations& operator=(const StoredEvaluations&) = delete;

  bool is_shared(const Setup& position) override { return games_with(position, 2) == 2; }
  /// The games whose main line passes through the position, counted up to `enough`.
  int games_with(const Setup& position, int enough);
  /// A damaged one is removed, so that another can take its place.
  std::optional<Analysis> find(Key position, std::string_view engine,
                               const Limits& limits) override;
  void save(Key position, std::string_view engine, const Limits& limits,
            const Analysis& analysis) override;
  /// Writes what is held back, so that others find it.
  void flush();

 private:
  using Caches = std::vector<std::unique_ptr<EvaluationCache>>;

  /// The one of these limits, and after it those that serve as well, the deepest last.
  Caches& caches(const std::string& engine, const Limits& limits);

  Database& database_;
  std::mutex& mutex_;
  Variant variant_;
  /// By engine and limits.
  std::map<std::string, Caches> caches_;
  std::vector<std::string>& damage_;
};

}  // namespace yari
