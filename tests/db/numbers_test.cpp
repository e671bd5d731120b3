// What pieces do, and mistakes by the clock.
#include "db/reports/clock_mistakes.h"
#include "db/reports/judgements.h"
#include "db/reports/move_counts.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("moves are counted by piece: drops, captures, promotions and those declined") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {game_of(Variant::shogi, "7g7f 3c3d 8h2b+ 3a2b B*4e 8c8d 4e3d"),
                        game_of(Variant::shogi, "7g7f 3c3d 8h3c")});
  const VariantCounts counts = count_moves(database, {}).at(Variant::shogi);
  CHECK(counts.games == 2);
  CHECK(counts.moves == 10);
  Kind bishop{};
  for (const Kind kind : {Kind{0}, Kind{1}, Kind{2}, Kind{3}, Kind{4}, Kind{5}, Kind{6}})
    if (Shogi::info[kind].letter == 'B') bishop = kind;
  const KindCounts& b = counts.kinds[bishop];
  CHECK(b.moves == 4);
  CHECK(b.drops == 1);
  CHECK(b.captures == 2);
  CHECK(b.promotions == 1);
  CHECK(b.declined == 1);
  CHECK(counts.kinds[pawn].moves == 5);
  GameFilter none;
  none.ids = {77};
  CHECK(count_moves(database, none).empty());
}

TEST_CASE("mistakes are counted by the time that was left, without the book") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game game = game_of(Variant::yari, "7g7f 3c3d 6g6f 4c4d");
  const std::vector<NodeId> line = game.moves.main_line();
  const std::uint32_t left[] = {600'000, 5'000, 9'999, 10'000};
  for (std::size_t i = 0; i < 4; ++i) game.moves.edit_note(line[i]).left_ms = left[i];
  import_all(database, {game, game_of(Variant::yari, "7g7f")});
  StoredAnnotation annotation;
  annotation.engine = "e";
  annotation.coefficient = 2500;
  annotation.book_plies = 1;
  StoredJudgement blunder;
  blunder.ply = 2;
  blunder.kind = JudgedKind::blunder;
  blunder.move = game.moves.move(line[2]);
  annotation.judgements = {blunder};
  store_annotation(database, 1, annotation);
  const std::vector<ClockGroup> groups = count_clock_mistakes(database, {});
  CHECK(groups[0].moves == 2);
  CHECK(groups[0].judged[2] == 1);
  CHECK(groups[0].judged[0] == 0);
  CHECK(groups[1].from == 10);
  CHECK(groups[1].moves == 1);
  std::int64_t all = 0;
  for (const ClockGroup& group : groups) all += group.moves;
  CHECK(all == 3);
}

}  // namespace yari::test
