// Every format under damage: cut records, wrong bytes, marks where they do not belong.

#include "record/tree_check.h"
#include "rules/start.h"
#include "tests/notation/random_record.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

void check_sound(const Format& format, std::string_view text) {
  const std::size_t length = format.record_length(text, true);
  CHECK((length > 0 || text.empty()));
  CHECK(length <= text.size());
  for (const bool strict : {false, true}) {
    ReadOptions options;
    options.strict = strict;
    const ReadResult result = format.read(text, options);
    const bool has_error =
        std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                    [](const Diagnostic& d) { return d.severity == Severity::error; });
    CHECK((result.game || has_error));
    if (strict && has_error) CHECK_FALSE(result.game);
    for (const Diagnostic& d : result.diagnostics) {
      CHECK(d.line >= 1);
      CHECK(d.column >= 1);
      CHECK_FALSE(d.message.empty());
    }
    if (result.game) {
      const WriteResult written = format.write(*result.game, {});
      const ReadResult again = format.read(written.text, {});
      CAPTURE(format.name, text, written.text, messages(again));
      const bool kept = result.game->variant == Variant::shogi || format.name != "csa";
      if (kept) REQUIRE(again.game);
    }
  }
}

RecordParts parts() {
  RecordParts p;
  p.sound_endings = true;
  return p;
}

}  // namespace

TEMPLATE_TEST_CASE("every format reads a cut record as far as it goes", "", YariShogi, Shogi) {
  Rng rng(31);
  for (const Format& format : formats()) {
    for (int i = 0; i < 3; ++i) {
      const std::string text = format.write(RandomRecord<TestType>(rng, parts()).game(), {}).text;
      const std::size_t step = text.size() / 400 + 1;
      for (std::size_t n = 0; n < text.size(); n += step) check_sound(format, text.substr(0, n));
    }
  }
}

TEMPLATE_TEST_CASE("every format survives wrong bytes and foreign text", "", YariShogi, Shogi) {
  Rng rng(32);
  for (const Format& format : formats()) {
    for (int i = 0; i < effort(300, 100); ++i) {
      RandomRecord<TestType> random(rng, parts());
      std::string text = format.write(random.game(), {}).text;
      if (text.empty()) continue;
      for (int n = random.number(1, 5); n-- > 0;) {
        const auto at =
            static_cast<std::size_t>(random.number(0, static_cast<int>(text.size()) - 1));
        if (random.chance(50)) {
          text[at] = static_cast<char>(random.number(0, 255));
        } else {
          text.insert(at, random.chance(50) ? "\xEF\xBB\xBF" : random.text());
        }
      }
      check_sound(format, text);
      const Format& other = formats()[static_cast<std::size_t>(i) % formats().size()];
      check_sound(other, text);
    }
  }
}

TEST_CASE("every format refuses noise and emptiness") {
  Rng rng(33);
  for (const Format& format : formats()) {
    CAPTURE(format.name);
    CHECK_FALSE(format.is_blank("7g7f"));
    CHECK(format.is_blank(" \n\r\n"));
    for (int i = 0; i < 50; ++i) {
      std::string noise;
      for (int n = 0; n < 500; ++n) noise += static_cast<char>(rng());
      check_sound(format, noise);
    }
  }
}

TEST_CASE("a byte order mark before the first header does not hide it") {
  const std::string bom = "\xEF\xBB\xBF";
  const ReadResult kif =
      format_named("kif")->read(bom + "手合割：角落ち\n上手：A\n   1 ３四歩(33)\n", strictly());
  REQUIRE(kif.game);
  CHECK(kif.game->start.side_to_move == Color::white);
  CHECK(kif.game->tag("White") == "A");
}

