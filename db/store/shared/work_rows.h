/// \file
/// The tables of the queues and their rows, the same in every back end with SQL. A row has
/// `integer` and `text`, each of a column from 0.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "db/store/shared/row_numbers.h"
#include "db/store/work_queue.h"

namespace yari::store {

constexpr int number_of(WorkState state) { return static_cast<int>(state); }
static_assert(number_of(WorkState::waiting) == 0 && number_of(WorkState::running) == 1 &&
              number_of(WorkState::done) == 2 && number_of(WorkState::failed) == 3);

/// SQL about the table of this work, from a pattern with names: {work} for the table, {id} for its
/// numbers, {subject} for the column that says what the work is about, {unique} for those by which
/// it is there once, {columns} for what read_work expects of the table w and work_settings s,
/// {attempts} for most_attempts, and {now} for what the back end calls the time.
inline std::string work_sql(WorkKind kind, std::string_view pattern, const char* now = "") {
  const bool games = kind == WorkKind::games;
  const char* const id = games ? "game" : "id";
  const std::string columns =
      fmt::format("w.{}, s.engine, s.settings, w.priority, w.attempts, w.worker, w.reason, {}", id,
                  games ? "''" : "w.sfen");
  return fmt::format(fmt::runtime(pattern), fmt::arg("work", games ? "work" : "position_work"),
                     fmt::arg("id", id), fmt::arg("subject", games ? "game" : "sfen"),
                     fmt::arg("columns", columns),
                     fmt::arg("unique", games ? "game" : "setting, sfen"),
                     fmt::arg("attempts", most_attempts), fmt::arg("now", now));
}

/// The parameter for {subject}.
template <class Parameter>
Parameter subject_of(WorkKind kind, const Work& work) {
  return kind == WorkKind::games ? Parameter(work.id) : Parameter(work.sfen);
}

/// Reads {columns} and, in the last column, the milliseconds until the lease ends.
template <class Row>
WorkRow read_work(const Row& row, WorkState state) {
  WorkRow work;
  work.work = {row.integer(0), std::string(row.text(1)), std::string(row.text(2)),
               static_cast<int>(row.integer(3)), std::string(row.text(7))};
  work.state = state;
  work.attempts = static_cast<int>(row.integer(4));
  work.worker = row.text(5);
  work.reason = row.text(6);
  if (state == WorkState::running) work.left = std::chrono::milliseconds(row.integer(8));
  return work;
}

/// Adds a row of engine, settings, state, number and milliseconds spent; rows of the same engine
/// and settings follow each other.
template <class Row>
void add_group(const Row& row, std::vector<WorkGroup>& groups) {
  if (groups.empty() || groups.back().engine != row.text(0) ||
      groups.back().settings != row.text(1)) {
    groups.emplace_back();
    groups.back().engine = row.text(0);
    groups.back().settings = row.text(1);
  }
  const auto state = enumeration_in<WorkState>(row, 2, work_state_count);
  groups.back().counts.at(static_cast<std::size_t>(state)) = amount_in(row, 3);
  if (state == WorkState::done) groups.back().spent += std::chrono::milliseconds(amount_in(row, 4));
}

}  // namespace yari::store
