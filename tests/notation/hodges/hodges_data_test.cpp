// The measuring data: every game against the truth that other programs found.
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

TEST_CASE("every self-play game of Yari Shogi reads as its truth says") {
  const auto path = shared_data("yari/selfplay-1.hodges");
  const auto truth_path = shared_data("yari/selfplay-1.truth.tsv");
  if (!path || !truth_path) return;
  const Format& hodges = *format_named("hodges");
  const std::string text = read_file(*path);
  const auto records = records_of(text, hodges);
  const auto truth = read_tsv(*truth_path);
  REQUIRE(records.size() == truth.size());
  REQUIRE(truth.size() == 200);
  for (std::size_t i = 0; i < records.size(); ++i) {
    CAPTURE(i + 1);
    const ReadResult strict = hodges.read(records[i], strictly());
    CAPTURE(messages(strict));
    REQUIRE(strict.game);
    CHECK(usi_moves(*strict.game) == truth[i][4]);
    CHECK(name(strict.game->result) == truth[i][1]);
    CHECK(strict.game->variant == Variant::yari);
  }
}

namespace {

// Reads, writes, reads and writes again: same game, same bytes.
void check_written_back(const Game& game, const Format& format) {
  const std::string text = format.write(game, {}).text;
  const ReadResult again = format.read(text, {});
  CAPTURE(text, messages(again));
  REQUIRE(again.game);
  CHECK(*again.game == game);
  CHECK(format.write(*again.game, {}).text == text);
}

}  // namespace

TEST_CASE("every real game written back reads to the same game, and then to the same bytes") {
  for (const char* file : {"yari/selfplay-1.hodges", "shogi/psn/gsdb-1.psn"}) {
    const auto path = shared_data(file);
    if (!path) return;
    const std::string text = from_latin1(read_file(*path));
    for (const std::string_view record : records_of(text, *format_named("hodges"))) {
      const ReadResult read = format_named("hodges")->read(record, {});
      REQUIRE(read.game);
      check_written_back(*read.game, *format_named("hodges"));
      check_written_back(*read.game, *format_named("psn"));
    }
  }
}

TEST_CASE("the real PSN games read as their truth says, and the damaged ones at least as far") {
  const auto path = shared_data("shogi/psn/gsdb-1.psn");
  const auto truth_path = shared_data("shogi/psn/gsdb-1.psn.truth.tsv");
  if (!path || !truth_path) return;
  const Format& psn = *format_named("psn");
  const std::string text = from_latin1(read_file(*path));
  const auto records = records_of(text, psn);
  const auto truth = read_tsv(*truth_path);
  REQUIRE(records.size() == truth.size());
  REQUIRE(truth.size() == 1000);
  for (std::size_t i = 0; i < records.size(); ++i) {
    CAPTURE(i + 1, truth[i][6]);
    const ReadResult read = psn.read(records[i], {});
    CAPTURE(messages(read));
    REQUIRE(read.game);
    const std::string moves = usi_moves(*read.game);
    if (truth[i][6] == "ok") {
      CHECK(moves == truth[i][7]);
      CHECK_FALSE(read.game->was_cut());
    } else {
      CHECK(moves.starts_with(truth[i][7]));
      CHECK((moves.size() > truth[i][7].size() || read.game->was_cut()));
    }
  }
}

}  // namespace yari::test
