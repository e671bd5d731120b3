// `new` and `move`: games that are begun and carried on, and what the board says about them.
#include "answers/game_place.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

struct Table : ProgramFolder {
  /// Of a command that must succeed.
  std::string out(std::vector<std::string> words) const {
    const Outcome outcome = run(std::move(words));
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return outcome.out;
  }
  nlohmann::json game(int id) const { return run({"show", std::to_string(id), "--json"}).object(); }
  void verify() const { CHECK_THAT(out({"db", "verify"}), Contains("sound")); }
};

}  // namespace

TEST_CASE("a place in a game is a number and a ply, from the start or from the end") {
  CHECK(*read_game_place("12") == GamePlace{12, last_ply});
  CHECK(*read_game_place("12:40") == GamePlace{12, {40, false}});
  CHECK(*read_game_place("12:LAST") == GamePlace{12, last_ply});
  CHECK(*read_game_place("12:-1") == GamePlace{12, last_ply});
  CHECK(*read_game_place("12:-3") == GamePlace{12, {2, true}});
  for (const char* wrong : {"", "0", "-1", "x", "12:", "12:x", "12:-0", "12:99999999", "4294967296",
                            "12:1:2", "99999999999999999999", "12:-99999999"}) {
    INFO(wrong);
    CHECK_FALSE(read_game_place(wrong));
  }
  CHECK(*ply_in({3, false}, 1, 3) == 3);
  CHECK(*ply_in({3, true}, 1, 3) == 0);
  CHECK(*ply_in(last_ply, 1, 0) == 0);
  CHECK(ply_in({4, false}, 7, 3).error().message == "game 7 has 3 plies");
  CHECK_FALSE(ply_in({4, true}, 7, 3));
}

TEST_CASE("every command that takes a position takes one of a stored game") {
  const Table t;
  t.out({"new", "--black", "Aoki", "--moves", "P-7f P-3d P-2f"});
  t.out({"new", "--variant", "shogi", "--moves", "P-7f P-3d"});
  const auto sfen = [&](const std::string& place) {
    return t.run({"board", "--game", place, "--json"}).object()["sfen"].get<std::string>();
  };
  const auto of_moves = [&](const std::string& moves) {
    return t.run({"board", "--moves", moves, "--variant", "yari", "--json"})
        .object()["sfen"]
        .get<std::string>();
  };
  CHECK(sfen("1") == of_moves("P-7f P-3d P-2f"));
  CHECK(sfen("1:last") == sfen("1"));
  CHECK(sfen("1:-1") == sfen("1"));
  CHECK(sfen("1:3") == sfen("1"));
  CHECK(sfen("1:-2") == of_moves("P-7f P-3d"));
  CHECK(sfen("1:1") == of_moves("P-7f"));
  CHECK(sfen("1:0") == of_moves(""));
  CHECK_THAT(sfen("2"), Catch::Matchers::StartsWith("lnsgkgsnl/"));
  CHECK(t.run({"board", "--game", "1:2", "--moves", "P-2f", "--json"}).object()["sfen"] ==
        sfen("1"));
  CHECK(t.run({"moves", "--game", "1:last"}).out ==
        t.run({"moves", "--variant", "yari", "--moves", "P-7f P-3d P-2f"}).out);
  CHECK_THAT(t.out({"analyze", "--game", "1", "--nodes", "50"}), Contains("1. "));
  CHECK_THAT(t.run({"mate", "--game", "1", "--nodes", "50"}).out, Contains("node"));
  CHECK(t.run({"find", "--game", "1:2", "--json"}).object()["game"] == 1);
  CHECK(t.run({"tree", "--game", "1:2", "--json"}).json().front()["usi"] == "2g2f");
  CHECK(t.run({"debug", "perft", "--game", "1:0", "--depth", "1"}).out ==
        t.run({"debug", "perft", "--variant", "yari", "--depth", "1"}).out);
  for (const char* command : {"board", "moves", "find", "tree", "mate", "analyze"}) {
    INFO(command);
    const Outcome missing = t.run({command, "--game", "9"});
    CHECK(missing.code == 1);
    CHECK_THAT(missing.err, Contains("there is no game 9"));
    const Outcome late = t.run({command, "--game", "1:4"});
    CHECK(late.code == 2);
    CHECK_THAT(late.err, Contains("--game: game 1 has 3 plies"));
    CHECK(t.run({command, "--game", "1", "--sfen", "startpos"}).code == 2);
    CHECK(t.run({command, "--game", "1:x"}).code == 2);
  }
  CHECK(t.run({"board", "--game", "1", "--variant", "shogi"}).code == 2);
  CHECK(t.run({"show", "1", "--ply", "last"}).out == t.run({"show", "1", "--ply", "3"}).out);
  CHECK(t.run({"show", "1", "--ply", "-2"}).out == t.run({"show", "1", "--ply", "2"}).out);
  CHECK(t.run({"show", "1", "--ply", "-5"}).code == 2);
}

