// How long the engine thinks when a clock runs.
#include "analysis/engine/clock.h"

#include "analysis/engine/builtin.h"
#include "analysis/engine/time_manager.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

using std::chrono::milliseconds;

milliseconds ms(int n) { return milliseconds(n); }

Move move(int to) { return Move::board(Square(0), Square(to)); }

/// The milliseconds, in steps of ten, after which a search ends whose iterations find `best`, the
/// last of them again and again.
int ends_after(std::vector<Move> bests, std::vector<int> scores) {
  TimeManager time_manager(ms(1000), 30);
  for (std::size_t i = 0; i + 1 < bests.size(); ++i)
    CHECK_FALSE(time_manager.ends(bests[i], scores[i], ms(0)));
  for (int time = 0;; time += 10) {
    TimeManager now = time_manager;
    if (now.ends(bests.back(), scores.back(), ms(time))) return time;
  }
}

TEST_CASE("the time for a move leaves something on the clock") {
  const auto minutes = time_for_move({ms(300'000), {}, {}}, ms(300'000));
  CHECK(minutes.aim == ms(9970));
  CHECK(minutes.most == ms(29'970));
  const auto increment = time_for_move({ms(10'000), ms(1000), {}}, ms(3000));
  CHECK(increment.aim == ms(820));
  CHECK(increment.most == ms(2520));
  for (int left : {1, 10, 50, 1000, 100'000}) {
    const auto time = time_for_move({ms(100'000), {}, {}}, ms(left));
    CHECK(time.aim >= ms(1));
    CHECK(time.aim <= time.most);
    CHECK(time.most <= ms(std::max(left / 2, 1)));
  }
}

TEST_CASE("of byo-yomi nothing is saved") {
  const auto time = time_for_move({{}, {}, ms(1000)}, ms(0));
  CHECK(time.aim == ms(0));
  CHECK(time.most == ms(970));
  // Of less than twice the margin half is left.
  CHECK(time_for_move({{}, {}, ms(40)}, ms(0)).most == ms(20));
}

TEST_CASE("a best move that holds needs less time, one that changed or became worse more") {
  const int held = ends_after(std::vector(8, move(1)), std::vector(8, 100));
  CHECK(held < 1000);
  const int changed = ends_after({move(1), move(1), move(2)}, {100, 100, 100});
  CHECK(changed > 1000);
  std::vector<int> falling(8, 100);
  falling.back() = -50;
  const int worse = ends_after(std::vector(8, move(1)), falling);
  CHECK(worse > held);
  falling.back() = 250;
  CHECK(ends_after(std::vector(8, move(1)), falling) == held);
}

TEST_CASE("without a clock no iteration is the last") {
  TimeManager time_manager(ms(0), 1);
  CHECK_FALSE(time_manager.ends(move(1), 0, ms(1'000'000)));
}

TEST_CASE("an only move is answered at once when a clock runs") {
  // The general in the corner, in check from one rook, can only take the other.
  const Setup corner = *read_sfen("4k4/9/9/9/9/9/9/7r1/r7K b - 1", Variant::shogi);
  const Position<Shogi> position = Position<Shogi>::from_unchecked(corner);
  REQUIRE(position.legal_moves().size() == 1);
  BuiltinEngine engine;
  Limits limits;
  limits.aim = std::chrono::hours(1);
  const Analysis analysis = engine.analyze({corner, {}, RuleSet::standard}, limits, {}, {});
  CHECK(analysis.best() == position.legal_moves()[0]);
  CHECK(analysis.depth == 1);
}

}  // namespace
}  // namespace yari
