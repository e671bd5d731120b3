// How texts are spelled for full-text search, and databases whose words are of an earlier form.
#include "db/query/words.h"

#include "db/codec/notes_blob.h"
#include "db/store/sqlite/file/schema.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"
#include "text/kanji_forms.h"

namespace yari::test {

using query::indexed;
using query::phrases_of;
using query::spelled;

namespace {

struct SpelledText {
  std::string text, spelled, indexed;
};

/// Of the last phrase: its words, and '*' where the last one is open.
std::string last_phrase(const std::string& question) {
  const query::Phrase phrase = phrases_of(question).back();
  std::string words;
  for (const std::string& word : phrase.words) words += (words.empty() ? "" : " ") + word;
  return words + (phrase.is_open ? "*" : "");
}

std::vector<GameId> ids_with_words(Database& database, const std::string& text) {
  GameFilter filter;
  filter.text = text;
  return database.ids(filter);
}

/// Gives a file the index of words that schema 14 had.
void make_words_old(const std::filesystem::path& file) {
  Database database(file, OpenMode::read_write);
  Connection& old = connection_of(database);
  old.execute(
      "DROP TABLE games_text; CREATE VIRTUAL TABLE games_text USING fts5("
      "text, content='', tokenize='unicode61 remove_diacritics 2');"
      "DELETE FROM meta WHERE name = 'word_form'");
  for (const GameId id : database.ids({})) {
    const Game game = database.load_game(id).value();
    if (const std::string text = text_of_notes(game.moves, game.unread); !text.empty())
      Statement(old, "INSERT INTO games_text(rowid, text) VALUES (?, ?)").run({id, text});
  }
  old.execute("ALTER TABLE counted_positions DROP COLUMN by_part; PRAGMA user_version = 14");
}

std::vector<Game> games_with_comments() {
  std::vector<Game> games = mixed_games(6);
  games[0].moves.edit_note(root_node).comment = "この急戦は無理筋";
  games[1].moves.edit_note(root_node).comment = "Not a good move";
  return games;
}

}  // namespace

// On disk: another spelling is another form.
TEST_CASE("the spelling and the words of texts are pinned") {
  CHECK(query::word_form == 1);
  for (const auto& [text, spelling, words] : std::vector<SpelledText>{
           {"", "", ""},
           {"歩", "歩", "歩"},
           {"この急戦は、無理", "この急戦は 無理", "この の急 急戦 戦は は 無理 理"},
           {"後手は４六銀と、Good!", "後手は(4)六銀と (good)",
            "後手 手は は ・ 4 ・ 六銀 銀と と good"},
           {"good 歩", "(good) 歩", "good 歩"},
           {"good歩", "(good)歩", "good ・ 歩"},
           {"a b", "(a) (b)", "a b"},
           {"a\nb 急\n戦 急\r\n戦 急\n\n戦 急\n b", "(a) (b) 急戦 急戦 急 戦 急 (b)",
            "a b 急戦 戦 急戦 戦 急 戦 急 b"},
           {"ｶﾞ ガ か\u3099 カ゛", "が が が か", "が が が か"},
           {"ヵヶヽヾーヴ", "ゕゖゝゞーゔ", "ゕゖ ゖゝ ゝゞ ゞー ーゔ ゔ"},
           {"々〆〇・", "々〆〇", "々〆 〆〇 〇"},
           {"①Ⅳ㍻", "(1iv)平成", "1iv ・ 平成 成"},
           {"Müller Łódź", "(muller) (lodz)", "muller lodz"},
           {"辻\U000E0100本 ❤\uFE0F", "辻本", "辻本 本"},
           {"\U00020BB7野", "\U00020BB7野", "\U00020BB7野 野"},
           {"한국 장기", "(한국) (장기)", "한국 장기"},
           {"急\xE6\x80戦", "急 戦", "急 戦"},
           {"\"(a)\" '*' ^:{}", "(a)", "a"},
       }) {
    INFO(text);
    CHECK(spelled(text) == spelling);
    CHECK(indexed(spelling) == words);
  }
}

TEST_CASE("the phrases of a question have the words that its texts are indexed by") {
  CHECK(phrases_of("").empty());
  CHECK(phrases_of("!? 🎉 ・").empty());
  CHECK(phrases_of("急戦 good 急戦 Ｇｏｏｄ").size() == 2);
  CHECK(last_phrase("歩") == "歩*");
  CHECK(last_phrase("急戦") == "急戦");
  CHECK(last_phrase("この急戦") == "この の急 急戦");
  CHECK(last_phrase("good") == "good*");
  CHECK(last_phrase("4六") == "4 ・ 六*");
  CHECK(last_phrase("4六銀") == "4 ・ 六銀");
  CHECK(last_phrase("六銀4") == "六銀 銀 ・ 4*");
  CHECK(last_phrase("a銀b") == "a ・ 銀 ・ b*");
  CHECK(phrases_of("六銀4").front().spelled == "六銀(4");
}

TEST_CASE("a word ends after 1,024 bytes, and never within a character") {
  CHECK(spelled(std::string(2000, 'x')) == "(" + std::string(1024, 'x') + ")");
  std::string hangul;
  for (int i = 0; i < 1000; ++i) hangul += "한";
  CHECK(spelled(hangul).size() == 2 + 1023);
  CHECK(spelled(std::string(2000, 'x') + " y") == "(" + std::string(1024, 'x') + ") (y)");
}

// Texts are folded in pieces of about as many bytes.
TEST_CASE("where a long text is cut does not matter") {
  for (int before = 1000; before < 1030; ++before) {
    const std::string start(static_cast<std::size_t>(before), '.');
    CHECK(spelled(start + "か\u3099ｶﾞ good\u0301 急戦") == "がが (good) 急戦");
    std::string kana;
    for (int i = 0; i < 500; ++i) kana += "ｶﾞ";
    std::string wide;
    for (int i = 0; i < 500; ++i) wide += "が";
    CHECK(spelled(start + kana) == wide);
  }
}

TEST_CASE("a text of marks alone takes no time by their square", "[time]") {
  std::string marks;
  for (int i = 0; i < 300'000; ++i) marks += "\u05B0\u05B1";
  CHECK(spelled(marks + "か\u3099").ends_with("が"));
}

TEST_CASE("words of an earlier form are refused until they are rebuilt, and kept up until then") {
  TempFolder folder;
  const std::string file = folder / "a.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, games_with_comments());
  }
  make_words_old(file);
  CHECK_THROWS_WITH(Database(file, OpenMode::read_only), Contains("schema 14"));
  {
    Database database(file, OpenMode::read_write);
    CHECK(connection_of(database).integer("PRAGMA user_version") == schema_version);
    CHECK_THROWS_WITH(ids_with_words(database, "急戦"), Contains("'yari db compact'"));
    CHECK_THROWS_WITH(ids_with_words(database, "good"), Contains("'yari db compact'"));
    CHECK(database.verify().problems == std::vector<std::string>());
    // What is written meanwhile is of the earlier form as well.
    MoveTree other = database.load_game(2)->moves;
    other.edit_note(root_node).comment = "A fine move, 急戦だった";
    database.replace_notes(2, other);
    CHECK(database.verify().problems == std::vector<std::string>());
    connection_of(database).execute(
        "INSERT INTO games_text(games_text) VALUES ('integrity-check')");
  }
  CHECK_THROWS_WITH(
      [&] {
        Database database(file, OpenMode::read_only);
        ids_with_words(database, "急戦");
      }(),
      Contains("'yari db compact'"));
  const auto check = [&](Database& database) {
    CHECK(ids_with_words(database, "急戦") == std::vector<GameId>{1, 2});
    CHECK(ids_with_words(database, "fine") == std::vector<GameId>{2});
    CHECK(ids_with_words(database, "not").empty());
    CHECK(database.verify().problems == std::vector<std::string>());
  };
  SECTION("by compact") {
    Database database(file, OpenMode::read_write);
    database.compact();
    check(database);
    database.compact();
    check(database);
  }
  SECTION("by compact --reindex") {
    Database database(file, OpenMode::repair);
    database.reindex();
    check(database);
  }
}

TEST_CASE("an old database without comments needs no new words") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    Rng rng(3);
    import_all(database, {random_record(Variant::shogi, rng, 20, false)});
  }
  make_words_old(folder / "a.db");
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(ids_with_words(database, "急戦").empty());
  MoveTree tree = database.load_game(1)->moves;
  tree.edit_note(root_node).comment = "この急戦";
  database.replace_notes(1, tree);
  CHECK(ids_with_words(database, "急戦") == std::vector<GameId>{1});
  CHECK(database.verify().problems == std::vector<std::string>());
}

TEST_CASE("katakana and old kanji have a common form") {
  CHECK(common_form(U'ァ') == U'ぁ');
  CHECK(common_form(U'ヶ') == U'ゖ');
  CHECK(common_form(U'ー') == U'ー');
  CHECK(common_form(U'ヷ') == U'ヷ');
  CHECK(common_form(U'龍') == U'竜');
  CHECK(common_form(U'靜') == U'静');
  CHECK(common_form(U'圀') == U'国');
  CHECK(common_form(U'國') == U'国');
  CHECK(common_form(U'一') == U'一');
}

}  // namespace yari::test