TEST_CASE("a game is begun, carried on and taken back") {
  const Table t;
  CHECK_THAT(t.out({"new", "--black", "Aoki", "--white", "Baba", "--event", "Club", "--date",
                    "2026-11-26", "--set", "Round=3"}),
             Catch::Matchers::StartsWith("game 1: Aoki - Baba\nWhite in hand: nothing\n"));
  CHECK_THAT(t.out({"new", "--handicap", "YR1a", "--rules", "svp"}), Contains("White to move"));
  const auto first = t.game(1);
  CHECK(first["event"] == "Club");
  CHECK(first["date"] == "2026-11-26");
  CHECK_THAT(first["text"].get<std::string>(), Contains("[Round \"3\"]"));
  CHECK(t.game(2)["rules"] == "svp");
  CHECK(t.game(2)["handicap"] == "YR1a");
  const std::string board = t.out({"move", "1", "P-7f", "3c3d", "▲２六歩"});
  CHECK_THAT(board, Catch::Matchers::StartsWith("game 1: Aoki - Baba, P-7f P-3d P-2f\n") &&
                        Contains(" .    P*   .") && Contains("White to move, move 4"));
  const auto answer =
      t.run({"move", "1", "4. P-4d", "--time", "1:30", "--comment", "slow", "--json"});
  CHECK(answer.object()["added"] == nlohmann::json{"4c4d"});
  CHECK(answer.object()["ply"] == 4);
  CHECK(answer.object()["side"] == "black");
  CHECK_THAT(t.game(1)["text"].get<std::string>(), Contains("P-4d {[%emt 0:01:30] slow}"));
  t.verify();
  CHECK_THAT(t.run({"move", "1", "1g1f", "--at", "2", "--comment", "bell \a"}).err,
             Contains("the comment: the text contains control characters"));
  t.out({"move", "1", "1g1f", "--at", "2", "--comment", "better"});
  t.out({"move", "1", "P-1f", "P-1d", "--at", "-3"});
  CHECK_THAT(t.game(1)["text"].get<std::string>(), Contains("(2. P-1f {better} 2. ... P-1d)"));
  CHECK_THAT(t.out({"undo", "--list"}), Contains("game 1: 1g1f") && Contains("game 1: 4c4d") &&
                                            Contains("game 1: 7g7f 3c3d 2g2f") &&
                                            Contains("begin a game"));
  t.out({"move", "1", "--resign"});
  CHECK(t.game(1)["result"] == "0-1");
  CHECK(t.game(1)["ending"] == "resignation");
  t.verify();
  for (int i = 0; i < 6; ++i) t.out({"undo"});
  CHECK(t.game(1)["plies"] == 0);
  CHECK(t.run({"show", "2"}).code == 1);
  t.out({"undo"});
  CHECK(t.run({"list"}).out.empty());
  t.verify();
}

TEST_CASE(
    "Japanese moves may name the square of the game's last move, and the pieces of either game") {
  const Table t;
  t.out({"new", "--variant", "shogi", "--moves", "P-7f P-3d Bx2b+"});
  CHECK_THAT(t.out({"moves", "--game", "1", "--moves", "同飛"}), Contains("P-"));
  CHECK_THAT(t.out({"move", "1", "△同　銀"}), Contains("game 1: ?"));
  CHECK_THAT(t.out({"export", "1", "--to", "usi"}), Contains("8h2b+ 3a2b"));
  t.out({"new", "--variant", "yari", "--moves", "▲６六歩 △２二香角右"});
  CHECK_THAT(t.out({"export", "2", "--to", "usi"}), Contains("moves 6g6f"));
}

