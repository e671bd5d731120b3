// How long the engine thinks when a clock runs.
#include "analysis/engine/clock.h"

#include "analysis/engine/builtin.h"
#include "analysis/engine/search_constants.h"
#include "analysis/engine/time_manager.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

using std::chrono::milliseconds;

milliseconds ms(int n) { return milliseconds(n); }

/// Numbers that the tests do not get from anybody's tuning.
constexpr SearchConstants constants{
    .moves_to_go = 30, .most = 300, .changed = 200, .held = 80, .fall = 80, .unsettled = 100};

Move move(int to) { return Move::board(Square(0), Square(to)); }

/// The milliseconds, in steps of ten, after which a search ends whose iterations find `best`, the
/// last of them again and again.
int ends_after(std::vector<Move> bests, std::vector<int> scores, double settled = 0.6) {
  TimeManager time_manager(ms(1000), 30, constants);
  for (std::size_t i = 0; i + 1 < bests.size(); ++i)
    CHECK_FALSE(time_manager.ends(bests[i], scores[i], settled, ms(0)));
  for (int time = 0;; time += 10) {
    TimeManager now = time_manager;
    if (now.ends(bests.back(), scores.back(), settled, ms(time))) return time;
  }
}

TEST_CASE("the time for a move leaves something on the clock") {
  const auto minutes = time_for_move({ms(300'000), {}, {}}, ms(300'000), constants);
  CHECK(minutes.aim == ms(9970));
  CHECK(minutes.most == ms(29'970));
  const auto increment = time_for_move({ms(10'000), ms(1000), {}}, ms(3000), constants);
  CHECK(increment.aim == ms(820));
  CHECK(increment.most == ms(2520));
  for (int left : {1, 10, 50, 1000, 100'000}) {
    const auto time = time_for_move({ms(100'000), {}, {}}, ms(left), constants);
    CHECK(time.aim >= ms(1));
    CHECK(time.aim <= time.most);
    CHECK(time.most <= ms(std::max(left / 2, 1)));
  }
}

TEST_CASE("of byo-yomi nothing is saved") {
  const auto time = time_for_move({{}, {}, ms(1000)}, ms(0), constants);
  CHECK(time.aim == ms(0));
  CHECK(time.most == ms(970));
  // Of less than twice the margin half is left.
  CHECK(time_for_move({{}, {}, ms(40)}, ms(0), constants).most == ms(20));
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

TEST_CASE("the time for a move grows by the share of the nodes that other moves got") {
  CHECK(ends_after(std::vector(8, move(1)), std::vector(8, 100), 0.6) == 800);
  CHECK(ends_after(std::vector(8, move(1)), std::vector(8, 100), 0.9) == 560);
  CHECK(ends_after(std::vector(8, move(1)), std::vector(8, 100), 0.1) == 1200);
}

TEST_CASE("time that is counted in nodes does not depend on the machine") {
  const GamePosition start{start_setup(Variant::yari), {}, RuleSet::standard};
  BuiltinEngine engine({.hash_mib = 1, .nodes_a_millisecond = 50});
  const Analysis cut = engine.analyze(start, {.time = ms(100)});
  CHECK(cut.nodes >= 5000);
  CHECK(cut.nodes < 5000 + 512);
  CHECK(cut.time == ms(static_cast<int>(cut.nodes / 50)));
  engine.new_game();
  CHECK(engine.analyze(start, {.time = ms(100)}).nodes == cut.nodes);
  engine.new_game();
  const Analysis aimed = engine.analyze(start, {.time = ms(10'000), .aim = ms(100)});
  CHECK(aimed.time >= ms(50));
  CHECK(aimed.time < ms(2000));
}

TEST_CASE("without a clock no iteration is the last") {
  TimeManager time_manager(ms(0), 1, constants);
  CHECK_FALSE(time_manager.ends(move(1), 0, 0, ms(1'000'000)));
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
