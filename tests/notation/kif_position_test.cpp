// KIF's boards and hands, row by row.
#include "notation/board/kanji_board.h"
#include "rules/position.h"
#include "rules/start.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// The rank that a row gives, as an SFEN has it, or the offset and message.
std::string rank_of(std::string_view row, Variant v = Variant::yari) {
  Setup setup;
  setup.variant = v;
  const Result<bool> read = read_kif_board_row(row, 0, setup);
  if (!read) return std::to_string(read.error().offset) + ": " + read.error().message;
  const std::string sfen = write_sfen(setup);
  return sfen.substr(0, sfen.find('/'));
}

std::string hand_of(std::string_view text, Variant v = Variant::shogi) {
  const Result<Hand> hand = read_kif_hand(text, v);
  if (!hand) return std::to_string(hand.error().offset) + ": " + hand.error().message;
  Setup setup = start_setup(v);
  setup.hands[Color::black] = *hand;
  const std::string sfen = write_sfen_without_number(setup);
  return sfen.substr(sfen.rfind(' ') + 1);
}

/// The line about the last move, which is played from `sfen`.
std::string last_move(std::string_view sfen, std::string_view usi) {
  auto p = *Position<Shogi>::from(*read_sfen(sfen, Variant::shogi));
  const Move move = *read_usi_move(usi, Variant::shogi);
  REQUIRE(p.is_legal(move));
  p.play(move);
  std::string out;
  append_kif_position(out, p.setup(), move);
  const std::size_t at = out.find("手数");
  return out.substr(at, out.size() - at - 1);
}

}  // namespace

TEST_CASE("a row of a board has a mark and a piece for each square") {
  CHECK(rank_of("|v飛v桂v桂v玉v角v角v飛|一") == "rnnkbbr");
  CHECK(rank_of("| 飛 ・ ・v玉 ・ 角 と|一") == "R2k1B+P");
  CHECK(rank_of("|△飛▲桂 . ^歩+歩  ･ ·|一") == "rN1PP2");
  CHECK(rank_of("| 飛 ・ ・v玉 ・ 角 ・ |") == "R2k1B1");
  CHECK(rank_of("| 飛 ・ ・v玉 ・ 角|一") == "25: expected a piece or ・, found the end");
  CHECK(rank_of("| 飛 ・ ・v玉 ・ 角 ・ 歩|一") == "29: expected the end of the rank, found ' 歩'");
  CHECK(rank_of("| 飛 ・ x・v玉 ・ 角 ・|一").starts_with("10: expected a piece or ・"));
}

TEST_CASE("a row shows how many files its board has") {
  CHECK(kif_board_files("|v飛v桂v桂v玉v角v角v飛|一") == 7);
  CHECK(kif_board_files("|v香v桂v銀v金v玉v金v銀v桂v香|一") == 9);
  CHECK(kif_board_files("| ・ ・ ・ ・ ・ ・ ・ |") == 7);
  CHECK(kif_board_files("| ・ ・ ・ ・ ・ ・ ・ ・|") == 0);
  CHECK(kif_board_files("| ・ ・ ・ x ・ ・ ・|") == 0);
  CHECK(kif_board_files("||") == 0);
  CHECK(inside_bars("x|a|b|c") == "a|b");
  CHECK(inside_bars("|").empty());
  CHECK(inside_bars("abc").empty());
  CHECK(is_kif_board_row("| 飛|一"));
  CHECK(is_kif_board_row(" | ・ ・ ・ ・ ・ ・ ・|"));
  CHECK_FALSE(is_kif_board_row("| ・ ・ ・ ・ ・ ・|"));
  CHECK_FALSE(is_kif_board_row("||一"));
  CHECK_FALSE(is_kif_board_row("x| ・|一"));
  CHECK_FALSE(is_kif_board_row("| a | b"));
}

TEST_CASE("a hand is read piece by piece") {
  CHECK(hand_of("なし") == "-");
  CHECK(hand_of("") == "-");
  CHECK(hand_of("飛二　角　歩十八") == "2RB18P");
  CHECK(hand_of(" 歩2 歩 なし") == "3P");
  CHECK(hand_of("玉") == "0: expected a piece in hand, found '玉'");
  CHECK(hand_of("歩　と") == "6: expected a piece in hand, found 'と'");
  CHECK(hand_of("歩 x") == "4: expected a piece in hand, found 'x'");
  CHECK(hand_of("歩100") == "0: more pieces than a set holds");
  CHECK(hand_of("歩50歩50") == "5: more pieces than a set holds");
  CHECK(kif_hand_owner("後手の持駒") == Color::white);
  CHECK(kif_hand_owner("上手の持ち駒") == Color::white);
  CHECK(kif_hand_owner("先手の持駒") == Color::black);
  CHECK(kif_hand_owner("下手持駒") == Color::black);
  CHECK_FALSE(kif_hand_owner("後手"));
}

TEST_CASE("the last move is named as it was played, with its number") {
  CHECK(last_move("4k4/9/9/9/9/9/9/7R1/4K4 b - 4", "2h2b+") == "手数＝4  ▲２二飛成  まで\n後手番");
  CHECK(last_move("4k4/9/9/9/9/9/9/7+R1/4K4 b - 1", "2h2b") == "手数＝1  ▲２二龍  まで\n後手番");
  CHECK(last_move("4k4/9/9/9/9/9/9/9/4K4 w p 2", "P*9d") == "手数＝2  △９四歩打  まで\n先手番");
}

TEST_CASE("the number of the last move is read, however it is written") {
  CHECK(kif_plies_played("手数＝2  △３四歩  まで") == 2);
  CHECK(kif_plies_played("手数=１０５") == 105);
  CHECK(kif_plies_played("手数＝0") == 0);
  CHECK(kif_plies_played("手数＝") == 0);
  CHECK(kif_plies_played("手数＝999999") == 999999);
  CHECK(kif_plies_played("手数＝1000000") == 0);
  CHECK_FALSE(kif_plies_played("手数2"));
  CHECK_FALSE(kif_plies_played("2"));
}

}  // namespace yari::test
