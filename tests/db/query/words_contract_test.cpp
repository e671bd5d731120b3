// `--text` asked of every back end: SQLite, and, compiled once more,
// PostgreSQL. All find what query::TextTest finds.
#include "db/change/upkeep.h"
#include "db/query/words.h"
#include "tests/db/tools/back_ends.h"

namespace yari::test {

namespace {

Game commented(const std::string& comment) {
  Rng rng(std::hash<std::string>()(comment));
  Game game = random_record(Variant::shogi, rng, 12, false);
  game.tags.clear();
  game.moves.edit_note(root_node).comment = comment;
  return game;
}

std::vector<GameId> having_text(Database& database, const std::string& question) {
  GameFilter filter;
  filter.text = question;
  return database.ids(filter);
}

struct AskedText {
  std::string text;
  std::vector<GameId> games;
};

const std::vector<std::string> word_comments{
    "この急戦は無理筋",                // 1
    "ヤグラ囲い。歩をつく",            // 2
    "先手やぐら",                      // 3
    "ﾔｸﾞﾗ崩し",                        // 4
    "ここで４六銀とＧｏｏｄ move！",   // 5
    "14六銀",                          // 6
    "急、戦。急 戦",                   // 7
    "ここで急\n戦法",                  // 8
    "龍王を作る",                      // 9
    "🎉急所🎉",                          // 10
    "\xff急\xfe所",                    // 11
    "か\u3099んばる",                  // 12
    "東京都庁と京都",                  // 13
    "東京、都庁",                      // 14
    "a急b, straße",                    // 15
    "見た急戦\n\n法",                  // 16
    "急戦と戦法",                      // 17
    "1\n歩 2、歩",                     // 18
    "\U00020BB7野家と辻\U000E0100本",  // 19
};

const std::vector<AskedText> word_questions{
    {"急戦", {1, 8, 16, 17}},
    {"この急戦は", {1}},
    {"戦は無理", {1}},
    {"急戦法", {8}},
    {"急戦と戦", {17}},
    {"歩", {2, 18}},
    {"ヤグラ", {2, 3, 4}},
    {"やぐら", {2, 3, 4}},
    {"ﾔｸﾞﾗ", {2, 3, 4}},
    {"くら", {}},
    {"ヤグラ 歩", {2}},
    {"歩 ヤグラ", {2}},
    {"京都", {13}},
    {"東京都", {13}},
    {"都庁", {13, 14}},
    {"4六銀", {5}},
    {"４六", {5}},
    {"14六", {6}},
    {"六銀", {5, 6}},
    {"goo", {5}},
    {"ood", {}},
    {"GOOD 銀", {5}},
    {"銀とgo", {5}},
    {"銀go", {}},
    {"good ove", {}},
    {"急 戦", {1, 7, 8, 16, 17}},
    {"竜王", {9}},
    {"龍王", {9}},
    {"急所", {10}},
    {"急\xff戦", {1, 7, 8, 16, 17}},
    {"がん", {12}},
    {"ガン", {12}},
    {"かん", {}},
    {"a急b", {15}},
    {"A急", {15}},
    {"急b", {15}},
    {"急 b", {15}},
    {"a 急", {15}},
    {"strasse", {15}},
    {"1歩", {}},
    {"2歩", {}},
    {"𠮷野", {19}},
    {"辻本", {19}},
    // Signs, and what FTS5 and a tsquery would take for more than words.
    {"。", {}},
    {"!!! … ", {}},
    {"🎉", {}},
    {"\xff", {}},
    {"・", {}},
    {"\"急戦\"", {1, 8, 16, 17}},
    {"急戦* ", {1, 8, 16, 17}},
    {"^急戦", {1, 8, 16, 17}},
    {"-急戦", {1, 8, 16, 17}},
    {"急戦' | '", {1, 8, 16, 17}},
    {"急戦 & !急戦:*", {1, 8, 16, 17}},
    {"text : 急戦", {}},
    {"急戦 OR 歩", {}},
    {"急戦\" OR \"歩", {}},
    {"NEAR(急戦)", {}},
    {"{\"急戦\"}", {1, 8, 16, 17}},
    {"(急戦)", {1, 8, 16, 17}},
};

}  // namespace

FOR_EACH_BACK_END("words are found inside Japanese sentences, whatever their width and kana") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  std::vector<Game> games;
  for (const std::string& comment : word_comments) games.push_back(commented(comment));
  import_all(database, games);
  REQUIRE(database.count() == std::ssize(word_comments));
  for (const auto& [text, expected] : word_questions) {
    INFO(text);
    CHECK(having_text(database, text) == expected);
    const query::TextTest test(text);
    std::vector<GameId> simply;
    for (std::size_t i = 0; i < word_comments.size(); ++i)
      if (test.in_text(word_comments[i])) simply.push_back(static_cast<GameId>(i + 1));
    CHECK(simply == expected);
  }
  CHECK(database.verify().problems == std::vector<std::string>());
  // The index follows changes.
  MoveTree other = database.load_game(1)->moves;
  other.edit_note(root_node).comment = "持久戦";
  database.replace_notes(1, other);
  CHECK(having_text(database, "急戦") == std::vector<GameId>{8, 16, 17});
  CHECK(having_text(database, "久戦") == std::vector<GameId>{1});
  delete_games(database, {8});
  CHECK(having_text(database, "急戦") == std::vector<GameId>{16, 17});
  CHECK(undo(database));
  CHECK(having_text(database, "急戦") == std::vector<GameId>{8, 16, 17});
  CHECK(database.verify().problems == std::vector<std::string>());
  database.reindex();
  CHECK(having_text(database, "急戦") == std::vector<GameId>{8, 16, 17});
  CHECK(database.verify().problems == std::vector<std::string>());
}

