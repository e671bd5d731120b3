// What a search promises beside its answers: names, plans, damaged games, copies.
#include "db/query/matcher.h"
#include "db/query/names.h"
#include "db/query/plan.h"
#include "db/query/replay.h"
#include "rules/position.h"
#include "rules/start.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace {

using namespace yari;
using namespace yari::test;

query::Query parsed(std::string_view text, Variant v = Variant::yari) {
  const auto query = query::parse(text, v);
  if (!query) FAIL(text << ": " << query.error().message << " at " << query.error().offset);
  return *query;
}

query::Plan plan_of(std::string_view text) { return query::plan(parsed(text)); }

}  // namespace

TEST_CASE("names match by the beginnings of words, without case, accents or order") {
  using query::name_matches;
  CHECK(name_matches("habu", "HABU Yoshiharu"));
  CHECK(name_matches("yoshi hab", "Habu, Yoshiharu"));
  CHECK(name_matches("ito ichiro", "Itō Ichirō"));
  CHECK(name_matches("ITŌ", "ito"));
  CHECK(name_matches("muller", "Hans Müller"));
  CHECK(name_matches("Иван", "иванов"));
  CHECK(name_matches("羽生", "羽生善治"));
  CHECK(name_matches("善治", "羽生善治"));
  CHECK(name_matches("shiha", "Habu Yoshiharu"));
  CHECK_FALSE(name_matches("habu kato", "Habu Yoshiharu"));
  CHECK_FALSE(name_matches("abu y", "Abe Yuki"));
  CHECK_FALSE(name_matches("habu", ""));
  CHECK_FALSE(name_matches("-", "Habu"));
  CHECK_FALSE(name_matches("\xFF\xC3", "Habu"));
}

TEST_CASE("a name that is not UTF-8 is found by its other words") {
  for (const char* const broken : {"\x80", "\xC3", "\xC3(", "\xE3\x81", "\xE3(\x81", "\xE3\x81(",
                                   "\xED(", "\xF0\x9F", "\xFF"}) {
    INFO(broken);
    CHECK(query::name_matches("habu", std::string(broken) + " Habu"));
    CHECK(query::name_matches("habu", std::string("Habu ") + broken));
    CHECK_FALSE(query::name_matches("habu", broken));
  }
  // Letters beyond the common alphabets, of private use, and numbers of no character.
  CHECK(query::name_matches("\u2C30\u2C31", "\u2C00\u2C01"));
  CHECK(query::name_matches("\U00010428", "x \U00010400"));
  CHECK(query::name_matches("\uE000a", "x \uE000a"));
  CHECK(query::name_matches("b", "a\u0378b"));
}

TEST_CASE("names of many scripts match however their letters are written") {
  using query::name_matches;
  CHECK(name_matches("nguyen", "Nguyễn Văn An"));
  CHECK(name_matches("NGUYỄN van", "Nguyen Van An"));
  // Letters and marks one by one.
  CHECK(name_matches("Nguyễn", "Nguye\u0302\u0303n"));
  CHECK(name_matches("lukasz", "Łukasz"));
  CHECK(name_matches("ŁUKASZ", "lukasz"));
  CHECK(name_matches("strasse", "Königstraße"));
  CHECK(name_matches("koenig", "Kœnig"));
  CHECK(name_matches("habu", "ＨＡＢＵ Ｙｏｓｈｉｈａｒｕ"));
  CHECK(name_matches("Ｈａｂｕ", "Habu"));
  CHECK(name_matches("ﾊﾌﾞ ﾖｼﾊﾙ", "ハブ ヨシハル"));
  CHECK(name_matches("ハブ", "ﾊﾌﾞ"));
  CHECK(name_matches("Σωκράτης", "ΣΩΚΡΑΤΗΣ"));
  CHECK(name_matches("김", "김영삼"));
  CHECK(name_matches("\u1100\u1175\u11b7", "김영삼"));
  CHECK_FALSE(name_matches("浜", "濱田"));
  CHECK_FALSE(name_matches("ハ", "パパ"));
  CHECK_FALSE(name_matches("ﾊ", "パパ"));
  CHECK_FALSE(name_matches("か", "がが"));
  CHECK_FALSE(name_matches("나", "낮"));
  // A mark alone is no condition that every name fulfils.
  CHECK_FALSE(name_matches("\u0301", "Habu"));
}

TEST_CASE("words of a name may come in any order, each begun") {
  using query::name_matches;
  CHECK(name_matches("an nguyễn", "Nguyen Van An"));
  CHECK(name_matches("善治 羽生", "羽生・善治"));
  CHECK(name_matches("ｈａｒｕ habu", "Habu＝Haruka"));
  CHECK_FALSE(name_matches("guyen an", "Nguyen Van An"));
}

TEST_CASE("a plan names the positions that every match must pass through") {
  const Key start = Position<YariShogi>::start().key();
  CHECK(plan_of("position startpos").keys == std::vector<Key>{start});
  CHECK(plan_of("position startpos and check").keys == std::vector<Key>{start});
  CHECK(plan_of("check then position startpos").keys == std::vector<Key>{start});
  CHECK(plan_of("twin position startpos").keys->size() == 2);
  CHECK(plan_of("twin mirror position startpos").keys->size() == 4);
  CHECK_FALSE(plan_of("position startpos or check").keys);
  CHECK_FALSE(plan_of("not position startpos").keys);
  CHECK_FALSE(plan_of("position startpos hands ignored").keys);
  CHECK_FALSE(plan_of("check").keys);
}

