// What the rules say about a position, as sentences.
#include "answers/rule_sentences.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using Lines = std::vector<std::string>;

Lines said(Variant v, std::string_view start, const std::vector<std::string>& moves = {},
           RuleSet rules = RuleSet::standard) {
  GamePosition position{*read_start(start, v), {}, rules};
  for (const std::string& usi : moves) position.moves.push_back(*read_usi_move(usi, v));
  return rule_sentences(position);
}

std::vector<std::string> times(int n, const std::vector<std::string>& moves) {
  std::vector<std::string> all;
  for (int i = 0; i < n; ++i) all.insert(all.end(), moves.begin(), moves.end());
  return all;
}

const std::vector<std::string> yari_shuffle{"4i4h", "4a4b", "4h4i", "4b4a"};
const std::vector<std::string> shogi_shuffle{"5i4h", "5a4b", "4h5i", "4b5a"};

}  // namespace

TEST_CASE("of most positions the rules say nothing") {
  CHECK(said(Variant::yari, "startpos").empty());
  CHECK(said(Variant::shogi, "startpos", {"7g7f"}).empty());
}

TEST_CASE("check, mate and stalemate are said, and a mate is no check beside") {
  CHECK(said(Variant::shogi, "4k4/9/9/9/4R4/9/9/9/4K4 w - 1") == Lines{"White is in check."});
  CHECK(said(Variant::shogi, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1") == Lines{"Checkmate: Black wins."});
  CHECK(said(Variant::yari, "k6/7/K6/7/7/7/7/7/1+R5 w - 1") ==
        Lines{"Stalemate, White has no legal move: a draw.",
              "Black's general has entered the promotion zone.", "Points: Black 5, White 0."});
  CHECK(said(Variant::shogi, "1r7/9/9/9/9/9/k8/9/K8 b - 1").front() ==
        "Stalemate, Black has no legal move: White wins.");
}

TEST_CASE("a position that comes back is counted, until it ends the game") {
  CHECK(said(Variant::yari, "startpos", yari_shuffle) ==
        Lines{"The position occurs the 2nd time."});
  CHECK(said(Variant::yari, "startpos", times(2, yari_shuffle)) ==
        Lines{"Repetition, the position occurs the 3rd time: a draw."});
  CHECK(said(Variant::shogi, "startpos", times(2, shogi_shuffle)) ==
        Lines{"The position occurs the 3rd time."});
  CHECK(said(Variant::shogi, "startpos", times(3, shogi_shuffle)) ==
        Lines{"Repetition, the position occurs the 4th time: a draw."});
  CHECK(said(Variant::shogi, "startpos", times(10, shogi_shuffle)) ==
        Lines{"Repetition, the position occurs the 11th time: a draw."});
  CHECK(said(Variant::shogi, "startpos", times(20, shogi_shuffle)) ==
        Lines{"Repetition, the position occurs the 21st time: a draw."});
  for (const auto& [n, ordinal] : std::vector<std::pair<int, std::string>>{
           {11, "12th"}, {12, "13th"}, {21, "22nd"}, {22, "23rd"}, {23, "24th"}})
    CHECK(said(Variant::shogi, "startpos", times(n, shogi_shuffle)) ==
          Lines{"Repetition, the position occurs the " + ordinal + " time: a draw."});
}

TEST_CASE("a perpetual check names the side that gives it") {
  const std::vector<std::string> cycle{"5a5b", "7a7b", "5b5a", "7b7a"};
  std::vector<std::string> moves{"4a5a", "7i7a"};
  for (const std::string& move : times(2, cycle)) moves.push_back(move);
  CHECK(said(Variant::yari, "3k3/7/7/7/7/7/7/7/+R2K3 w - 1", moves) ==
        Lines{"Perpetual check by Black, for the position occurs the 3rd time: White wins.",
              "White is in check."});
}

TEST_CASE(
    "points are said where a general has entered, and who wins by agreement where both have") {
  CHECK(said(Variant::yari, "3K3/7/7/7/7/7/7/7/3k3 b 4R4B4P 1") ==
        Lines{"Black's general has entered the promotion zone.",
              "White's general has entered the promotion zone.",
              "Points: Black 44, White 0; an impasse by agreement is won by Black."});
  CHECK(said(Variant::yari, "3K3/7/7/7/7/7/7/7/3k3 b - 1").back() ==
        "Points: Black 0, White 0; an impasse by agreement is a draw.");
  CHECK(said(Variant::shogi, "4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b 2P 1") ==
        Lines{"Black's king has entered the promotion zone.",
              "For a declaration Black has 28 points and 10 of 10 pieces in the promotion zone.",
              "Points: Black 28, White 0."});
}

}  // namespace yari::test
