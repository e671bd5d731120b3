// How games end: mate, stalemate, repetition, perpetual check, impasse, and the rule sets.
#include "rules/outcome.h"

#include <string>
#include <vector>

#include "rules/color_name.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

template <class V>
Line<V> line(std::string_view sfen, RuleSet rules = RuleSet::standard) {
  return Line<V>(*Position<V>::from(*read_start(sfen, V::info.variant)), rules);
}

template <class V>
void play(Line<V>& line, const std::vector<std::string>& moves) {
  for (const std::string& text : moves) {
    const Move move = *read_usi_move(text, V::info.variant);
    INFO(text);
    REQUIRE(line.is_legal(move));
    line.play(move);
  }
}

const std::vector<std::string> yari_shuffle{"4i4h", "4a4b", "4h4i", "4b4a"};
const std::vector<std::string> shogi_shuffle{"5i4h", "5a4b", "4h5i", "4b5a"};

TEST_CASE("mate loses for the side to move, stalemate is a draw in Yari Shogi and lost in Shogi") {
  CHECK(line<YariShogi>("k6/+B6/P6/7/7/7/7/7/3K3 w - 1").outcome() ==
        Outcome{GameResult::black_wins, Ending::mate});
  CHECK(line<Shogi>("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").outcome() ==
        Outcome{GameResult::black_wins, Ending::mate});
  CHECK(line<YariShogi>("k6/7/K6/7/7/7/7/7/1+R5 w - 1").outcome() ==
        Outcome{GameResult::draw, Ending::stalemate});
  CHECK(line<Shogi>("k8/9/K8/9/9/9/9/9/1R7 w - 1").outcome() ==
        Outcome{GameResult::black_wins, Ending::stalemate});
}

TEST_CASE("Yari Shogi is no contest at the third occurrence, Shogi at the fourth") {
  auto yari = line<YariShogi>("startpos");
  play(yari, yari_shuffle);
  CHECK(yari.outcome() == std::nullopt);
  play(yari, yari_shuffle);
  CHECK(yari.outcome() == Outcome{GameResult::draw, Ending::repetition});

  auto shogi = line<Shogi>("startpos");
  for (int round = 0; round < 2; ++round) play(shogi, shogi_shuffle);
  CHECK(shogi.outcome() == std::nullopt);
  play(shogi, shogi_shuffle);
  CHECK(shogi.outcome() == Outcome{GameResult::draw, Ending::repetition});

  auto classic = line<Shogi>("startpos", RuleSet::classic);
  for (int round = 0; round < 2; ++round) play(classic, shogi_shuffle);
  CHECK(classic.outcome() == Outcome{GameResult::draw, Ending::repetition});
}

TEST_CASE("rule set svp forbids the move that repeats a position for the third time") {
  auto svp = line<YariShogi>("startpos", RuleSet::svp);
  play(svp, yari_shuffle);
  play(svp, {"4i4h", "4a4b", "4h4i"});
  const Move repeats = *read_usi_move("4b4a", Variant::yari);
  CHECK(svp.position().is_legal(repeats));
  CHECK_FALSE(svp.is_legal(repeats));
  CHECK(svp.is_legal(*read_usi_move("4b5b", Variant::yari)));
  // Where it was played all the same, it ended nothing.
  svp.play(repeats);
  CHECK(svp.outcome() == std::nullopt);
}

TEST_CASE("perpetual check loses for the side that gives it") {
  // The rook checks from the side; the general goes up and down.
  auto game = line<YariShogi>("3k3/7/7/7/7/7/7/7/+R2K3 w - 1");
  play(game, {"4a5a", "7i7a"});
  const std::vector<std::string> cycle{"5a5b", "7a7b", "5b5a", "7b7a"};
  play(game, cycle);
  CHECK(game.outcome() == std::nullopt);
  play(game, cycle);
  CHECK(game.outcome() == Outcome{GameResult::white_wins, Ending::perpetual_check});
}

TEST_CASE("a cycle with one quiet move in it is no perpetual check") {
  auto game = line<YariShogi>("3k3/7/7/7/7/7/7/7/+R2K3 w - 1");
  play(game, {"4a5a", "7i7a"});
  const std::vector<std::string> cycle{"5a5b", "7a7c", "5b5a", "7c7a"};
  play(game, cycle);
  play(game, cycle);
  CHECK(game.outcome() == Outcome{GameResult::draw, Ending::repetition});
}

TEST_CASE("a perpetual check must last since the first of the occurrences") {
  auto game = line<YariShogi>("3k3/7/7/7/7/7/7/7/+R2K3 w - 1");
  play(game, {"4a5a", "7i7a"});
  play(game, {"5a5b", "7a7c", "5b5a", "7c7a"});
  play(game, {"5a5b", "7a7b", "5b5a", "7b7a"});
  CHECK(game.outcome() == Outcome{GameResult::draw, Ending::repetition});
}

