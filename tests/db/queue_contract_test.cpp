// What every back end must do with the queues of games and positions.
#include <set>

#include "db/change/annotations.h"
#include "db/change/upkeep.h"
#include "db/evaluation_cache.h"
#include "db/work_queue.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

constexpr std::chrono::milliseconds long_lease = std::chrono::hours(1);
/// Over when it begins.
constexpr std::chrono::milliseconds no_lease{0};

/// Games by state, of all groups.
std::array<std::int64_t, store::work_state_count> states(WorkQueue& queue) {
  std::array<std::int64_t, store::work_state_count> all{};
  for (const WorkGroup& group : queue.groups())
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += group.counts[i];
  return all;
}
using States = std::array<std::int64_t, store::work_state_count>;

/// Stores an annotation that says nothing.
void annotate_by(Database& database, GameId id, const std::string& engine,
                 const std::optional<MoveTree>& annotated = {}) {
  const Game own = *database.load_game(id);
  StoredAnnotation annotation;
  annotation.engine = engine;
  annotation.coefficient = 600;
  AnnotationChange(database, "annotate").store(id, own, annotated.value_or(own.moves), annotation);
}

}  // namespace

FOR_EACH_BACK_END("a back end gives each queued game to one worker, the most urgent first") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open()), other(back_end.open());
  import_all(database, mixed_games(6));
  GameQueue queue(database), again(other);
  CHECK(queue.put({2, 3, 4, 999}, "e", "nodes 1", 0) == 3);
  CHECK(queue.put({5}, "e", "nodes 2", 7) == 1);
  CHECK(queue.put({1}, "another", "nodes 1", 9) == 1);
  CHECK(queue.put({4}, "e", "nodes 1", 3) == 0);
  CHECK(states(again) == States{5, 0, 0, 0});
  std::vector<GameId> order;
  while (const auto claim = (order.size() % 2 == 0 ? queue : again).claim("e", "w", long_lease)) {
    order.push_back(claim->work.id);
    CHECK(claim->work.settings == (claim->work.id == 5 ? "nodes 2" : "nodes 1"));
    CHECK(claim->attempt == 1);
  }
  CHECK(order == std::vector<GameId>{5, 4, 2, 3});
  CHECK(states(queue) == States{1, 4, 0, 0});
  CHECK_FALSE(queue.claim("nobody's", "w", long_lease));
  CHECK(queue.has_open("another"));
  CHECK_FALSE(queue.has_open("nobody's"));
  const std::vector<WorkRow> running = queue.rows(WorkState::running, 2);
  REQUIRE(running.size() == 2);
  CHECK(running[0].work.id == 5);
  CHECK(running[0].worker == "w");
  CHECK(running[0].left > long_lease / 2);
}

FOR_EACH_BACK_END("a back end gives a game whose lease has ended to another worker") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(3));
  GameQueue queue(database);
  queue.put({1}, "e", "s", 0);
  int written = 0;
  const auto write = [&] {
    ++written;
    annotate_by(database, 1, "e");
  };
  const Claim first = *queue.claim("e", "a", no_lease);
  const Claim second = *queue.claim("e", "b", long_lease);
  CHECK(second.attempt == 2);
  CHECK_FALSE(queue.extend(first, long_lease));
  CHECK_FALSE(queue.give_back(first));
  CHECK_FALSE(queue.fail(first, "late", false));
  CHECK_FALSE(queue.finish(first, write));
  CHECK(written == 0);
  CHECK_FALSE(queue.claim("e", "c", long_lease));
  CHECK(queue.extend(second, no_lease));
  // It ended, and nobody came.
  CHECK(queue.finish(second, write));
  CHECK(written == 1);
  CHECK_FALSE(queue.finish(second, write));
  CHECK_FALSE(queue.claim("e", "c", long_lease));
  CHECK(states(queue) == States{0, 0, 1, 0});
  CHECK(queue.put({1}, "e", "s", 0) == 1);
  CHECK(states(queue) == States{1, 0, 0, 0});
}