TEST_CASE("a move that cannot be played is refused with the reason, and changes nothing") {
  const Table t;
  t.out({"new", "--black", "Aoki"});
  const Outcome illegal = t.run({"move", "1", "P-7f", "P-3e"});
  CHECK(illegal.code == 2);
  CHECK_THAT(illegal.err,
             Contains("did you mean P-3d") && Contains("P-7f P-3e\n") && Contains("        ^\n"));
  CHECK_THAT(t.run({"move", "1", "7g7e"}).err, Contains("did you mean"));
  CHECK(t.run({"move", "1"}).code == 2);
  CHECK(t.run({"move"}).code == 2);
  CHECK(t.run({"move", "x", "P-7f"}).code == 2);
  CHECK(t.run({"move", "2", "P-7f"}).code == 1);
  CHECK(t.run({"move", "1", "P-7f", "--at", "1"}).code == 1);
  CHECK(t.run({"move", "1", "P-7f", "--at", "0", "--resign"}).code == 2);
  CHECK(t.run({"move", "1", "P-7f", "--time", "soon"}).code == 2);
  CHECK(t.run({"move", "1", "--resign", "--draw-agreed"}).code == 2);
  CHECK(t.run({"new", "--set", "Result=1-0"}).code == 2);
  CHECK(t.run({"new", "--event", "a", "--set", "event=b"}).code == 2);
  t.folder.file("empty.txt", "Hello.\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"new", "--moves", "P-7e"}, {"new", "--from", "empty.txt"}, {"new", "--game", "1"}}) {
    std::vector<std::string> elsewhere = words;
    elsewhere.insert(elsewhere.end(), {"--db", "new.db"});
    CHECK(t.run(elsewhere).code == 2);
    CHECK_FALSE(std::filesystem::exists(t.folder / "new.db"));
  }
  CHECK(t.game(1)["plies"] == 0);
  CHECK(t.out({"undo", "--list"}).find('\n') == t.out({"undo", "--list"}).size() - 1);
  t.out({"move", "1", "P-7f", "--draw-agreed"});
  CHECK(t.game(1)["ending"] == "draw agreed");
  const Outcome over = t.run({"move", "1", "P-3d"});
  CHECK(over.code == 1);
  CHECK_THAT(over.err, Contains("game 1 is over: 1/2-1/2 (draw agreed)"));
  // A variation in the place of the ending: the game is no longer than it was.
  t.out({"move", "1", "P-3d", "--at", "last"});
  CHECK(t.game(1)["plies"] == 1);
  CHECK(t.game(1)["ending"] == "draw agreed");
  t.verify();
}

TEST_CASE("a mating move after the last ply, which is named, ends the game") {
  const Table t;
  t.out({"new", "--sfen", "5nk/7/6+B/7/7/7/7/7/3K3 b P 1"});
  t.out({"move", "1", "P*1b", "--at", "0"});
  CHECK(t.game(1)["plies"] == 1);
  CHECK(t.game(1)["ending"] == "mate");
  CHECK(t.game(1)["result"] == "1-0");
}

TEST_CASE("the board ends a game: repetition, and under svp no third occurrence") {
  const Table t;
  t.out({"new"});
  t.out({"new", "--rules", "svp"});
  const std::vector<std::string> round{"YRx7c", "YRx1g"};
  // Generals to and fro.
  const std::string once = "G-4h G-4b G-4i G-4a";
  CHECK_THAT(t.out({"move", "1", once}), Contains("The position occurs the 2nd time."));
  CHECK_THAT(t.out({"move", "1", once}),
             Contains("Repetition, the position occurs the 3rd time: a draw."));
  CHECK(t.game(1)["ending"] == "repetition");
  CHECK(t.game(1)["result"] == "1/2-1/2");
  CHECK(t.run({"board", "--game", "1", "--json"}).object()["occurrences"] == 3);
  CHECK(t.run({"move", "1", "P-7f"}).code == 1);
  const Outcome third = t.run({"move", "2", once + " " + once});
  CHECK(third.code == 1);
  CHECK_THAT(third.err, Contains("third time"));
  CHECK(t.game(2)["plies"] == 0);
  t.out({"new", "--moves", once + " " + once});
  CHECK(t.game(3)["ending"] == "repetition");
}

