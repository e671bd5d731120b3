// What comes along with games from another database goes to the numbers that they have here.
#include "db/drill_cards.h"
#include "db/reports/judgements.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Game by(const char* black, const std::string& moves) {
  Game game = game_of(Variant::shogi, moves);
  game.set_tag(tags::black, black);
  return game;
}

DrillCard card_of(GameId game, CardSource source, int due) {
  DrillCard card;
  card.source = source;
  card.position = start_setup(Variant::shogi);
  card.moves = game_of(Variant::shogi, "7g7f").moves.main_moves();
  card.game = game;
  card.due = due;
  return card;
}

struct Two {
  TempFolder folder;
  Database to{folder / "to.db", OpenMode::create}, from{folder / "from.db", OpenMode::create};

  Two() {
    import_all(to, {by("A", "7g7f"), by("B", "7g7f 3c3d"), by("C", "2g2f")});
    import_all(from, {by("C", "2g2f"), by("D", "6g6f"), by("E", "5g5f 5c5d")});
    StoredAnnotation annotation;
    for (const GameId id : {1, 3}) {
      annotation.engine = "engine " + std::to_string(id);
      annotation.coefficient = 2500;
      store_annotation(from, id, annotation);
    }
  }
};

}  // namespace

TEST_CASE("annotations come to the numbers that their games have in the other database") {
  Two both;
  merge(both.to, both.from);
  CHECK(both.to.header(5)->black == "E");
  CHECK(load_annotation(both.to, 3)->engine == "engine 1");
  CHECK(load_annotation(both.to, 5)->engine == "engine 3");
  for (const GameId id : {1, 2, 4}) CHECK_FALSE(load_annotation(both.to, id));
  CHECK(both.to.verify().problems == std::vector<std::string>{});
}

TEST_CASE("cards come with the numbers that their games have in the other database") {
  Two both;
  const std::vector there{card_of(3, CardSource::mistake, 20260101)};
  add_cards(both.to, there);
  const std::vector others{card_of(2, CardSource::mistake, 20270101),
                           card_of(3, CardSource::puzzle, 20280101),
                           card_of(99, CardSource::book, 20290101)};
  add_cards(both.from, others);
  merge(both.to, both.from);
  std::map<CardSource, std::pair<GameId, int>> found;
  for (const DrillCard& card : drill_cards(both.to, {})) found[card.source] = {card.game, card.due};
  // The card that is there stays; of a game that is nowhere a card has none.
  CHECK(found == std::map<CardSource, std::pair<GameId, int>>{{CardSource::mistake, {3, 20260101}},
                                                              {CardSource::puzzle, {5, 20280101}},
                                                              {CardSource::book, {0, 20290101}}});
}

TEST_CASE("a merge that is stopped takes the games before") {
  Two both;
  int asked = 0;
  const MergeResult result = merge(both.to, both.from, [&] { return ++asked <= 2; });
  CHECK(result.games == 2);
  CHECK(result.imported == 1);
  CHECK(result.duplicates == 1);
  CHECK(both.to.count() == 4);
  CHECK(load_annotation(both.to, 3));
  CHECK(both.to.verify().problems == std::vector<std::string>{});
}

}  // namespace yari::test