TEST_CASE("a plan names the headers that every match must have") {
  using namespace query;
  const HeaderCondition ito{NameIs{NameIs::Field::player, "Ito"}, false};
  const HeaderCondition draw{GameResult::draw, false};
  const HeaderCondition no_draw{GameResult::draw, true};
  using Headers = std::vector<HeaderCondition>;
  CHECK(plan_of("player Ito result draw").headers == Headers{ito, draw});
  CHECK(plan_of("player Ito and check").headers == Headers{ito});
  CHECK(plan_of("not result draw").headers == Headers{no_draw});
  CHECK(plan_of("not (result draw or not player Ito)").headers == Headers{no_draw, ito});
  CHECK(plan_of("player Ito (result draw or check)").headers == Headers{ito});
  CHECK(plan_of("(player Ito check) or (mate player Ito)").headers == Headers{ito});
  CHECK(plan_of("(player Ito check) then result draw").headers == Headers{ito, draw});
  CHECK(plan_of("player Ito or result draw").headers.empty());
  CHECK(plan_of("twin (player Ito black X)").headers == Headers{ito});
}

TEST_CASE("a game whose header rules it out need not be read") {
  query::Matcher<YariShogi> matcher(parsed("player Ito and (date = 1995 or check)"));
  CHECK(matcher.reads_header());
  query::HeaderView header;
  CHECK_FALSE(matcher.may_match(header));
  header.white = "Ito";
  CHECK(matcher.may_match(header));
  CHECK_FALSE(query::Matcher<YariShogi>(parsed("check")).reads_header());
  CHECK_FALSE(query::Matcher<Shogi>(parsed("variant yari check")).may_match(header));
}

TEST_CASE("copies of a search can look at different games") {
  query::Matcher<YariShogi> one(parsed("drop or pieces P7f"));
  query::Matcher<YariShogi> two = one;
  const std::vector<Move> moves{Move::board(Square::at(6, 6), Square::at(6, 5))};
  const std::span<const int> found = one.find({}, nullptr, moves);
  CHECK(two.find({}, nullptr, {}).empty());
  CHECK(std::vector<int>(found.begin(), found.end()) == std::vector<int>{1});
}

TEMPLATE_TEST_CASE("a replay follows a position through random games", "", YariShogi, Shogi) {
  using V = TestType;
  Rng rng(5);
  for (int i = 0; i < 200; ++i) {
    Position<V> position = Position<V>::start();
    query::Replay<V> replay(position.setup());
    for (int ply = 0; ply < 150 && position.has_legal_move(); ++ply) {
      const Move move = random_move(position, rng);
      position.play(move);
      REQUIRE(replay.play(move));
      REQUIRE(replay.setup().same_position(position.setup()));
      REQUIRE(replay.in_check() == position.in_check());
      REQUIRE(replay.occupied() == position.occupied());
      for (Color c : both_colors) {
        REQUIRE(replay.pieces(c) == position.pieces(c));
        for (int k = 0; k < kind_count; ++k) {
          REQUIRE(replay.pieces(c, Kind(k)) == position.pieces(c, Kind(k)));
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("moves that cannot be played end a game and harm nothing", "", YariShogi,
                   Shogi) {
  using V = TestType;
  Rng rng(6);
  const Variant v = V::info.variant;
  query::Matcher<V> matcher(parsed(
      "check or mate or drop or capture or line 'P-5e 1a1b' or twin pattern 'P?/_k' anywhere or "
      "hand P > 3 or (move K then promotion within 3)",
      v));
  for (int i = 0; i < 3000; ++i) {
    std::vector<Move> moves = random_game<V>(rng, 30).moves.main_moves();
    const std::size_t bad = rng() % moves.size();
    for (std::size_t j = bad; j < moves.size(); ++j) {
      moves[j] = Move::from_bits(static_cast<std::uint16_t>(rng()));
    }
    for (int ply : matcher.find({}, nullptr, moves)) {
      REQUIRE(ply >= 0);
      REQUIRE(ply <= static_cast<int>(moves.size()));
    }
  }
  const std::vector<Move> off_the_board{Move::board(Square(100), Square(127))};
  query::Matcher<V> all(parsed("ply >= 0", v));
  CHECK(all.find({}, nullptr, off_the_board).size() == 1);
  query::Replay<V> replay(start_setup(v));
  CHECK_FALSE(replay.play(Move::drop(pawn, Square::at(4, 4))));
  CHECK_FALSE(replay.play(Move::board(Square::at(4, 4), Square::at(4, 3))));
  CHECK_FALSE(replay.play(Move::board(Square::at(0, 0), Square::at(0, 1))));
  CHECK_FALSE(replay.play(Move::board(Square::at(0, 8), Square::at(0, 6))));
  CHECK(replay.setup() == start_setup(v));
}