TEST_CASE("an even game has 29 points a side in Yari Shogi and 27 in Shogi") {
  CHECK(impasse_points(Position<YariShogi>::start(), Color::black) == 29);
  CHECK(impasse_points(Position<Shogi>::start(), Color::white) == 27);
  CHECK_FALSE(is_impasse(Position<YariShogi>::start()));
  CHECK(impasse_result(Position<YariShogi>::start()) == GameResult::draw);
}

TEST_CASE("an impasse is lost below the threshold, promotion and the general count nothing") {
  const auto p = *Position<YariShogi>::from(
      *read_start("3K3/+R+R+B4/7/7/7/7/7/7/3k3 b RR2B5Pbnnnn9p 1", Variant::yari));
  CHECK(is_impasse(p));
  CHECK(impasse_points(p, Color::black) == 10 + 5 + 10 + 10 + 5);
  CHECK(impasse_points(p, Color::white) == 5 + 4 + 9);
  CHECK(impasse_result(p) == GameResult::black_wins);
}

TEST_CASE("White wins an impasse as well, and short of points on both sides it is a draw") {
  const auto result = [](const char* hands) {
    const std::string sfen = std::string("3K3/7/7/7/7/7/7/7/3k3 b ") + hands + " 1";
    return impasse_result(*Position<YariShogi>::from(*read_start(sfen, Variant::yari)));
  };
  CHECK(result("5Prr4bnnnn9p") == GameResult::white_wins);
  CHECK(result("P") == GameResult::draw);
}

TEST_CASE("an impasse is lost with one point less than the threshold") {
  const auto result = [](const char* hands) {
    const std::string sfen = std::string("3K3/7/7/7/7/7/7/7/3k3 b ") + hands + " 1";
    return impasse_result(*Position<YariShogi>::from(*read_start(sfen, Variant::yari)));
  };
  CHECK(result("2R2B4N8P2r2b6p") == GameResult::draw);
  CHECK(result("2R2B4N8P2r2b5p") == GameResult::black_wins);
  CHECK(result("2R2B5P2r2b4n8p") == GameResult::white_wins);
}

TEST_CASE("an impasse needs both generals in their zones") {
  const auto impasse = [](const char* sfen) {
    return is_impasse(*Position<YariShogi>::from(*read_start(sfen, Variant::yari)));
  };
  CHECK(impasse("7/7/3K3/7/7/7/3k3/7/7 b - 1"));
  CHECK_FALSE(impasse("7/7/7/3K3/7/7/3k3/7/7 b - 1"));
  CHECK_FALSE(impasse("7/7/3K3/7/7/3k3/7/7/7 b - 1"));
}

TEST_CASE("a line that has not begun has no occurrences, and plays nothing that is illegal") {
  CHECK(History().occurrences() == 0);
  for (const RuleSet rules : {RuleSet::standard, RuleSet::svp, RuleSet::classic}) {
    const auto start = line<Shogi>("startpos", rules);
    CHECK_FALSE(start.is_legal(*read_usi_move("7g7e", Variant::shogi)));
    CHECK(start.is_legal(*read_usi_move("7g7f", Variant::shogi)));
  }
}

TEST_CASE("stalemate in Shogi is lost by the side that cannot move, whichever it is") {
  CHECK(line<Shogi>("1r7/9/9/9/9/9/k8/9/K8 b - 1").outcome() ==
        Outcome{GameResult::white_wins, Ending::stalemate});
}

TEST_CASE("names of endings, results and rule sets are read back") {
  for (int e = 0; e < ending_count; ++e) CHECK(ending_named(name(Ending(e))) == Ending(e));
  for (int r = 0; r < 4; ++r) CHECK(result_named(name(GameResult(r))) == GameResult(r));
  for (int r = 0; r < 3; ++r) CHECK(rule_set_named(name(RuleSet(r))) == RuleSet(r));
  CHECK(name(Color::black) == "black");
  CHECK(name(Color::white) == "white");
  CHECK(in_words(GameResult::unknown) == "No result");
  CHECK(in_words(GameResult::draw) == "Draw");
  CHECK(result_named("2-0") == std::nullopt);
  CHECK(rule_set_named("") == std::nullopt);
  CHECK(variant_named("chess") == std::nullopt);
  CHECK(ending_named("chess") == std::nullopt);
  CHECK(variant_named("shogi") == Variant::shogi);
  CHECK(variant_named("Yari Shogi") == Variant::yari);
}

}  // namespace
}  // namespace yari
