// A row that somebody is taking is skipped, not waited for.
#include "db/store/postgres/work_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/shared/work_rows.h"

namespace yari::pg {

namespace {

using store::WorkState;

/// Milliseconds since 1970, by the server's clock. It stays the same within a statement, so that an
/// index of times can be asked.
constexpr const char* server_now = "(extract(epoch FROM statement_timestamp()) * 1000)::int8";

}  // namespace

WorkTable::WorkTable(const Shards& shards)
    : home_(shards.home()),
      add_setting_(home_.statement("INSERT INTO @.work_settings(engine, settings) VALUES ($1, $2) "
                                   "ON CONFLICT DO NOTHING")),
      same_(home_.statement(
          "UPDATE @.work SET priority = $1 WHERE game = $2 AND state IN (0, 1) AND setting = "
          "(SELECT id FROM @.work_settings WHERE engine = $3 AND settings = $4)")),
      put_(home_.statement(
          "INSERT INTO @.work(game, setting, priority, state, attempts) SELECT $1, id, $2, 0, 0 "
          "FROM @.work_settings WHERE engine = $3 AND settings = $4 ON CONFLICT (game) DO UPDATE "
          "SET setting = EXCLUDED.setting, priority = EXCLUDED.priority, state = 0, attempts = 0, "
          "worker = NULL, token = NULL, begun = NULL, lease_end = NULL, ended = NULL, "
          "reason = NULL")),
      expire_(home_.statement(fmt::format(
          "UPDATE @.work SET token = NULL, state = CASE WHEN attempts < {} THEN 0 ELSE 3 END, "
          "reason = 'the lease of ' || worker || ' ended' WHERE game IN (SELECT game FROM @.work "
          "WHERE state = 1 AND lease_end <= {} FOR UPDATE SKIP LOCKED)",
          store::most_attempts, server_now))),
      claim_(home_.statement(fmt::format(
          "UPDATE @.work w SET state = 1, attempts = w.attempts + 1, worker = $2, token = $3, "
          "begun = {0}, lease_end = {0} + $4 FROM (SELECT f.game FROM @.work_settings a CROSS "
          // Of all settings the first games, by the index: what waits after them is not read.
          "JOIN LATERAL (SELECT game, priority FROM @.work WHERE state = 0 AND setting = a.id "
          "ORDER BY priority DESC, game LIMIT $5 FOR UPDATE SKIP LOCKED) f WHERE a.engine = $1 "
          "ORDER BY f.priority DESC, f.game LIMIT $5) n, @.work_settings s "
          "WHERE w.game = n.game AND s.id = w.setting "
          "RETURNING w.game, s.settings, w.priority, w.attempts",
          server_now))),
      extend_(home_.statement(fmt::format(
          "UPDATE @.work SET lease_end = {} + $1 WHERE game = $2 AND token = $3", server_now))),
      finish_(home_.statement(
          fmt::format("UPDATE @.work SET state = 2, token = NULL, ended = {}, reason = NULL "
                      "WHERE game = $1 AND token = $2",
                      server_now))),
      give_back_(
          home_.statement("UPDATE @.work SET state = 0, token = NULL, attempts = attempts - 1 "
                          "WHERE game = $1 AND token = $2")),
      fail_(home_.statement(fmt::format(
          "UPDATE @.work SET token = NULL, reason = $1, state = CASE WHEN $2::int4 <> 0 AND "
          "attempts < {} THEN 0 ELSE 3 END WHERE game = $3 AND token = $4",
          store::most_attempts))) {}

std::vector<store::WorkGroup> WorkTable::groups() {
  Statement rows = home_.statement(
      "SELECT s.engine, s.settings, w.state, count(*), coalesce(sum(w.ended - w.begun), 0)::int8 "
      "FROM @.work w JOIN @.work_settings s ON s.id = w.setting "
      "GROUP BY s.engine, s.settings, w.state ORDER BY 1, 2, 3");
  std::vector<store::WorkGroup> all;
  rows.start({});
  while (rows.step()) store::add_group(rows, all);
  return all;
}

void WorkTable::each(WorkState state, const std::function<bool(const store::WorkRow&)>& visit) {
  Statement rows = home_.statement(fmt::format(
      "SELECT {}, w.lease_end - {} FROM @.work w JOIN @.work_settings s ON s.id = w.setting "
      "WHERE w.state = $1 ORDER BY w.priority DESC, w.game",
      store::work_columns, server_now));
  for (rows.start({store::number_of(state)}); rows.step();)
    if (!visit(store::read_work(rows, state))) return;
}

bool WorkTable::has_open(std::string_view engine) {
  return home_
      .statement(
          "SELECT 1 FROM @.work WHERE state IN (0, 1) AND setting IN "
          "(SELECT id FROM @.work_settings WHERE engine = $1) LIMIT 1")
      .first({engine});
}

bool WorkTable::put(const store::Work& work) {
  same_.run({work.priority, work.game, work.engine, work.settings});
  if (changed()) return false;
  add_setting_.run({work.engine, work.settings});
  put_.run({work.game, work.priority, work.engine, work.settings});
  return true;
}

std::vector<store::Claim> WorkTable::claim(const store::ClaimRequest& request) {
  expire_.run({});
  std::vector<store::Claim> claims;
  claim_.start({request.engine, request.worker, request.token, request.lease.count(),
                std::int64_t{request.most}});
  while (claim_.step()) {
    store::Claim& claim = claims.emplace_back();
    claim.work = {claim_.integer(0), request.engine, std::string(claim_.text(1)),
                  static_cast<int>(claim_.integer(2))};
    claim.token = request.token;
    claim.attempt = static_cast<int>(claim_.integer(3));
  }
  std::ranges::sort(claims, [](const store::Claim& a, const store::Claim& b) {
    return a.work.priority != b.work.priority ? a.work.priority > b.work.priority
                                              : a.work.game < b.work.game;
  });
  return claims;
}

bool WorkTable::extend(const store::Claim& claim, std::chrono::milliseconds lease) {
  extend_.run({lease.count(), claim.work.game, claim.token});
  return changed();
}

bool WorkTable::finish(const store::Claim& claim) {
  finish_.run({claim.work.game, claim.token});
  return changed();
}

bool WorkTable::give_back(const store::Claim& claim) {
  give_back_.run({claim.work.game, claim.token});
  return changed();
}

bool WorkTable::fail(const store::Claim& claim, std::string_view reason, bool again) {
  fail_.run({reason, int{again}, claim.work.game, claim.token});
  return changed();
}

std::int64_t WorkTable::retry() {
  home_.statement("UPDATE @.work SET state = 0, attempts = 0 WHERE state = 3").run({});
  return home_.connection->changes();
}

std::int64_t WorkTable::clear(WorkState state) {
  home_.statement("DELETE FROM @.work WHERE state = $1").run({store::number_of(state)});
  return home_.connection->changes();
}

}  // namespace yari::pg
