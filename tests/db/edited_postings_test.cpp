// An edit adds what games have now to the index of a file, and says what is stale.
#include <sqlite3.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "db/change/upkeep.h"
#include "db/index_batch.h"
#include "db/store/sqlite/index/posting_index.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

int pages_committed = 0;
int note_pages(void*, sqlite3* handle, const char* name, int pages) {
  pages_committed = pages;
  return sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

/// Another legal main line of the game.
void change_line(Game& game, Rng& rng) {
  game.moves = random_record(game.variant, rng, 50, false).moves;
}

}  // namespace

TEST_CASE("an edit adds to the index what it did not know of the game") {
  constexpr GameId id = 30;
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(5);
  std::vector<Game> games;
  for (int i = 0; i < 60; ++i) games.push_back(random_record(Variant::shogi, rng, 50, false));
  import_all(database, games, {.postings_per_batch = 1'000, .seconds_per_batch = 1000});
  Game other = games[id - 1];
  change_line(other, rng);
  const std::size_t last = other.moves.main_moves().size();
  std::vector<Posting> known, known_now;
  for (std::size_t ply = 0; ply <= games[id - 1].moves.main_moves().size(); ++ply)
    known.push_back(position_posting(id, prepare(games[id - 1]), ply));
  std::ranges::sort(known, std::less<>());
  SECTION("its first posting") { known_now.assign(known.begin() + 1, known.end()); }
  SECTION("another posting") {
    known_now = known;
    known_now.erase(known_now.begin() + 20);
  }
  SECTION("any") { known_now = {{1, id, 0}}; }
  SECTION("but a posting of the later moves") {
    known_now = known;
    known_now.push_back(position_posting(id, prepare(other), last));
    std::ranges::sort(known_now, std::less<>());
  }
  {
    Transaction transaction(connection_of(database), Transaction::Kind::write);
    PostingIndex(connection_of(database), "position").append(known_now, std::vector{id});
    transaction.commit();
  }
  CHECK(database.verify().problems.size() > 0);
  edit_games(database, "other moves", {id}, [&](GameId, Game& game) {
    game.moves = other.moves;
    return true;
  });
  CHECK(database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("an edit of the moves of games writes little, however large the index is", "[slow]") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(4);
  std::vector<Game> games;
  for (int i = 0; i < 8'000; ++i)
    games.push_back(random_record(i % 2 == 0 ? Variant::yari : Variant::shogi, rng, 50, false));
  import_all(database, games, {.postings_per_batch = 200'000, .seconds_per_batch = 1000});
  const std::int64_t pages =
      connection_of(database).integer("SELECT count(*) FROM position_blocks");
  const std::string before = content_of(database);
  connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  sqlite3_wal_hook(connection_of(database).handle(), note_pages, nullptr);
  const auto edit = [&](const std::vector<GameId>& ids) {
    pages_committed = 0;
    edit_games(database, "other moves", ids, [&](GameId, Game& game) {
      change_line(game, rng);
      return true;
    });
    return pages_committed;
  };
  for (const GameId id : {1, 700, 7'000}) {
    CHECK(edit({id}) < 60);
    CHECK(database.verify().problems == std::vector<std::string>{});
  }
  const Occurrences all = occurrences(database);
  for (const Hit& hit : all.begin()->second) CHECK(database.header(hit.game));
  CHECK(undo(database)->games == 1);
  CHECK(pages_committed < 60);
  undo(database);
  undo(database);
  CHECK(content_of(database) == before);
  CHECK(database.verify().problems == std::vector<std::string>{});
  std::vector<GameId> many(100);
  std::iota(many.begin(), many.end(), 1);
  CHECK(edit(many) < pages / 4);
  CHECK(database.verify().problems == std::vector<std::string>{});
  // A hundred edits do not make a hundred runs.
  for (GameId id = 1; id <= 100; ++id) edit({id});
  CHECK(database.statistics().index_runs < 20);
  CHECK(connection_of(database).integer("SELECT count(*) FROM position_stale") == 102);
  database.compact();
  CHECK(connection_of(database).integer("SELECT count(*) FROM position_stale") == 0);
  CHECK(connection_of(database).integer("SELECT count(*) FROM content_stale") == 0);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("a lie about what is stale is noticed, and goes with a reindex") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(6);
  import_all(database, short_games(40, 2), {.postings_per_batch = 300});
  edit_games(database, "other moves", {3, 4}, [&](GameId, Game& game) {
    change_line(game, rng);
    return true;
  });
  REQUIRE(database.verify().problems == std::vector<std::string>{});
  const std::string lie = GENERATE(
      "INSERT INTO position_stale VALUES (7, 99)", "INSERT INTO content_stale VALUES (7, 99)",
      "UPDATE position_stale SET age = 99 WHERE game = 3", "DELETE FROM position_stale",
      "DELETE FROM content_stale WHERE game = 4", "UPDATE position_stale SET age = -1");
  connection_of(database).execute(lie);
  INFO(lie);
  CHECK_FALSE(database.verify().ok());
  database.reindex();
  CHECK(database.verify().problems == std::vector<std::string>{});
}
