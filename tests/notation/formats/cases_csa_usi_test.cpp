// The small records of data/cases, in CSA and USI: each stands for a kind, and has its value here.
#include "tests/notation/case_records.h"

namespace yari::test {

TEST_CASE("the cases of CSA are read as what they are") {
  check_case("csa-collapsed.csa", "Shogi, 2g2f 8c8d, 0-1 resignation");
  check_case("csa-handicap-no-side.csa", "Shogi, Rook, 5a4b 2g2f, 1-0 resignation");
  check_case("csa-server-lines.csa", "Shogi, 2g2f 8c8d, 0-1 timeout");
  check_case("csa-name-on-next-line.csa", "Shogi, 2g2f 8c8d 2f2e, 1-0 resignation", true);
  check_case("csa-pv-from-the-move.csa", "Shogi, 2g2f 8c8d, 0-1 resignation");
  if (const auto named = case_records("csa-name-on-next-line.csa")) {
    const ReadResult& read = named->lenient[0];
    CHECK(read.game->tag(tags::black) == "Aoki");
    CHECK(read.game->tag(tags::white) == "Baba");
    const auto warnings =
        std::ranges::count(read.diagnostics, Severity::warning, &Diagnostic::severity);
    CHECK(warnings == 1);
  }
  if (const auto lines = case_records("csa-pv-from-the-move.csa")) {
    const Game& game = *lines->lenient[0].game;
    const std::vector<NodeId> moves = game.moves.main_line();
    const std::pair<int, std::string> expected[] = {{31, "8c8d"}, {-12, "2f2e"}};
    for (std::size_t i = 0; i < 2; ++i) {
      const Note* note = game.moves.note(moves[i]);
      REQUIRE(note);
      REQUIRE(note->evaluations.size() == 1);
      CHECK(note->comment.empty());
      CHECK(note->evaluations[0].score == expected[i].first);
      REQUIRE(note->evaluations[0].pv.size() == 1);
      CHECK(write_usi_move(note->evaluations[0].pv[0], Variant::shogi) == expected[i].second);
    }
  }
}

TEST_CASE("the cases of USI and SFEN are read as what they are") {
  if (const auto short_lines = case_records("short-lines.usi")) {
    REQUIRE(short_lines->strict.size() == 2);
    CHECK(said_of(short_lines->strict[0]) == "Shogi, 7g7f 3c3d, * unknown");
    CHECK(said_of(short_lines->strict[1]) == "Shogi, 7g7f 3c3d 2g2f 8c8d, * unknown");
  }
  if (const auto endings = case_records("usi-endings.usi")) {
    REQUIRE(endings->strict.size() == 2);
    CHECK(said_of(endings->strict[0]) == "Shogi, 2g2f 8c8d, 1/2-1/2 draw agreed");
    CHECK(said_of(endings->strict[1]) == "Shogi, 2g2f, 1/2-1/2 repetition");
  }
  if (const auto bare = case_records("bare.sfen")) {
    REQUIRE(bare->strict.size() == 2);
    for (const ReadResult& read : bare->strict) {
      REQUIRE(read.game);
      CHECK(read.game->moves.main_plies() == 0);
      CHECK(read.game->variant == Variant::shogi);
    }
    CHECK(write_sfen(bare->strict[1].game->start) == "4k4/9/4P4/9/9/9/9/9/9 b G 1");
  }
}

}  // namespace yari::test
