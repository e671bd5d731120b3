// Cards whose rows hold nonsense: nobody gets them, and verify names them.
#include "db/drill_cards.h"
#include "db/store/shared/card_row.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

DrillCard some_card() {
  DrillCard card;
  card.source = CardSource::mistake;
  card.position = start_setup(Variant::shogi);
  for (const char* move : {"7g7f", "3c3d"})
    card.moves.push_back(*read_usi_move(move, Variant::shogi));
  card.game = 3;
  card.played = *read_usi_move("2g2f", Variant::shogi);
  card.due = 20261101;
  return card;
}

}  // namespace

TEST_CASE("a card is the same after it was stored") {
  DrillCard card = some_card();
  card.id = 7;
  CHECK(store::card_of(store::row_of(card)) == card);
  for (int source = 0; source < card_source_count; ++source)
    CHECK(card_source_named(name(static_cast<CardSource>(source))) ==
          static_cast<CardSource>(source));
  CHECK_FALSE(card_source_named("game"));
}

TEST_CASE("each move of an own card is played from its position") {
  DrillCard card = some_card();
  card.source = CardSource::own;
  card.id = 7;
  CHECK_FALSE(store::card_of(store::row_of(card)));
  card.moves.back() = *read_usi_move("2g2f", Variant::shogi);
  CHECK(store::card_of(store::row_of(card)) == card);
}

TEST_CASE("a damaged card is not asked, is named by verify, and can be added again") {
  const char* damage = GENERATE(
      "sfen = 'nonsense'", "sfen = '9/9/9/9/9/9/9/9/9 b -'",
      "sfen = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'", "moves = ''",
      "moves = '7g7e'", "moves = '7g7f 7f7e'", "moves = '7g7f  3c3d'", "moves = x''",
      "played = '5e5d'", "played = '7g7f 3c3d'", "ease = 0", "ease = 99999999999", "days = -1",
      "repetitions = -1", "reviews = 9999999999", "lapses = -5", "due = 20261301", "due = 0",
      "reviewed = 5", "game = -1", "game = 99999999999", "ply = -3", "variant = 0");
  INFO(damage);
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  DrillCard other = some_card();
  other.source = CardSource::puzzle;
  add_cards(database, std::vector{some_card(), other});
  CHECK(database.verify().ok());
  // SQLite refuses another type in the column.
  const std::string sql = std::string("UPDATE OR IGNORE cards SET ") + damage + " WHERE source = 1";
  try {
    connection_of(database).execute(sql.c_str());
  } catch (const DatabaseError&) {
    return;
  }
  REQUIRE(drill_cards(database, {}).size() == 1);
  CHECK_FALSE(drill_card(database, 1));
  const auto problems = database.verify().problems;
  REQUIRE(problems.size() == 1);
  CHECK(problems.front() == "cards: card 1 is damaged");
  CHECK(add_cards(database, std::vector{some_card()}).added == 1);
  CHECK(drill_cards(database, {}).size() == 2);
}
