// What company, settings and years say of two spellings, and the score that comes of it.
#include <algorithm>
#include <cmath>

#include "db/people/bye.h"
#include "db/people/groups.h"
#include "db/people/letters.h"
#include "db/people/romaji.h"
#include "db/people/suggest.h"
#include "tests/support/catch.h"

namespace yari::people {

namespace {

Spelling spelling(std::string text, std::int64_t games = 1) {
  return {.text = std::move(text), .games = games, .company = {}, .settings = {}};
}

/// The only suggestion of two spellings in percent, to one decimal; 0 where there is none.
double percent(const std::vector<Spelling>& two, double least = 0.01) {
  const auto found = suggest(two, NameKind::player, least);
  CHECK(found.size() <= 1);
  return found.empty() ? 0 : std::round(1000 * found[0].score) / 10;
}
double percent(const std::string& a, const std::string& b) {
  return percent({spelling(a), spelling(b)});
}

/// These two, and four whom they may have met.
std::vector<Spelling> with_company(const std::string& a, const std::string& b) {
  return {spelling(a, 9),        spelling(b),           spelling("Wwww Aaaa"),
          spelling("Xxxx Cccc"), spelling("Yyyy Dddd"), spelling("Zzzz Ffff")};
}

}  // namespace

TEST_CASE("company speaks for one person, and none in common and many years against it") {
  struct Row {
    Evidence evidence;
    double weight;
  };
  for (const auto& [evidence, weight] : std::vector<Row>{
           {{}, 0},
           {{.company_share = 1}, 3},
           {{.company_share = 0.5}, 1.5},
           {{.common_company = 1}, 0.15},
           {{.common_company = 6}, 0.9},
           {{.common_company = 7}, 0.9},
           {{.settings_share = 0.5}, 0.5},
           {{.common_settings = 9}, 0},
           {{.met = 5}, 0},
           {{.met = 6}, -2},
           {{.common_company = 1, .met = 6}, 0.15},
           {{.years_apart = 5}, 0},
           {{.years_apart = 6}, -0.1},
           {{.years_apart = 55}, -5},
           {{.years_apart = 90}, -5},
           {{.common_company = 2, .company_share = 1, .settings_share = 1, .years_apart = 15},
            3.3}})
    CHECK(evidence.weight() == Approx(weight));
}

TEST_CASE("evidence counts who both met, where both played, and the years between them") {
  std::vector<Spelling> all;
  for (int i = 0; i < 8; ++i)
    all.push_back(spelling(std::string(1, static_cast<char>('A' + i)), i));
  all[0].company = {3, 4, 4, 5};
  all[1].company = {4, 5, 6, 7, 7};
  all[0].settings = {1, 2, 2};
  all[1].settings = {2, 8, 9, 10};
  all[0].first_date = 19900101;
  all[0].last_date = 19991231;
  all[1].first_date = 20050101;
  all[1].last_date = 20060000;
  Groups groups(all, NameKind::player);
  for (const auto& [a, b] : {std::pair(0U, 1U), std::pair(1U, 0U)}) {
    const Evidence e = groups.evidence(a, b);
    CHECK(e.common_company == 2);
    CHECK(e.company_share == Approx(2.0 / 3));
    CHECK(e.common_settings == 1);
    CHECK(e.settings_share == 0.5);
    CHECK(e.met == 3);
    CHECK(e.years_apart == 6);
  }
  // Nobody knows when the third played, nor whom he met.
  const Evidence nothing = groups.evidence(0, 2);
  CHECK(nothing.common_company == 0);
  CHECK(nothing.company_share == 0);
  CHECK(nothing.met == 0);
  CHECK(nothing.years_apart == 0);
  CHECK(nothing.weight() == 0);
  // An opponent in two spellings is one.
  groups.join(4, 5);
  CHECK(groups.evidence(0, 1).common_company == 1);
  CHECK(groups.evidence(0, 1).met == 2);
  CHECK(Groups(all, NameKind::event).evidence(0, 1).common_company == 2);
}

TEST_CASE("a group that is joined has the members, games, company and years of both") {
  std::vector<Spelling> all;
  for (int i = 0; i < 5; ++i) all.push_back(spelling("x", 1 + i));
  all[0].company = {3};
  all[3].company = {0};
  all[1].company = {4};
  all[4].company = {1};
  all[1].first_date = 19900101;
  all[1].last_date = 19910101;
  all[2].first_date = 19880101;
  all[2].last_date = 19890101;
  all[4].first_date = all[4].last_date = 20000101;
  Groups groups(all, NameKind::player);
  CHECK_FALSE(groups.met(0, 1));
  CHECK(groups.met(0, 3));
  CHECK(groups.met(3, 0));
  // The one with more company keeps its number.
  CHECK(groups.join(2, 1) == 1);
  CHECK(groups.of(2) == 1);
  CHECK(groups.games(1) == 5);
  CHECK(groups.games(2) == 0);
  CHECK(groups.members(1) == std::vector<std::size_t>{1, 2});
  CHECK(groups.met(2, 4) == groups.met(4, 2));
  CHECK(groups.met(1, 4));
  CHECK(groups.met(4, 1));
  CHECK(groups.evidence(1, 4).years_apart == 9);
  CHECK(groups.evidence(4, 1).years_apart == 9);
  CHECK(groups.join(1, 0) == 1);
  CHECK(groups.met(1, 3));
  // Of equal ones the first keeps its number.
  CHECK(groups.join(4, 3) == 4);
  CHECK(groups.met(1, 4));
  // Of events nobody asks.
  CHECK_FALSE(Groups(all, NameKind::event).met(0, 3));
}

TEST_CASE("a joined group begins with the earlier of the dates that are known") {
  for (const auto& [a, b, years] : std::vector<std::array<int, 3>>{{19900101, 19880101, 18},
                                                                   {19880101, 19900101, 18},
                                                                   {0, 19880101, 18},
                                                                   {19880101, 0, 18},
                                                                   {0, 0, 0}}) {
    std::vector<Spelling> all{spelling("x"), spelling("x"), spelling("y")};
    all[0].first_date = a;
    all[1].first_date = b;
    all[0].settings = {1, 2};
    all[1].settings = {3, 4};
    all[2].settings = {2, 4};
    all[2].first_date = all[2].last_date = 19700101;
    Groups groups(all, NameKind::player);
    const std::size_t joined = groups.join(0, 1);
    CHECK(groups.evidence(joined, 2).years_apart == years);
    CHECK(groups.evidence(2, joined).years_apart == years);
    CHECK(groups.evidence(2, joined).common_settings == 2);
  }
}

TEST_CASE("a vowel is long by its own letter, an o also by u and by an h before no vowel") {
  for (const auto& [word, key] :
       std::vector<std::pair<std::string, std::string>>{{"ohno", "ono"},
                                                        {"oono", "ono"},
                                                        {"ouno", "ono"},
                                                        {"itoh", "ito"},
                                                        {"ohara", "ohara"},
                                                        {"ohtani", "otani"},
                                                        {"kon", "kon"},
                                                        {"goto", "goto"},
                                                        {"yuuki", "yuki"},
                                                        {"yuhki", "yuhki"},
                                                        {"auo", "auo"},
                                                        {"hh", "hh"},
                                                        {"shinbo", "shinbo"},
                                                        {"shimbo", "shinbo"},
                                                        {"sho", "sho"},
                                                        {"syo", "sho"}}) {
    INFO(word);
    CHECK(romanised_key(word) == key);
  }
}

TEST_CASE("each reason has its chance, and several are multiplied") {
  CHECK(percent("Habu Yoshiharu", "Habu Yoshiharu, 6 Dan") == 99);
  CHECK(percent("Habu Yoshiharu", "HABU Yoshiharu") == 98);
  CHECK(percent("Habu Yoshiharu", "Yoshiharu Habu") == 97);
  CHECK(percent("Ohno Shinji", "Ono Shinji") == 90);
  CHECK(percent("Ohno Shinji", "Shinji Ono") == 87.3);
  CHECK(percent("Habu Yoshiharu", "HABU Yoshiharu, 6 Dan") == 97);
  CHECK(percent("Sato K.", "SATO K") == 78.4);
  CHECK(percent("Nakamura Ken", "Nakamora Ken") == 40);
  CHECK(percent("Nakamura Ken", "Nakamura K.") == 30);
  CHECK(percent("Nakamura Ken", "Nakamura") == 10);
  CHECK(percent("Nakamura Ken", "Yamada Taro") == 0);
  CHECK(suggest({spelling("Nakamura Ken"), spelling("Nakamora Ken")}, NameKind::player).empty());
}

TEST_CASE("evidence is added to the odds of a name") {
  const auto scored = [](const std::string& a, const std::string& b, std::size_t met) {
    std::vector<Spelling> all = with_company(a, b);
    for (std::uint32_t i = 0; i < met; ++i) {
      all[0].company.push_back(2 + i);
      all[1].company.push_back(2 + i);
    }
    return percent(all);
  };
  CHECK(scored("Nakamura Ken", "Nakamora Ken", 1) == 94);
  CHECK(scored("Nakamura Ken", "Nakamora Ken", 3) == 95.5);
  CHECK(scored("Nakamura Ken", "Nakamura K.", 3) == 93.1);
  CHECK(scored("Nakamura Ken", "Nakamura", 4) == 80.3);
  CHECK(scored("Ohno Shinji", "Ono Shinji", 2) == 99.6);
  // A spelling with a rank alone is not surer than 99.5 %.
  CHECK(scored("Ohno Shinji", "Ohno Shinji 3dan", 0) == 99);
  std::vector<Spelling> settled = with_company("Ohno Shinji", "Ono Shinji");
  settled[0].settings = {1, 2};
  settled[1].settings = {2, 3};
  CHECK(percent(settled) == 93.7);
}

TEST_CASE("a name that two may stand for is shared between them") {
  std::vector<Spelling> all = {spelling("Nakamura Ken", 9), spelling("Nakamura Kei", 8),
                               spelling("Nakamura K."), spelling("Xxxx Cccc")};
  for (std::size_t i = 0; i < 3; ++i) all[i].company = {3};
  all[0].settings = all[2].settings = {1};
  const auto found = suggest(all, NameKind::player);
  const auto initial = std::ranges::find(found, std::size_t{2}, &Suggestion::from);
  REQUIRE(initial != found.end());
  CHECK(initial->to == 0);
  // Odds of 27.2 and 10 against a stranger.
  CHECK(initial->score == Approx(27.19 / 38.19).epsilon(0.01));
  // Whom it met it does not stand for.
  all[1].company.push_back(2);
  all[2].company.push_back(1);
  const auto alone = suggest(all, NameKind::player);
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].score == Approx(27.19 / 28.19).epsilon(0.01));
}

