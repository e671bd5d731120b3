// The small words of KIF: digits, numbers, times, sides.
#include "notation/words/japanese.h"

#include "notation/words/branch.h"
#include "notation/words/comment.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// What is taken, and after a bar what is left.
template <class F>
std::string taken(F take, std::string_view text) {
  const auto value = take(text);
  return std::to_string(value) + '|' + std::string(text);
}
std::string time_taken(std::string_view text) {
  const auto ms = take_kif_time(text);
  return (ms ? std::to_string(*ms) : "none") + '|' + std::string(text);
}
std::string branch_taken(std::string_view text) {
  const auto ply = take_branch(text);
  return (ply ? std::to_string(*ply) : "none") + '|' + std::string(text);
}

}  // namespace

TEST_CASE("a digit is narrow, wide or kanji, and no zero") {
  for (const char* const text : {"1", "１", "一"}) CHECK(taken(take_digit, text) == "1|");
  for (const char* const text : {"9x", "９x", "九x"}) CHECK(taken(take_digit, text) == "9|x");
  for (const std::string text : {"", "0", "０", "〇", "x", ":", "歩"})
    CHECK(taken(take_digit, text) == "0|" + text);
}

TEST_CASE("a number is of kanji up to 99, or of six digits") {
  for (const auto& [text, rest] :
       std::vector<std::pair<std::string, std::string>>{{"十", "10|"},
                                                        {"十八枚", "18|枚"},
                                                        {"二十", "20|"},
                                                        {"九十九", "99|"},
                                                        {"12手", "12|手"},
                                                        {"１０", "10|"},
                                                        {"105", "105|"},
                                                        {"100000", "100000|"},
                                                        {"1234567", "123456|7"},
                                                        {"0", "0|0"},
                                                        {"05", "0|05"},
                                                        {"手", "0|手"}}) {
    INFO(text);
    CHECK(taken(take_number, text) == rest);
  }
}

TEST_CASE("counts are written in kanji and read back, one is not written") {
  CHECK(kanji_count(1).empty());
  CHECK(kanji_count(2) == "二");
  CHECK(kanji_count(9) == "九");
  CHECK(kanji_count(10) == "十");
  CHECK(kanji_count(11) == "十一");
  CHECK(kanji_count(19) == "十九");
  CHECK(kanji_count(20) == "二十");
  CHECK(kanji_count(21) == "二十一");
  for (int n = 2; n < 100; ++n)
    CHECK(taken(take_number, kanji_count(n)) == std::to_string(n) + '|');
}

TEST_CASE("a branch names the move that it replaces") {
  CHECK(branch_taken("変化：12手") == "12|");
  CHECK(branch_taken("変化:3手目") == "3|目");
  CHECK(branch_taken("変化 7") == "7|");
  CHECK(branch_taken("変化：十一手") == "11|");
  for (const std::string text : {"変化：手", "変化", "12手", "変化：0手"})
    CHECK(branch_taken(text) == "none|" + text);
}

TEST_CASE("the time of a move stands in parentheses or bare, with a sum after it or without") {
  for (const auto& [text, rest] :
       std::vector<std::pair<std::string, std::string>>{{"( 0:05/00:01:10)", "5000|"},
                                                        {" (1:02:03/00:01:10) x", "3723000| x"},
                                                        {"(0:16)x", "16000|x"},
                                                        {"(16)", "16000|"},
                                                        {"(0:05/", "5000|"},
                                                        {"(0:05", "none|(0:05"},
                                                        {"(x/00:01:10)", "none|(x/00:01:10)"},
                                                        {"0:03", "3000|"},
                                                        {"0:03/00:01:10+", "3000|+"},
                                                        {"0:03.5 x", "3500| x"},
                                                        {"12", "none|12"},
                                                        {"1:2:3:4", "none|1:2:3:4"}}) {
    INFO(text);
    CHECK(time_taken(text) == rest);
  }
}

TEST_CASE("a time has up to three parts and thousandths, and fits into 32 bits") {
  for (const auto& [text, ms] : std::vector<std::pair<std::string, std::optional<std::uint32_t>>>{
           {"0", 0},
           {"59", 59000},
           {"1:00", 60000},
           {"1:00:00", 3600000},
           {"0:00:01.234", 1234},
           {"0:01.5", 1500},
           {"0:01.05", 1050},
           {"4294967", 4294967000u},
           {"4294968", {}},
           {"4294967.295", 4294967295u},
           {"4294967.296", {}},
           {"0:01.2345", {}},
           {"", {}},
           {":5", {}},
           {"1:", {}},
           {"1:2:3:", {}},
           {"1:2:3:4", {}},
           {"-1", {}},
           {"1x", {}}}) {
    INFO(text);
    CHECK(read_time(text) == ms);
  }
  // Records say what they like; who types more than 59 means something else.
  CHECK(read_time("1:90") == 150000);
  for (const char* const slip : {"1:90", "1:60:00", "0:01:60", "1:", "1:2:3:4", ""})
    CHECK_FALSE(read_typed_time(slip));
  CHECK(read_typed_time("90") == 90000);
  CHECK(read_typed_time("90:00") == 5400000);
  CHECK(read_typed_time("1:59") == 119000);
  CHECK(read_typed_time("0:59:59.5") == 3599500);
  CHECK(write_time(3723004) == "1:02:03.004");
  CHECK(write_time(59000) == "0:00:59");
  CHECK(write_time(60000) == "0:01:00");
  CHECK(write_time(360000000) == "100:00:00");
}

TEST_CASE("the side to move is said in several ways") {
  for (const char* const text : {"先手番", "先手の番", "先手の手番", "下手番", "　先手番 "})
    CHECK(japanese_side_to_move(text) == Color::black);
  for (const char* const text : {"後手番", "上手の手番", "後手手番"})
    CHECK(japanese_side_to_move(text) == Color::white);
  for (const char* const text : {"", "番", "先手", "先手番です", "手番"})
    CHECK_FALSE(japanese_side_to_move(text));
}

}  // namespace yari::test
