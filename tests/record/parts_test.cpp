#include "record/parts.h"

#include "tests/support/catch.h"

namespace yari::test {

namespace {

const Move first_move = Move::board(Square(0), Square(7)),
           other_move = Move::board(Square(1), Square(8));

/// A move with every part, a variation of it, and a move in the place of the ending.
Game game_with_parts() {
  Game game = new_game(Variant::shogi);
  game.set_tag("Annotator", "A");
  game.moves.edit_note(root_node).comment = "at the start";
  const NodeId first = game.moves.add(root_node, first_move);
  Note& note = game.moves.edit_note(first);
  note.before = "before";
  note.comment = "after";
  note.bookmark = "here";
  note.glyphs = {1};
  note.spent_ms = 3000;
  note.left_ms = 60000;
  note.evaluations.emplace_back().score = 35;
  game.moves.edit_note(game.moves.add(root_node, other_move)).comment = "or this";
  game.moves.end_main_line();
  game.moves.add(first, other_move);
  return game;
}

Game with_parts(const RecordParts& parts) {
  Game game = game_with_parts();
  keep_parts(game, parts);
  return game;
}

}  // namespace

TEST_CASE("a record of which all parts are kept stays as it is") {
  CHECK(with_parts({}) == game_with_parts());
}

TEST_CASE("each part of a record is left out alone") {
  const Game no_comments = with_parts({.comments = false});
  CHECK(no_comments.moves.note(root_node)->empty());
  CHECK(no_comments.moves.note(2)->empty());
  Note rest = *game_with_parts().moves.note(1);
  rest.before = rest.comment = rest.bookmark = "";
  CHECK(*no_comments.moves.note(1) == rest);

  rest = *game_with_parts().moves.note(1);
  rest.spent_ms = rest.left_ms = std::nullopt;
  CHECK(*with_parts({.clocks = false}).moves.note(1) == rest);

  rest = *game_with_parts().moves.note(1);
  rest.evaluations.clear();
  CHECK(*with_parts({.evaluations = false}).moves.note(1) == rest);
}

TEST_CASE("parts of a tree without notes make none") {
  Game game = new_game(Variant::shogi);
  game.moves.add(root_node, first_move);
  keep_parts(game, {.comments = false, .clocks = false, .variations = false, .evaluations = false});
  CHECK(game.moves.note(root_node) == nullptr);
  CHECK(game.moves.note(1) == nullptr);
  CHECK(game.moves.main_moves() == std::vector<Move>{first_move});
}

TEST_CASE("without variations the main line is left, with its notes and no ending in its middle") {
  const Game game = with_parts({.variations = false});
  CHECK(game.moves.size() == 2);
  CHECK(!game.moves.ended_at());
  CHECK(*game.moves.note(1) == *game_with_parts().moves.note(1));
  CHECK(game.moves.note(root_node)->comment == "at the start");
  CHECK(game.tags == game_with_parts().tags);
}

}  // namespace yari::test
