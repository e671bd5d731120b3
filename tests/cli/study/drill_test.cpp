// `yari drill`: what is asked, which answers are right, and when a card comes back.
#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

struct Cards {
  TemporaryFolder folder;
  RunOptions here;

  Cards() {
    here.folder = folder.path();
    folder.file("games.psn",
                "[Variant \"shogi\"]\n[Black \"Habu\"]\n[White \"Tanigawa\"]\n\n"
                "1. P-7f P-3d 2. Bx2b+ Sx2b 3. P-2f P-8d *\n");
    folder.file("book.usi", "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 2g2f\n");
    REQUIRE(run({"import", "games.psn"}).code == 0);
  }
  Outcome run(const std::vector<std::string>& words, const std::string& input = "") const {
    RunOptions options = here;
    options.input = input;
    return yari(words, options);
  }
  void add_book() const {
    const Outcome added = run({"drill", "add", "--book", "book.usi", "--variant", "shogi", "--side",
                               "black", "--today", "2026-11-01"});
    REQUIRE(added.out == "2 cards added, 0 changed, 0 known before\n");
  }
  std::vector<nlohmann::json> drill(const std::string& day, const std::string& input,
                                    std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"drill", "--json", "--today", day};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, input).json();
  }
  nlohmann::json card(int number) const {
    for (const nlohmann::json& row : run({"drill", "--list", "--json"}).json())
      if (row["card"] == number) return row;
    return {};
  }
};

constexpr const char* shogi_start =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

}  // namespace

TEST_CASE("drill asks what is due and keeps what was answered") {
  const Cards f;
  CHECK(f.run({"drill"}).code == 1);
  CHECK_THAT(f.run({"drill"}).err, Contains("'yari drill add'"));
  f.add_book();
  const auto rows = f.drill("2026-11-01", "2g2f\nP-2f\n");
  REQUIRE(rows.size() == 5);
  CHECK(rows[0]["row"] == "question");
  CHECK(rows[0]["card"] == 1);
  CHECK(rows[0]["sfen"] == shogi_start);
  CHECK(rows[0]["source"] == "book");
  CHECK(rows[0]["done"].empty());
  CHECK(rows[1]["row"] == "answer");
  CHECK(rows[1]["right"] == true);
  // No time is taken where nobody sits at a terminal.
  CHECK(rows[1]["grade"] == "good");
  // Each move of the book is right.
  CHECK(rows[1]["usi"] == std::vector<std::string>{"7g7f", "2g2f"});
  CHECK(rows[1]["due"] == "2026-11-02");
  CHECK(rows[3]["moves"] == std::vector<std::string>{"P-2f"});
  CHECK(rows[4]["row"] == "summary");
  CHECK(rows[4]["right"] == 2);
  CHECK(rows[4]["due"] == 0);

  CHECK(f.run({"drill", "--today", "2026-11-01"}).code == 1);
  CHECK_THAT(f.run({"drill", "--today", "2026-11-01"}).err,
             Contains("the next card is due on 2026-11-02"));
  f.drill("2026-11-02", "7g7f\n2g2f\n");
  CHECK(f.card(1)["due"] == "2026-11-08");
  CHECK(f.card(1)["days"] == 6);
  CHECK(f.card(1)["ease"] == 2.5);
  CHECK(f.card(1)["reviews"] == 2);
  CHECK(f.card(1)["reviewed"] == "2026-11-02");
  f.drill("2026-11-08", "7g7f\n");
  CHECK(f.card(1)["due"] == "2026-11-23");
}

