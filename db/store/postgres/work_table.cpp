// A row that somebody is taking is skipped, not waited for.
#include "db/store/postgres/work_table.h"

#include <algorithm>

#include "db/store/shared/work_rows.h"

namespace yari::pg {

namespace {

using store::WorkState;

/// Milliseconds since 1970, by the server's clock. It stays the same within a statement, so that an
/// index of times can be asked.
constexpr const char* server_now = "(extract(epoch FROM statement_timestamp()) * 1000)::int8";

}  // namespace

WorkTable::WorkTable(const Shards& shards, store::WorkKind kind)
    : home_(shards.home()),
      kind_(kind),
      add_setting_(statement("INSERT INTO @.work_settings(engine, settings) VALUES ($1, $2) "
                             "ON CONFLICT DO NOTHING")),
      find_(statement("SELECT {columns}, 0::int8, w.state FROM @.work_settings s JOIN @.{work} w "
                      "ON w.setting = s.id AND w.{subject} = $3 "
                      "WHERE s.engine = $1 AND s.settings = $2")),
      same_(statement("UPDATE @.{work} SET priority = $1 WHERE {subject} = $2 AND state IN (0, 1) "
                      "AND setting = "
                      "(SELECT id FROM @.work_settings WHERE engine = $3 AND settings = $4)")),
      put_(statement(
          "INSERT INTO @.{work}({subject}, setting, priority, state, attempts) "
          "SELECT $1, id, $2, 0, 0 FROM @.work_settings WHERE engine = $3 AND settings = $4 "
          "ON CONFLICT ({unique}) DO UPDATE "
          "SET setting = EXCLUDED.setting, priority = EXCLUDED.priority, state = 0, attempts = 0, "
          "worker = NULL, token = NULL, begun = NULL, lease_end = NULL, ended = NULL, "
          "reason = NULL")),
      expire_(statement(
          "UPDATE @.{work} SET token = NULL, "
          "state = CASE WHEN attempts < {attempts} THEN 0 ELSE 3 END, "
          "reason = 'the lease of ' || worker || ' ended' WHERE {id} IN (SELECT {id} FROM @.{work} "
          "WHERE state = 1 AND lease_end <= {now} FOR UPDATE SKIP LOCKED)")),
      claim_(statement(
          "UPDATE @.{work} w SET state = 1, attempts = w.attempts + 1, worker = $2, token = $3, "
          "begun = {now}, lease_end = {now} + $4 FROM (SELECT f.{id} FROM @.work_settings a CROSS "
          // Of all settings the first ones, by the index: what waits after them is not read.
          "JOIN LATERAL (SELECT {id}, priority FROM @.{work} WHERE state = 0 AND setting = a.id "
          "ORDER BY priority DESC, {id} LIMIT $5 FOR UPDATE SKIP LOCKED) f WHERE a.engine = $1 "
          "ORDER BY f.priority DESC, f.{id} LIMIT $5) n, @.work_settings s "
          "WHERE w.{id} = n.{id} AND s.id = w.setting RETURNING {columns}")),
      extend_(
          statement("UPDATE @.{work} SET lease_end = {now} + $1 WHERE {id} = $2 AND token = $3")),
      finish_(statement("UPDATE @.{work} SET state = 2, token = NULL, ended = {now}, reason = NULL "
                        "WHERE {id} = $1 AND token = $2")),
      give_back_(statement("UPDATE @.{work} SET state = 0, token = NULL, attempts = attempts - 1 "
                           "WHERE {id} = $1 AND token = $2")),
      fail_(statement("UPDATE @.{work} SET token = NULL, reason = $1, state = CASE WHEN "
                      "$2::int4 <> 0 AND attempts < {attempts} THEN 0 ELSE 3 END "
                      "WHERE {id} = $3 AND token = $4")) {}

Statement WorkTable::statement(std::string_view pattern) const {
  return home_.statement(store::work_sql(kind_, pattern, server_now));
}

std::vector<store::WorkGroup> WorkTable::groups() {
  Statement rows = statement(
      "SELECT s.engine, s.settings, w.state, count(*), coalesce(sum(w.ended - w.begun), 0)::int8 "
      "FROM @.{work} w JOIN @.work_settings s ON s.id = w.setting "
      "GROUP BY s.engine, s.settings, w.state ORDER BY 1, 2, 3");
  std::vector<store::WorkGroup> all;
  rows.start({});
  while (rows.step()) store::add_group(rows, all);
  return all;
}

void WorkTable::each(WorkState state, const std::function<bool(const store::WorkRow&)>& visit) {
  Statement rows = statement(
      "SELECT {columns}, w.lease_end - {now} FROM @.{work} w "
      "JOIN @.work_settings s ON s.id = w.setting "
      "WHERE w.state = $1 ORDER BY w.priority DESC, w.{id}");
  for (rows.start({store::number_of(state)}); rows.step();)
    if (!visit(store::read_work(rows, state))) return;
}

bool WorkTable::has_open(std::string_view engine) {
  return statement(
             "SELECT 1 FROM @.{work} WHERE state IN (0, 1) AND setting IN "
             "(SELECT id FROM @.work_settings WHERE engine = $1) LIMIT 1")
      .first({engine});
}

std::optional<store::WorkRow> WorkTable::find(const store::Work& work) {
  if (!find_.first({work.engine, work.settings, subject(work)})) return std::nullopt;
  return store::read_work(find_,
                          store::enumeration_in<WorkState>(find_, 9, store::work_state_count));
}

bool WorkTable::put(const store::Work& work) {
  same_.run({work.priority, subject(work), work.engine, work.settings});
  if (changed()) return false;
  add_setting_.run({work.engine, work.settings});
  put_.run({subject(work), work.priority, work.engine, work.settings});
  return true;
}

std::vector<store::Claim> WorkTable::claim(const store::ClaimRequest& request) {
  expire_.run({});
  std::vector<store::Claim> claims;
  claim_.start({request.engine, request.worker, request.token, request.lease.count(),
                std::int64_t{request.most}});
  while (claim_.step()) {
    store::Claim& claim = claims.emplace_back();
    claim.work = store::read_work(claim_, WorkState::waiting).work;
    claim.token = request.token;
    claim.attempt = static_cast<int>(claim_.integer(4));
  }
  std::ranges::sort(claims, [](const store::Claim& a, const store::Claim& b) {
    return a.work.priority != b.work.priority ? a.work.priority > b.work.priority
                                              : a.work.id < b.work.id;
  });
  return claims;
}

bool WorkTable::extend(const store::Claim& claim, std::chrono::milliseconds lease) {
  extend_.run({lease.count(), claim.work.id, claim.token});
  return changed();
}

bool WorkTable::finish(const store::Claim& claim) {
  finish_.run({claim.work.id, claim.token});
  return changed();
}

bool WorkTable::give_back(const store::Claim& claim) {
  give_back_.run({claim.work.id, claim.token});
  return changed();
}

bool WorkTable::fail(const store::Claim& claim, std::string_view reason, bool again) {
  fail_.run({reason, int{again}, claim.work.id, claim.token});
  return changed();
}

std::int64_t WorkTable::retry() {
  statement("UPDATE @.{work} SET state = 0, attempts = 0 WHERE state = 3").run({});
  return home_.connection->changes();
}

std::int64_t WorkTable::clear(WorkState state) {
  statement("DELETE FROM @.{work} WHERE state = $1").run({store::number_of(state)});
  return home_.connection->changes();
}

}  // namespace yari::pg