TEST_CASE("what the rules say stands under the board") {
  const auto board = [](const std::string& sfen, const char* variant) {
    return yari({"board", "--sfen", sfen, "--variant", variant}).out;
  };
  CHECK_THAT(board("3k2R/7/3+B3/7/7/7/7/7/3K3 w - 1", "yari"),
             Contains("\nCheckmate: Black wins.\n"));
  CHECK_THAT(board("3k3/7/7/7/3R3/7/7/7/3K3 w - 1", "yari"), Contains("\nWhite is in check.\n"));
  CHECK_THAT(board("4k4/9/4+P4/9/9/9/9/9/4K4 b - 1", "shogi"), !Contains("check"));
  const std::string entered = board("3K3/7/7/7/7/7/7/7/3k3 b R2P 1", "yari");
  CHECK_THAT(entered, Contains("\nBlack's general has entered the promotion zone.\n") &&
                          Contains("\nWhite's general has entered the promotion zone.\n") &&
                          Contains("\nPoints: Black ") && Contains("an impasse by agreement is "));
  const std::string declaring = board("4K4/9/9/9/9/9/9/9/4k4 b R2P 1", "shogi");
  CHECK_THAT(declaring, Contains("For a declaration Black has 7 points and 0 of 10 pieces"));
  const auto json =
      yari({"board", "--json", "--variant", "shogi", "--sfen", "4K4/9/9/9/9/9/9/9/4k4 b R2P 1"})
          .object();
  CHECK(json["entered"] == nlohmann::json{"black", "white"});
  CHECK(json["black_points"] == 7);
  CHECK(json["white_points"] == 0);
  const Outcome mated = yari({"moves", "--sfen", "3k2R/7/3+B3/7/7/7/7/7/3K3 w - 1"});
  CHECK(mated.code == 1);
  CHECK(mated.out.empty());
  CHECK_THAT(mated.err, Contains("Checkmate: Black wins."));
}

TEST_CASE("perpetual check and stalemate are named, with who wins by them") {
  const auto board = [](const char* variant, const char* sfen, const std::string& moves) {
    return yari({"board", "--variant", variant, "--sfen", sfen, "--moves", moves}).out;
  };
  const std::string shogi = "1b1a 5a5b 1a1b 5b5a ", yari_cycle = "1b1a 4a4b 1a1b 4b4a ";
  const char* const shogi_start = "4k4/8R/9/9/9/9/9/9/K8 b - 1";
  const char* const yari_start = "3k3/6+R/7/7/7/7/7/7/K6 b - 1";
  CHECK_THAT(board("shogi", shogi_start, shogi + shogi),
             Contains("\nThe position occurs the 3rd time.\n"));
  CHECK_THAT(
      board("shogi", shogi_start, shogi + shogi + shogi),
      Contains("\nPerpetual check by Black, for the position occurs the 4th time: White wins.\n"));
  CHECK_THAT(
      board("yari", yari_start, yari_cycle + yari_cycle),
      Contains("\nPerpetual check by Black, for the position occurs the 3rd time: White wins.\n"));
  CHECK_THAT(board("shogi", "8k/R8/9/9/9/9/9/9/K6R1 w - 1", ""),
             Contains("\nStalemate, White has no legal move: Black wins.\n"));
  CHECK_THAT(board("yari", "6k/+R6/7/7/7/7/7/7/K4+R1 w - 1", ""),
             Contains("\nStalemate, White has no legal move: a draw.\n"));
}

