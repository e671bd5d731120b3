// Names: ranks and titles, keys, and which spellings are suggested to be one.
#include <array>

#include "db/change/renaming.h"
#include "db/people/letters.h"
#include "db/people/romaji.h"
#include "db/people/suggest.h"
#include "db/reports/name_records.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

using people::name_keys;
using people::part_name;
using people::PartedName;
using people::Spelling;

namespace {

/// Spellings without company.
std::vector<Spelling> spellings(const std::vector<std::string>& texts) {
  std::vector<Spelling> all;
  for (const std::string& text : texts)
    all.push_back({.text = text, .games = 1, .company = {}, .settings = {}});
  return all;
}

/// Whether the only suggestion is that these two are one.
bool are_one(const std::string& a, const std::string& b, NameKind kind = NameKind::player) {
  return people::suggest(spellings({a, b}), kind).size() == 1;
}

Game tagged(const std::vector<Tag>& tags) {
  Game game = new_game(Variant::yari);
  game.tags = tags;
  return game;
}

}  // namespace

TEST_CASE("ranks and titles are parted from names") {
  const std::vector<std::pair<std::string, PartedName>> table{
      {"Habu Yoshiharu", {"Habu Yoshiharu", "", ""}},
      {"Habu Yoshiharu, 6 Dan", {"Habu Yoshiharu", "6 Dan", ""}},
      {"Habu Yoshiharu 6dan", {"Habu Yoshiharu", "6dan", ""}},
      {"Habu Yoshiharu (amateur 4-dan)", {"Habu Yoshiharu", "amateur 4-dan", ""}},
      {"Majewski Thomas [2 Kyu]", {"Majewski Thomas", "2 Kyu", ""}},
      {"Habu Yoshiharu Oi", {"Habu Yoshiharu", "", "Oi"}},
      {"Habu, Oi", {"Habu", "", "Oi"}},
      {"Oi Takeshi", {"Oi Takeshi", "", ""}},
      {"Takeshi Oi", {"Takeshi Oi", "", ""}},
      {"Meijin Habu Yoshiharu", {"Habu Yoshiharu", "", "Meijin"}},
      {"Habu Meijin 9 Dan", {"Habu", "9 Dan", "Meijin"}},
      {"Habu Ryu-o", {"Habu", "", "Ryu-o"}},
      {"羽生善治九段", {"羽生善治", "九段", ""}},
      {"羽生善治 九段", {"羽生善治", "九段", ""}},
      {"羽生善治 竜王・名人", {"羽生善治", "", "竜王 名人"}},
      {"藤井聡太竜王名人", {"藤井聡太", "", "竜王 名人"}},
      {"渡辺　明竜王", {"渡辺　明", "", "竜王"}},
      {"豊島将之二冠", {"豊島将之", "", "二冠"}},
      {"木村義雄十四世名人", {"木村義雄十四世", "", "名人"}},
      {"大山康晴永世名人", {"大山康晴", "", "永世名人"}},
      {"山田アマ六段", {"山田", "アマ六段", ""}},
      {"鈴木１２級", {"鈴木", "１２級", ""}},
      {"鈴木二十一級", {"鈴木", "二十一級", ""}},
      {"加藤一二三九段", {"加藤一二三", "九段", ""}},
      {"加藤一二三10段", {"加藤一二三", "10段", ""}},
      {"山田花冠", {"山田花冠", "", ""}},
      {"羽生善治、九段", {"羽生善治", "九段", ""}},
      {"羽生善治，九段", {"羽生善治", "九段", ""}},
      {"\tHabu Yoshiharu;/", {"Habu Yoshiharu", "", ""}},
      {"Habu Yoshiharu 1st dan", {"Habu Yoshiharu", "1st dan", ""}},
      {"Habu Yoshiharu, shodan", {"Habu Yoshiharu", "shodan", ""}},
      {"Habu Yoshiharu 5d", {"Habu Yoshiharu", "5d", ""}},
      {"Majewski Thomas 12k", {"Majewski Thomas", "12k", ""}},
      {"Habu Yoshiharu 100dan", {"Habu Yoshiharu 100dan", "", ""}},
      {"6 Dan", {"6 Dan", "", ""}},
      {"名人", {"名人", "", ""}},
      {"Danny Kyuss", {"Danny Kyuss", "", ""}},
      {"", {"", "", ""}},
  };
  for (const auto& [text, parted] : table) {
    INFO(text);
    const PartedName read = part_name(text);
    CHECK(read.name == parted.name);
    CHECK(read.rank == parted.rank);
    CHECK(read.title == parted.title);
  }
  CHECK(part_name("Habu Meijin 9 Dan").honours() == "Meijin 9 Dan");
  CHECK(part_name("Meijin Habu Yoshiharu").honours() == "Meijin");
  CHECK(part_name("Habu Yoshiharu, 6 Dan").honours() == "6 Dan");
  CHECK(part_name("Habu Yoshiharu").honours().empty());
}

