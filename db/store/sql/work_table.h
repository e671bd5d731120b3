/// \file
/// The tables of queued work: a lease is the token in the row.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/store/sql/statement.h"
#include "db/store/work_queue.h"

namespace yari::sql {

/// The table of one kind of work, and work_settings. Workers on any machine take from them, and
/// none waits for another.
class WorkTable {
 public:
  /// Requires: the tables outlive this.
  WorkTable(Tables& tables, store::WorkKind kind);

  /// By engine and settings, none that is empty.
  std::vector<store::WorkGroup> groups() const;
  /// Whether work for the engine waits or is running.
  bool has_open(std::string_view engine) const;
  /// The game of this number, or the position of this SFEN with this engine and settings; `left` is
  /// not told. No value where it is not in the queue.
  std::optional<store::WorkRow> find(const store::Work& work) const;
  /// Calls `visit` with the work of this state, in the order in which it is claimed, until it
  /// returns false.
  void each(store::WorkState state, const std::function<bool(const store::WorkRow&)>& visit) const;

  /// Puts a game or position into the queue, in the place of what was there. Where that is the same
  /// engine and settings, waiting or running, only the priority changes: then false. Of a position
  /// `id` is not looked at. Requires: there is such a game.
  bool put(const store::Work& work);
  /// Takes work that waits, or whose lease has ended: first in order of priority. One whose
  /// attempts are used up has failed instead.
  std::vector<store::Claim> claim(const store::ClaimRequest& request);

  // Each of these is false, and does nothing, where the lease is another's by now: it ended and
  // somebody took the work, or it was put again or taken away. A lease that ended and that nobody
  // took counts.

  /// The lease ends so long from now on.
  bool extend(const store::Claim& claim, std::chrono::milliseconds lease);
  bool finish(const store::Claim& claim);
  /// As if it had not been claimed: the attempt does not count.
  bool give_back(const store::Claim& claim);
  /// It waits again, while it has attempts left and `again` is true; else it has failed.
  bool fail(const store::Claim& claim, std::string_view reason, bool again);

  /// What has failed waits again, with all attempts. How many there were.
  std::int64_t retry();
  /// Removes all work of this state; who works on it loses the lease. How much there was.
  std::int64_t clear(store::WorkState state);

 private:
  /// SQL from a pattern with names: {work} for the table, {id} for its numbers, {subject} for the
  /// column that says what the work is about, {unique} for those by which it is there once,
  /// {columns} for what a row is read from, of the table w and work_settings s, {attempts} for
  /// store::most_attempts, {now} and {skip_locked} for what Tables has of that name.
  std::string sql(std::string_view pattern) const;
  /// The parameter for {subject}.
  Parameter subject(const store::Work& work) const;
  /// Whether the statement changed a row.
  bool changes(Prepared& statement, std::initializer_list<Parameter> parameters);

  Tables& tables_;
  store::WorkKind kind_;
  Prepared add_setting_, find_, same_, put_, expire_, settings_, next_, claim_, extend_, finish_,
      give_back_, fail_;
};

}  // namespace yari::sql