FOR_EACH_BACK_END("bookmarks, text that was not read, names, events and places have words, too") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  Game game = commented("x");
  game.moves.edit_note(1).before = "前の急戦";
  game.moves.edit_note(2).bookmark = "好手はどこ";
  game.unread = "これは読めない行";
  game.set_tag(tags::black, "羽生善治 竜王");
  game.set_tag(tags::white, "ﾊﾌﾞ");
  game.set_tag(tags::event, "第25期竜王戦七番勝負 第2局");
  game.set_tag(tags::site, "東京・将棋会館");
  import_all(database, {game, commented("y")});
  for (const char* text : {"急戦", "手はど", "読めない", "善治", "竜王 善治", "はぶ",
                           "竜王戦 第2局", "番勝負", "将棋 東京", "龍王戦"}) {
    INFO(text);
    CHECK(having_text(database, text) == std::vector<GameId>{1});
  }
  // Words of several places do not add up, and one of them is not continued in the next.
  for (const char* text : {"善治 東京", "急戦好手", "どここれ", "戦 将棋", "王戦第"}) {
    INFO(text);
    CHECK(having_text(database, text).empty());
  }
}

FOR_EACH_BACK_END("the words of games with many notes stay those of their texts") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  Rng rng(8);
  std::vector<Game> games;
  for (int i = 0; i < 30; ++i) {
    Game game = random_record(Variant::shogi, rng, 30, true);
    for (const NodeId node : {0U, 3U, 5U, 7U})
      game.moves.edit_note(node).comment = node % 2 == 0 ? "歩 good" : "bad 4六銀";
    games.push_back(std::move(game));
  }
  import_all(database, games);
  CHECK(database.verify().problems == std::vector<std::string>());
  CHECK(having_text(database, "4六銀").size() == 30);
  for (const GameId id : database.ids({}))
    database.replace_notes(id, database.load_game(id)->moves);
  CHECK(database.verify().problems == std::vector<std::string>());
  delete_games(database, database.ids({}, {.limit = 20}));
  CHECK(having_text(database, "4六銀").size() == 10);
  CHECK(database.verify().problems == std::vector<std::string>());
}

FOR_EACH_BACK_END("long texts and long questions are no other than short ones") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  std::string long_text, many_words, often;
  for (int i = 0; i < 3000; ++i) long_text += i % 3 == 0 ? "歩" : i % 7 == 0 ? "銀" : "と";
  for (int i = 0; i < 3000; ++i) many_words += "w" + std::to_string(i) + " ";
  // More often, and further from the beginning, than a tsvector keeps places.
  for (int i = 0; i < 20'000; ++i) often += "との";
  import_all(database, {commented(long_text), commented(many_words), commented(often + "歩歩金銀"),
                        commented(often + "歩金" + often + "金銀")});
  CHECK(having_text(database, long_text) == std::vector<GameId>{1});
  CHECK(having_text(database, long_text + "玉").empty());
  CHECK(having_text(database, many_words) == std::vector<GameId>{2});
  CHECK(having_text(database, many_words + "v").empty());
  CHECK(having_text(database, "の歩金") == std::vector<GameId>{4});
  CHECK(having_text(database, "歩金銀") == std::vector<GameId>{3});
  CHECK(having_text(database, "とのとの金銀") == std::vector<GameId>{4});
  CHECK(database.verify().problems == std::vector<std::string>());
}

}  // namespace yari::test
