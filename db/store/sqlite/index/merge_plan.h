/// \file
/// Which runs are merged into which: kept in the file, so that a merge goes on where it stopped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/store/sqlite/file/connection.h"

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

/// Whether a family has rows in slots that are not `used`, a bit for each. `next` finds the first
/// row with an id above its first parameter, up to its second.
bool has_rows_outside(Statement& next, std::uint32_t used);

/// The merge of a family that has begun, if its run is among `runs`.
template <class Run>
std::optional<MergePlan> merge_under_way(Connection& connection, const std::string& name,
                                         const std::vector<Run>& runs) {
  const std::optional<MergePlan> plan = load_merge_plan(connection, name);
  if (!plan || std::ranges::find(runs, plan->to, &Run::slot) == runs.end()) return std::nullopt;
  return plan;
}

/// The plan of a merge of the runs from `first` on, the oldest first, into one in the place `to`.
/// That run is added to `runs`, and is younger than those that it is made of.
template <class Run>
MergePlan plan_merge(std::vector<Run>& runs, std::size_t first, int to) {
  MergePlan plan{to, 0};
  for (std::size_t i = first; i < runs.size(); ++i) plan.from |= 1u << runs[i].slot;
  Run made;
  made.slot = to;
  made.age = runs.back().age + 1;
  runs.push_back(made);
  return plan;
}

}  // namespace yari
