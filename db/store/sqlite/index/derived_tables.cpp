// Where rows cannot be deleted one by one, the tables are rebuilt.
#include "db/store/sqlite/index/derived_tables.h"

#include "db/store/error.h"
#include "db/store/sqlite/file/schema.h"

namespace yari {

namespace {

void fill_names(Connection& connection) {
  connection.execute(
      "INSERT INTO players_text(players_text) VALUES ('rebuild');"
      "INSERT INTO events_text(events_text) VALUES ('rebuild');"
      "INSERT INTO sites_text(sites_text) VALUES ('rebuild')");
}

/// False when damage is in the way.
bool empty_derived(Connection& connection, PostingIndex& positions, PostingIndex& contents,
                   CountTable& counts) {
  try {
    Statement check(connection, "PRAGMA quick_check(1)");
    if (!check.first({}) || check.text(0) != "ok") return false;
    check.reset();
    connection.execute("REINDEX games");
    make_game_indexes(connection);
    write_number_names(connection);
    connection.execute("DELETE FROM journal");
    positions.clear();
    contents.clear();
    counts.clear();
    make_words_table(connection);
    fill_names(connection);
    return true;
  } catch (const DamagedFile&) {
    return false;
  }
}

}  // namespace

bool empty_or_replace_derived(Connection& connection, PostingIndex& positions,
                              PostingIndex& contents, CountTable& counts) {
  if (empty_derived(connection, positions, contents, counts)) return false;
  remake_derived_tables(connection);
  fill_names(connection);
  return true;
}

}  // namespace yari