TEST_CASE("any bytes are parted and folded without a fault") {
  Rng rng(11);
  for (int i = 0; i < 20'000; ++i) {
    constexpr std::string_view pieces[] = {"段",   "九", " ",   ",",        "(",
                                           ")",    "6",  "dan", "\xFF",     "\xE3",
                                           "名人", "A",  "・",  "\xCC\x88", "o"};
    std::string text;
    for (auto n = rng() % 8; n > 0; --n) text += pieces[rng() % std::size(pieces)];
    const PartedName parted = part_name(text);
    CHECK(parted.name.size() + parted.rank.size() + parted.title.size() <= text.size() + 8);
    (void)name_keys(text, NameKind::player);
    (void)name_keys(text, NameKind::event);
  }
}

TEST_CASE("of a text that is too long for a name nothing is parted, and no slips are looked for") {
  const auto times = [](std::size_t count, const std::string& text) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
  };
  CHECK(part_name("Abe 9dan" + times(250, ",") + ' ' + times(80, "、")) ==
        PartedName{"Abe", "9dan", ""});
  CHECK(part_name("Abe 9dan" + times(300'000, ",")) == PartedName{"Abe", "9dan", ""});
  CHECK(part_name(times(300'000, "　") + "Abe").name == "Abe");
  for (const char* const honour : {"（五段）", " kudan", "名人", " 9", "冠"}) {
    INFO(honour);
    const std::string name = "Abe" + times(50'000, honour);
    CHECK(part_name(name) == PartedName{name, "", ""});
    CHECK_FALSE(people::is_rank(name));
    CHECK(name_keys(name, NameKind::player).parted.name == name);
  }
  CHECK(part_name("Abe" + times(40, "（五段）")).rank == times(39, "五段 ") + "五段");
  const auto slips = [](const std::string& name) {
    return people::slip_keys(name_keys(name, NameKind::player)).size();
  };
  CHECK(slips(times(50, "kita")) == 201);
  CHECK(slips(times(50, "kita") + 'k') == 0);
  CHECK(slips(times(75'000, "kita")) == 0);
  CHECK(people::initial_keys(name_keys(times(9, "ab ") + "c", NameKind::player)).size() == 1);
  CHECK(people::initial_keys(name_keys(times(10, "ab ") + "c", NameKind::player)).empty());
}

TEST_CASE("letters are compared without case, accents and width") {
  CHECK(people::folded("Müller") == "muller");
  CHECK(people::folded("Müller", people::Accents::expanded) == "mueller");
  CHECK(people::folded("ŁUKASZ Sørensen") == "lukasz sorensen");
  CHECK(people::folded("ＨＡＢＵ") == "habu");
  CHECK(people::folded("ｶﾞ") == people::folded("が"));
  CHECK(people::folded("が") != people::folded("か"));
  CHECK(people::folded("髙澤") == "高沢");
  CHECK(people::folded("Ørsted", people::Accents::expanded) == "oersted");
  CHECK(people::folded("Åke Dvořák Růžička", people::Accents::expanded) == "aake dvorak ruzicka");
  CHECK(people::folded("パヽヾ") == people::folded("ぱゝゞ"));
  CHECK(people::folded("パ") != people::folded("ハ"));
  CHECK(people::folded("A\u20DDb") == "ab");
  CHECK(people::words_of("jun'ichi  o-no,x") == std::vector<std::string>{"junichi", "ono", "x"});
  for (const char* const joint : {"’", "‘", "`", "ʼ", "‐", "—"})
    CHECK(people::words_of(std::string("jun") + joint + "ichi ono") ==
          std::vector<std::string>{"junichi", "ono"});
  for (const char* const gap : {"―", "・", "\u0378"})
    CHECK(people::words_of(std::string("jun") + gap + "ichi") ==
          std::vector<std::string>{"jun", "ichi"});
  CHECK(people::words_of("スーパー") == std::vector<std::string>{"スーパー"});
}

TEST_CASE("one key stands for the romanisations of a word") {
  const std::vector<std::vector<std::string>> same{{"ono", "oono", "ohno", "ouno"},
                                                   {"sato", "satou", "satoh", "satoo"},
                                                   {"shinji", "sinzi", "shinzi"},
                                                   {"tsuchiya", "tutiya"},
                                                   {"homma", "honma"},
                                                   {"nambu", "nanbu"},
                                                   {"fukuda", "hukuda"},
                                                   {"shogo", "syogo", "shougo"},
                                                   {"jumonji", "zyumonzi", "juumonji"},
                                                   {"eiichi", "eiiti"},
                                                   {"hatchobori", "hacchobori"}};
  for (const auto& words : same)
    for (const std::string& word : words) {
      INFO(word);
      CHECK(people::romanised_key(word) == people::romanised_key(words.front()));
    }
  CHECK(people::romanised_key("ohashi") == "ohashi");
  CHECK(people::romanised_key("takeshi") != people::romanised_key("takashi"));
}

TEST_CASE("spellings of one name are suggested") {
  CHECK(are_one("Habu Yoshiharu", "Yoshiharu Habu"));
  CHECK(are_one("Ohno Shinji", "Ono Sinzi"));
  CHECK(are_one("José García", "GARCIA, Jose"));
  CHECK(are_one("Müller Hans", "Hans Mueller"));
  CHECK(are_one("Habu Yoshiharu", "Habu Yoshiharu, 6 Dan"));
  CHECK(are_one("羽生善治", "羽生　善治 九段"));
  CHECK_FALSE(are_one("Habu Yoshiharu", "Fujii Takeshi"));
  CHECK_FALSE(are_one("Takeshi Sato", "Takashi Sako"));
  CHECK_FALSE(are_one("渡辺明", "渡辺昭"));
  CHECK_FALSE(are_one("", "?"));
}

TEST_CASE("events with other numbers or groups are other events") {
  CHECK(are_one("14th Ryu-o Sen", "14. Ryuo sen", NameKind::event));
  for (const char* const ordinal : {"1st", "2nd", "3rd", "4th"})
    CHECK(are_one(std::string(ordinal) + " Open", std::string(1, ordinal[0]) + ". Open",
                  NameKind::event));
  CHECK_FALSE(are_one("1sr Open", "1. Open", NameKind::event));
  CHECK_FALSE(are_one("German Open 1998", "German Open 1999", NameKind::event));
  CHECK_FALSE(are_one("55th Jun'i-sen, A Group", "55th Jun'i-sen, B Group", NameKind::event));
  CHECK_FALSE(are_one("55th Jun'i-sen", "56th Jun'i-sen", NameKind::event));
  CHECK(are_one("Göttingen", "Goettingen", NameKind::site));
}

TEST_CASE("players who met are two persons, and so is whom a chain would connect with them") {
  std::vector<Spelling> all = spellings({"Sato Kenji", "Kenji Sato", "SATO Kenji"});
  all[0].company = {1};
  all[1].company = {0};
  const auto suggestions = people::suggest(all, NameKind::player);
  REQUIRE(suggestions.size() == 1);
  CHECK((suggestions[0].from == 2 || suggestions[0].to == 2));
}

TEST_CASE("an initial is suggested where opponents agree, and not where nothing is known of them") {
  std::vector<Spelling> all =
      spellings({"Sato Kenji", "Sato Koji", "Sato K.", "Ann", "Ben", "Cid", "Dan Other"});
  CHECK(people::suggest(all, NameKind::player).empty());
  all[0].company = {3, 4, 5};
  all[2].company = {3, 4};
  all[1].company = {6};
  const auto suggestions = people::suggest(all, NameKind::player);
  REQUIRE(suggestions.size() == 1);
  CHECK(suggestions[0].from == 2);
  CHECK(suggestions[0].to == 0);
  CHECK(suggestions[0].reasons == std::vector{people::Reason::initial});
  CHECK(suggestions[0].common_company == 2);
}

TEST_CASE("two names are one slip apart when one letter of one long word differs") {
  struct Row {
    const char *a, *b;
    bool one_slip;
  };
  for (const auto& [a, b, one_slip] :
       {Row{"Nakamura Ken", "Nakamora Ken", true},   // another
        Row{"Nakamura Ken", "Nakamur Ken", true},    // missing
        Row{"Nakamura Ken", "Nakamurat Ken", true},  // too many
        Row{"Nakamura Ken", "Nakmaura Ken", true},   // exchanged
        Row{"Nakamura Ken", "Nakamurz Ken", true},   // the last
        Row{"Nakamura Ken", "Nakam Ken", false}, Row{"Nakamura Ken", "Nakbmurz Ken", false},
        Row{"Nakamura Ken", "Knnamura Ken", false}, Row{"Nakamura Ken", "Ankamuro Ken", false},
        Row{"Nakamura Ken", "Akamuran Ken", false}, Row{"Nakamura Ken", "Nakamora Jun", false},
        Row{"Nakamura Ken", "Nakamora", false}, Row{"Ito Ken", "Ido Ken", false}}) {
    INFO(a << " and " << b);
    const auto x = name_keys(a, NameKind::player), y = name_keys(b, NameKind::player);
    CHECK(people::one_slip_apart(x, y) == one_slip);
    CHECK(people::one_slip_apart(y, x) == one_slip);
    // With the same opponents only what is one slip apart is suggested.
    std::vector<Spelling> all = spellings({a, b, "Ann", "Ben", "Cid"});
    all[0].company = all[1].company = {2, 3, 4};
    for (const int games : {1, 9}) {
      all[0].games = games;
      all[1].games = 5;
      const auto found = people::suggest(all, NameKind::player);
      REQUIRE(found.size() == (one_slip ? 1 : 0));
      if (one_slip) CHECK(found[0].reasons == std::vector{people::Reason::slip});
      if (one_slip) CHECK(found[0].from == (games == 1 ? 0 : 1));
    }
    all[0].company.push_back(1);
    all[1].company.push_back(0);
    CHECK(people::suggest(all, NameKind::player).empty());
  }
}

TEST_CASE("one name alone, and slips of slips, are suggested where all opponents agree") {
  std::vector<Spelling> all =
      spellings({"Nakamoru Ken", "Nakamora Ken", "Nakamura Ken", "Nakamura", "A", "B", "C", "D"});
  for (std::size_t i = 0; i < 4; ++i) {
    all[i].games = static_cast<std::int64_t>(1 + 4 * i);
    all[i].company = {4, 5, 6, 7};
    all[i].settings = {1};
  }
  all[3].games = 1;
  std::map<std::size_t, people::Suggestion> found;
  for (const people::Suggestion& s : people::suggest(all, NameKind::player)) found[s.from] = s;
  REQUIRE(found.size() == 3);
  CHECK(found[0].reasons == std::vector{people::Reason::slip});
  CHECK(found[3].reasons == std::vector{people::Reason::part});
  for (const auto& [from, suggestion] : found) {
    CHECK(suggestion.to == 2);
    CHECK(suggestion.common_company == 4);
    CHECK(suggestion.common_settings == 1);
  }
}

TEST_CASE("a shortened name is not suggested for a player whose other spelling it met") {
  std::vector<Spelling> all =
      spellings({"Nakamura Ken", "Nakamora Ken", "Nakamura K.", "A", "B", "C", "D"});
  for (std::size_t i = 0; i < 3; ++i) all[i].company = {3, 4, 5, 6};
  all[0].games = 9;
  REQUIRE(people::suggest(all, NameKind::player).size() == 2);
  all[1].company.push_back(2);
  all[2].company.push_back(1);
  const auto found = people::suggest(all, NameKind::player);
  REQUIRE(found.size() == 1);
  CHECK(found[0].from == 1);
}

TEST_CASE("no common opponent, and half a century between them, speak against one person") {
  std::vector<Spelling> all = spellings({"Ohno Shinji", "Sinzi Ono"});
  for (int i = 0; i < 12; ++i)
    all.push_back(spellings({std::string(1, static_cast<char>('A' + i)) + "bcd"}).front());
  REQUIRE(people::suggest(all, NameKind::player).size() == 1);
  SECTION("company") {
    all[0].company = {2, 3, 4, 5, 6, 7};
    all[1].company = {8, 9, 10, 11, 12, 13};
    CHECK(people::suggest(all, NameKind::player).empty());
    all[1].company[0] = 2;
    CHECK(people::suggest(all, NameKind::player).size() == 1);
  }
  SECTION("years") {
    all[0].last_date = 19500101;
    CHECK(people::suggest(all, NameKind::player).size() == 1);
    all[1].first_date = 19520101;
    CHECK(people::suggest(all, NameKind::player).size() == 1);
    all[1].first_date = 20000101;
    CHECK(people::suggest(all, NameKind::player).empty());
  }
}

TEST_CASE("a spelling with accents is suggested for the one that expands them") {
  std::vector<Spelling> all = spellings({"Müller Hans", "Mueller Hans"});
  for (const std::size_t often : {0U, 1U}) {
    all[often].games = 9;
    all[1 - often].games = 1;
    const auto found = people::suggest(all, NameKind::player);
    REQUIRE(found.size() == 1);
    CHECK(found[0].to == often);
    CHECK(found[0].reasons == std::vector{people::Reason::romanisation});
  }
  CHECK(are_one("Sato K.", "SATO K"));
  std::vector<std::string> words;
  for (const auto reason : {people::Reason::slip, people::Reason::initial, people::Reason::part})
    words.emplace_back(in_words(reason));
  CHECK(words == std::vector<std::string>{"one letter", "initial", "one name only"});
}

TEST_CASE("records of names add up games, results, dates and tagged ratings") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game first = tagged({{"Black", "Ann"},
                       {"White", "Bob"},
                       {"Date", "2001.05.06"},
                       {"BlackElo", "1500"},
                       {"WhiteElo", "?"}});
  first.result = GameResult::black_wins;
  Game second =
      tagged({{"Black", "Bob"}, {"White", "Ann"}, {"Date", "2003"}, {"WhiteElo", "1622.0"}});
  second.result = GameResult::draw;
  import_all(database, {first, second, tagged({{"Black", "?"}, {"White", "Ann"}})});
  const NameRecords names = name_records(database, NameKind::player, {});
  REQUIRE(names.spellings.size() == 2);
  CHECK(names.spellings[0].text == "Ann");
  CHECK(names.records[0].games == 3);
  CHECK(names.records[0].wins == 1);
  CHECK(names.records[0].draws == 1);
  CHECK(names.records[0].open() == 1);
  CHECK(names.records[0].first_date == 20010506);
  CHECK(names.records[0].last_date == 20030000);
  REQUIRE(names.records[0].ratings);
  CHECK(names.records[0].ratings->first == TaggedRating{20010506, 1, 1500});
  CHECK(names.records[0].ratings->last == TaggedRating{20030000, 2, 1622});
  CHECK(names.records[0].ratings->highest == 1622);
  CHECK_FALSE(names.records[1].ratings);
  CHECK(names.records[1].losses == 1);
}

TEST_CASE("many names are given as one change, and ranks are kept") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {tagged({{"Black", "Habu Y., 6 Dan"}, {"White", "Bob"}, {"Event", "A"}}),
                        tagged({{"Black", "Bob"}, {"White", "Robert"}, {"Site", "Ōsaka"}}),
                        tagged({{"Black", "Cid"}, {"White", "Dora"}})});
  const std::string before = content_of(database);
  const auto list = resolve({{NameKind::player, "Habu Y., 6 Dan", "Habu Yoshiharu"},
                             {NameKind::player, "Bob", "Robert"},
                             {NameKind::player, "Robert", "Robert Roe"},
                             {NameKind::event, "A", "A Cup"},
                             {NameKind::site, "Ōsaka", "Osaka"},
                             {NameKind::site, "Bob", "Bobville"}});
  REQUIRE(list);
  const RenameResult result = rename(database, *list);
  CHECK(result.edit.games == 2);
  CHECK(result.unknown == std::vector<Renaming>{{NameKind::site, "Bob", "Bobville"}});
  const auto game = database.load_game(1);
  CHECK(game->tag("Black") == "Habu Yoshiharu");
  CHECK(game->tag("BlackTitle") == "6 Dan");
  CHECK(game->tag("White") == "Robert Roe");
  CHECK(game->tag("Event") == "A Cup");
  CHECK(database.header(2)->black == "Robert Roe");
  CHECK(database.header(2)->site == "Osaka");
  CHECK(journal(database).size() == 1);
  REQUIRE(undo(database));
  CHECK(content_of(database) == before);
}

TEST_CASE("renamings that contradict each other are refused with their place") {
  const auto twice = resolve({{NameKind::player, "A", "B"}, {NameKind::player, "A", "C"}});
  REQUIRE_FALSE(twice);
  CHECK(twice.error().at == 1);
  CHECK(twice.error().message == "'A' is given two names: 'B' and 'C'");
  CHECK_FALSE(resolve({{NameKind::player, "A", "B"}, {NameKind::player, "B", "A"}}));
  CHECK_FALSE(resolve({{NameKind::player, "A", ""}}));
  CHECK_FALSE(resolve({{NameKind::player, "", "A"}}));
  CHECK(resolve({{NameKind::player, "A", "B"}, {NameKind::player, "A", "B"}}));
  CHECK(resolve({{NameKind::player, "A", "B"}, {NameKind::event, "A", "C"}}));
}

TEST_CASE("a rank goes to the title of a renamed player once") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {tagged({{"Black", "Habu, 6 Dan"}, {"White", "Bob"}}),
                        tagged({{"Black", "Habu, 6 Dan"}, {"BlackTitle", "Oi"}}),
                        tagged({{"Black", "Habu, 6 Dan"}, {"BlackTitle", "Oi, 6 Dan"}}),
                        tagged({{"Event", "Cup"}, {"White", "Ann, 6 Dan"}}),
                        tagged({{"Site", "Kyoto"}, {"White", "Cid"}})});
  const auto rename_one = [&](NameKind kind, const char* from, const char* to) {
    return rename(database, {{kind, from, to}}).edit.games;
  };
  CHECK(rename_one(NameKind::player, "Habu, 6 Dan", "Habu Yoshiharu") == 3);
  CHECK(rename_one(NameKind::player, "Ann, 6 Dan", "Anna, 6 Dan") == 1);
  CHECK(rename_one(NameKind::event, "Cup", "Cup 1") == 1);
  CHECK(rename_one(NameKind::site, "Kyoto", "Nara") == 1);
  const auto title = [&](GameId id, const char* name) {
    return std::string(database.load_game(id)->tag(name));
  };
  CHECK(title(1, "BlackTitle") == "6 Dan");
  CHECK(title(2, "BlackTitle") == "Oi, 6 Dan");
  CHECK(title(3, "BlackTitle") == "Oi, 6 Dan");
  CHECK(title(4, "WhiteTitle").empty());
  std::vector<std::string> done;
  for (const JournalEntry& entry : journal(database)) done.push_back(entry.what);
  CHECK(done == std::vector<std::string>{"rename site \"Kyoto\" to \"Nara\"",
                                         "rename event \"Cup\" to \"Cup 1\"",
                                         "rename player \"Ann, 6 Dan\" to \"Anna, 6 Dan\"",
                                         "rename player \"Habu, 6 Dan\" to \"Habu Yoshiharu\""});
}

TEST_CASE(
    "records of two spellings are added, with the ratings of their first and last rated game") {
  const auto record = [](int first, int last, const std::vector<TaggedRating>& ratings) {
    NameRecord r;
    r.games = 2;
    r.first_date = first;
    r.last_date = last;
    for (const TaggedRating& rating : ratings) {
      if (!r.ratings)
        r.ratings = TaggedRatings(rating);
      else
        r.ratings->merge(TaggedRatings(rating));
    }
    return r;
  };
  struct Row {
    std::vector<TaggedRating> one, other;
    /// No value without any.
    std::optional<std::array<int, 3>> sum;
  };
  // The games without a rating are earlier and later than all others.
  for (const auto& [one, other, sum] :
       {Row{{{20000101, 1, 1500}, {20010101, 2, 1700}},
            {{20020101, 3, 1400}, {20030101, 4, 1300}},
            {{1500, 1300, 1700}}},
        Row{{{20010101, 1, 1000}}, {{20100101, 2, 2000}}, {{1000, 2000, 2000}}},
        Row{{{20100101, 1, 2000}}, {{20010101, 2, 1000}}, {{1000, 2000, 2000}}},
        // Of one day: by the numbers of the games.
        Row{{{20100101, 8, 1100}}, {{20100101, 7, 1200}}, {{1200, 1100, 1200}}},
        Row{{{20100101, 7, 1200}}, {{20100101, 8, 1100}}, {{1200, 1100, 1200}}},
        Row{{}, {{20020101, 1, 1400}}, {{1400, 1400, 1400}}},
        Row{{{20020101, 1, 1400}}, {}, {{1400, 1400, 1400}}}, Row{{}, {}, std::nullopt}}) {
    const NameRecord early = record(19900101, 20010101, one),
                     late = record(20000101, 20200101, other);
    for (const bool turned : {false, true}) {
      NameRecord all = turned ? late : early;
      all.merge(turned ? early : late);
      CHECK(all.games == 4);
      CHECK(all.first_date == 19900101);
      CHECK(all.last_date == 20200101);
      REQUIRE(all.ratings.has_value() == sum.has_value());
      if (!sum) continue;
      CHECK(all.ratings->first.rating == (*sum)[0]);
      CHECK(all.ratings->last.rating == (*sum)[1]);
      CHECK(all.ratings->highest == (*sum)[2]);
    }
  }
}

}  // namespace yari::test
