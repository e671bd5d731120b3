// Names in memory are found again whatever their number, and no other name is taken for them.
#include "db/store/sqlite/games/name_memory.h"

#include "db/explore/search.h"
#include "db/query/query.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

namespace yari::test {

TEST_CASE("a name is found with its number, and others are not") {
  NameMemory memory;
  CHECK(memory.find("Habu") == 0);
  CHECK(memory.find("") == 0);
  memory.add("Habu", 7);
  memory.add("", 8);
  memory.add("Habu Yoshiharu", -9);
  CHECK(memory.find("Habu") == 7);
  CHECK(memory.find("") == 8);
  CHECK(memory.find("Habu Yoshiharu") == -9);
  CHECK(memory.find("Hab") == 0);
  CHECK(memory.find("Habu ") == 0);
  CHECK(memory.size() == 3);
  memory.clear();
  CHECK(memory.size() == 0);
  CHECK(memory.find("Habu") == 0);
  memory.add("Habu", 1);
  CHECK(memory.find("Habu") == 1);
}

TEST_CASE("a hundred thousand names are all found, in less memory than a node for each takes") {
  NameMemory memory;
  for (std::int64_t n = 1; n <= 100'000; ++n) memory.add("player " + std::to_string(n * 7919), n);
  bool all = true;
  for (std::int64_t n = 1; n <= 100'000; ++n)
    all = all && memory.find("player " + std::to_string(n * 7919)) == n;
  CHECK(all);
  CHECK(memory.find("player 1") == 0);
  CHECK(memory.bytes() < 100'000 * 80);
}

TEST_CASE("names whose numbers share a place in memory are not mixed up by a search") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games(3, game_of(Variant::shogi, "7g7f 3c3d"));
  games[0].tags = {{"Black", "Alpha"}, {"White", "Beta"}};
  games[1].tags = {{"Black", "Beta"}, {"White", "Alpha"}};
  games[2].tags = {{"Black", "Alpha"}, {"White", "Gamma"}};
  import_all(database, games);
  // Gamma moves to a number with the place of Alpha's.
  Connection& connection = connection_of(database);
  connection.execute(
      "INSERT INTO players(id, name) SELECT 32768 + id, 'Omega' FROM players WHERE name = 'Alpha';"
      "UPDATE games SET white = (SELECT id FROM players WHERE name = 'Omega') WHERE id = 3;");
  const auto found = [&](const char* text) {
    std::vector<GameId> ids;
    const auto query = query::parse(text, Variant::shogi);
    REQUIRE(query);
    search(database, *query, {}, {.threads = 1, .progress = {}}, [&](const Hit& hit) {
      if (ids.empty() || ids.back() != hit.game) ids.push_back(hit.game);
      return true;
    });
    return ids;
  };
  CHECK(found("black Alpha and ply = 0") == std::vector<GameId>{1, 3});
  CHECK(found("white Alpha and ply = 0") == std::vector<GameId>{2});
  CHECK(found("not white Omega and ply = 0") == std::vector<GameId>{1, 2});
  CHECK(found("white Omega and black Alpha and ply = 0") == std::vector<GameId>{3});
  CHECK(found("white Gamma and ply = 0").empty());
}

}  // namespace yari::test
