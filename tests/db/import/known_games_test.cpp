// Of several games that a record could be, the one that agrees with most of it is taken.
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Game by(const std::vector<Tag>& tags, GameResult result = GameResult::unknown) {
  Game game = game_of(Variant::shogi, "7g7f 3c3d");
  game.tags = tags;
  game.result = result;
  return game;
}

/// The game that the last of these is taken for, after `others` more with the same moves.
GameId taken(std::vector<Game> games, int others) {
  const Game last = games.back();
  games.pop_back();
  for (int i = 0; i < others; ++i)
    games.push_back(by({{"Black", "Other " + std::to_string(i)}, {"White", "W"}, {"Date", "1900"}},
                       GameResult::white_wins));
  games.push_back(last);
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  const std::vector<AddResult> added = import_all(database, games);
  for (std::size_t i = 0; i + 1 < added.size(); ++i) CHECK(added[i].added == Added::imported);
  CHECK(added.back().added != Added::imported);
  return added.back().game;
}

}  // namespace

// Up to sixteen are compared one by one, and more are looked up.
TEST_CASE("a record is taken for the game with which most agrees, and for the first of equals") {
  for (const int others : {0, 14, 15, 40}) {
    INFO(others);
    const Game agrees = by({{"Black", "A"}, {"White", "C"}}, GameResult::draw);
    const Game knows_more = by({{"White", "B"}, {"Date", "1995.08.23"}}, GameResult::draw);
    CHECK(taken({knows_more, agrees, by({{"Black", "A"}})}, others) == 2);
    CHECK(taken({agrees, knows_more, by({{"Black", "A"}})}, others) == 1);
    // With nothing in common both agree alike.
    CHECK(taken({agrees, knows_more, by({}, GameResult::draw)}, others) == 1);
    CHECK(taken({knows_more, agrees, by({}, GameResult::draw)}, others) == 1);
    CHECK(taken({agrees, knows_more, by({{"Event", "Cup"}})}, others) == 1);
    CHECK(taken({knows_more, agrees, by({{"Event", "Cup"}})}, others) == 1);
    // A part of a date counts for itself.
    const Game in_may = by({{"Date", "1995.05"}, {"White", "C"}});
    const Game in_august = by({{"Date", "1995.08"}, {"White", "B"}});
    CHECK(taken({in_may, in_august, by({{"Date", "1995.08"}})}, others) == 2);
    CHECK(taken({in_may, in_august, by({{"Date", "1995"}})}, others) == 1);
  }
}

TEST_CASE("a game is completed by its own import without a change that could be undone") {
  for (const std::int64_t batch : {1, 1000}) {
    TempFolder folder;
    Database database(folder / "a.db", OpenMode::create);
    {
      Importer importer(database, {.postings_per_batch = static_cast<std::size_t>(batch)});
      importer.add(by({{"Black", "A"}}));
      CHECK(importer.add(by({{"White", "B"}})).added == Added::duplicate_with_more);
      importer.finish();
    }
    CHECK(journal(database).empty());
    // By another import it is a change.
    Importer importer(database, {.postings_per_batch = static_cast<std::size_t>(batch)});
    importer.add(by({{"Event", "Cup"}}));
    importer.add(by({{"Site", "Kyoto"}}));
    importer.finish();
    REQUIRE(journal(database).size() == 1);
    CHECK(journal(database)[0].what == "give games what their duplicates know");
    CHECK(database.load_game(1)->tags.size() == 4);
    REQUIRE(undo(database));
    CHECK(database.load_game(1)->tags == std::vector<Tag>{{"Black", "A"}, {"White", "B"}});
  }
}

}  // namespace yari::test