FOR_EACH_BACK_END("a back end gives a game up after three attempts, unless they were given back") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(3));
  GameQueue queue(database);
  queue.put({1, 2, 3}, "e", "s", 0);
  for (int i = 0; i < 10; ++i) {
    const Claim claim = *queue.claim("e", "w", long_lease);
    CHECK(claim.attempt == 1);
    CHECK(queue.give_back(claim));
  }
  for (int attempt = 1; attempt <= store::most_attempts; ++attempt) {
    const Claim claim = *queue.claim("e", "w", long_lease);
    CHECK(claim.work.id == 1);
    CHECK(claim.attempt == attempt);
    CHECK(queue.fail(claim, "the engine died", true));
  }
  for (int attempt = 1; attempt <= store::most_attempts; ++attempt)
    CHECK(queue.claim("e", "w", no_lease)->work.id == 2);
  CHECK(queue.fail(*queue.claim("e", "w", long_lease), "damaged", false));
  CHECK_FALSE(queue.claim("e", "w", long_lease));
  const std::vector<WorkRow> failed = queue.rows(WorkState::failed, 9);
  REQUIRE(failed.size() == 3);
  CHECK(failed[0].reason == "the engine died");
  CHECK(failed[1].reason == "the lease of w ended");
  CHECK(failed[2].reason == "damaged");
  CHECK(failed[2].attempts == 1);
  CHECK(queue.retry() == 3);
  CHECK(queue.claim("e", "w", long_lease)->attempt == 1);
  CHECK(queue.clear(WorkState::waiting) == 2);
  CHECK(queue.clear(WorkState::running) == 1);
  CHECK(queue.groups().empty());
}

FOR_EACH_BACK_END("a back end stores a result and that it is done together, or neither") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, {game_of(Variant::shogi, "7g7f 3c3d 2g2f")});
  GameQueue queue(database);
  queue.put({1}, "e", "s", 0);
  const Claim claim = *queue.claim("e", "w", long_lease);
  const MoveTree own = database.load_game(1)->moves;
  MoveTree lies = own;
  lies.add(root_node, *read_usi_move("5i5a", Variant::shogi));
  const auto refused = [&](const std::function<void()>& write) {
    CHECK_THROWS_AS(queue.finish(claim, write), RefusedResult);
  };
  refused([&] { annotate_by(database, 1, "e", lies); });
  refused([&] { annotate_by(database, 1, "another"); });
  refused([] {});
  CHECK_THROWS_AS(queue.finish(claim, [&] { throw Full("no room"); }), Full);
  CHECK_FALSE(load_annotation(database, 1));
  CHECK(database.load_game(1)->moves == own);
  CHECK(states(queue) == States{0, 1, 0, 0});
  CHECK(queue.finish(claim, [&] { annotate_by(database, 1, "e"); }));
  CHECK(load_annotation(database, 1));
  CHECK(states(queue) == States{0, 0, 1, 0});
  CHECK(database.verify().problems == std::vector<std::string>{});
}

FOR_EACH_BACK_END("a deleted game is not in the queue of a back end") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(3));
  GameQueue queue(database);
  queue.put({1, 2}, "e", "s", 0);
  const Claim claim = *queue.claim("e", "w", long_lease);
  delete_games(database, {1, 2});
  CHECK_FALSE(queue.extend(claim, long_lease));
  CHECK_FALSE(queue.claim("e", "w", long_lease));
  CHECK(undo(database));
  CHECK(queue.groups().empty());
  CHECK(database.verify().problems == std::vector<std::string>{});
}

namespace {

Setup position(const char* sfen) { return *read_sfen(sfen, *variant_of_board(sfen)); }

/// The even start of Shogi, and after 7g7f.
const char* const shogi_start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const char* const shogi_answer =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";

std::vector<Evaluation> line_of(const std::vector<std::string>& words, Variant v) {
  Evaluation line;
  line.score = 37;
  line.depth = 9;
  line.nodes = 1234;
  for (const std::string& word : words) line.pv.push_back(*read_usi_move(word, v));
  return {line};
}

}  // namespace

FOR_EACH_BACK_END("a back end gives each queued position to one worker, once for each engine") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open()), other(back_end.open());
  PositionQueue queue(database), again(other);
  const Setup yari = start_setup(Variant::yari);
  CHECK(queue.put(position(shogi_start), "e", "s", 0));
  CHECK(queue.put(position(shogi_answer), "e", "s", 0));
  CHECK(queue.put(yari, "e", "t", 5));
  CHECK(queue.put(position(shogi_start), "another", "s", 9));
  CHECK_FALSE(queue.put(position(shogi_answer), "e", "s", 3));
  // The number of the move makes no other position.
  CHECK_FALSE(queue.put(position("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 7"),
                        "e", "s", 0));
  CHECK(states(again) == States{4, 0, 0, 0});
  CHECK(GameQueue(database).groups().empty());
  std::vector<Setup> order;
  std::set<std::int64_t> numbers;
  while (const auto claim = (order.size() % 2 == 0 ? queue : again).claim("e", "w", long_lease)) {
    const std::optional<Setup> of = position_of(claim->work);
    REQUIRE(of);
    order.push_back(*of);
    numbers.insert(claim->work.id);
    CHECK(claim->work.settings == (of->variant == Variant::yari ? "t" : "s"));
  }
  const auto bare = [](const Setup& setup) { return write_sfen_without_number(setup); };
  REQUIRE(order.size() == 3);
  CHECK(bare(order[0]) == bare(yari));
  CHECK(bare(order[1]) == bare(position(shogi_answer)));
  CHECK(bare(order[2]) == bare(position(shogi_start)));
  CHECK(numbers.size() == 3);
  CHECK(queue.has_open("another"));
  CHECK_FALSE(GameQueue(database).has_open("another"));
  CHECK(again.find(yari, "e", "t")->state == WorkState::running);
  CHECK(again.find(yari, "e", "t")->worker == "w");
  CHECK(again.find(position(shogi_start), "another", "s")->state == WorkState::waiting);
  CHECK_FALSE(again.find(yari, "e", "s"));
  CHECK_FALSE(again.find(yari, "another", "t"));
  const std::vector<WorkRow> running = queue.rows(WorkState::running, 1);
  REQUIRE(running.size() == 1);
  CHECK(running[0].work.sfen == bare(yari));
  CHECK(running[0].left > long_lease / 2);
  CHECK(queue.clear(WorkState::running) == 3);
  CHECK_FALSE(again.find(yari, "e", "t"));
}