TEST_CASE("drill asks again on the same day what was not known, and stores the first answer") {
  const Cards f;
  f.add_book();
  // 1 is wrong, 2 is not known; then 1 is wrong once more, 2 right, 1 right.
  const auto rows = f.drill("2026-11-01", "9g9f\n?\n1g1f\n2g2f\n7g7f\n9g9f\n");
  std::vector<int> asked;
  for (const auto& row : rows)
    if (row["row"] == "question") asked.push_back(row["card"].get<int>());
  CHECK(asked == std::vector{1, 2, 1, 2, 1});
  CHECK(rows[1]["typed"] == "9g9f");
  CHECK(rows[1]["grade"] == "again");
  CHECK(rows[1]["stored"] == true);
  CHECK(rows[3]["typed"].is_null());
  CHECK(rows[7]["stored"] == false);
  CHECK(rows[7]["right"] == true);
  CHECK(rows.back()["asked"] == 2);
  CHECK(rows.back()["wrong"] == 2);
  CHECK(f.card(1)["lapses"] == 1);
  CHECK(f.card(1)["reviews"] == 1);
  CHECK(f.card(1)["due"] == "2026-11-02");
}

TEST_CASE("the learner's word grades the answer before it") {
  const Cards f;
  f.add_book();
  const auto rows = f.drill("2026-11-01", "7g7f\n4\n9g9f\nhard\n");
  CHECK(rows[1]["grade"] == "good");
  CHECK(rows[3]["grade"] == "easy");
  CHECK(rows[3]["card"] == 1);
  CHECK(f.card(1)["ease"] == 2.6);
  CHECK(f.card(1)["reviews"] == 1);
  // Hard is asked again, and here the input ends.
  CHECK(f.card(2)["ease"] == 2.36);
  CHECK(f.card(2)["lapses"] == 0);
  CHECK(rows.back()["wrong"] == 0);
}

TEST_CASE("the last answer is graded, too") {
  const Cards f;
  f.add_book();
  const Outcome ran = f.run({"drill", "--today", "2026-11-01"}, "7g7f\n2g2f\n\n4\n");
  CHECK(ran.code == 0);
  CHECK(f.card(2)["ease"] == 2.6);
  CHECK(f.card(2)["reviews"] == 1);
  // What is wrong by the learner's word is asked again, and the answer there graded.
  const auto rows = f.drill("2026-11-02", "7g7f\n2g2f\n2\n1\n2g2f\n3\nq\n");
  std::vector<std::string> grades;
  for (const auto& row : rows)
    if (row["row"] == "answer" && row["card"] == 2) grades.push_back(row["grade"]);
  CHECK(grades == std::vector<std::string>{"good", "hard", "again", "good", "good"});
  CHECK(f.card(2)["lapses"] == 1);
  CHECK(rows.back()["row"] == "summary");
  CHECK(rows.back()["wrong"] == 1);
  // Lines that no card is left for are not read.
  CHECK(f.run({"drill", "--today", "2026-11-03"}, "2g2f\n7g7f\n1\n").code == 0);
  CHECK(f.card(2)["lapses"] == 1);
}

TEST_CASE("a line that is no move is named, and the card is asked on") {
  const Cards f;
  f.add_book();
  const Outcome ran = f.run({"drill", "--today", "2026-11-01"},
                            "nonsense\n7g7e\nP-7f P-3d\n\n  \x1b[31m\n7g7f\nq\n");
  CHECK(ran.code == 1);
  CHECK_THAT(ran.err, Contains("yari: nonsense: ") && Contains("7g7e") &&
                          Contains("expected one move") && !Contains("\x1b[31m"));
  CHECK(ran.out ==
        "Right: card 1, P-7f or P-2f. What the book plays.\n"
        "good: again in 1 day, on 2026-11-02\n"
        "1 card asked: 1 right, 0 wrong; 1 still due\n");
}

TEST_CASE("in a puzzle any move that mates is right") {
  const Cards f;
  // A pawn that a rook protects mates as well as the gold.
  f.folder.file("p.usi", "sfen 4k4/9/4P4/9/9/9/9/9/K3R4 b G 1 moves G*5b\n");
  REQUIRE(
      f.run({"drill", "add", "--puzzles", "p.usi", "--variant", "shogi", "--today", "2026-11-01"})
          .code == 0);
  CHECK(f.drill("2026-11-01", "5c5b+\n")[1]["right"] == true);
  CHECK(f.drill("2026-11-02", "G*4b\n")[1]["right"] == false);
}

