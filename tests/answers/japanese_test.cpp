// Sentences in Japanese, and that none in English is left over.
#include <map>
#include <regex>

#include "answers/japanese/change_rows.h"
#include "answers/japanese/query_rows.h"
#include "answers/japanese/reading_rows.h"
#include "answers/japanese/request_rows.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/english_words.h"

namespace yari::test {

namespace {

std::string japanese(std::string english) {
  return in_language(Language::japanese, std::move(english));
}

std::vector<Phrase> rows() {
  std::vector<Phrase> all;
  const auto add = [&](const auto& some) {
    all.insert(all.end(), std::begin(some), std::end(some));
  };
  add(request_rows);
  add(reading_rows);
  add(query_rows);
  add(change_rows);
  return all;
}

/// The arguments of the call whose parenthesis opens before `at`.
std::vector<std::string> arguments(const std::string& code, std::size_t at) {
  std::vector<std::string> all(1);
  int depth = 1;
  for (char quote = '\0'; at < code.size(); ++at) {
    const char c = code[at];
    if (quote != '\0') {
      if (c == '\\') all.back() += code[at++];
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else {
      if (c == '(' || c == '{') ++depth;
      if ((c == ')' || c == '}') && --depth == 0) break;
      if (c == ',' && depth == 1) {
        all.emplace_back();
        continue;
      }
    }
    all.back() += code[at];
  }
  return all;
}

/// What an expression that makes a sentence gives, with 7 in the place of what is put in: "" where
/// it is none, or one of several.
std::string sentence_of(std::string expression) {
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)"|'([^'\\]|\\.)'|([^"'\s+]+))re");
  static const std::regex format(R"re(^\s*fmt::format\(((?:\s*"(?:[^"\\]|\\.)*")+)[^]*)re");
  static const std::regex place(R"(\{[^{}"]*\})");
  static const std::regex made(R"re(std::string\(("[^"]*")\))re");
  expression = std::regex_replace(expression, made, "$1");
  std::string text;
  const bool formatted = std::regex_match(expression, format);
  if (formatted) expression = std::regex_replace(expression, format, "$1");
  for (std::sregex_iterator part(expression.begin(), expression.end(), literal), end; part != end;
       ++part) {
    if ((*part)[3] == "?") return "";
    if (!(*part)[3].matched)
      text += (*part)[1].matched ? (*part)[1].str() : (*part)[2].str();
    else if (!text.ends_with('7'))
      text += '7';
  }
  if (formatted) text = std::regex_replace(text, place, "7");
  text = std::regex_replace(text, std::regex(R"(\\(["'\\]))"), "$1");
  return text.find(' ') == text.npos ? "" : text;
}

/// The sentences that a file of the program makes in calls of these names.
std::vector<std::string> sentences_in(const std::filesystem::path& file, const std::string& names) {
  const std::string code = std::regex_replace(read_file(file), std::regex("//.*"), "");
  const std::regex call("\\b(" + names + ")[({]");
  std::vector<std::string> all;
  for (std::sregex_iterator found(code.begin(), code.end(), call), end; found != end; ++found) {
    const auto after = static_cast<std::size_t>(found->position() + found->length());
    for (const std::string& argument : arguments(code, after)) {
      if (argument.find('"') == argument.npos) continue;
      std::string sentence = sentence_of(argument);
      if (sentence.empty()) continue;
      if ((*found)[1] == "expected") sentence = "expected " + sentence + ", found 'k'";
      all.push_back(std::move(sentence));
    }
  }
  return all;
}

void check_all_are_japanese(const std::filesystem::path& file, const std::string& names,
                            std::size_t& checked) {
  for (const std::string& sentence : sentences_in(file, names)) {
    ++checked;
    INFO(file.string() << ": " << sentence << " | " << japanese(sentence));
    CHECK(find_japanese(sentence));
    CHECK(english_words(japanese(sentence)).empty());
  }
}

}  // namespace

