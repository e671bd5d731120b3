// A plan is one number in the table meta.
#include "db/store/sqlite/index/merge_plan.h"

#include "db/codec/posting_block.h"
#include "db/store/sqlite/file/meta.h"

namespace yari {

namespace {

std::string entry(const std::string& name) { return name + "_merge"; }

}  // namespace

std::optional<MergePlan> load_merge_plan(Connection& connection, const std::string& name) {
  return MergePlan::of(meta::get(connection, entry(name).c_str()));
}

void store_merge_plan(Connection& connection, const std::string& name, const MergePlan& plan) {
  meta::set(connection, entry(name).c_str(), plan.number());
}

void forget_merge_plan(Connection& connection, const std::string& name) {
  Statement(connection, "DELETE FROM meta WHERE name = ?").run({entry(name)});
}

bool has_rows_outside(Statement& next, std::uint32_t used) {
  for (int slot = 0; slot < max_runs; ++slot) {
    if ((used >> slot & 1) != 0) continue;
    const bool found = next.first({block_id(slot, 0, 0) - 1, last_block_id(slot)});
    next.reset();
    if (found) return true;
  }
  return false;
}

}  // namespace yari
