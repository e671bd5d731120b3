// The measuring data: every game against the truth that other programs found.
#include <catch2/catch.hpp>

#include "tests/notation/records.h"
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
      WARN("record " << i + 1 << " (" << truth[i][6] << "): " << read.game->moves.main_plies()
                     << " plies, cut: " << read.game->was_cut() << "\n"
                     << messages(read));
    }
  }
}

}  // namespace yari::test
