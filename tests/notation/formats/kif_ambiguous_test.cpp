// Moves of KIF and KI2 that several pieces can make: the later moves of the line decide.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

struct Ambiguous {
  std::string format, record;
  /// Where the gold comes from that goes to 5h, in USI, and what is said of it.
  std::string origin, said;
};

std::string origin_of_gold(const Game& game) {
  const std::string moves = usi_moves(game);
  return moves.substr(moves.find("5h") - 2, 2);
}

const std::string undecided = "ambiguous-move-undecided", by_later_moves = "ambiguous-move-settled";

}  // namespace

TEST_CASE("later moves decide which piece a move of KIF or KI2 meant", "[notation]") {
  const Ambiguous a = GENERATE(values<Ambiguous>({
      {"ki2", "▲５八金 △３四歩 ▲７八金", "4i", by_later_moves},
      {"ki2", "▲５八金 △３四歩 ▲３八金", "6i", by_later_moves},
      {"ki2", "▲５八金\n△３四歩\n▲３八金\n", "6i", by_later_moves},
      {"ki2", "▲５八金 △３四歩\n*a remark\n#another\n&mark\n\n▲３八金", "6i", by_later_moves},
      {"ki2", "▲５八金 (0:01) △３四歩 (0:02) ▲３八金", "6i", by_later_moves},
      {"ki2", "1 ▲５八金 2 △３四歩 3 ▲３八金", "6i", by_later_moves},
      {"ki2", "▲５八金 △３四歩 ▲３八銀 △８四歩 ▲１六歩 △１四歩 ▲３九金", "6i", by_later_moves},
      {"ki2", "▲７六歩 △３四歩 ▲５八金 △８四歩 ▲３八金", "6i", by_later_moves},
      // Both golds can be played on from, and from one of them in two ways.
      {"ki2", "▲５八金 △３四歩 ▲４八金 △８四歩", "4i", undecided},
      {"ki2", "▲５八金 △３四歩", "4i", undecided},
      {"ki2", "▲５八金", "4i", undecided},
      // Moves after the end of the line decide nothing.
      {"ki2", "▲５八金 △３四歩 ▲投了\n▲３八金", "4i", undecided},
      {"ki2", "▲５八金 △３四歩\nまで2手で後手の勝ち\n▲３八金", "4i", undecided},
      {"ki2", "▲５八金 △３四歩\n\n変化：2手\n△８四歩 ▲３八金", "4i", undecided},
      {"ki2", "▲５八金 △３四歩 ▲?八金 △８四歩 ▲３八金", "4i", undecided},
      // The one that gets farthest, though the line goes on for neither.
      {"ki2", "▲５八金 △３四歩 ▲３八金 △９九玉", "6i", by_later_moves},
      {"kif", "   1 ５八金\n   2 ３四歩(33)\n   3 ３八金\n", "6i", by_later_moves},
      {"kif", "   1 ５八金   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ３八金\n",
       "6i", by_later_moves},
      {"kif", "   1 ５八金\n   2 ３四歩(33)\n   3 投了\n   3 ３八金\n", "4i", undecided},
      {"kif", "   1 ５八金\n   2 ３四歩(33)\n変化：2手\n   2 ８四歩(83)\n   3 ３八金\n", "4i",
       undecided},
      {"kif", "   1 ５八金\n", "4i", undecided},
  }));
  CAPTURE(a.format, a.record);
  const Format& format = *format_named(a.format);
  const ReadResult r = format.read("手合割：平手\n" + a.record, {});
  REQUIRE(r.game);
  CHECK(origin_of_gold(*r.game) == a.origin);
  const auto said =
      std::find_if(r.diagnostics.begin(), r.diagnostics.end(),
                   [](const Diagnostic& d) { return name(d.text.code).starts_with("ambiguous"); });
  REQUIRE(said != r.diagnostics.end());
  CHECK(name(said->text.code) == a.said);
  CHECK_FALSE(format.read("手合割：平手\n" + a.record, strictly()).game);
}

TEST_CASE("in a variation its own later moves decide", "[notation]") {
  const ReadResult r = kif().read(
      "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７八金(69)\n\n"
      "変化：1手\n   1 ５八金\n   2 ３四歩(33)\n   3 ３八金\n",
      {});
  REQUIRE(r.game);
  CHECK(messages(r).find("the later moves leave ５八金(69)") != std::string::npos);
}

TEST_CASE("the work of looking ahead is bounded", "[notation]") {
  // Each of these moves looks through all that follow; without a bound that is quadratic.
  std::string record = "手合割：平手\n";
  for (int i = 0; i < 20'000; ++i)
    record += "▲５八金 △５二金\n*\n▲４八金 △４二金\n▲４九金 △４一金\n";
  const ReadResult r = format_named("ki2")->read(record, {});
  REQUIRE(r.game);
  CHECK(r.game->moves.main_line().size() == 120'000);
}

}  // namespace yari::test
