// Whoever changes a row asks for its token; a row that somebody is taking is not waited for.
#include "db/store/sql/work_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/shared/row_numbers.h"

namespace yari::sql {

namespace {

using store::WorkState;

constexpr int number_of(WorkState state) { return static_cast<int>(state); }
static_assert(number_of(WorkState::waiting) == 0 && number_of(WorkState::running) == 1 &&
              number_of(WorkState::done) == 2 && number_of(WorkState::failed) == 3);

/// Reads {columns} and, of running work, the milliseconds until the lease ends after them.
store::WorkRow read_work(const Rows& row, WorkState state) {
  store::WorkRow work;
  work.work = {row.integer(0), std::string(row.text(1)), std::string(row.text(2)),
               static_cast<int>(row.integer(3)), std::string(row.text(7))};
  work.state = state;
  work.attempts = static_cast<int>(row.integer(4));
  work.worker = row.text(5);
  work.reason = row.text(6);
  if (state == WorkState::running) work.left = std::chrono::milliseconds(row.integer(8));
  return work;
}

}  // namespace

WorkTable::WorkTable(Tables& tables, store::WorkKind kind)
    : tables_(tables),
      kind_(kind),
      // A number is spent on every row that is tried, even on one that is there.
      add_setting_(
          tables,
          "INSERT INTO @.work_settings(engine, settings) SELECT CAST($1 AS text), CAST($2 AS text) "
          "WHERE NOT EXISTS (SELECT 1 FROM @.work_settings WHERE engine = $1 AND settings = $2) "
          "ON CONFLICT DO NOTHING"),
      find_(tables, sql("SELECT {columns}, 0, w.state FROM @.work_settings s JOIN @.{work} w "
                        "ON w.setting = s.id AND w.{subject} = $3 "
                        "WHERE s.engine = $1 AND s.settings = $2")),
      same_(tables,
            sql("UPDATE @.{work} SET priority = $1 WHERE {subject} = $2 AND state IN (0, 1) "
                "AND setting = "
                "(SELECT id FROM @.work_settings WHERE engine = $3 AND settings = $4)")),
      put_(tables,
           sql("INSERT INTO @.{work}({subject}, setting, priority, state, attempts) VALUES "
               "($1, (SELECT id FROM @.work_settings WHERE engine = $2 AND settings = $3), "
               "$4, 0, 0) ON CONFLICT ({unique}) DO UPDATE SET setting = EXCLUDED.setting, "
               "priority = EXCLUDED.priority, state = 0, attempts = 0, worker = NULL, "
               "token = NULL, begun = NULL, lease_end = NULL, ended = NULL, reason = NULL")),
      expire_(tables,
              sql("UPDATE @.{work} SET token = NULL, "
                  "state = CASE WHEN attempts < {attempts} THEN 0 ELSE 3 END, "
                  "reason = 'the lease of ' || worker || ' ended' WHERE {id} IN (SELECT {id} "
                  "FROM @.{work} w WHERE state = 1 AND lease_end <= {now} {skip_locked})")),
      settings_(tables, "SELECT id FROM @.work_settings WHERE engine = $1"),
      next_(tables, sql("SELECT {columns} FROM @.{work} w "
                        "JOIN @.work_settings s ON s.id = w.setting "
                        "WHERE w.setting = $1 AND w.state = 0 "
                        "ORDER BY w.priority DESC, w.{id} LIMIT $2 {skip_locked}")),
      claim_(tables, sql("UPDATE @.{work} SET state = 1, attempts = attempts + 1, worker = $1, "
                         "token = $2, begun = {now}, lease_end = {now} + $3 WHERE {id} = $4")),
      extend_(tables,
              sql("UPDATE @.{work} SET lease_end = {now} + $1 WHERE {id} = $2 AND token = $3")),
      finish_(tables, sql("UPDATE @.{work} SET state = 2, token = NULL, ended = {now}, "
                          "reason = NULL WHERE {id} = $1 AND token = $2")),
      give_back_(tables, sql("UPDATE @.{work} SET state = 0, token = NULL, attempts = attempts - 1 "
                             "WHERE {id} = $1 AND token = $2")),
      fail_(tables, sql("UPDATE @.{work} SET token = NULL, reason = $1, state = CASE WHEN "
                        "CAST($2 AS int4) <> 0 AND attempts < {attempts} THEN 0 ELSE 3 END "
                        "WHERE {id} = $3 AND token = $4")) {}

std::string WorkTable::sql(std::string_view pattern) const {
  const bool games = kind_ == store::WorkKind::games;
  const char* const id = games ? "game" : "id";
  const std::string columns =
      fmt::format("w.{}, s.engine, s.settings, w.priority, w.attempts, w.worker, w.reason, {}", id,
                  games ? "''" : "w.sfen");
  return fmt::format(fmt::runtime(pattern), fmt::arg("work", games ? "work" : "position_work"),
                     fmt::arg("id", id), fmt::arg("subject", games ? "game" : "sfen"),
                     fmt::arg("columns", columns),
                     fmt::arg("unique", games ? "game" : "setting, sfen"),
                     fmt::arg("attempts", store::most_attempts), fmt::arg("now", tables_.now()),
                     fmt::arg("skip_locked", tables_.skip_locked()));
}

Parameter WorkTable::subject(const store::Work& work) const {
  return kind_ == store::WorkKind::games ? Parameter(work.id) : Parameter(work.sfen);
}

bool WorkTable::changes(Prepared& statement, std::initializer_list<Parameter> parameters) {
  statement->run(parameters);
  return tables_.changes() > 0;
}

std::vector<store::WorkGroup> WorkTable::groups() const {
  const auto row =
      tables_.read(sql("SELECT s.engine, s.settings, w.state, count(*), "
                       "CAST(coalesce(sum(w.ended - w.begun), 0) AS int8) "
                       "FROM @.{work} w JOIN @.work_settings s ON s.id = w.setting "
                       "GROUP BY s.engine, s.settings, w.state ORDER BY 1, 2, 3"));
  std::vector<store::WorkGroup> groups;
  while (row->step()) {
    if (groups.empty() || groups.back().engine != row->text(0) ||
        groups.back().settings != row->text(1))
      groups.push_back(
          {.engine = std::string(row->text(0)), .settings = std::string(row->text(1))});
    const auto state = store::enumeration_in<WorkState>(*row, 2, store::work_state_count);
    groups.back().counts.at(static_cast<std::size_t>(state)) = store::amount_in(*row, 3);
    if (state == WorkState::done)
      groups.back().spent += std::chrono::milliseconds(store::amount_in(*row, 4));
  }
  return groups;
}

bool WorkTable::has_open(std::string_view engine) const {
  return tables_
      .prepare(sql("SELECT 1 FROM @.{work} WHERE state IN (0, 1) AND setting IN "
                   "(SELECT id FROM @.work_settings WHERE engine = $1) LIMIT 1"))
      ->first({engine});
}

std::optional<store::WorkRow> WorkTable::find(const store::Work& work) const {
  const ResetAtEnd open(*find_);
  if (!find_->first({work.engine, work.settings, subject(work)})) return std::nullopt;
  return read_work(*find_, store::enumeration_in<WorkState>(*find_, 9, store::work_state_count));
}

void WorkTable::each(WorkState state,
                     const std::function<bool(const store::WorkRow&)>& visit) const {
  const auto rows =
      tables_.prepare(sql("SELECT {columns}, w.lease_end - {now} FROM @.{work} w "
                          "JOIN @.work_settings s ON s.id = w.setting "
                          "WHERE w.state = $1 ORDER BY w.priority DESC, w.{id}"));
  for (rows->start({number_of(state)}); rows->step();)
    if (!visit(read_work(*rows, state))) return;
}

bool WorkTable::put(const store::Work& work) {
  if (changes(same_, {work.priority, subject(work), work.engine, work.settings})) return false;
  add_setting_->run({work.engine, work.settings});
  put_->run({subject(work), work.engine, work.settings, work.priority});
  return true;
}

// Of all settings the first ones, by the index: what waits after them is not read.
std::vector<store::Claim> WorkTable::claim(const store::ClaimRequest& request) {
  expire_->run({});
  std::vector<std::int64_t> settings;
  for (settings_->start({request.engine}); settings_->step();)
    settings.push_back(settings_->integer(0));
  std::vector<store::Claim> claims;
  for (const std::int64_t setting : settings)
    for (next_->start({setting, std::int64_t{request.most}}); next_->step();)
      claims.push_back(
          {.work = read_work(*next_, WorkState::waiting).work,
           .token = request.token,
           .attempt = static_cast<int>(
               std::min<std::int64_t>(store::amount_in(*next_, 4), store::most_attempts) + 1)});
  std::ranges::sort(claims, [](const store::Claim& a, const store::Claim& b) {
    return a.work.priority != b.work.priority ? a.work.priority > b.work.priority
                                              : a.work.id < b.work.id;
  });
  if (std::ssize(claims) > request.most)
    claims.resize(static_cast<std::size_t>(std::max(0, request.most)));
  for (const store::Claim& claim : claims)
    claim_->run({request.worker, request.token, request.lease.count(), claim.work.id});
  return claims;
}

bool WorkTable::extend(const store::Claim& claim, std::chrono::milliseconds lease) {
  return changes(extend_, {lease.count(), claim.work.id, claim.token});
}

bool WorkTable::finish(const store::Claim& claim) {
  return changes(finish_, {claim.work.id, claim.token});
}

bool WorkTable::give_back(const store::Claim& claim) {
  return changes(give_back_, {claim.work.id, claim.token});
}

bool WorkTable::fail(const store::Claim& claim, std::string_view reason, bool again) {
  return changes(fail_, {reason, int{again}, claim.work.id, claim.token});
}

std::int64_t WorkTable::retry() {
  tables_.prepare(sql("UPDATE @.{work} SET state = 0, attempts = 0 WHERE state = 3"))->run({});
  return tables_.changes();
}

std::int64_t WorkTable::clear(WorkState state) {
  tables_.prepare(sql("DELETE FROM @.{work} WHERE state = $1"))->run({number_of(state)});
  return tables_.changes();
}

}  // namespace yari::sql
