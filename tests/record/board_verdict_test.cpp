// What the board says about the end of a game.
#include "record/board_verdict.h"

#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Game played(Variant v, std::string_view start, const std::vector<std::string>& moves) {
  Game game = new_game(v);
  game.start = *read_start(start, v);
  NodeId node = root_node;
  for (const std::string& text : moves) node = game.moves.add(node, *read_usi_move(text, v));
  return game;
}

/// What is wrong where Black declares a win at once.
std::string refuted_win_of_black(Variant v, std::string_view start) {
  Game game = played(v, start, {});
  game.ending = Ending::declaration;
  game.result = GameResult::black_wins;
  return refuted_declaration(game);
}

/// Generals that go there and back `rounds` times, and these moves.
Game shuffled(int rounds, const std::vector<std::string>& then = {}) {
  std::vector<std::string> moves;
  for (int i = 0; i < rounds; ++i) moves.insert(moves.end(), {"4i4h", "4a4b", "4h4i", "4b4a"});
  moves.insert(moves.end(), then.begin(), then.end());
  return played(Variant::yari, "startpos", moves);
}

const Outcome repetition{GameResult::draw, Ending::repetition};
const Outcome black_mates{GameResult::black_wins, Ending::mate};
const std::string before_mate = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

}  // namespace

TEST_CASE("the first key that comes back often enough is found") {
  const auto first = [](const std::vector<Key>& keys, int times) {
    const auto found = first_repetition(keys, times);
    return found ? static_cast<int>(*found) : -1;
  };
  CHECK(first({1, 2, 1, 2, 1}, 1) == 0);
  CHECK(first({1, 2, 1, 2, 1}, 2) == 2);
  CHECK(first({1, 2, 1, 2, 1}, 3) == 4);
  CHECK(first({1, 2, 1, 2, 1}, 4) == -1);
  CHECK(first({1, 1, 1, 1}, 3) == 2);
  CHECK(first({1, 5, 5, 1}, 2) == 2);
  CHECK(first({5, 1, 1, 5}, 2) == 2);
  CHECK(first({1, 2, 3}, 2) == -1);
  CHECK(first({}, 1) == -1);
  CHECK(first({7}, 3) == -1);
  // Keys that share low bits, and more of them than a byte counts.
  CHECK(first({1, 1025, 2049, 3073}, 3) == -1);
  CHECK(first({1, 1025, 1, 2049, 1}, 3) == 4);
  CHECK(first(std::vector<Key>(1000, 5), 3) == 2);
}

TEST_CASE("a repetition ends the game, at its end or before") {
  CHECK(board_verdict(shuffled(1)).end == std::nullopt);
  const BoardVerdict at_end = board_verdict(shuffled(2));
  CHECK(at_end.end == repetition);
  CHECK(at_end.passed_ply == 0);
  const BoardVerdict passed = board_verdict(shuffled(2, {"7g7f"}));
  CHECK(passed.end == std::nullopt);
  CHECK(passed.passed_ply == 8);
  CHECK(passed.passed == repetition);
}

TEST_CASE("where repetitions are forbidden, none ends the game") {
  Game game = shuffled(2);
  game.rules = RuleSet::svp;
  CHECK(board_verdict(game).end == std::nullopt);
  CHECK(board_verdict(game).passed_ply == 0);
}

TEST_CASE("a mate ends the game, and a record that says else is contradicted") {
  Game game = played(Variant::shogi, before_mate, {"G*5b"});
  game.ending = Ending::mate;
  for (const auto& [result, clause] : std::vector<std::pair<GameResult, std::string>>{
           {GameResult::unknown, ""},
           {GameResult::black_wins, ""},
           {GameResult::white_wins, "the moves end in mate, and the result is 0-1"},
           {GameResult::draw, "the moves end in mate, and the result is 1/2-1/2"}}) {
    game.result = result;
    INFO(clause);
    CHECK(contradiction(black_mates, result) == clause);
    CHECK(contradiction(game) == clause);
  }
  CHECK(board_verdict(game).end == black_mates);
  game = played(Variant::shogi, before_mate, {});
  game.ending = Ending::mate;
  CHECK(contradiction(game) == "the ending is mate, and the last move does not mate");
  game.ending = Ending::resignation;
  game.result = GameResult::white_wins;
  CHECK(contradiction(game).empty());
  game = shuffled(2);
  game.ending = Ending::mate;
  CHECK(contradiction(game) == "the ending is mate, and the last move does not mate");
}

