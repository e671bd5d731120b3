/// \file
/// Where the file keeps the merges that have begun.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/store/shared/merge_plan.h"
#include "db/store/sqlite/file/connection.h"

namespace yari {

using store::max_runs;
using store::MergePlan;
using store::plan_merge;
using store::under_way;

/// The merge of the family `name` that has begun; no value when there is none.
std::optional<MergePlan> load_merge_plan(Connection& connection, const std::string& name);
/// Requires, as the next does: an open write transaction.
void store_merge_plan(Connection& connection, const std::string& name, const MergePlan& plan);
void forget_merge_plan(Connection& connection, const std::string& name);

/// Whether a family has rows in slots that are not `used`, a bit for each. `next` finds the first
/// row with an id above its first parameter, up to its second.
bool has_rows_outside(Statement& next, std::uint32_t used);

}  // namespace yari
