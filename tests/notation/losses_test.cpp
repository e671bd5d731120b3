// What a format cannot say of a game, counted power by power.
#include "notation/write/losses.h"

#include "tests/support/catch.h"

namespace yari::test {

namespace {

const Move first_move = Move::board(Square(0), Square(7)), other = Move::board(Square(1), Square(8));

/// Two of each thing in the main line, one in its only variation.
Game full_game() {
  Game game = new_game(Variant::shogi);
  game.tags = {{"Black", "A"}, {"White", "B"}};
  game.result = GameResult::draw;
  game.ending = Ending::impasse;
  game.rules = RuleSet::classic;
  game.unread = "rest";
  game.start.move_number = 7;
  const NodeId a = game.moves.add(root_node, first_move);
  for (const NodeId node : {NodeId{root_node}, a, game.moves.add(root_node, other)}) {
    Note& note = game.moves.edit_note(node);
    note.before = "before";
    note.comment = "after";
    note.glyphs = {1, 2};
    note.spent_ms = 1500;
    note.left_ms = 2001;
    note.evaluations.resize(2);
    note.evaluations[1].depth = 3;
    note.bookmark = "here";
  }
  return game;
}

constexpr Powers all{true, true, true, true, true, true, true, true,
                     true, true, true, true, true, true, true, true};
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a format that can say all loses nothing, and one that can say nothing loses each") {
  CHECK(losses(full_game(), all).empty());
  CHECK(losses(new_game(Variant::shogi), {}).empty());
  CHECK(losses(full_game(), {}) ==
        Lines{"tags (2)", "result (1)", "ending (1)", "rule set (1)", "variations (1)",
              "comments (2)", "comments before a move (2)", "glyphs (4)", "times spent (2)",
              "times left (2)", "evaluations (4)", "bookmarks (2)", "number of the first move (1)",
              "unread rest of the record (1)"});
}

TEST_CASE("each power that a format lacks is one loss, variations counted where it has them") {
  const std::vector<std::pair<bool Powers::*, Lines>> rows{
      {&Powers::tags, {"tags (2)"}},
      {&Powers::result, {"result (1)"}},
      {&Powers::ending, {"ending (1)"}},
      {&Powers::rules, {"rule set (1)"}},
      {&Powers::variations, {"variations (1)"}},
      {&Powers::comments, {"comments (3)"}},
      {&Powers::comments_before, {"comments before a move (3)"}},
      {&Powers::glyphs, {"glyphs (6)"}},
      {&Powers::spent_time, {"times spent (3)"}},
      {&Powers::time_left, {"times left (3)"}},
      {&Powers::evaluations, {"evaluations (6)"}},
      {&Powers::bookmarks, {"bookmarks (3)"}},
      {&Powers::unread, {"unread rest of the record (1)"}},
      {&Powers::milliseconds, {"parts of seconds (6)"}},
      {&Powers::evaluation_details, {"mates, depth, nodes or engines of evaluations (3)"}},
      {&Powers::move_number, {"number of the first move (1)"}}};
  for (const auto& [power, lost] : rows) {
    Powers powers = all;
    powers.*power = false;
    CHECK(losses(full_game(), powers) == lost);
  }
}

TEST_CASE("parts of seconds are lost of the times that are written") {
  Powers powers = all;
  powers.milliseconds = powers.time_left = false;
  CHECK(losses(full_game(), powers) == Lines{"times left (3)", "parts of seconds (3)"});
  powers.time_left = true;
  powers.spent_time = false;
  CHECK(losses(full_game(), powers) == Lines{"times spent (3)", "parts of seconds (3)"});
}

TEST_CASE("a mate, a depth, a number of nodes and an engine are details of an evaluation") {
  Powers powers = all;
  powers.evaluation_details = false;
  const auto lost = [&](auto change) {
    Game game = new_game(Variant::shogi);
    change(game.moves.edit_note(root_node).evaluations.emplace_back());
    return losses(game, powers).size();
  };
  CHECK(lost([](Evaluation& e) { e.mate = true; }) == 1);
  CHECK(lost([](Evaluation& e) { e.depth = 1; }) == 1);
  CHECK(lost([](Evaluation& e) { e.nodes = 1; }) == 1);
  CHECK(lost([](Evaluation& e) { e.engine = "E"; }) == 1);
  CHECK(lost([](Evaluation& e) { e.score = 1; }) == 0);
}

TEST_CASE("what lines lose is counted, and nothing is no loss") {
  Lines list;
  add_losses(list, {});
  CHECK(list.empty());
  add_losses(list, {.broken = 2, .unplayable = 1});
  CHECK(list == Lines{"line ends or outer blanks in tags, names and comments (2)",
                      "moves of evaluations that cannot be played (1)"});
}

}  // namespace yari::test
