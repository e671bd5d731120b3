// Which of the evaluations in a database serve, and what is made of them.
#include "import/annotation/stored_evaluations.h"

#include "db/import/importer.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

struct Cached {
  ScratchFolder folder;
  Database database{folder.path() / "a.db", OpenMode::create};
  std::mutex mutex;
  std::vector<std::string> damage;

  StoredEvaluations store() { return {database, mutex, Variant::shogi, damage}; }
};

Limits nodes(std::uint64_t n) { return {.nodes = n}; }

Analysis analysis(int score, std::uint64_t of_nodes) {
  Analysis a;
  const auto line = [](int value, int depth, const char* move) {
    return ScoredLine{{value, false}, depth, {*read_usi_move(move, Variant::shogi)}};
  };
  a.lines = {line(score, 9, "7g7f"), line(score - 5, 8, "2g2f")};
  a.score = a.lines[0].score;
  a.depth = 9;
  a.nodes = of_nodes;
  return a;
}

}  // namespace

TEST_CASE("an analysis comes back with its lines, whatever is not stored") {
  Cached c;
  c.store().save(7, "e", nodes(1000), analysis(30, 999));
  StoredEvaluations again = c.store();
  const auto found = again.find(7, "e", nodes(1000));
  REQUIRE(found);
  CHECK(found->score == Score{30, false});
  CHECK(found->depth == 9);
  CHECK(found->nodes == 999);
  REQUIRE(found->lines.size() == 2);
  CHECK(found->lines[1].score.value == 25);
  CHECK(found->lines[1].depth == 8);
  CHECK(found->best() == *read_usi_move("7g7f", Variant::shogi));
  CHECK_FALSE(again.find(8, "e", nodes(1000)));
  CHECK_FALSE(again.find(7, "f", nodes(1000)));
  CHECK(c.damage.empty());
}

TEST_CASE("of several evaluations that serve, the deepest is taken, and a shallower one never") {
  Cached c;
  for (const std::uint64_t n : {2000U, 1000U, 5000U})
    c.store().save(7, "e", nodes(n), analysis(static_cast<int>(n), n));
  StoredEvaluations store = c.store();
  for (const auto& [wanted, taken] : std::vector<std::pair<std::uint64_t, int>>{
           {500, 5000}, {1000, 5000}, {3000, 5000}, {5000, 5000}}) {
    const auto found = store.find(7, "e", nodes(wanted));
    INFO(wanted);
    REQUIRE(found);
    CHECK(found->score.value == taken);
  }
  CHECK_FALSE(store.find(7, "e", nodes(5001)));
  CHECK_FALSE(store.find(7, "e", {.depth = 3}));
  // What only the shallowest has is found there.
  c.store().save(8, "e", nodes(1000), analysis(10, 1000));
  CHECK(c.store().find(8, "e", nodes(700))->score.value == 10);
}

TEST_CASE("what has no score, or no line, is not kept") {
  Analysis unscored = analysis(30, 1000);
  unscored.scored = false;
  CHECK(stored_lines(unscored).empty());
  CHECK(stored_lines({}).empty());
  CHECK(stored_lines(analysis(30, 1000)).size() == 2);
  Cached c;
  {
    StoredEvaluations store = c.store();
    store.save(7, "e", nodes(1000), unscored);
    store.save(8, "e", nodes(1000), {});
  }
  StoredEvaluations store = c.store();
  CHECK_FALSE(store.find(7, "e", nodes(1000)));
  CHECK_FALSE(store.find(8, "e", nodes(1000)));
}

TEST_CASE("games with a position are counted up to as many as matter") {
  Cached c;
  Importer importer(c.database);
  for (const char* black : {"A", "B", "C"}) {
    Game game = new_game(Variant::shogi);
    game.moves.add(root_node, *read_usi_move("7g7f", Variant::shogi));
    game.set_tag(tags::black, black);
    importer.add(prepare(game));
  }
  importer.finish();
  StoredEvaluations store = c.store();
  const Setup start = start_setup(Variant::shogi);
  CHECK(store.games_with(start, 10) == 3);
  CHECK(store.games_with(start, 2) == 2);
  CHECK(store.is_shared(start));
  CHECK(store.games_with(start_setup(Variant::yari), 2) == 0);
}

}  // namespace yari::test