FOR_EACH_BACK_END("a back end stores an evaluation and that the position is done, or neither") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  PositionQueue queue(database);
  const Setup start = position(shogi_start);
  queue.put(start, "e", "s", 0);
  const Claim lost = *queue.claim("e", "a", no_lease);
  const Claim claim = *queue.claim("e", "b", long_lease);
  CHECK(claim.attempt == 2);
  const auto stored = [&](const std::string& engine) {
    return EvaluationCache(database, Variant::shogi, engine, "nodes 9")
        .find(Position<Shogi>::from(start)->key());
  };
  const std::vector<Evaluation> sound = line_of({"7g7f", "3c3d"}, Variant::shogi);
  CHECK_THROWS_AS(queue.finish(claim, "nodes 9", {}), RefusedResult);
  CHECK_THROWS_AS(queue.finish(claim, "nodes 9", {Evaluation{}}), RefusedResult);
  // The answer, then the move itself: the piece has gone.
  CHECK_THROWS_WITH(queue.finish(claim, "nodes 9", line_of({"7g7f", "7g7f"}, Variant::shogi)),
                    Contains("7g7f is not legal"));
  std::vector<Evaluation> second = sound;
  second.push_back(line_of({"5a5b"}, Variant::shogi).front());
  CHECK_THROWS_AS(queue.finish(claim, "nodes 9", second), RefusedResult);
  CHECK_FALSE(queue.finish(lost, "nodes 9", sound));
  CHECK_FALSE(stored("e"));
  CHECK(states(queue) == States{0, 1, 0, 0});
  CHECK(queue.finish(claim, "nodes 9", sound));
  CHECK(stored("e") == sound);
  CHECK_FALSE(stored("another"));
  CHECK(states(queue) == States{0, 0, 1, 0});
  CHECK_FALSE(queue.finish(claim, "nodes 9", sound));
  CHECK_FALSE(queue.claim("e", "c", long_lease));
  // What is done may be asked for once more.
  CHECK(queue.put(start, "e", "s", 0));
  CHECK(queue.claim("e", "c", long_lease)->attempt == 1);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

FOR_EACH_BACK_END("a back end gives a position up after three attempts") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  PositionQueue queue(database);
  const Setup start = start_setup(Variant::yari);
  queue.put(start, "e", "s", 0);
  CHECK(queue.give_back(*queue.claim("e", "w", long_lease)));
  CHECK(queue.fail(*queue.claim("e", "w", long_lease), "the engine died", true));
  CHECK(queue.claim("e", "w", no_lease)->attempt == 2);
  CHECK(queue.claim("e", "w", no_lease)->attempt == 3);
  CHECK_FALSE(queue.claim("e", "w", long_lease));
  CHECK(queue.find(start, "e", "s")->state == WorkState::failed);
  CHECK(queue.find(start, "e", "s")->reason == "the lease of w ended");
  CHECK(queue.retry() == 1);
  CHECK(queue.fail(*queue.claim("e", "w", long_lease), "nonsense", false));
  CHECK(queue.find(start, "e", "s")->reason == "nonsense");
  // Whoever asks again gets all attempts.
  CHECK(queue.put(start, "e", "s", 0));
  CHECK(queue.claim("e", "w", long_lease)->attempt == 1);
}

TEST_CASE("positions that cannot occur are not given to an engine") {
  const auto of = [](const std::string& sfen) {
    return position_of({1, "e", "s", 0, sfen}).has_value();
  };
  CHECK(of("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"));
  for (const char* const wrong :
       {"", "9", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN b -",
        // Two pawns on a file, nothing on the board, the side that has moved in check.
        "4k4/9/9/9/9/P8/P8/9/4K4 b -", "9/9/9/9/9/9/9/9/9 b -", "4k4/4R4/9/9/9/9/9/9/4K4 b -"})
    CHECK_FALSE(of(wrong));
}

}  // namespace yari::test
