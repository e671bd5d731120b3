// The tree of moves and the tags of a game.
#include "record/game.h"

#include "tests/support/catch.h"

namespace yari {
namespace {

Move move(int n) { return Move::board(Square(n), Square(n + 1)); }

TEST_CASE("a tree keeps its main line, its variations and its notes") {
  MoveTree tree;
  const NodeId a = tree.add(root_node, move(1));
  const NodeId b = tree.add(a, move(2));
  const NodeId variation = tree.add(a, move(3));
  CHECK(tree.main_moves() == std::vector<Move>{move(1), move(2)});
  CHECK(tree.main_plies() == 2);
  CHECK(tree.next_sibling(b) == variation);
  CHECK(tree.moves_to(variation) == std::vector<Move>{move(1), move(3)});
  CHECK(tree.ply(variation) == 2);
  CHECK(tree.has_variations());
  CHECK_FALSE(tree.has_notes());
  tree.edit_note(b).comment = "good";
  CHECK(tree.note(b)->comment == "good");
  CHECK(tree.note(a) == nullptr);
  CHECK(tree.has_notes());
}

TEST_CASE("trees are equal by content, whatever the order they were built in") {
  MoveTree first;
  const NodeId a = first.add(root_node, move(1));
  first.add(a, move(2));
  first.add(root_node, move(5));
  MoveTree second;
  const NodeId b = second.add(root_node, move(1));
  second.add(root_node, move(5));
  const NodeId c = second.add(b, move(2));
  CHECK(first == second);
  second.edit_note(c);
  CHECK(first == second);  // an empty note is no note
  second.edit_note(c).glyphs = {2};
  CHECK_FALSE(first == second);
  second.clear_note(c);
  second.clear_note(b);  // which has none
  CHECK(first == second);
  second.add(c, move(9));
  CHECK_FALSE(first == second);
  CHECK_FALSE(second == first);
  // The same number of moves in another shape.
  MoveTree line, fork;
  line.add(line.add(root_node, move(1)), move(2));
  fork.add(root_node, move(1));
  fork.add(root_node, move(2));
  CHECK_FALSE(line == fork);
  CHECK_FALSE(fork == line);
}

TEST_CASE("the order of variations counts") {
  MoveTree first, second;
  first.add(root_node, move(1));
  first.add(root_node, move(2));
  second.add(root_node, move(2));
  second.add(root_node, move(1));
  CHECK_FALSE(first == second);
}

TEST_CASE("moves in the place of the ending are variations of a line that has ended") {
  MoveTree tree;
  CHECK_FALSE(tree.ended_at());
  tree.end_main_line();
  CHECK_FALSE(tree.ended_at());  // nothing follows
  const NodeId instead = tree.add(root_node, move(1));
  CHECK(tree.ended_at() == root_node);
  CHECK(tree.has_variations());
  CHECK(tree.main_plies() == 0);
  CHECK(tree.main_line().empty());
  CHECK(tree.main_moves().empty());
  CHECK(tree.first_child(root_node) == no_node);
  CHECK(tree.any_child(root_node) == instead);
  CHECK_FALSE(tree.is_main(instead));
  tree.end_main_line();
  CHECK(tree.ended_at() == root_node);

  MoveTree goes_on;
  goes_on.add(root_node, move(1));
  CHECK_FALSE(goes_on == tree);
  CHECK_FALSE(tree == goes_on);
  CHECK_FALSE(goes_on.has_variations());
  // Until moves follow, where a line ended is where its last move is.
  goes_on.end_main_line();
  CHECK(goes_on.main_line() == std::vector<NodeId>{1});
  goes_on.add(1, move(2));
  goes_on.add(1, move(3));
  CHECK(goes_on.ended_at() == NodeId{1});
}

TEST_CASE("a tree of three siblings keeps their order, and notes of its own") {
  MoveTree tree;
  const NodeId a = tree.add(root_node, move(1));
  const NodeId b = tree.add(root_node, move(2));
  const NodeId c = tree.add(root_node, move(3));
  CHECK(tree.next_sibling(a) == b);
  CHECK(tree.next_sibling(b) == c);
  CHECK(tree.next_sibling(c) == no_node);
  CHECK(tree.size() == 4);
  CHECK(tree.main_line() == std::vector<NodeId>{a});
  tree.edit_note(c).comment = "three";
  tree.edit_note(a).comment = "one";
  CHECK(tree.note(c)->comment == "three");
  CHECK(tree.note(a)->comment == "one");
  CHECK(&tree.edit_note(a) == tree.note(a));
  tree.clear_note(a);
  CHECK(tree.note(a)->empty());
  CHECK(tree.has_notes());
  tree.clear_note(c);
  CHECK_FALSE(tree.has_notes());
}

TEST_CASE("a tree a hundred thousand variations deep is compared and dropped without recursion") {
  MoveTree deep;
  NodeId node = root_node;
  for (int i = 0; i < 100'000; ++i) {
    deep.add(node, move(1));
    node = deep.add(node, move(2));
  }
  const MoveTree copy = deep;
  CHECK(copy == deep);
}

TEST_CASE("tags are found whatever their case, replaced in place and appended") {
  Game game = new_game(Variant::shogi);
  game.set_tag("Black", "Habu");
  game.set_tag("Event", "Ryu-O");
  game.set_tag("black", "Fujii");
  CHECK(game.tag("BLACK") == "Fujii");
  CHECK(game.tag("Site").empty());
  CHECK(game.tags.size() == 2);
  CHECK(game.tags[0].name == "Black");
  CHECK(game.tag("event") == "Ryu-O");
  game.set_tag("EVENT", "Oza");
  CHECK(game.tags[1] == Tag{"Event", "Oza"});
  CHECK(game.tags[0] == Tag{"Black", "Fujii"});
  CHECK(game.variant == Variant::shogi);
  CHECK(new_game(Variant::yari).start.variant == Variant::yari);
}

}  // namespace
}  // namespace yari
