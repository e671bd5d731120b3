// Lines of a tree added, removed and promoted.
#include "record/tree_edit.h"

#include "tests/support/catch.h"

namespace yari {
namespace {

Move step(int n) { return Move::board(Square(n), Square(n + 1)); }
std::vector<Move> steps(std::initializer_list<int> numbers) {
  std::vector<Move> moves;
  for (const int n : numbers) moves.push_back(step(n));
  return moves;
}

/// 1 2 3 (2: 4 5 (5: 6)) (1: 7), with notes at 2, 5 and 7.
MoveTree sample() {
  MoveTree tree;
  tree.edit_note(add_line(tree, steps({1, 2}))).comment = "two";
  add_line(tree, steps({1, 2, 3}));
  tree.edit_note(add_line(tree, steps({1, 4, 5}))).comment = "five";
  add_line(tree, steps({1, 4, 6}));
  tree.edit_note(add_line(tree, steps({7}))).comment = "seven";
  return tree;
}

}  // namespace

TEST_CASE("a line is added where the tree does not have it") {
  MoveTree tree = sample();
  const std::size_t nodes = tree.size();
  CHECK(add_line(tree, steps({1, 4, 5})) == *node_at(tree, steps({1, 4, 5})));
  CHECK(tree.size() == nodes);
  CHECK(tree.ply(add_line(tree, steps({1, 4, 5, 8, 9}))) == 5);
  CHECK(tree.size() == nodes + 2);
  CHECK(node_at(tree, {}) == root_node);
  CHECK_FALSE(node_at(tree, steps({1, 3})));
  CHECK(child_with(tree, root_node, step(3)) == no_node);
}

TEST_CASE("what is removed takes what follows it and its notes along, and nothing else") {
  const MoveTree tree = sample();
  MoveTree expected;
  expected.edit_note(add_line(expected, steps({1, 2}))).comment = "two";
  add_line(expected, steps({1, 2, 3}));
  expected.edit_note(add_line(expected, steps({7}))).comment = "seven";
  CHECK(without(tree, *node_at(tree, steps({1, 4}))) == expected);
  // The next variation takes the place of a line that goes.
  CHECK(without(tree, *node_at(tree, steps({1, 2}))).main_moves() == steps({1, 4, 5}));
  CHECK(without(tree, *node_at(tree, steps({1}))).main_moves() == steps({7}));
}

TEST_CASE("a promoted variation changes places at the place where it begins") {
  const MoveTree tree = sample();
  const MoveTree inner = promoted(tree, *node_at(tree, steps({1, 4, 6})));
  CHECK(inner.main_moves() == tree.main_moves());
  CHECK(inner.move(inner.first_child(*node_at(inner, steps({1, 4})))) == step(6));
  const MoveTree outer = promoted(tree, *node_at(tree, steps({1, 4, 5})));
  CHECK(outer.main_moves() == steps({1, 4, 5}));
  CHECK(outer.note(*node_at(outer, steps({1, 2})))->comment == "two");
  CHECK(outer.size() == tree.size());
  CHECK(promoted(tree, *node_at(tree, steps({1, 2, 3}))) == tree);
  CHECK(promoted(tree, root_node) == tree);
}

TEST_CASE("the end of a main line that stays is kept, and goes with another main line") {
  MoveTree tree = sample();
  tree.end_main_line();
  add_line(tree, steps({1, 2, 3, 8}));
  const NodeId end = *node_at(tree, steps({1, 2, 3}));
  REQUIRE(tree.ended_at() == end);
  const auto main_of = [](const MoveTree& changed) { return changed.main_moves(); };
  CHECK(main_of(without(tree, *node_at(tree, steps({7})))) == steps({1, 2, 3}));
  CHECK(main_of(promoted(tree, *node_at(tree, steps({1, 4, 6})))) == steps({1, 2, 3}));
  CHECK(promoted(tree, root_node) == tree);
  CHECK(promoted(MoveTree(), root_node) == MoveTree());
  CHECK(main_of(without(tree, *node_at(tree, steps({1, 2})))) == steps({1, 4, 5}));
  CHECK(main_of(promoted(tree, *node_at(tree, steps({1, 4})))) == steps({1, 4, 5}));
  // A move in the place of the ending that is promoted continues the line.
  CHECK(main_of(promoted(tree, *node_at(tree, steps({1, 2, 3, 8})))) == steps({1, 2, 3, 8}));
}

TEST_CASE("a line can be added from any place") {
  MoveTree tree = sample();
  const NodeId place = *node_at(tree, steps({1, 4}));
  const NodeId added = add_line(tree, steps({5, 9}), place);
  CHECK(tree.moves_to(added) == steps({1, 4, 5, 9}));
  CHECK(add_line(tree, {}, place) == place);
}

}  // namespace yari
