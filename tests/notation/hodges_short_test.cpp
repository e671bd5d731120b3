// Real games in short Hodges, against the truth that another program found.
#include <catch2/catch.hpp>

#include "tests/notation/records.h"
#include "tests/support/data.h"

namespace yari::test {

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