TEST_CASE("a whole KIF board in remarks is the start where nothing else says it") {
  const std::string empty = "# | ・ ・ ・ ・ ・ ・ ・ ・ ・|";
  std::string remarks = "# 棋戦：詰将棋\n# 先手の持駒：金\n# 後手の持駒：なし\n" +
                        std::string("# | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n") + empty + "二\n" +
                        "# | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n";
  for (const char* rank : {"四", "五", "六", "七", "八", "九"}) remarks += empty + rank + '\n';
  const std::string moves = "手数----指手---------消費時間--\n   1 ５二金打\n";
  const Format& kif = *format_named("kif");
  const ReadResult read = kif.read(remarks + moves, {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "G*5b");
  CHECK(write_sfen(read.game->start) == "4k4/9/4P4/9/9/9/9/9/9 b G 1");
  CHECK(read.game->tag("Event") == "詰将棋");
  CHECK(messages(read) ==
        "4:2: the board stands in '#' remarks; they are read as headers\n"
        "15:1: the moves end in mate, and the record gives no result: it is 1-0\n");
  CHECK_FALSE(kif.read(remarks + moves, strictly()).game);
  const ReadResult even = kif.read("手合割：平手\n" + remarks + moves, {});
  REQUIRE(even.game);
  CHECK(even.game->was_cut());
  CHECK(even.game->start == start_setup(Variant::shogi));
}

TEST_CASE("forks nested without end in JKF are refused with the place") {
  std::string text = R"({"moves":[)";
  for (int i = 0; i < 100'000; ++i) {
    text += R"({"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"forks":[[)";
  }
  const ReadResult result = format_named("jkf")->read(text, {});
  CHECK_FALSE(result.game);
  CHECK(messages(result).find("forks are nested deeper than 1000") != std::string::npos);
}

TEST_CASE("a variation at the first move never changes who began the game") {
  const std::string board =
      "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
      "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
      "|v歩 ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| 歩 ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
      "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n";
  for (const std::string rest : {"▲９六歩 △９四歩\n", ""}) {
    const ReadResult read = format_named("ki2")->read(
        board + rest + "まで2手で中断\n\n変化：1手\n△９四歩 ▲９六歩\n", {});
    CAPTURE(rest, messages(read));
    REQUIRE(read.game);
    CHECK(read.game->start.side_to_move == Color::black);
    CHECK(usi_moves(*read.game) == (rest.empty() ? "" : "9g9f 9c9d"));
    CHECK((read.keys.empty() || read.keys == replayed_keys(*read.game)));
    CHECK(first_illegal(*Position<Shogi>::from(read.game->start), read.game->moves) == no_node);
  }
}

TEST_CASE("a line without an end is read in linear time, and with a stack of any size") {
  struct Endless {
    std::string_view format, begin, part;
  };
  const auto row = GENERATE(
      Endless{"csa", "V2.2\nPI\n+\n", "+2868HI -8272HI +6828HI -7282HI "},
      Endless{"csa", "V2.2\nPI\n+\n", "1. 2868hi! 8272HI, 6828HI 7282HI "},
      Endless{"csa", "V2.2\nPI\n+\n", "+7776FU T1 "}, Endless{"csa", "V2.2\nPI\n+\n+7776FU", "!"},
      Endless{"hodges", "[Event \"x\"]\n\n1. P-7f P-3d ", "\""},
      Endless{"hodges", "[Event \"x\"]\n\n1. P-7f P-3d ", "\"1"}, Endless{"hodges", "", "\"g5f"},
      Endless{"hodges", "[Variant \"Shogi\"]\n\n1. P-7f P-3d ", "(1. ... P-8d Jishogi) "},
      Endless{"ki2", "手合割：平手\n\n▲７六歩 ", "2 △３四歩 1 ▲２六歩 "},
      Endless{"usi", "", "\"7G7F\","}, Endless{"usi", "startpos moves ", "1. "},
      Endless{"usi", "startpos moves ", ", "}, Endless{"usi", "startpos moves ", "7g7f!?;"});
  CAPTURE(row.format, row.part);
  const auto read = [&](std::size_t size) {
    std::string text(row.begin);
    while (text.size() < size) text += row.part;
    const ReadResult result = format_named(row.format)->read(text, {});
    CHECK((result.game || !result.diagnostics.empty()));
  };
  CHECK(takes_linear_time(1'200'000, 4, read));
}

TEST_CASE("prose among the moves of KIF costs linear time") {
  const auto read = [](std::size_t size) {
    std::string text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";
    while (text.size() < size) text += "あ\n";
    const ReadResult result = format_named("kif")->read(text, {});
    REQUIRE(result.game);
    CHECK(result.game->moves.main_plies() == 1);
  };
  // When each line looked for the next move anew, it took 14 s.
  CHECK(takes_linear_time(3'000'000, 6, read));
}

}  // namespace yari::test