TEST_CASE("a move of the puzzle's line is followed by the opponent's answer") {
  const Cards f;
  f.folder.file("p.usi",
                "sfen l3b3l/1kg6/2Ns4p/ppppp4/1N4+Bp1/P1S1P1P2/1P1P1+p2P/1K2G4/LN6L b 2GS2P2rsn2p "
                "1 moves G*8a 8b8c G*8b 7b8b 8a8b\n");
  REQUIRE(f.run({"drill", "add", "--puzzles", "p.usi", "--today", "2026-11-01"}).code == 0);
  const auto rows = f.drill("2026-11-01", "G*8a\nG*8b\n8a8b\n");
  REQUIRE(rows.size() == 5);
  CHECK(rows[1]["row"] == "question");
  CHECK(rows[1]["done"] == std::vector<std::string>{"G*8a", "8b8c"});
  CHECK(rows[2]["done"].size() == 4);
  CHECK(rows[3]["right"] == true);
  CHECK(rows[3]["reason"] == "The only winning move.");
  // Wrong in the middle is wrong.
  const auto wrong = f.drill("2026-11-02", "G*8a\n?\n");
  CHECK(wrong[2]["grade"] == "again");
}

TEST_CASE("drill add takes the mistakes of a player out of annotated games") {
  const Cards f;
  CHECK(f.run({"drill", "add"}).code == 2);
  CHECK_THAT(f.run({"drill", "add", "--mistakes"}).err, Contains("name the player"));
  CHECK(f.run({"drill", "add", "--book", "nofile"}).err ==
        "yari: nofile: cannot be opened: No such file or directory\n");
  f.folder.file("bad.psn",
                "[Variant \"shogi\"]\n[Black \"Aoki\"]\n[White \"Baba\"]\n\n"
                "1. P-7f P-3d 2. Bx2b+ P-9d 3. +Bx3a *\n");
  REQUIRE(f.run({"import", "bad.psn"}).code == 0);
  REQUIRE(f.run({"annotate", "2", "--nodes", "3000", "--jobs", "1", "--book", "0"}).code == 0);
  const Outcome none = f.run({"drill", "add", "--mistakes", "--player", "Habu"});
  CHECK(none.code == 1);
  REQUIRE(f.run({"drill", "add", "--mistakes", "--player", "Baba", "--today", "2026-11-01"}).code ==
          0);
  const auto cards = f.run({"drill", "--list", "--json"}).json();
  REQUIRE(!cards.empty());
  CHECK(cards[0]["source"] == "mistake");
  CHECK(cards[0]["game"] == 2);
  CHECK(cards[0]["side"] == "white");
  const auto rows = f.drill("2026-11-01", "9c9d\n", {"--limit", "1"});
  CHECK(rows[1]["right"] == false);
  CHECK(rows[1]["played"] == "P-9d");
  CHECK_THAT(rows[1]["reason"].get<std::string>(),
             Catch::Matchers::StartsWith(
                 "In game 2, P-9d was played at ply 4: blunder, the win chance fell from "));
  CHECK(rows[1]["judgement"] == "blunder");
  CHECK(rows[1]["before"].get<double>() > rows[1]["after"].get<double>());
  // The game may go: the card stays.
  REQUIRE(f.run({"delete", "2"}).code == 0);
  CHECK(f.run({"drill", "--due", "--today", "2026-11-09"}).code == 0);
}