TEST_CASE("a spelling that met the first of its name joins another one that met it") {
  std::vector<Spelling> all{spelling("Sato Kenji", 9), spelling("Kenji Sato", 5),
                            spelling("SATO Kenji")};
  all[0].company = {1, 2};
  all[1].company = all[2].company = {0};
  const auto found = suggest(all, NameKind::player, 0.1);
  REQUIRE(found.size() == 1);
  CHECK(found[0].from == 2);
  CHECK(found[0].to == 1);
}

TEST_CASE("a group is given its full name without a rank, then the one of most games") {
  const auto head = [](const std::vector<Spelling>& all) {
    const auto found = suggest(all, NameKind::player);
    REQUIRE(found.size() == all.size() - 1);
    for (const Suggestion& s : found) CHECK(s.to == found[0].to);
    return all[found[0].to].text;
  };
  CHECK(head({spelling("Habu Yoshiharu 9dan", 50), spelling("Habu Yoshiharu", 2),
              spelling("HABU Yoshiharu", 3)}) == "HABU Yoshiharu");
  CHECK(head({spelling("Sato K.", 2), spelling("SATO K.", 3)}) == "SATO K.");
  CHECK(head({spelling("Abe Jiro", 2), spelling("ABE Jiro", 2)}) == "Abe Jiro");
  // Two full names outrank one with an initial, however often that was written.
  std::vector<Spelling> all = with_company("Nakamura K.", "Nakamura Ken");
  all[0].company = all[1].company = {2, 3, 4};
  const auto found = suggest(all, NameKind::player);
  REQUIRE(found.size() == 1);
  CHECK(found[0].to == 1);
}

