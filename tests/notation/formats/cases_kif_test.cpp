// The small records of data/cases, in KIF and KI2: each stands for a kind, and has its value here.
#include "tests/notation/case_records.h"

namespace yari::test {

namespace {

/// The game of a case; no value where the data is missing.
std::optional<Game> game_of_case(const std::string& name) {
  auto records = case_records(name);
  if (!records) return std::nullopt;
  REQUIRE(records->lenient.at(0).game);
  return records->lenient[0].game;
}

std::string findings_of_case(const std::string& name) {
  const auto records = case_records(name);
  return records ? messages(records->lenient.at(0)) : std::string();
}

}  // namespace

TEST_CASE("the cases of KIF are read as what they are") {
  check_case("kif-fullwidth-numbers.kif", "Shogi, 2g2f 8c8d, 0-1 resignation");
  check_case("kif-nbsp.kif", "Shogi, 2g2f 8c8d, * unknown");
  check_case("kif-temoku.kif", "Shogi, 2g2f 8c8d, * unknown");
  // The board does not bear the declarations out.
  check_case("kif-ending-1.kif", "Shogi, 7g7f 8c8d, 1-0 declaration", true);
  check_case("kif-ending-2.kif", "Shogi, 7g7f 8c8d, 1-0 declaration", true);
  check_case("kif-footer-declares.kif", "Shogi, 7g7f 8c8d, 1-0 declaration", true);
  check_case("kif-ending-3.kif", "Shogi, 7g7f 8c8d, 1/2-1/2 move limit");
  check_case("kif-ending-4.kif", "Shogi, 7g7f 8c8d, 1-0 repetition");
  check_case("kif-ending-5.kif", "Shogi, 7g7f 8c8d, 0-1 timeout");
  check_case("kif-ending-6.kif", "Shogi, 7g7f 8c8d, * unknown");
  check_case("kif-resigns-plus.kif", "Shogi, 7g7f 8c8d, 0-1 resignation");
  check_case("kif-henka-header.kif", "Shogi, 7g7f 8c8d, * unknown");
  check_case("kif-henka-ascending.kif", "Shogi, 7g7f 8c8d 2g2f 3c3d, * unknown");
  check_case("kif-variation-continues.kif", "Shogi, 7g7f 8c8d 2g2f 3c3d, * unknown");
  check_case("kif-two-times.kif", "Shogi, G*5b, 1-0 mate");
  check_case("kif-81dojo-board.kif", "Shogi, Rook, 3c3d 7g7f, * unknown");
  check_case("kif-other-no-board.kif", "Shogi, 7g7f 8c8d, * unknown", true);
  check_case("kif-shogigui-eval.kif", "Shogi, 2g2f 8c8d, * unknown");
  check_case("ki2-narazu.ki2", "Shogi, 7g7f 3c3d 8h2b, * unknown");
}

TEST_CASE("the handicaps of the cases of KIF are those that they name") {
  check_case("kif-handicap-1.kif", "Shogi, Left lance, 5a5b 7g7f, * unknown");
  check_case("kif-handicap-2.kif", "Shogi, Rook, 5a5b 7g7f, * unknown");
  check_case("kif-handicap-3.kif", "Shogi, Two pieces, 5a5b 7g7f, * unknown");
  const std::optional<Game> nine = game_of_case("kif-handicap-4.kif");
  if (nine) CHECK(handicap_name(nine->start) == "L1a+N2a+B2b+S3a+G6a+S7a+N8a+R8b+L9a");
  const std::optional<Game> two = game_of_case("kif-handicap-5.kif");
  if (two) CHECK(handicap_name(two->start) == "L1a+B2b");
}

TEST_CASE("what else the cases of KIF ask for") {
  const std::optional<Game> instead = game_of_case("kif-resigns-plus.kif");
  if (!instead) return;
  CHECK(findings_of_case("kif-ending-6.kif") ==
        "7:6: '感想戦' is no ending that is known; it is kept as a comment\n");
  CHECK(instead->moves.ended_at() == 2u);
  CHECK(instead->moves.size() == 5);
  const std::optional<Game> ascending = game_of_case("kif-henka-ascending.kif");
  CHECK(ascending->moves.parent(5) == 1);
  CHECK(ascending->moves.parent(6) == 3);
  const std::optional<Game> mate = game_of_case("kif-two-times.kif");
  CHECK(mate->moves.note(1)->comment.empty());
  CHECK(mate->tag("KIF") == "手合割：詰将棋");
  CHECK(findings_of_case("kif-two-times.kif").empty());
  const std::optional<Game> judged = game_of_case("kif-shogigui-eval.kif");
  const Evaluation& first = judged->moves.note(1)->evaluations.at(0);
  CHECK(first.score == 123);
  CHECK(first.depth == 12);
  CHECK(first.pv.size() == 2);
  CHECK(judged->moves.note(2)->evaluations.at(0).mate);
}

}  // namespace yari::test
