// Changes of thousands of tags, names and games: in order, in linear time, and stopped anywhere.

#include "db/change/corrections.h"
#include "db/change/renaming.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"

namespace yari::test {

TEST_CASE("tags are set, removed and set again in the order that is given") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game game = game_of(Variant::yari, "7g7f");
  game.tags = {{"A", "1"}, {"B", "2"}, {"a", "3"}, {"C", "4"}};
  import_all(database, {game});
  Correction correction;
  correction.tags = {{"A", "x"}, {"b", ""}, {"D", "5"}, {"B", "6"}, {"d", "7"}, {"E", ""}};
  correct_games(database, "correct", {{1, correction}});
  CHECK(database.load_game(1)->tags ==
        std::vector<Tag>{{"A", "x"}, {"a", "3"}, {"C", "4"}, {"D", "7"}, {"B", "6"}});
  correction.tags = {{"a", ""}};
  correct_games(database, "correct", {{1, correction}});
  CHECK(database.load_game(1)->tags == std::vector<Tag>{{"C", "4"}, {"D", "7"}, {"B", "6"}});
}

TEST_CASE("a change is stopped at games that stay as they are, too") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {game_of(Variant::yari, "7g7f"), game_of(Variant::yari, "2g2f")});
  int steps = 0;
  watch_changes(database, [&] { ++steps; });
  const EditResult result =
      edit_games(database, "nothing", {1, 2, 99}, [](GameId, Game&) { return false; });
  CHECK(result.games == 0);
  // As it begins, at each game, and before it is stored.
  CHECK(steps == 5);
}

TEST_CASE("a long chain of renamings is followed once, and a ring is refused") {
  const double start = cpu_seconds();
  constexpr int length = 20'000;
  std::vector<Renaming> chain;
  for (int i = 0; i < length; ++i)
    chain.push_back({NameKind::player, std::to_string(i), std::to_string(i + 1)});
  const auto resolved = resolve(chain);
  REQUIRE(resolved);
  CHECK(std::ranges::all_of(*resolved,
                            [&](const Renaming& r) { return r.to == std::to_string(length); }));
  CHECK(cpu_seconds() - start < 2);
  chain.push_back({NameKind::player, std::to_string(length), "5"});
  REQUIRE_FALSE(resolve(chain));
  CHECK(resolve(chain).error().at == 0);
  CHECK(resolve({{NameKind::player, "a", "b"}, {NameKind::event, "b", "a"}}).has_value());
}

}  // namespace yari::test