TEST_CASE("suggestions come with the surest first") {
  const auto found =
      suggest({spelling("Ohno Shinji"), spelling("Ono Shinji"), spelling("Habu Yoshiharu"),
               spelling("Habu Yoshiharu 9dan"), spelling("Abe Jiro"), spelling("Jiro Abe")},
              NameKind::player);
  std::vector<double> scores;
  for (const Suggestion& s : found) scores.push_back(std::round(100 * s.score));
  CHECK(scores == std::vector<double>{99, 97, 90});
}

TEST_CASE("a bye is the word alone, with signs around it") {
  for (const char* const bye : {"bye", "Bye", "BYE", "(bye)", " b-y-e ", "*Bye*"}) {
    CHECK(is_bye(bye));
    CHECK(is_bye(bye, "Abe"));
    CHECK(is_bye("Abe", bye));
  }
  for (const char* const other : {"", "by", "byes", "bye 1", "byé", "bye\x80", "Byers", "good bye"})
    CHECK_FALSE(is_bye(other));
  CHECK_FALSE(is_bye("Abe", "Ito"));
}

TEST_CASE("old forms of kanji are folded to the common ones") {
  for (const auto& [old, common] : std::vector<std::pair<std::string, std::string>>{
           {"澤", "沢"}, {"髙", "高"}, {"﨑", "崎"}, {"嵜", "崎"}, {"邊", "辺"}, {"邉", "辺"},
           {"齋", "斎"}, {"齊", "斉"}, {"濱", "浜"}, {"濵", "浜"}, {"廣", "広"}, {"國", "国"},
           {"圀", "国"}, {"眞", "真"}, {"惠", "恵"}, {"龍", "竜"}, {"櫻", "桜"}, {"嶋", "島"},
           {"嶌", "島"}, {"德", "徳"}, {"條", "条"}, {"瀨", "瀬"}, {"淺", "浅"}, {"榮", "栄"},
           {"學", "学"}, {"實", "実"}, {"彌", "弥"}, {"顯", "顕"}, {"曉", "暁"}, {"澁", "渋"},
           {"瀧", "滝"}, {"豐", "豊"}, {"藏", "蔵"}, {"鐵", "鉄"}, {"槇", "槙"}, {"壽", "寿"},
           {"應", "応"}, {"圓", "円"}, {"縣", "県"}, {"關", "関"}, {"黑", "黒"}, {"與", "与"},
           {"萬", "万"}, {"禮", "礼"}, {"靜", "静"}}) {
    INFO(old);
    CHECK(folded(old) == common);
    CHECK(folded(common) == common);
  }
  CHECK(folded("ァヶヽー") == "ぁゖゝー");
}

