/// \file
/// What an engine said about a position under given limits, kept for every game it occurs in.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.h"
#include "rules/position.h"

namespace yari {

/// An evaluation whose bytes are none; the rest of the file may be sound.
class DamagedEvaluation : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

/// The stored evaluations of one engine for one game under one set of limits.
///
/// What is stored is held back for up to a second, so that several evaluations are one transaction:
/// this object finds them at once, others when they are written. They can be computed again, so
/// that whoever is killed may lose them.
class EvaluationCache {
 public:
  /// `limits` is the caller's own text, "nodes 100000"; equal text means equal limits.
  EvaluationCache(Database& database, Variant variant, std::string_view engine,
                  std::string_view limits);
  /// Writes what is held back, if it can be written.
  ~EvaluationCache();
  EvaluationCache(const EvaluationCache&) = delete;
  EvaluationCache& operator=(const EvaluationCache&) = delete;

  /// The engine's lines, best first; no value when the position is not in the cache. Throws
  /// DamagedEvaluation.
  std::optional<std::vector<Evaluation>> find(Key position);
  /// Stores or replaces, now or later.
  void store(Key position, const std::vector<Evaluation>& lines);
  /// Writes what is held back.
  void flush();
  void remove(Key position);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Of each position the stored evaluation that took most nodes, whichever engine made it; of equal
/// ones the deepest, then the first by the names of engines and limits.
class BestEvaluations {
 public:
  /// Requires: the database outlives this. What other engines store from now on is not seen.
  BestEvaluations(Database& database, Variant variant);

  /// The first line, with its engine. Damaged ones are left out.
  std::optional<Evaluation> find(Key position);
  /// A sentence for each that was found damaged.
  const std::set<std::string>& damage() const { return damage_; }

 private:
  struct Source {
    std::string engine;
    std::unique_ptr<EvaluationCache> evaluations;
  };
  std::vector<Source> sources_;
  std::set<std::string> damage_;
};

/// The texts of limits under which evaluations of `engine` may be stored, in no order.
std::vector<std::string> limits_in_cache(Database& database, std::string_view engine);

}  // namespace yari
