/// \file
/// Which runs are merged into which: kept in the file, so that a merge goes on where it stopped.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "db/store/sqlite/connection.h"

namespace yari {

/// A family has this many places for runs.
inline constexpr int max_runs = 32;

/// A merge that has begun.
struct MergePlan {
  /// The slot of the run that is written.
  int to = 0;
  /// A bit for the slot of each run that it is made of.
  std::uint32_t from = 0;

  bool takes(int slot) const { return (from >> slot & 1) != 0; }
};

/// The merge of the family `name` that has begun; no value when there is none.
std::optional<MergePlan> load_merge_plan(Connection& connection, const std::string& name);
/// Requires, as the next does: an open write transaction.
void store_merge_plan(Connection& connection, const std::string& name, const MergePlan& plan);
void forget_merge_plan(Connection& connection, const std::string& name);

/// From which of the runs on to merge, so that each is at least four times as large as all younger
/// ones together. `sizes` are those of the runs, the oldest first.
std::size_t first_to_merge(std::span<const std::int64_t> sizes);

}  // namespace yari
