// The short way by which most lines of a KIF record are read gives what the long way gives.
#include "notation/kif/move_text.h"
#include "tests/notation/random_record.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "text/text.h"
#include "text/utf8.h"

namespace yari::test {

namespace {

// With a tab in front of each number, which only the long way knows. As long as before.
std::string the_long_way(std::string text) {
  for (std::size_t at = text.find("\n "); at != text.npos; at = text.find("\n ", at + 1))
    text[at + 1] = '\t';
  return text;
}

std::string everything_in(const ReadResult& result) {
  std::string all;
  for (const Diagnostic& d : result.diagnostics)
    all += std::to_string(d.line) + ':' + std::to_string(d.column) + ' ' + d.message + '\n';
  if (!result.game) return all;
  const Game& game = *result.game;
  all += hodges().write(game, {}).text + game.unread;
  // Where a text is kept as it stands, its tabs are; lines are broken at other places then.
  std::erase_if(all, is_space);
  return all;
}

// Changes what stands in lines of moves: a character goes, comes twice, or becomes another.
void damage(std::string& text, Rng& rng) {
  static constexpr std::string_view others[] = {"同", "成", "打", "(",  ")",  "9",  "+", " ",
                                                "五", "９", "玉", "\n", "　", "右", "▲", "投了"};
  const std::size_t title = text.find("手数----");
  const std::size_t moves = title == text.npos ? 0 : title;
  std::size_t at = moves + rng() % (text.size() - moves);
  while ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  const std::size_t length = utf8_length(text, at);
  const std::string character = text.substr(at, length);
  const std::string_view other = others[rng() % std::size(others)];
  switch (rng() % 3) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(at, character);
      break;
    default:
      text.replace(at, length, other);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("plain lines of moves are read as all others are, whole and damaged", "[kif]",
                   YariShogi, Shogi) {
  Rng rng(23);
  RecordParts parts;
  parts.nasty_text = false;
  for (int i = 0; i < round_trips(150); ++i) {
    std::string text = kif().write(RandomRecord<TestType>(rng, parts).game(), {}).text;
    for (int edits = 0; edits < 6; ++edits) {
      CAPTURE(text);
      CHECK(everything_in(kif().read(text, {})) ==
            everything_in(kif().read(the_long_way(text), {})));
      damage(text, rng);
    }
  }
}

TEST_CASE("a plain line is one of a number, a move and a time", "[kif]") {
  PlainKifMove line;
  REQUIRE(read_plain_kif_move<Shogi>("  12 ７六歩(77)   ( 0:01/00:00:02)+\n  13", line));
  CHECK(line.number == 12);
  CHECK(line.text == "７六歩(77)");
  CHECK(line.rest == "   ( 0:01/00:00:02)+");
  CHECK(line.length == 39);
  REQUIRE(read_plain_kif_move<Shogi>("1 同　銀成(31)", line));
  CHECK(line.text == "同　銀成(31)");
  CHECK(line.move.promotion == Promotion::taken);
  for (const char* other :
       {"", "   ", "12", "12 ", "12\n", "12 投了\n", " 12 ▲７六歩\n", "12 76歩(77)\n",
        "x12 ７六歩(77)\n", "\t12 ７六歩(77)\n", "12.７六歩(77)\n", "12 ７六\n",
        "12345 ７六歩(77)\n", "10:30\n", "9 ８ ７ ６ ５ ４ ３ ２ １\n"}) {
    CAPTURE(other);
    CHECK_FALSE(read_plain_kif_move<Shogi>(other, line));
  }
}

}  // namespace yari::test