TEST_CASE("words of five letters may have a slip, and shorter ones none") {
  const auto slip = [](const char* a, const char* b) {
    const NameKeys x = name_keys(a, NameKind::player), y = name_keys(b, NameKind::player);
    CHECK(one_slip_apart(y, x) == one_slip_apart(x, y));
    return one_slip_apart(x, y);
  };
  CHECK(slip("Saito Ken", "Sato Ken"));
  CHECK(slip("Saito Ken", "Saiko Ken"));
  CHECK_FALSE(slip("Kato Ken", "Kano Ken"));
  CHECK_FALSE(slip("Kato Ken", "Kao Ken"));
  CHECK_FALSE(slip("Saito Ken", "Saito Ken"));
  // Two letters that do not change places are more than a slip.
  CHECK_FALSE(slip("Saito Ken", "Satxo Ken"));
  CHECK_FALSE(slip("Saito Ken", "Saxio Ken"));
  CHECK_FALSE(slip("Saito Ken", "Saikoo Ken Jr"));
  // Whole words and their words without a letter, beside the others.
  CHECK(slip_keys(name_keys("Kato Ken", NameKind::player)).size() == 5);
  CHECK(slip_keys(name_keys("Ito Ken", NameKind::player)).empty());
  CHECK(slip_keys(name_keys("Kat0 Ken", NameKind::player)).empty());
  CHECK(initial_keys(name_keys("Kato Ken", NameKind::player)) ==
        std::vector<std::string>{"ken|k", "kato|k"});
  CHECK(initial_keys(name_keys("Kato K", NameKind::player)) == std::vector<std::string>{"kato|k"});
  CHECK(initial_keys(name_keys("Kato", NameKind::player)).empty());
  CHECK_FALSE(has_initial(name_keys("K", NameKind::player)));
}

TEST_CASE("numbers of events lose their endings, and nothing else does") {
  CHECK(letters_key("11th Open", NameKind::event) == "11 open");
  CHECK(letters_key("11th Open", NameKind::player) == "11th open");
  CHECK(letters_key("th Open", NameKind::event) == "th open");
  CHECK(letters_key("11ths Open", NameKind::event) == "11ths open");
  CHECK(letters_key("2nd 3rd 1st", NameKind::site) == "2 3 1");
}

}  // namespace yari::people