TEST_CASE("a game from an impossible start gets no verdict") {
  Game game = new_game(Variant::yari);
  game.start[Square::at(3, 8)] = Piece::none();
  game.start[Square::at(3, 0)] = Piece::none();
  CHECK(board_verdict(game).end == std::nullopt);
  game.ending = Ending::declaration;
  CHECK(refuted_declaration(game).empty());
}

TEST_CASE("what a declaration lacks is said for the side that won, or was to move") {
  Game game = played(Variant::shogi, "9/9/9/4K4/8k/9/9/9/9 b - 1", {});
  game.ending = Ending::declaration;
  const std::string black_lacks = "the king has not entered, 0 of 10 pieces, 0 of 28 points";
  const std::string white_lacks = "the king has not entered, 0 of 10 pieces, 0 of 27 points";
  for (const auto& [result, clause] :
       std::vector<std::pair<GameResult, std::string>>{{GameResult::black_wins, black_lacks},
                                                       {GameResult::unknown, black_lacks},
                                                       {GameResult::white_wins, white_lacks}}) {
    game.result = result;
    CHECK(refuted_declaration(game) == clause);
  }
  game.result = GameResult::black_wins;
  game.unread = "illegal";
  CHECK(refuted_declaration(game).empty());
  game.unread.clear();
  game.ending = Ending::resignation;
  CHECK(refuted_declaration(game).empty());
  // White has moved last: Black is to move, and White declared.
  game = played(Variant::shogi, "9/9/9/4K4/8k/9/9/9/9 w - 1", {"1e1f"});
  game.ending = Ending::declaration;
  game.result = GameResult::white_wins;
  CHECK(refuted_declaration(game) == white_lacks);
}

TEST_CASE("a king on the other's starting square wins by the try rule") {
  CHECK(refuted_win_of_black(Variant::shogi, "4K4/9/9/9/8k/9/9/9/9 b - 1").empty());
  CHECK(refuted_win_of_black(Variant::shogi, "3K5/9/9/9/8k/9/9/9/9 b - 1") ==
        "0 of 10 pieces, 0 of 28 points");
  // The own starting square is none.
  CHECK_FALSE(refuted_win_of_black(Variant::shogi, "9/9/9/9/8k/9/9/9/4K4 b - 1").empty());
}

TEST_CASE("nobody declares a win while in check") {
  const auto fault = [](const char* sfen) { return refuted_win_of_black(Variant::shogi, sfen); };
  CHECK(fault("4K3r/9/9/9/8k/9/9/9/9 b - 1") == "the king is in check");
  CHECK(fault("RBSG1SG2/PPPPKPP2/4g4/9/8k/9/9/9/9 b RB2S 1") == "the king is in check");
  CHECK(fault("RBSG1SG2/PPPPKPP2/9/4g4/8k/9/9/9/9 b RB2S 1").empty());
}

TEST_CASE("who declared a win may give check") {
  Game game = played(Variant::shogi, "9/9/9/9/r7K/9/9/9/4k4 b - 1", {});
  game.ending = Ending::declaration;
  game.result = GameResult::white_wins;
  CHECK(refuted_declaration(game).empty());
}

TEST_CASE("Yari Shogi has no try rule") {
  CHECK_FALSE(refuted_win_of_black(Variant::yari, "3K3/7/7/7/6k/7/7/7/7 b - 1").empty());
}

}  // namespace yari::test