TEST_CASE("sentences are put into Japanese with what they name") {
  const std::map<std::string, std::string> sentences{
      {"there is no game 12", "棋譜12はありません"},
      {"expected a move, found the end", "指し手がなく、ここで終わっています"},
      {"expected the end of the query, found 'k'", "検索語の終わりではありません: 「k」"},
      {"no pawn of White can go to 7f; did you mean P-7d or P-7c?",
       "7fへ行ける後手の歩がありません（もしかして: P-7dかP-7c）"},
      {"the comment was changed elsewhere meanwhile: \"a, b or c\"",
       "このコメントは別の場所で変更されました: 「a, b or c」"},
      {"games.ybb is left as it was: it was changed meanwhile",
       "games.ybbは変更していません: 別の場所で変更されました"},
      {"the king has not entered, 0 of 10 pieces, 9 of 28 points",
       "玉が入っていません、駒が10枚必要なところ0枚です、28点必要なところ9点です"},
      {"3 pawns, but a set has only 2", "歩が3枚ありますが、一組には2枚しかありません"},
      {"import of games.kif", "「games.kif」の取り込み"},
      {"contains no game record: expected a move, found 'i'",
       "棋譜ではありません: 指し手ではありません: 「i」"},
      {"game 12: 'x' is no handicap: expected a handicap, found nothing",
       "棋譜12: 「x」は手合割ではありません: 手合割がありません"},
      {"Date: '31' is no date: a year of four digits is missing",
       "対局日: 「31」は日付ではありません: 四桁の年がありません"},
      {"7g7f: an own piece stands there", "7g7f: そこには自分の駒があります"},
      {"comments before a move (12)", "指し手の前のコメント（12）"},
      {"Nobody has said this before.", "Nobody has said this before."},
      {"", ""}};
  for (const auto& [english, expected] : sentences) {
    CHECK(japanese(english) == expected);
    CHECK(in_language(Language::english, english) == english);
  }
}

TEST_CASE("findings are put into Japanese with what they name") {
  const auto said = [](FindingCode code, std::vector<std::string> values) {
    return in_language(Language::japanese, FindingText{code, std::move(values)});
  };
  CHECK(said(FindingCode::illegal_move, {"4", "'P-8d'", "an own piece stands there"}) ==
        "4手目「P-8d」は反則です: そこには自分の駒があります");
  CHECK(said(FindingCode::game_guessed, {"its moves", "Yari Shogi"}) ==
        "棋種が書かれていないため、指し手から槍将棋と判断しました");
  CHECK(said(FindingCode::handicap_by_moves, {"Left lance, Right lance, Bishop"}) ==
        "後手から始まりますが、開始局面が書かれていません。合うもの: 香落ち、右香落ち、角落ち");
  std::vector<Diagnostic> findings{finding_about_file({FindingCode::no_game_in_file})};
  findings = in_language(Language::japanese, findings);
  CHECK(findings.front().message == "棋譜がありません");
  CHECK(in_language(Language::english, findings).front().message == "contains no game record");
}

TEST_CASE("every row of sentences is found, once, and says in Japanese what it names") {
  const std::regex slot(R"(\{(\d)\})");
  for (const Phrase& row : rows()) {
    INFO(row.english);
    const auto filled = [&](std::string_view text) {
      return std::regex_replace(std::string(text), slot, "$010");
    };
    const std::string expected = filled(row.japanese);
    CHECK(find_japanese(filled(row.english)) == expected);
    CHECK(english_words(expected).empty());
  }
}

TEST_CASE("a text that a stranger made to fit many rows stays as it is, in bounded time") {
  for (const std::string_view part :
       {"a: ", ", ", "expected a, found ", "game 1: ", " or ", "' or '", "{0}", "の「"})
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{90}, std::size_t{1990}, std::size_t{100'000}}) {
      std::string text;
      while (text.size() < size) text += part;
      INFO(part << size);
      static_cast<void>(find_japanese(text));
      const std::string shown = in_language(Language::japanese, text);
      CHECK(shown.size() <= 4 * text.size() + 100);
      if (size == 100'000) CHECK(shown == text);
    }
  CHECK(in_language(Language::japanese, std::string()) == "");
}

TEST_CASE("every sentence of the server, and of what it reads, has Japanese") {
  const std::filesystem::path root(YARI_SOURCE_DIR);
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "web"))
    if (entry.path().extension() == ".cpp" && entry.path().filename() != "request_head.cpp")
      check_all_are_japanese(entry.path(), "RequestError|Refusal|set_error|Busy|fail|left",
                             checked);
  for (const auto& entry : std::filesystem::directory_iterator(root / "db/query"))
    if (entry.path().extension() == ".cpp")
      check_all_are_japanese(entry.path(), "fail|expected", checked);
  for (const char* file :
       {"rules/sfen.cpp", "rules/handicap.cpp", "db/change/tree_edits.cpp",
        "answers/begun_game.cpp", "answers/game_place.cpp", "answers/study/book_edit.cpp",
        "answers/study/drill_session.cpp", "notation/words/comment.cpp"})
    check_all_are_japanese(root / file, "fail|expected|refuse", checked);
  CHECK(checked > 150);
}

}  // namespace yari::test
