// Rows of every table of a file, changed as a stranger with the sqlite3 shell could.
#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>

#include "tests/db/tools/row_damage.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

namespace yari::test {

namespace {

struct Column {
  std::string table, name, type;
};

std::vector<Column> columns_of(const std::filesystem::path& file) {
  std::vector<Column> columns;
  Connection raw(file, OpenMode::read_only);
  // Tables of the index of words are SQLite's own.
  Statement all(raw,
                "SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c "
                "WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' "
                "AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, c.cid");
  for (all.start({}); all.step();)
    columns.push_back(
        {std::string(all.text(0)), std::string(all.text(1)), std::string(all.text(2))});
  return columns;
}

std::string value(const Column& c, Rng& rng) {
  const auto one_of = [&](std::vector<std::string> all) { return all[rng() % all.size()]; };
  const std::string bytes = fmt::format("CAST({} AS BLOB)", c.name);
  const auto middle = rng() % 40;
  if (c.type == "BLOB")
    return one_of(
        {"NULL", "zeroblob(0)", "'text'", "-1",
         fmt::format("substr({0}, 1, length({0}) / 2)", bytes),
         fmt::format("CAST({0} || {0} AS BLOB)", bytes),
         fmt::format("CAST(substr({0}, 1, {1}) || x'{2:02x}' || substr({0}, {3}) AS BLOB)", bytes,
                     middle, rng() % 256, middle + 2),
         fmt::format("(SELECT max({}) FROM {})", c.name, c.table)});
  if (c.type == "TEXT")
    return one_of({"NULL", "''", "'x'", "x'ff00'", c.name + " || 'x'", "7",
                   fmt::format("(SELECT max({}) FROM {})", c.name, c.table)});
  return one_of({"NULL", "-1", "0", "7", "9223372036854775807", "'text'", c.name + " + 1"});
}

/// Damages a column of a row or of all rows, or takes a row away.
std::string damage(const std::filesystem::path& file, const std::vector<Column>& columns,
                   Rng& rng) {
  const Column& c = columns[rng() % columns.size()];
  Connection raw(file, OpenMode::read_write);
  raw.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON");
  const std::int64_t rows = raw.integer(fmt::format("SELECT count(*) FROM {}", c.table));
  if (rows == 0) return {};
  const bool all = rng() % 4 == 0;
  const auto skipped = rng() % static_cast<std::uint64_t>(rows);
  Statement names(raw, "SELECT group_concat(name) FROM pragma_table_info(?) WHERE pk > 0");
  const std::string key(names.first({c.table}) ? names.text(0) : "");
  names.reset();
  const std::string row =
      all ? std::string()
          : fmt::format(" WHERE ({0}) = (SELECT {0} FROM {1} LIMIT 1 OFFSET {2})",
                        key.empty() ? "rowid" : key, c.table, skipped);
  std::string change = fmt::format("UPDATE {} SET {} = {}{}", c.table, c.name, value(c, rng), row);
  if (rng() % 8 == 0) change = fmt::format("DELETE FROM {}{}", c.table, row);
  try {
    raw.execute(change);
  } catch (const DatabaseError&) {
    return {};
  }
  return change;
}

}  // namespace

TEST_CASE("rows that a stranger changed in a file are noticed, and crash nothing",
          "[damage][slow]") {
  namespace fs = std::filesystem;
  const TempFolder folder;
  const fs::path file = folder / "games.db", kept = folder / "kept.db";
  fill_for_damage(file);
  {
    // Whoever damages a database does not mind what it demands.
    Connection raw(file, OpenMode::read_write);
    sqlite3_db_config(raw.handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    raw.execute(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') "
        "WHERE type = 'table'; PRAGMA wal_checkpoint(TRUNCATE)");
  }
  fs::copy_file(file, kept);
  const std::vector<Column> columns = columns_of(file);
  const auto put_back = [&] {
    for (const char* const end : {"", "-wal", "-shm"}) fs::remove(fs::path(file) += end);
    fs::copy_file(kept, file);
  };
  try_damaged_rows({file, [&](Rng& rng) { return damage(file, columns, rng); }, put_back});
}

}  // namespace yari::test
