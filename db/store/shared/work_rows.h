/// \file
/// Rows of the queue, the same in every back end with SQL. A row has `integer` and `text`, each of
/// a column from 0.
#pragma once

#include <vector>

#include "db/store/work_queue.h"

namespace yari::store {

constexpr int number_of(WorkState state) { return static_cast<int>(state); }
static_assert(number_of(WorkState::waiting) == 0 && number_of(WorkState::running) == 1 &&
              number_of(WorkState::done) == 2 && number_of(WorkState::failed) == 3);

/// What read_work expects: of the tables work w and work_settings s.
inline constexpr const char* work_columns =
    "w.game, s.engine, s.settings, w.priority, w.attempts, w.worker, w.reason";

/// Reads work_columns and, in the last column, the milliseconds until the lease ends.
template <class Row>
WorkRow read_work(const Row& row, WorkState state) {
  WorkRow work;
  work.work = {row.integer(0), std::string(row.text(1)), std::string(row.text(2)),
               static_cast<int>(row.integer(3))};
  work.state = state;
  work.attempts = static_cast<int>(row.integer(4));
  work.worker = row.text(5);
  work.reason = row.text(6);
  if (state == WorkState::running) work.left = std::chrono::milliseconds(row.integer(7));
  return work;
}

/// Adds a row of engine, settings, state, games and milliseconds spent; rows of the same engine and
/// settings follow each other.
template <class Row>
void add_group(const Row& row, std::vector<WorkGroup>& groups) {
  if (groups.empty() || groups.back().engine != row.text(0) ||
      groups.back().settings != row.text(1)) {
    groups.emplace_back();
    groups.back().engine = row.text(0);
    groups.back().settings = row.text(1);
  }
  const auto state = static_cast<std::size_t>(row.integer(2));
  groups.back().games.at(state) = row.integer(3);
  if (state == number_of(WorkState::done))
    groups.back().spent += std::chrono::milliseconds(row.integer(4));
}

}  // namespace yari::store
