/// \file
/// Which runs are merged into which: kept in the database, so that a merge goes on where it
/// stopped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace yari::store {

/// A family has this many places for runs.
inline constexpr int max_runs = 32;

/// A merge that has begun.
struct MergePlan {
  /// The slot of the run that is written.
  int to = 0;
  /// A bit for the slot of each run that it is made of.
  std::uint32_t from = 0;

  bool takes(int slot) const { return (from >> slot & 1) != 0; }
  /// How it is stored. On disk: never change.
  std::int64_t number() const { return std::int64_t{to} << 32 | from; }
  /// No value where the number is that of no merge, as 0 is.
  static std::optional<MergePlan> of(std::int64_t number) {
    const MergePlan plan{static_cast<int>(number >> 32 & (max_runs - 1)),
                         static_cast<std::uint32_t>(number)};
    if (plan.from == 0 || plan.takes(plan.to)) return std::nullopt;
    return plan;
  }
};

/// The plan that is stored, if the run that it writes is among `runs`; else nothing is merged.
template <class Run>
std::optional<MergePlan> under_way(const std::optional<MergePlan>& stored,
                                   const std::vector<Run>& runs) {
  if (!stored || std::ranges::find(runs, stored->to, &Run::slot) == runs.end()) return std::nullopt;
  return stored;
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

}  // namespace yari::store
