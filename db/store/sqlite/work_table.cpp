// A lease is the token in the row: whoever changes the row asks for it.
#include "db/store/sqlite/work_table.h"

#include <algorithm>

#include "db/store/shared/row_numbers.h"
#include "db/store/shared/work_rows.h"

namespace yari {

namespace {

using store::WorkState;

/// Milliseconds since 1970.
std::int64_t milliseconds_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

WorkTable::WorkTable(Connection& c, store::WorkKind kind)
    : connection_(c),
      kind_(kind),
      find_setting_(c, "SELECT id FROM work_settings WHERE engine = ? AND settings = ?"),
      insert_setting_(c, "INSERT INTO work_settings(engine, settings) VALUES (?, ?)"),
      open_(c, sql("SELECT 1 FROM work_settings s WHERE s.engine = ? AND EXISTS "
                   "(SELECT 1 FROM {work} w WHERE w.setting = s.id AND w.state IN (0, 1))")),
      find_(c, sql("SELECT {columns}, 0, w.state FROM work_settings s JOIN {work} w "
                   "ON w.setting = s.id AND w.{subject} = ?3 "
                   "WHERE s.engine = ?1 AND s.settings = ?2")),
      same_(c, sql("UPDATE {work} SET priority = ?1 "
                   "WHERE {subject} = ?2 AND setting = ?3 AND state IN (0, 1)")),
      put_(c, sql("INSERT OR REPLACE INTO {work}({subject}, setting, priority, state, attempts) "
                  "VALUES (?, ?, ?, 0, 0)")),
      expire_(c, sql("UPDATE {work} SET token = NULL, "
                     "state = CASE WHEN attempts < {attempts} THEN 0 ELSE 3 END, "
                     "reason = 'the lease of ' || worker || ' ended' "
                     "WHERE state = 1 AND lease_end <= ?")),
      // Each group has its first in the index.
      next_(c, sql("SELECT {columns} FROM work_settings s JOIN {work} w "
                   "ON w.{id} = (SELECT {id} FROM {work} WHERE setting = s.id AND state = 0 "
                   "ORDER BY priority DESC, {id} LIMIT 1) "
                   "WHERE s.engine = ? ORDER BY w.priority DESC, w.{id} LIMIT 1")),
      claim_(c, sql("UPDATE {work} SET state = 1, attempts = attempts + 1, worker = ?, token = ?, "
                    "begun = ?, lease_end = ? WHERE {id} = ?")),
      extend_(c, sql("UPDATE {work} SET lease_end = ? WHERE {id} = ? AND token = ?")),
      finish_(c, sql("UPDATE {work} SET state = 2, token = NULL, ended = ?, reason = NULL "
                     "WHERE {id} = ? AND token = ?")),
      give_back_(c, sql("UPDATE {work} SET state = 0, token = NULL, attempts = attempts - 1 "
                        "WHERE {id} = ? AND token = ?")),
      fail_(c, sql("UPDATE {work} SET token = NULL, reason = ?1, "
                   "state = CASE WHEN ?2 AND attempts < {attempts} THEN 0 ELSE 3 END "
                   "WHERE {id} = ?3 AND token = ?4")) {}

std::string WorkTable::sql(std::string_view pattern) const {
  return store::work_sql(kind_, pattern);
}

std::int64_t WorkTable::setting_number(const store::Work& work) {
  if (find_setting_->first({work.engine, work.settings})) {
    const std::int64_t id = find_setting_->integer(0);
    find_setting_->reset();
    return id;
  }
  insert_setting_->run({work.engine, work.settings});
  return connection_.last_row();
}

std::vector<store::WorkGroup> WorkTable::groups() {
  Statement rows(connection_,
                 sql("SELECT s.engine, s.settings, w.state, count(*), sum(w.ended - w.begun) "
                     "FROM {work} w JOIN work_settings s ON s.id = w.setting "
                     "GROUP BY s.engine, s.settings, w.state ORDER BY 1, 2"));
  std::vector<store::WorkGroup> all;
  rows.start({});
  while (rows.step()) store::add_group(rows, all);
  return all;
}

bool WorkTable::has_open(std::string_view engine) {
  const bool found = open_->first({engine});
  open_->reset();
  return found;
}

std::optional<store::WorkRow> WorkTable::find(const store::Work& work) {
  const ResetAtEnd reset(*find_);
  if (!find_->first({work.engine, work.settings, subject(work)})) return std::nullopt;
  return store::read_work(*find_,
                          store::enumeration_in<WorkState>(*find_, 9, store::work_state_count));
}

void WorkTable::each(WorkState state, const std::function<bool(const store::WorkRow&)>& visit) {
  Statement rows(connection_, sql("SELECT {columns}, w.lease_end - ? FROM {work} w "
                                  "JOIN work_settings s ON s.id = w.setting "
                                  "WHERE w.state = ? ORDER BY w.priority DESC, w.{id}"));
  for (rows.start({milliseconds_now(), store::number_of(state)}); rows.step();)
    if (!visit(store::read_work(rows, state))) return;
}

bool WorkTable::put(const store::Work& work) {
  const std::int64_t setting = setting_number(work);
  same_->run({work.priority, subject(work), setting});
  if (connection_.changes() > 0) return false;
  put_->run({subject(work), setting, work.priority});
  return true;
}

void WorkTable::end_leases(std::int64_t now) { expire_->run({now}); }

std::vector<store::Claim> WorkTable::claim(const store::ClaimRequest& request) {
  const std::int64_t now = milliseconds_now();
  end_leases(now);
  std::vector<store::Claim> claims;
  while (std::ssize(claims) < request.most && next_->first({request.engine})) {
    store::Claim& claim = claims.emplace_back();
    claim.work = store::read_work(*next_, WorkState::waiting).work;
    claim.token = request.token;
    claim.attempt = static_cast<int>(
        std::min<std::int64_t>(store::amount_in(*next_, 4), store::most_attempts) + 1);
    next_->reset();
    claim_->run({request.worker, request.token, now, now + request.lease.count(), claim.work.id});
  }
  return claims;
}

bool WorkTable::extend(const store::Claim& claim, std::chrono::milliseconds lease) {
  extend_->run({milliseconds_now() + lease.count(), claim.work.id, claim.token});
  return connection_.changes() > 0;
}

bool WorkTable::finish(const store::Claim& claim) {
  finish_->run({milliseconds_now(), claim.work.id, claim.token});
  return connection_.changes() > 0;
}

bool WorkTable::give_back(const store::Claim& claim) {
  give_back_->run({claim.work.id, claim.token});
  return connection_.changes() > 0;
}

bool WorkTable::fail(const store::Claim& claim, std::string_view reason, bool again) {
  fail_->run({reason, int{again}, claim.work.id, claim.token});
  return connection_.changes() > 0;
}

std::int64_t WorkTable::retry() {
  connection_.execute(sql("UPDATE {work} SET state = 0, attempts = 0 WHERE state = 3"));
  return connection_.changes();
}

std::int64_t WorkTable::clear(WorkState state) {
  Statement(connection_, sql("DELETE FROM {work} WHERE state = ?")).run({store::number_of(state)});
  return connection_.changes();
}

}  // namespace yari
