// What is read out of a message: quotation marks, heads and signatures, records, and the move.
#include "answers/mail.h"

#include "answers/mailed_game.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using Written = std::vector<std::string>;

Mail mail_of(std::string_view text) { return *read_mail(text, Variant::shogi); }
Written written(std::string_view text) { return mail_of(text).written; }

/// Moves of the record, or -1 without one.
int score_plies(std::string_view text) {
  const Mail mail = mail_of(text);
  return mail.score ? mail.score->moves.main_plies() : -1;
}

/// "7g7f 3c3d", or the message.
std::string move_in(std::string_view text) {
  const Result<std::vector<Move>> moves = moves_written(mail_of(text), start_setup(Variant::shogi));
  if (!moves) return moves.error().message;
  std::string all;
  for (const Move move : *moves)
    all += (all.empty() ? "" : " ") + write_usi_move(move, Variant::shogi);
  return all;
}

Game mailed(const std::vector<std::string>& moves, const std::vector<Tag>& tags = {}) {
  Game game = new_game(Variant::shogi);
  NodeId node = root_node;
  for (const std::string& move : moves)
    node = game.moves.add(node, *read_usi_move(move, Variant::shogi));
  game.tags = tags;
  return game;
}

}  // namespace

TEST_CASE("lines with a mark, after four initials at most, are quoted and not the writer's") {
  CHECK(written("hello") == Written{"hello"});
  for (const char* const quoted :
       {"> hello", ">hello", "  > > hello", "AB> hello", "ABCD> hello", "AB> > hello", "＞hello"})
    CHECK(written(quoted).empty());
  CHECK(written("ABCDE> hello") == Written{"ABCDE> hello"});
  CHECK(written("A1> hello") == Written{"A1> hello"});
  CHECK(written("one\r\n\r\ntwo\r\n") == Written{"one", "two"});
}

TEST_CASE("the head of a message and its signature are left out") {
  CHECK(written("From: a\nSubject: b\n\nbody\n") == Written{"body"});
  CHECK(written("Return-Path: a\n \nbody") == Written{"body"});
  CHECK(written("Hello: a\n\nbody") == Written{"Hello: a", "body"});
  CHECK(written("body\n-- \nsignature") == Written{"body"});
  CHECK(written("body\n--\nsignature") == Written{"body"});
  CHECK(written("body\n---\nmore") == Written{"body", "---", "more"});
  CHECK(score_plies("body\n-- \nsignature\n> 1. P-7f P-3d\n") == 2);
  CHECK(written("> -- \nbody") == Written{"body"});
}

TEST_CASE("boards and records are not what somebody wrote") {
  CHECK(written("+---+\n| a | b |\nBlack in hand: P\nyes") == Written{"yes"});
  CHECK(written("a | b") == Written{"a | b"});
  CHECK(score_plies("[Black \"A\"]\n\n1. P-7f P-3d 2. P-2f *\nbye") == 3);
  CHECK(written("[Black \"A\"]\n\n1. P-7f P-3d 2. P-2f *\nbye") == Written{"bye"});
  CHECK(score_plies("nothing") == -1);
}

TEST_CASE("of several records the longest counts, of equally long ones the first") {
  CHECK(score_plies("> 1. P-7f *\n\n> 1. P-2f P-3d *\n") == 2);
  CHECK(score_plies("> 1. P-2f P-3d *\n\n> 1. P-7f *\n") == 2);
  const Mail mail = mail_of("> 1. P-7f *\n\n> 1. P-2f *\n");
  REQUIRE(mail.score);
  CHECK(mail.score->moves.main_moves() ==
        std::vector<Move>{*read_usi_move("7g7f", Variant::shogi)});
}

TEST_CASE("fifty records of a message are read, and no more") {
  const auto message = [](int short_ones) {
    std::string text;
    for (int i = 0; i < short_ones; ++i) text += "> 1. P-7f *\n\n";
    return text + "> 1. P-2f P-3d *\n";
  };
  CHECK(score_plies(message(49)) == 2);
  CHECK(score_plies(message(50)) == 1);
}

