#include "tests/db/old/old_schema.h"

#include "db/change/annotations.h"
#include "db/change/upkeep.h"
#include "db/store/sqlite/file/schema.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

namespace yari::test {

void make_schema_3(const std::filesystem::path& file, const std::vector<Game>& games) {
  {
    // A file whose pages have no checksums.
    Connection empty(file, OpenMode::create);
    Transaction transaction(empty, Transaction::Kind::write);
    migrate(empty, 0, 7);
    transaction.commit();
  }
  {
    Database database(file, OpenMode::read_write);
    import_all(database, games);
    MoveTree tree = database.load_game(1)->moves;
    tree.edit_note(root_node).comment = "by an engine";
    database.replace_notes(1, tree);
    StoredAnnotation annotation;
    annotation.engine = "e";
    annotation.coefficient = 2500;
    store_annotation(database, 1, annotation);
    REQUIRE(delete_games(database, {2}) == 1);
  }
  Connection old(file, OpenMode::read_write);
  Transaction transaction(old, Transaction::Kind::write);
  for (const std::string name : {"position", "content"}) {
    std::vector<std::pair<std::int64_t, Bytes>> blocks;
    Statement rows(old, "SELECT id, data FROM " + name + "_blocks");
    for (rows.start({}); rows.step();) {
      Bytes blob(rows.blob(1).begin(), rows.blob(1).end());
      REQUIRE((blob[8] & 0x80) != 0);
      blob[8] &= 0x7F;
      blob.resize(blob.size() - 4);
      blocks.emplace_back(rows.integer(0), std::move(blob));
    }
    for (const auto& [id, blob] : blocks)
      Statement(old, "UPDATE " + name + "_blocks SET data = ? WHERE id = ?").run({blob, id});
  }
  old.execute(
      "DROP TABLE position_stale; DROP TABLE content_stale; DROP TABLE position_work; DROP VIEW "
      "cards_view; DROP TABLE cards; DROP TABLE work; DROP TABLE work_settings;"
      "DROP VIEW origins_view; DROP TABLE origins; DROP TABLE sources;"
      "ALTER TABLE journal_games DROP COLUMN other_record; DROP TABLE own_notes; DROP TABLE "
      "journal_annotations; DROP TABLE journal_players;"
      "DROP TABLE journal_judgements; ALTER TABLE records DROP COLUMN sums;"
      "ALTER TABLE journal_games DROP COLUMN sums; ALTER TABLE journal DROP COLUMN kind;"
      "ALTER TABLE journal DROP COLUMN games; ALTER TABLE journal DROP COLUMN sum;"
      "CREATE TABLE hot_positions(key INTEGER PRIMARY KEY, sfen TEXT NOT NULL, data BLOB NOT NULL)"
      " STRICT; DROP TABLE counted_positions; DROP TABLE count_runs; DROP TABLE count_blocks;"
      "DELETE FROM meta WHERE name = 'file_id';"
      "PRAGMA user_version = 3");
  transaction.commit();
}

}  // namespace yari::test
