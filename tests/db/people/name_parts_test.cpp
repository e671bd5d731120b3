// Ranks, titles and letters of names, one by one.
#include "db/people/letters.h"
#include "db/people/rank.h"
#include "tests/support/catch.h"

namespace yari::people {

namespace {

std::string parted(std::string_view text) {
  const PartedName name = part_name(text);
  return name.name + '|' + name.rank + '|' + name.title;
}

}  // namespace

TEST_CASE("ranks in Latin letters are cut off, in words and in numbers") {
  for (const char* const rank :
       {"9dan",    "1d",           "12k",       "15 kyu",       "1st kyu",   "2nd dan",
        "3rd-dan", "4th Dan",      "shodan",    "nidan",        "sandan",    "yondan",
        "godan",   "rokudan",      "nanadan",   "shichidan",    "hachidan",  "kudan",
        "judan",   "amateur 5dan", "pro godan", "Ladies' 3dan", "LPSA 2-dan"}) {
    INFO(rank);
    CHECK(parted(std::string("Abe Jiro ") + rank) == std::string("Abe Jiro|") + rank + '|');
    CHECK(parted(std::string("Abe (") + rank + ')') == std::string("Abe|") + rank + '|');
    CHECK(is_rank(std::string(" ") + rank + ' '));
  }
  for (const char* const text : {"Abe 123k", "Abe dan", "Abe 5x", "Abe k", "Abe 5", "Dan 9danx"}) {
    CHECK(parted(text) == std::string(text) + "||");
    CHECK_FALSE(is_rank(text));
  }
  CHECK(parted("9dan Abe") == "Abe|9dan|");
  CHECK(parted("(9dan)") == "(9dan)||");
  CHECK(parted("Abe ()") == "Abe ()||");
}

TEST_CASE("titles in Latin letters are cut off where they can be no surname") {
  for (const char* const title : {"Meijin", "Ryuo", "Ryuou", "Kisei", "Osho", "Ousho", "Oushou",
                                  "Eio", "Eiou", "Joo", "Seirei", "Hakurei"}) {
    INFO(title);
    CHECK(parted(std::string("Abe ") + title) == std::string("Abe||") + title);
    CHECK(parted(std::string(title) + " Abe Jiro") == std::string("Abe Jiro||") + title);
    CHECK_FALSE(is_rank(title));
  }
  for (const char* const title : {"Oi", "Oui", "Oza", "Ouza", "Kio", "Kiou"}) {
    INFO(title);
    CHECK(parted(std::string("Abe ") + title) == std::string("Abe ") + title + "||");
    CHECK(parted(std::string("Abe Jiro ") + title) == std::string("Abe Jiro||") + title);
    CHECK(parted(std::string("Abe, ") + title) == std::string("Abe||") + title);
    CHECK(parted(std::string(title) + " Abe") == std::string(title) + " Abe||");
  }
  CHECK(parted("Abe Meijin 9dan") == "Abe|9dan|Meijin");
  CHECK(part_name("Abe Meijin 9dan").honours() == "Meijin 9dan");
  CHECK(part_name("Abe 9dan").honours() == "9dan");
  CHECK(part_name("Abe").honours().empty());
}

TEST_CASE("ranks and titles in kanji need no space, and leave a name of two characters") {
  for (const auto& [text, parts] :
       std::vector<std::pair<std::string, std::string>>{{"羽生善治九段", "羽生善治|九段|"},
                                                        {"加藤一二三九段", "加藤一二三|九段|"},
                                                        {"佐藤アマ六段", "佐藤|アマ六段|"},
                                                        {"佐藤女流初段", "佐藤|女流初段|"},
                                                        {"山田１２級", "山田|１２級|"},
                                                        {"山田十二級", "山田|十二級|"},
                                                        {"山田 3段", "山田|3段|"},
                                                        {"山田123級", "山田|123級|"},
                                                        {"山田1234級", "山田1|234級|"},
                                                        {"山田十二三四級", "山田十|二三四級|"},
                                                        {"山田10段", "山田|10段|"},
                                                        {"山田-段", "山田-段||"},
                                                        {"山田:段", "山田:段||"},
                                                        {"山田段", "山田段||"},
                                                        {"佐藤元", "佐藤元||"},
                                                        {"佐藤 前", "佐藤 前||"},
                                                        {"佐藤名誉", "佐藤名誉||"},
                                                        {"王九段", "王九段||"},
                                                        {"王 九段", "王|九段|"},
                                                        {"藤井聡太竜王名人", "藤井聡太||竜王 名人"},
                                                        {"羽生永世名人", "羽生||永世名人"},
                                                        {"羽生前竜王", "羽生||前竜王"},
                                                        {"福間女流名人", "福間||女流名人"},
                                                        {"藤井聡太二冠", "藤井聡太||二冠"},
                                                        {"藤井聡太冠", "藤井聡太冠||"},
                                                        {"羽生（九段）", "羽生|九段|"},
                                                        {"羽生【名人】", "羽生||名人"},
                                                        {"羽生〔名人〕", "羽生||名人"},
                                                        {"羽生[名人]", "羽生||名人"},
                                                        {"羽生　名人", "羽生||名人"},
                                                        {"羽生、九段", "羽生|九段|"},
                                                        {"羽生（東京）", "羽生（東京）||"},
                                                        {" ・羽生／", "羽生／||"},
                                                        {"", "||"}}) {
    INFO(text);
    CHECK(parted(text) == parts);
  }
}

TEST_CASE("letters that Unicode does not take apart are folded by a table, in two ways") {
  for (const auto& [letter, dropped, expanded] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"Ø", "o", "oe"},         {"Đ", "d", "d"},          {"ð", "d", "d"},
           {"Ł", "l", "l"},          {"Þ", "th", "th"},        {"Æ", "ae", "ae"},
           {"œ", "oe", "oe"},        {"ı", "i", "i"},          {"Ä", "a", "ae"},
           {"ö", "o", "oe"},         {"ü", "u", "ue"},         {"ë", "e", "e"},
           {"å", "a", "aa"},         {"ů", "u", "u"},          {"é", "e", "e"},
           {"ハブ", "はぶ", "はぶ"}, {"ヶヽ", "ゖゝ", "ゖゝ"}, {"澤髙", "沢高", "沢高"},
           {"静靜", "静静", "静静"}, {"ＡＢ", "ab", "ab"}}) {
    INFO(letter);
    CHECK(folded(letter, Accents::dropped) == dropped);
    CHECK(folded(letter, Accents::expanded) == expanded);
  }
  CHECK(folded("Abc\xFF", Accents::dropped) == "abc\xFF");
}

TEST_CASE("words end at signs, and hyphens and apostrophes join them") {
  using Words = std::vector<std::string>;
  CHECK(words_of("o'brien-smith, j.") == Words{"obriensmith", "j"});
  CHECK(words_of("jean–luc d’arc") == Words{"jeanluc", "darc"});
  CHECK(words_of("  a  b1 ") == Words{"a", "b1"});
  CHECK(words_of("羽生・善治") == Words{"羽生", "善治"});
  CHECK(words_of("-") == Words{});
}

TEST_CASE("digits of any width make a rank, and signs alone do not") {
  for (const char* const rank : {"0段", "9段", "０級", "９級", "5級", "15級"}) {
    INFO(rank);
    const PartedName parted = part_name("青木一郎" + std::string(rank));
    CHECK(parted.name == "青木一郎");
    CHECK(parted.rank == rank);
  }
  for (const char* const whole : {"3dan)", "青木段", "青木／級"}) {
    INFO(whole);
    CHECK(part_name(whole).name == whole);
  }
  CHECK(part_name("Abe Jiro,9dan").name == "Abe Jiro");
  CHECK(part_name("Abe Jiro[9dan]").rank == "9dan");
}

}  // namespace yari::people
