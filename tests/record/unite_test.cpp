// What two records of one game say, in one tree.
#include "record/unite.h"

#include "record/tree_edit.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Move step(int n) { return Move::board(Square(n), Square(n + 1)); }
std::vector<Move> steps(std::initializer_list<int> numbers) {
  std::vector<Move> moves;
  for (const int n : numbers) moves.push_back(step(n));
  return moves;
}
MoveTree line(std::initializer_list<int> numbers) {
  MoveTree tree;
  add_line(tree, steps(numbers));
  return tree;
}

/// A tree of one move with this comment.
MoveTree commented(const std::string& comment) {
  MoveTree tree = line({1});
  tree.edit_note(1).comment = comment;
  return tree;
}

}  // namespace

TEST_CASE("comments are joined unless one has the other") {
  const auto joined = [](const std::string& mine, const std::string& other) {
    MoveTree tree = commented(mine);
    CHECK_FALSE(unite(tree, commented(other)).any());
    return tree.note(1)->comment;
  };
  CHECK(joined("good", "bad") == "good\nbad");
  CHECK(joined("good", "good") == "good");
  CHECK(joined("a good move", "good") == "a good move");
  CHECK(joined("good", "a good move") == "a good move");
  CHECK(joined("", "good") == "good");
  CHECK(joined("good", "") == "good");
  // Long texts are searched in another way.
  const std::string half = std::string(3000, 'a') + 'b', whole = half + half + 'a';
  for (const std::string& part :
       {half, half.substr(1) + half, std::string(3000, 'a'), half + 'a'}) {
    CHECK(joined(whole, part) == whole);
    CHECK(joined(part, whole) == whole);
  }
  for (const std::string& part : {half + 'b', std::string(3001, 'a'), 'b' + half + half})
    CHECK(joined(whole, part) == whole + '\n' + part);
}

TEST_CASE("each part of a note is taken over where there is none, and counted where it differs") {
  MoveTree full = line({1});
  Note& note = full.edit_note(1);
  note.before = "before";
  note.comment = "after";
  note.glyphs = {1, 4};
  note.evaluations.emplace_back().score = 35;
  note.spent_ms = 1000;
  note.left_ms = 2000;
  note.bookmark = "here";

  MoveTree tree = line({1});
  CHECK_FALSE(unite(tree, full).any());
  CHECK(tree == full);
  CHECK_FALSE(unite(tree, full).any());
  CHECK(tree == full);
  CHECK_FALSE(unite(tree, line({1})).any());
  CHECK(tree == full);

  // What says nothing of clocks and bookmarks contradicts none.
  MoveTree other = line({1});
  other.edit_note(1).comment = "after";
  CHECK_FALSE(unite(tree, other).any());
  CHECK(tree == full);

  other = line({1});
  other.edit_note(1).glyphs = {4, 2};
  other.edit_note(1).evaluations.emplace_back().score = -35;
  other.edit_note(1).spent_ms = 1001;
  other.edit_note(1).left_ms = 2001;
  other.edit_note(1).bookmark = "there";
  const NoteClashes clashes = unite(tree, other);
  CHECK(clashes.clocks == 2);
  CHECK(clashes.bookmarks == 1);
  CHECK(clashes.any());
  note.glyphs = {1, 4, 2};
  note.evaluations.emplace_back().score = -35;
  CHECK(tree == full);
}

TEST_CASE("a clash of one kind alone is one") {
  CHECK(NoteClashes{1, 0}.any());
  CHECK(NoteClashes{0, 1}.any());
  CHECK_FALSE(NoteClashes{}.any());
}

TEST_CASE("variations are added at their places, with their notes") {
  MoveTree tree = line({1, 2});
  MoveTree other = line({1, 2, 3});
  other.edit_note(add_line(other, steps({1, 4, 5}))).comment = "five";
  other.edit_note(root_node).comment = "start";
  CHECK_FALSE(unite(tree, other).any());
  CHECK(tree == other);
  CHECK_FALSE(unite(tree, line({1, 2, 3})).any());
  CHECK(tree == other);
}

TEST_CASE("moves in the place of the ending do not continue the main line") {
  MoveTree ended = line({1, 2});
  ended.end_main_line();
  add_line(ended, steps({1, 2, 3}));
  MoveTree tree = line({1, 2});
  unite(tree, ended);
  CHECK(tree == ended);
  CHECK(tree.main_moves() == steps({1, 2}));
  // A line that goes on past that place has moves there anyway.
  MoveTree longer = line({1, 2, 4});
  unite(longer, ended);
  CHECK(longer.main_moves() == steps({1, 2, 4}));
  CHECK_FALSE(longer.ended_at());
}

}  // namespace yari::test
