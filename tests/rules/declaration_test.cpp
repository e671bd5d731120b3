// The 27-point rule of Shogi, condition by condition.
#include "rules/declaration.h"

#include "rules/sfen.h"
#include "tests/support/catch.h"

namespace yari::test {
namespace {

bool may_declare(const char* sfen) {
  return may_declare_win(Position<Shogi>::from(read_sfen(sfen, Variant::shogi).value()).value());
}

}  // namespace

TEST_CASE("a win may be declared with 28 points as Black, 27 as White, and ten pieces inside") {
  struct Case {
    const char* sfen;
    bool holds;
    const char* why;
  };
  const Case c = GENERATE(values<Case>({
      {"4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b 2P 1", true, "28 points"},
      {"4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b P 1", false, "27 points"},
      {"4K4/RRBB+P+P+P+P+P/9/+P8/8k/9/9/9/9 b 3P 1", false, "nine pieces inside"},
      {"9/RRBB+P+P+P+P+P/+P8/4K4/8k/9/9/9/9 b 2P 1", false, "the king is outside"},
      {"4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 w 2P 1", false, "White is to move"},
      {"3gK4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b 2P 1", false, "in check"},
      {"9/9/9/9/K8/9/8+p/+p+p+p+p+pbbrr/4k4 w p 1", true, "27 points as White"},
      {"9/9/9/9/K8/9/8+p/+p+p+p+p+pbbrr/4k4 w - 1", false, "26 points as White"},
  }));
  CAPTURE(c.why);
  CHECK(may_declare(c.sfen) == c.holds);
}

TEST_CASE("a declaration in Yari Shogi is won by an impasse that is won, and lost otherwise") {
  const auto declared = [](const char* sfen) {
    return declared_result(*Position<YariShogi>::from(*read_sfen(sfen, Variant::yari)),
                           declaration_rules[0]);
  };
  CHECK(declared("3K3/7/7/7/7/7/7/7/3k3 b 4R4B4P 1") == GameResult::black_wins);
  CHECK(declared("3K3/7/7/7/7/7/7/7/3k3 w 4R4B4P 1") == GameResult::black_wins);
  CHECK(declared("3K3/7/7/7/7/7/7/7/3k3 w 4r4b4p 1") == GameResult::white_wins);
  CHECK(declared("7/7/7/3K3/7/7/7/7/3k3 b 4R4B4P 1") == GameResult::white_wins);
}

TEST_CASE("Yari Shogi knows no declaration") {
  CHECK_FALSE(may_declare_win(Position<YariShogi>::start()));
}

TEST_CASE("a declaration wins, draws or loses by the points of the rule") {
  const auto declared = [](const char* hand, const DeclarationRule& rule) {
    const std::string sfen = "4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b " + std::string(hand) + " 1";
    return declared_result(*Position<Shogi>::from(*read_sfen(sfen, Variant::shogi)), rule);
  };
  const auto& [by_27, by_24] = declaration_rules;
  const GameResult won = GameResult::black_wins, lost = GameResult::white_wins;
  CHECK(declared("2P", by_27) == won);
  CHECK(declared("P", by_27) == lost);
  CHECK(declared("5P", by_24) == won);
  CHECK(declared("4P", by_24) == GameResult::draw);
  const Position<Shogi> outside = *Position<Shogi>::from(
      *read_sfen("9/RRBB+P+P+P+P+P/+P8/4K4/8k/9/9/9/9 b 9P 1", Variant::shogi));
  CHECK(declared_result(outside, by_24) == lost);
}

TEST_CASE("an impasse that nobody declares is decided by the points of the rule") {
  const auto& [by_27, by_24] = declaration_rules;
  const auto decided = [](const char* sfen, const DeclarationRule& rule) {
    return impasse_result(*Position<Shogi>::from(*read_sfen(sfen, Variant::shogi)), rule);
  };
  const char* const even = "4K4/9/9/9/9/9/9/9/4k4 b RB2G2S2N2L9Prb2g2s2n2l9p 1";
  CHECK(decided(even, by_27) == GameResult::white_wins);
  CHECK(decided(even, by_24) == GameResult::draw);
  const char* const better = "4K4/9/9/9/9/9/9/9/4k4 b RB2G2S2N2L10Prb2g2s2n2l8p 1";
  CHECK(decided(better, by_27) == GameResult::black_wins);
  CHECK(decided(better, by_24) == GameResult::draw);
}

TEST_CASE("what a declaration lacks is said, by the rule that asks for least") {
  const auto fault = [](const char* sfen, Color c, GameResult result) {
    return declaration_fault(*Position<Shogi>::from(*read_sfen(sfen, Variant::shogi)), c, result);
  };
  const GameResult black = GameResult::black_wins, draw = GameResult::draw;
  const char* const full = "4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b 2P 1";
  CHECK(fault(full, Color::black, black) == "");
  CHECK(fault("4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b P 1", Color::black, black) ==
        "27 of 28 points");
  CHECK(fault("4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b P 1", Color::black, draw) == "");
  CHECK(fault("4K4/RRB+P+P+P+P+P+P/+P8/9/8k/9/9/9/9 b - 1", Color::black, draw) ==
        "22 of 24 points");
  CHECK(fault("9/9/9/9/K8/9/8+p/+p+p+p+p+pbbrr/4k4 w p 1", Color::white, GameResult::white_wins) ==
        "");
  CHECK(fault("3gK4/R8/9/9/8k/9/9/9/9 b - 1", Color::black, black) ==
        "the king is in check, 1 of 10 pieces, 5 of 28 points");
  CHECK(fault("9/9/9/4K4/8k/9/9/9/9 b - 1", Color::black, black) ==
        "the king has not entered, 0 of 10 pieces, 0 of 28 points");
}

TEST_CASE("an impasse of Yari Shogi needs both generals inside and 26 points to be saved") {
  const auto fault = [](const char* sfen, GameResult result) {
    return declaration_fault(*Position<YariShogi>::from(*read_sfen(sfen, Variant::yari)),
                             Color::black, result);
  };
  const GameResult black = GameResult::black_wins, draw = GameResult::draw;
  CHECK(fault("3K3/7/7/7/7/7/7/7/3k3 b 2R2r 1", black) == "");
  CHECK(fault("3K3/7/7/7/7/7/7/7/3k3 b 2R2r 1", draw) ==
        "the other side has 10 of 26 points that save it");
  CHECK(fault("3K3/7/7/7/7/7/7/7/3k3 b 2R2r2b6p 1", draw) == "");
  CHECK(fault("3K3/7/7/7/7/7/7/7/3k3 b 2R2r2b6p 1", black) ==
        "the other side has 26 of 26 points that save it");
  CHECK(fault("3K3/7/7/7/7/7/7/7/3k3 b 2R2r2b5p 1", black) == "");
  CHECK(fault("3K3/7/7/7/3k3/7/7/7/7 b 2R2r 1", black) == "not both generals have entered");
}

TEST_CASE("an impasse has a result that one of the rules gives for its points") {
  const auto fault = [](Variant v, const char* sfen, GameResult result) {
    return with_variant(v, [&]<class V>(V) {
      return impasse_fault(Position<V>::from(read_sfen(sfen, v).value()).value(), result);
    });
  };
  const GameResult black = GameResult::black_wins, white = GameResult::white_wins,
                   draw = GameResult::draw;
  const char* const even = "4K4/9/9/9/9/9/9/9/4k4 b RB2G2S2N2L9Prb2g2s2n2l9p 1";
  CHECK(fault(Variant::shogi, even, draw) == "");
  CHECK(fault(Variant::shogi, even, white) == "");
  CHECK(fault(Variant::shogi, even, black) == "Black has 27 points, White 27");
  const char* const better = "4K4/9/9/9/9/9/9/9/4k4 b RB2G2S2N2L10Prb2g2s2n2l8p 1";
  CHECK(fault(Variant::shogi, better, black) == "");
  CHECK(fault(Variant::shogi, better, white) == "Black has 28 points, White 26");
  const char* const won = "4K4/9/9/9/9/9/9/9/4k4 b RB2G2S2N2L13Prb2g2s2n2l5p 1";
  CHECK(fault(Variant::shogi, won, black) == "");
  CHECK(fault(Variant::shogi, won, draw) == "Black has 31 points, White 23");
  CHECK(fault(Variant::yari, "3K3/7/7/7/7/7/7/7/3k3 b 4R7P 1", black) == "");
  CHECK(fault(Variant::yari, "3K3/7/7/7/7/7/7/7/3k3 b 4R7P 1", draw) ==
        "Black has 27 points, White 0");
}

}  // namespace yari::test