TEST_CASE("a position is added with the moves that are right there") {
  const Cards f;
  const auto add = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"drill", "add", "--today", "2026-11-01"});
    return f.run(words);
  };
  CHECK(add({"--game", "1:2", "--right", "P-2f 8h2b+"}).out ==
        "1 card added, 0 changed, 0 known before\n");
  CHECK(add({"--sfen", shogi_start, "--moves", "P-7f P-3d", "--right", "2g2f"}).out ==
        "0 cards added, 1 changed, 0 known before\n");
  CHECK(f.card(1)["source"] == "own");
  CHECK(f.card(1)["game"].is_null());
  REQUIRE(add({"--game", "1:2", "--right", "P-2f Bx2b+ P-2f"}).code == 0);
  CHECK(f.card(1)["game"] == 1);
  CHECK(f.card(1)["ply"] == 2);
  const auto rows = f.drill("2026-11-01", "8h2b+\n", {"--source", "own"});
  CHECK(rows[1]["right"] == true);
  CHECK(rows[1]["moves"] == std::vector<std::string>{"P-2f", "Bx2b+"});
  CHECK(rows[1]["reason"] == "Kept from game 1, at ply 3.");
  CHECK(rows[1]["judgement"].is_null());
  const Outcome bad = add({"--game", "1:2", "--right", "P-2f P-2g"});
  CHECK(bad.code == 2);
  CHECK_THAT(bad.err, Contains("--right") && Contains("P-2f P-2g\n"));
  CHECK_THAT(add({"--game", "1:2"}).err, Contains("--right"));
  CHECK(add({"--game", "9:2", "--right", "P-2f"}).code == 1);
  CHECK(f.run({"sql", "SELECT id, source, moves, ply FROM cards_view", "--csv"}).out ==
        "id,source,moves,ply\n1,own,2g2f 8h2b+,2\n");
}

TEST_CASE("drill lists cards and forgets them, and nothing else touches them") {
  const Cards f;
  f.add_book();
  f.drill("2026-11-01", "7g7f\n");
  CHECK(f.run({"drill", "--due", "--json", "--today", "2026-11-01"}).json().size() == 1);
  CHECK(f.run({"drill", "--due", "--today", "2026-10-31"}).code == 1);
  const Outcome csv = f.run({"drill", "--list", "--csv"});
  REQUIRE(csv.lines().size() == 3);
  CHECK(csv.lines()[0] ==
        "card,source,variant,sfen,side,game,ply,due,reviewed,repetitions,days,ease,reviews,lapses");
  CHECK(f.run({"drill", "--list", "--source", "puzzle"}).code == 1);
  const std::string before = f.run({"drill", "--list", "--json"}).out;
  CHECK(f.run({"db", "compact", "--reindex"}).code == 0);
  CHECK(f.run({"undo"}).code == 1);
  CHECK(f.run({"db", "backup", "copy.db"}).code == 0);
  CHECK(f.run({"drill", "--list", "--json", "--db", "copy.db"}).out == before);
  CHECK(f.run({"drill", "--list", "--json"}).out == before);
  // Another database takes over what it does not have.
  REQUIRE(f.run({"new", "--db", "other.db", "--black", "Ito"}).code == 0);
  CHECK(f.run({"db", "merge", "yari.db", "--db", "other.db"}).code == 0);
  CHECK(f.run({"drill", "--list", "--json", "--db", "other.db"}).out == before);
  CHECK(f.run({"drill", "remove"}).code == 2);
  CHECK(f.run({"drill", "remove", "1", "--all"}).code == 2);
  CHECK(f.run({"drill", "remove", "7"}).code == 1);
  CHECK(f.run({"drill", "remove", "1"}).out == "1 card removed\n");
  CHECK(f.run({"--db", "yari.db", "drill", "remove", "--source", "book", "--json"})
            .object()["removed"] == 1);
  CHECK(f.run({"drill", "--today", "yesterday"}).code == 2);
  CHECK(f.run({"drill", "--csv"}).code == 2);
  CHECK(f.run({"drill", "forget"}).code == 2);
}

TEST_CASE("on a terminal drill shows the board and asks for a grade") {
  const Cards f;
  f.add_book();
  RunOptions options = f.here;
  options.input = "P-7f\n\nq\n";
  const Outcome shown = yari_on_terminal({"drill", "--today", "2026-11-01"}, options);
  CHECK_THAT(shown.out, Contains("Card 1 (book), 1 of 2") && Contains("Your move"));
}

}  // namespace yari::test
