// A plan is one number in the table meta.
#include "db/store/sqlite/merge_plan.h"

#include "db/store/sqlite/meta.h"

namespace yari {

namespace {

/// A run is merged while it is less than this many times as large as the younger ones.
constexpr std::int64_t growth = 4;

std::string entry(const std::string& name) { return name + "_merge"; }

}  // namespace

std::optional<MergePlan> load_merge_plan(Connection& connection, const std::string& name) {
  const std::int64_t stored = meta::get(connection, entry(name).c_str());
  const MergePlan plan{static_cast<int>(stored >> 32 & (max_runs - 1)),
                       static_cast<std::uint32_t>(stored)};
  if (plan.from == 0 || plan.takes(plan.to)) return std::nullopt;
  return plan;
}

void store_merge_plan(Connection& connection, const std::string& name, const MergePlan& plan) {
  meta::set(connection, entry(name).c_str(), std::int64_t{plan.to} << 32 | plan.from);
}

void forget_merge_plan(Connection& connection, const std::string& name) {
  Statement(connection, "DELETE FROM meta WHERE name = ?").run({entry(name)});
}

std::size_t first_to_merge(std::span<const std::int64_t> sizes) {
  if (sizes.empty()) return 0;
  std::size_t begin = sizes.size() - 1;
  std::int64_t young = sizes.back();
  while (begin > 0 && sizes[begin - 1] < growth * young) young += sizes[--begin];
  return begin;
}

}  // namespace yari
