// Real games in short Hodges, against the truth that another program found.
#include <filesystem>
#include <regex>

#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

/// How another collector would have written the same records.
struct OtherSpelling {
  const char* what;
  const char* regex;
  const char* written;
};

const OtherSpelling other_spellings[] = {
    {"numbers without a point", R"(\b([0-9]+)\.(?=[PLNSGBRKx+]))", "$1 "},
    {"no numbers", R"(\b[0-9]+\.(?=[PLNSGBRKx+]))", ""},
    {"a cross of its own", R"(([PLNSGBR][1-9a-i]?)x(?=[\s1-9a-i+=]))", "$1×"},
    {"drops with a quote", R"(([PLNSGBR])\*)", "$1'"},
    {"a letter for the dragon", R"(\+R(?=[x1-9]))", "D"},
    {"a letter for the horse", R"(\+B(?=[x1-9]))", "H"},
    {"a letter for the tokin", R"(\+P(?=[x1-9]))", "T"},
    {"ranks in digits: a", R"(([1-9])a(?=[\s+=]))", "$011"},
    {"ranks in digits: e", R"(([1-9])e(?=[\s+=]))", "$015"},
    {"moves on one line", R"([ \t]*\r?\n(?=[0-9]+\.))", " "},
    {"a line for each move", R"([ \t]+(?=[0-9]+\.[PLNSGBRKx+]))", "\n"},
    {"~ for a line end", R"([ \t]*\r?\n(?=[0-9]+\.))", " ~"},
    {"comments in braces", R"((\b[0-9]*7\.[PLNSGBRKx+]\S*))", "$1 {not 1.P7f {x}}"},
    {"comments in brackets", R"((\b[0-9]*7\.[PLNSGBRKx+]\S*))", "$1 [not P7f]"},
    {"variations", R"((\b1\.P\S+))", "$1 (1.P1f 2.P1d (2.P9d))"},
    {"glyphs", R"((\b[0-9]*7\.[PLNSGBRKx+]\S*))", "$1!?"},
    {"a comment after the tags", R"((\]\r?\n)(?=1\.))", "$1{ a comment\n of two lines }\n\n"},
    {"results without braces", R"(\{(1-0|0-1)\})", "$1"},
    {"results with blanks", R"(\{([01])-([01])\})", "$1 - $2"},
    {"no blank lines", R"((\r?\n){2,})", "\n"},
};

struct Brief {
  std::string moves;
  GameResult result;
  bool operator==(const Brief&) const = default;
};

std::vector<Brief> brief_games(const std::string& text) {
  const Format& hodges = *format_named("hodges");
  std::vector<Brief> games;
  for (const std::string_view record : records_of(text, hodges)) {
    const ReadResult read = hodges.read(record, {});
    if (read.game) games.push_back({usi_moves(*read.game), read.game->result});
  }
  return games;
}

}  // namespace

TEST_CASE("real games in short Hodges are the same games in other spellings") {
  const auto truth_path = shared_data("shogi/hodges-short/truth.tsv");
  if (!truth_path) return;
  std::size_t changed = 0;
  for (const auto& file : std::filesystem::directory_iterator(truth_path->parent_path())) {
    if (file.path().extension() != ".psn") continue;
    const std::string text = from_latin1(read_file(file.path()));
    const std::vector<Brief> games = brief_games(text);
    for (const OtherSpelling& s : other_spellings) {
      INFO(file.path().filename().string() << ", " << s.what);
      const std::string other = std::regex_replace(text, std::regex(s.regex), s.written);
      changed += other != text;
      CHECK((brief_games(other) == games));
    }
  }
  CHECK(changed >= 60);
}

TEST_CASE("every real game in short Hodges reads as its truth says, with its own players") {
  const auto truth_path = shared_data("shogi/hodges-short/truth.tsv");
  if (!truth_path) return;
  const Format& hodges = *format_named("hodges");
  const auto truth = read_tsv(*truth_path);
  REQUIRE(truth.size() == 81);
  std::string file;
  std::string text;
  std::vector<std::string_view> records;
  std::size_t n = 0;
  for (const std::vector<std::string>& row : truth) {
    if (row[0] != file) {
      CAPTURE(file);
      CHECK(n == records.size());
      file = row[0];
      text = from_latin1(read_file(truth_path->parent_path() / file));
      records = records_of(text, hodges);
      n = 0;
    }
    CAPTURE(file, n + 1);
    REQUIRE(n < records.size());
    CHECK(std::to_string(n + 1) == row[1]);
    const ReadResult read = hodges.read(records[n++], {});
    CAPTURE(messages(read));
    REQUIRE(read.game);
    CHECK(read.game->tag("Black") == row[2]);
    CHECK(read.game->tag("White") == row[3]);
    CHECK(usi_moves(*read.game) == row[5]);
    CHECK_FALSE(read.game->was_cut());
  }
  CHECK(n == records.size());
}

}  // namespace yari::test