TEST_CASE("diagrams in every style are drawn and read again, from either side") {
  const Table t;
  t.out({"new", "--black", "Aoki", "--white", "Baba", "--moves", "P-7f P-3d P-2f"});
  const auto sfen = t.run({"board", "--game", "1", "--json"}).object()["sfen"];
  for (const char* style : {"letters", "kanji", "server", "kif"}) {
    for (const bool flip : {false, true}) {
      std::vector<std::string> words{"show", "1", "--ply", "last", "--draw", style};
      if (flip) words.emplace_back("--flip");
      INFO(style);
      const Outcome drawn = t.run(words);
      if (flip && words[5] == "kif") {
        CHECK(drawn.code == 2);
        continue;
      }
      REQUIRE(drawn.code == 0);
      t.folder.file("board.txt", drawn.out);
      CHECK(t.run({"board", "--diagram", "board.txt", "--json"}).object()["sfen"] == sfen);
    }
  }
  CHECK_THAT(t.out({"show", "1", "--ply", "last", "--draw", "server"}),
             Contains("Baba (White)\n") && Contains("****") && !Contains("SFEN"));
  CHECK(t.out({"show", "1", "--draw", "server"}) ==
        t.out({"show", "1", "--ply", "3", "--draw", "server"}));
  CHECK_THAT(t.out({"board", "--game", "1", "--draw", "kif"}),
             Contains("手数＝3  ▲２六歩  まで\n"));
  CHECK_THAT(t.out({"move", "1", "P-4d", "--draw", "kanji", "--flip"}), Contains("歩*"));
}

TEST_CASE("a message finds its game by players and moves, or says why it does not") {
  const Table t;
  const std::vector<std::string> names{"--black", "Aoki", "--white", "Baba"};
  const auto begin = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"new", "--black", "Aoki", "--white", "Baba"});
    t.out(more);
  };
  begin({"--moves", "P-7f"});
  begin({"--moves", "P-7f P-3d"});
  begin({"--moves", "P-2f"});
  begin({"--moves", "P-7f P-3d", "--event", "Cup"});
  const auto read = [&](const std::string& tags, const std::string& moves,
                        std::vector<std::string> more = {}) {
    t.folder.file("mail.txt", "[Variant \"Yari Shogi\"]\n" + tags + "\n" + moves + "\n");
    more.insert(more.begin(), {"move", "--from", "mail.txt"});
    return t.run(more);
  };
  const std::string players = "[Black \"aoki\"]\n[White \"Baba\"]\n";
  CHECK_THAT(read(players, "1. P-7f P-3d 2. P-1f *").err,
             Contains("games 2, 4 go as the message does"));
  CHECK_THAT(read(players + "[Event \"cup\"]\n", "1. P-7f P-3d 2. P-1f *", {"--json"}).out,
             Contains("\"added\":[\"1g1f\"]"));
  CHECK(t.game(4)["plies"] == 3);
  CHECK(read(players, "1. P-7f P-3d 2. P-1f *", {"2"}).code == 0);
  CHECK_THAT(read(players, "1. P-2f P-3d *").out,
             Catch::Matchers::StartsWith("game 3: Aoki - Baba, P-3d\n"));
  CHECK_THAT(read(players, "1. P-2f *").err,
             Contains("game 3 has all moves of the message, and 1 more"));
  CHECK_THAT(read(players, "1. P-2f P-4d *").err,
             Contains("move 2 is 3c3d in game 3, and 4c4d in the message"));
  CHECK_THAT(read("[Black \"Chiba\"]\n[White \"Baba\"]\n", "1. P-2f *").err,
             Contains("no game Chiba - Baba goes as the message does"));
  CHECK_THAT(read("", "1. P-2f *").err, Contains("does not name both players"));
  CHECK_THAT(read(players, "1. P-2f P-3d *").err, Contains("no move that game 3 does not have"));
  CHECK_THAT(read(players, "1. P-2f P-3d 1-0").out, Contains(", 1-0\n"));
  CHECK_THAT(read(players, "1. P-2f P-3d 2. P-1f *").err, Contains("game 3 is over: 1-0"));
  CHECK(read(players, "1. P-2f P-3d *", {"--resign", "--draw-agreed"}).code == 2);
  t.verify();
  // What begins a game that is there is refused.
  t.folder.file("mail.txt", "[Black \"Aoki\"]\n[White \"Baba\"]\n\n1. P-7f P-3d 2. P-1f P-1d *\n");
  CHECK(t.run({"new", "--from", "mail.txt"}).code == 2);
}

}  // namespace yari::test
