// How much of a record a game fills, and what is too much.
#include "record/game_size.h"

#include "record/record_limits.h"
#include "record/unite.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"

namespace yari::test {

namespace {

Move size_step(int n) { return Move::board(Square(n), Square(n + 1)); }

/// Each move but the first has a first choice and, beside it, a variation in which the next stands.
MoveTree nested(std::size_t depth) {
  MoveTree tree;
  NodeId node = tree.add(root_node, size_step(1));
  for (; depth > 0; --depth) {
    tree.add(node, size_step(2));
    node = tree.add(node, size_step(3));
  }
  return tree;
}

}  // namespace

TEST_CASE("the parts of a game are counted") {
  Game game = new_game(Variant::yari);
  const std::size_t empty = size_of_record(game).bytes;
  game.tags = {{"Event", "Cup"}, {"Site", "\"\\\""}};
  game.moves = nested(2);
  game.moves.edit_note(1).evaluations.resize(3);
  game.moves.edit_note(2).comment = std::string(1000, '}');
  const GameSize size = size_of_record(game);
  CHECK(size.tags == 2);
  CHECK(size.moves == 5);
  CHECK(size.evaluations == 3);
  CHECK(size.words >= 5 + 2 + 2 * 2);
  CHECK(size.nesting == 2);
  // Each bracket gets a backslash.
  CHECK(size.bytes > empty + 2000);
  CHECK(size.bytes < empty + 3000);
  CHECK(beyond_limits(game).empty());
}

TEST_CASE("each limit of a record is one of a game, and only what grows is refused") {
  const Game empty = new_game(Variant::yari);
  const auto with = [&](auto change) {
    Game game = empty;
    change(game);
    return game;
  };
  struct Case {
    std::string said;
    Game within, beyond;
  };
  const auto lines = [&](std::size_t n) {
    return with([&](Game& g) {
      for (std::size_t i = 0; i < n; ++i) g.moves.add(static_cast<NodeId>(i), size_step(1));
    });
  };
  const auto tags = [&](std::size_t n) { return with([&](Game& g) { g.tags.resize(n); }); };
  const auto scores = [&](std::size_t n) {
    return with([&](Game& g) { g.moves.edit_note(root_node).evaluations.resize(n); });
  };
  const auto glyphs = [&](std::size_t n) {
    return with([&](Game& g) { g.moves.edit_note(root_node).glyphs.resize(n, 1); });
  };
  const auto comment = [&](std::size_t n) {
    return with([&](Game& g) { g.moves.edit_note(root_node).comment = std::string(n, 'a'); });
  };
  const std::vector<Case> cases = {
      {"more than 5000 tags", tags(5'000), tags(5'001)},
      {"more than 200000 moves", lines(200'000), lines(200'001)},
      {"more than 200000 evaluations", scores(200'000), scores(200'001)},
      {"more than 500000 words, signs and comments", glyphs(499'999), glyphs(500'000)},
      {"variations nested deeper than 1000", with([](Game& g) { g.moves = nested(1'000); }),
       with([](Game& g) { g.moves = nested(1'001); })},
      {"more than 16 MiB of text", comment((std::size_t{16} << 20) - 2000),
       comment(std::size_t{16} << 20)}};
  for (const Case& c : cases) {
    INFO(c.said);
    CHECK(beyond_limits(c.within).empty());
    CHECK(beyond_limits(c.beyond) == c.said);
    CHECK(grows_beyond_limits(c.within, c.beyond) == c.said);
    CHECK(grows_beyond_limits(c.beyond, c.beyond).empty());
    CHECK(grows_beyond_limits(c.beyond, c.within).empty());
  }
}

TEST_CASE("trees with long comments, many evaluations and many variations are united in no time") {
  const double start = cpu_seconds();
  MoveTree mine, other;
  const std::string text(2'000'000, 'a');
  mine.edit_note(root_node).comment = text;
  other.edit_note(root_node).comment = text.substr(text.size() / 2) + 'b';
  for (int i = 0; i < 100'000; ++i) {
    mine.edit_note(root_node).evaluations.emplace_back().score = i;
    other.edit_note(root_node).evaluations.emplace_back().score = -i;
    mine.add(root_node, size_step(1));
    other.add(root_node, size_step(2));
  }
  CHECK_FALSE(unite(mine, other).any());
  CHECK(mine.note(root_node)->comment.size() == 3'000'002);
  CHECK(mine.note(root_node)->evaluations.size() == 199'999);
  CHECK(mine.size() == 1 + 100'000 + 1);
  CHECK(cpu_seconds() - start < 2);
}

}  // namespace yari::test
