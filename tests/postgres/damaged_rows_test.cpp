// Rows of every table of a server, changed as a stranger with psql could.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tests/db/tools/row_damage.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// A column that can be damaged.
struct Column {
  std::size_t server;
  /// With its schema.
  std::string table;
  std::string name, type;
};

/// The servers of a database, as somebody with all rights uses them; every table can be put back.
class Strangers {
 public:
  explicit Strangers(const std::vector<std::string>& urls) {
    for (const std::string& url : urls) servers_.push_back(std::make_unique<pg::Connection>(url));
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      pg::Connection& server = *servers_[s];
      server.execute("CREATE SCHEMA kept");
      for (const std::string& table : rows(server,
                                           "SELECT schemaname || '.' || tablename FROM pg_tables "
                                           "WHERE schemaname LIKE 'yari%' ORDER BY 1")) {
        std::string kept = table;
        kept[kept.find('.')] = '_';
        server.execute(fmt::format("CREATE TABLE kept.{} AS TABLE {}", kept, table));
        put_back_.push_back({s, fmt::format("TRUNCATE {0}; INSERT INTO {0} OVERRIDING SYSTEM VALUE "
                                            "SELECT * FROM kept.{1}",
                                            table, kept)});
      }
      // Whoever damages a database does not mind what it demands.
      for (const std::string& drop :
           rows(server,
                "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) "
                "FROM pg_constraint WHERE contype = 'c' AND "
                "connamespace::regnamespace::text LIKE 'yari%'"))
        server.execute(drop);
      pg::Statement all(server,
                        "SELECT table_schema || '.' || table_name, column_name, data_type "
                        "FROM information_schema.columns WHERE table_schema LIKE 'yari%' "
                        "AND is_updatable = 'YES' ORDER BY 1, ordinal_position");
      for (all.start({}); all.step();)
        columns_.push_back(
            {s, std::string(all.text(0)), std::string(all.text(1)), std::string(all.text(2))});
      for (const Column& c : columns_)
        if (c.server == s) without_constraint(c);
    }
  }

  /// Damages a column of a row, of all rows, or takes a row away; what was done, or nothing where
  /// there is no row, or PostgreSQL itself would not have it. The first time all moves are gone, so
  /// that at least one answer is refused, however few times it is done.
  std::string damage(Rng& rng) {
    if (!std::exchange(begun_, true)) {
      const auto moves = std::ranges::find_if(columns_, [](const Column& c) {
        return c.table.ends_with(".records") && c.name == "moves";
      });
      std::string all = fmt::format("UPDATE {} SET moves = ''", moves->table);
      servers_[moves->server]->execute(all);
      return all;
    }
    const Column& c = columns_[rng() % columns_.size()];
    pg::Connection& server = *servers_[c.server];
    const std::int64_t rows = server.integer(fmt::format("SELECT count(*) FROM {}", c.table));
    if (rows == 0) return {};
    const std::string row = fmt::format("ctid = (SELECT ctid FROM {} OFFSET {} LIMIT 1)", c.table,
                                        rng() % static_cast<std::uint64_t>(rows));
    std::string change = fmt::format("DELETE FROM {} WHERE {}", c.table, row);
    if (rng() % 8 != 0)
      change = fmt::format("UPDATE {} SET {} = {}{}", c.table, c.name, value(c, rng),
                           rng() % 4 == 0 ? std::string() : " WHERE " + row);
    try {
      server.execute(change);
    } catch (const DatabaseError&) {
      return {};
    }
    return change;
  }

  void put_back() {
    for (const auto& [server, sql] : put_back_) servers_[server]->execute(sql);
  }

 private:
  static std::vector<std::string> rows(pg::Connection& server, const std::string& sql) {
    std::vector<std::string> all;
    pg::Statement found(server, sql);
    for (found.start({}); found.step();) all.emplace_back(found.text(0));
    return all;
  }

  void without_constraint(const Column& c) {
    try {
      servers_[c.server]->execute(
          fmt::format("ALTER TABLE {} ALTER COLUMN {} DROP NOT NULL", c.table, c.name));
    } catch (const DatabaseError&) {
      // A key stays what it is.
    }
  }

  static std::string value(const Column& c, Rng& rng) {
    const auto one_of = [&](std::vector<std::string> all) { return all[rng() % all.size()]; };
    if (c.type == "bytea")
      return one_of(
          {"NULL", "''", fmt::format("substr({0}, 1, length({0}) / 2)", c.name),
           fmt::format("set_byte({0}, {1} % length({0}), {2})", c.name, rng() % 1000, rng() % 256),
           fmt::format("{0} || {0}", c.name),
           fmt::format("(SELECT max({}) FROM {})", c.name, c.table)});
    if (c.type == "text")
      return one_of({"NULL", "''", "'x'", fmt::format("{} || 'x'", c.name), "repeat('x', 1000)",
                     fmt::format("(SELECT max({}) FROM {})", c.name, c.table)});
    if (c.type == "smallint") return one_of({"NULL", "-1", "7", "32767", c.name + " + 1"});
    if (c.type == "integer") return one_of({"NULL", "-1", "0", "2147483647", c.name + " + 1"});
    if (c.type == "bigint")
      return one_of({"NULL", "-1", "0", "9223372036854775807", c.name + " + 1"});
    return "NULL";
  }

  bool begun_ = false;
  std::vector<std::unique_ptr<pg::Connection>> servers_;
  std::vector<Column> columns_;
  std::vector<std::pair<std::size_t, std::string>> put_back_;
};

}  // namespace

TEMPLATE_TEST_CASE("rows that a stranger changed on a server are noticed, and crash nothing",
                   "[damage]", InPostgres, InCluster) {
  if (shared_postgres() == nullptr) return;
  TestType back_end;
  fill_for_damage(back_end.url());
  Strangers strangers(back_end.urls());
  try_damaged_rows({back_end.url(), [&](Rng& rng) { return strangers.damage(rng); },
                    [&] { strangers.put_back(); }, 8});
}

}  // namespace yari::test