TEST_CASE("the move is a line of its own, after a label, or the only one among the words") {
  CHECK(move_in("P-7f") == "7g7f");
  CHECK(move_in("My move: P-7f") == "7g7f");
  CHECK(move_in("I play P-7f.") == "7g7f");
  CHECK(move_in("(P-7f)") == "7g7f");
  CHECK(move_in("Thanks, see you!").empty());
  CHECK(move_in("").empty());
  CHECK(move_in("P-7f\nP-7f") == "7g7f");
  CHECK(move_in("P-7f P-3d") == "7g7f 3c3d");
  // A line that is a move counts before words.
  CHECK(move_in("P-2f\nor rather P-7f?") == "2g2f");
  CHECK(move_in("P-7f or P-2f?") == "the message names the moves 7g7f, 2g2f: say which is played");
  CHECK(move_in("P-7f\nP-2f") == "the message names the moves 7g7f, 2g2f: say which is played");
  // A line that cannot be played is said, and no word is taken in its place.
  CHECK(move_in("P-7e\nI thought of P-7f").find("7e") != std::string::npos);
}

TEST_CASE("a record goes on over comments and numbers with colons, and ends where it says so") {
  CHECK(score_plies("> 1: P-7f P-3d *\n") == 2);
  // An ending or an empty line in a comment is none.
  CHECK(score_plies("> 1. P-7f {he said\n>\n> 1-0 or *} P-3d 2. P-2f *\n") == 3);
  CHECK(score_plies("> 1. P-7f {a} *\n> 2. P-2f *\n") == 1);
  CHECK(written("1. P-7f {a\nb} P-3d *\nyes") == Written{"yes"});
}

TEST_CASE("a label has no digits, and of moves that cannot be played the first is named") {
  CHECK(move_in("Move 1: P-7f") == "7g7f");
  CHECK(move_in("Moves: P-7f P-3d") == "7g7f 3c3d");
  CHECK(move_in("P-7f: P-3d") == move_in("\nP-7f: P-3d"));
  const std::string first = move_in("P-7e\nP-5e");
  CHECK_THAT(first, Contains("7e") && !Contains("5e"));
  // What can be played counts before what cannot.
  CHECK(move_in("P-7e\nP-7f") == "7g7f");
  CHECK(move_in("... !? ()").empty());
}

TEST_CASE("a message over a mebibyte is refused") {
  CHECK(read_mail(std::string(longest_mail, ' '), Variant::shogi));
  CHECK(read_mail(std::string(longest_mail + 1, ' '), Variant::shogi).error().message ==
        "the message is over 1 MiB");
}

TEST_CASE("why a game is not that of a message is said: its moves, its start, its kind") {
  const Game sent = mailed({"7g7f", "3c3d"});
  CHECK(why_other_game(mailed({"7g7f"}), 5, sent).empty());
  CHECK(why_other_game(mailed({"7g7f", "3c3d"}), 5, sent).empty());
  CHECK(why_other_game(mailed({}), 5, sent).empty());
  CHECK(why_other_game(mailed({"7g7f", "3c3d", "2g2f", "8c8d"}), 5, sent) ==
        "game 5 has all moves of the message, and 2 more");
  CHECK(why_other_game(mailed({"7g7f", "8c8d", "2g2f"}), 5, sent) ==
        "move 2 is 8c8d in game 5, and 3c3d in the message");
  Game other = mailed({"7g7f"});
  other.start = *read_sfen("4k4/9/9/9/9/9/2P6/9/4K4 b - 1", Variant::shogi);
  CHECK(why_other_game(other, 5, sent) == "game 5 has another start or rule set than the message");
  CHECK(why_other_game(new_game(Variant::yari), 5, sent) ==
        "game 5 is a game of Yari Shogi, and the message has one of Shogi");
}

TEST_CASE("a message that is written has the tags that say which game it is, and whose turn") {
  Game game = mailed({"7g7f"}, {{"Black", "Ann"}, {"White", "Bob"}, {"Event", "Cup"}, {"X", "y"}});
  const std::string text = write_mail(game);
  CHECK_THAT(text, Contains("[Event \"Cup\"]") && !Contains("[X \"y\"]") &&
                       Contains("\nIt is White's turn (Bob).\n"));
  game.result = GameResult::black_wins;
  CHECK_THAT(write_mail(game), Contains("\nThe game is over: 1-0\n"));
  game = mailed({"4i4h", "6a6b", "4h4i", "6b6a", "4i4h", "6a6b", "4h4i", "6b6a"});
  CHECK_THAT(write_mail(game), Contains("\nThe position occurs the 3rd time.\n"));
  game = mailed({}, {{"Black", "A\nB"}});
  CHECK_THAT(write_mail(game), Contains("\nIt is Black's turn.\n"));
}

}  // namespace yari::test
