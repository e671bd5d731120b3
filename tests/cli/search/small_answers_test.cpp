// What a command says, and its exit code, where the answer is none, one, or the last that counts.
#include <filesystem>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

std::string cup_game(const std::string& black, const std::string& white, int day,
                     const std::string& result, const std::string& moves) {
  return "[Variant \"Shogi\"]\n[Event \"Cup\"]\n[Black \"" + black + "\"]\n[White \"" + white +
         "\"]\n[Date \"2001.02.0" + std::to_string(day) + "\"]\n\n" + moves + ' ' + result + "\n\n";
}

/// Three games after P-7f, which Black won, and a draw after P-2f. The last is the first and a
/// move.
struct CupGames : ProgramFolder {
  CupGames() {
    folder.file("games.psn", cup_game("Ann", "Bob", 3, "1-0", "1. P-7f P-3d 2. P-2f") +
                                 cup_game("Bob", "Cid", 4, "1-0", "1. P-7f P-3d") +
                                 cup_game("Cid", "Ann", 5, "1/2-1/2", "1. P-2f P-3d") +
                                 cup_game("Ann", "Bob", 3, "1-0", "1. P-7f P-3d 2. P-2f P-8d"));
    REQUIRE(run({"import", "games.psn"}).code == 0);
  }
  void expect(const std::vector<std::string>& words, int code, const std::string& out) const {
    const Outcome outcome = run(words);
    INFO(words[0] << ' ' << words[1]);
    CHECK(outcome.code == code);
    CHECK(outcome.out == out);
  }
};

}  // namespace

TEST_CASE("a count of none, a list of none and nothing to delete end with exit code 1") {
  const CupGames f;
  f.expect({"list", "--count", "--player", "ann"}, 0, "3\n");
  f.expect({"list", "--count", "--player", "nobody"}, 1, "0\n");
  f.expect({"find", "--query", "ply = 0", "--count"}, 0, "4\n");
  f.expect({"find", "--query", "mate", "--count"}, 1, "0\n");
  const std::string start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
  f.expect({"find", "--query", "position \"" + start + " b - 1\"", "--count"}, 0, "4\n");
  f.expect({"find", "--query", "position \"" + start + " w - 1\"", "--count"}, 1, "0\n");
  f.expect({"find", "--query", "not check and position \"" + start + " w - 1\"", "--count"}, 1,
           "0\n");
  f.expect({"find", "--query", "ply = 0", "--limit", "0"}, 1, "");
  f.expect({"duplicates", "--delete"}, 0, "1 game deleted, 0 completed\n");
  f.expect({"duplicates", "--delete"}, 1, "0 games deleted, 0 completed\n");
  f.expect({"show", "9"}, 1, "");
}

TEST_CASE("an area is the same from either end, and a condition without its word says so") {
  const CupGames f;
  for (const char* area : {"7-9f", "9-7f", "7f-g", "7g-f"})
    f.expect({"find", "--variant", "shogi", "--query", std::string("ply = 1 and pieces P") + area,
              "--count"},
             0, std::string(area[1] == '-' ? "3" : "4") + "\n");
  const Outcome cut = f.run({"find", "--query", "result"});
  CHECK(cut.code == 2);
  CHECK_THAT(cut.err, Contains("expected 1-0, 0-1, 1/2-1/2, *, black, white, draw or unknown, "
                               "found the end"));
}

TEST_CASE("a tree has the moves of exactly --min-games games, and its graph is Black's") {
  const CupGames f;
  const auto moves = [&](const char* least) {
    return f.run({"tree", "--variant", "shogi", "--min-games", least, "--json"}).json().size() - 1;
  };
  CHECK(moves("1") == 2);
  CHECK(moves("3") == 1);
  CHECK(moves("4") == 0);
  CHECK(f.run({"tree", "--variant", "shogi", "--min-games", "3"}).lines().at(1).substr(0, 20) ==
        "P-7f               3");
  CHECK_THAT(f.run({"tree", "--variant", "shogi", "--min-games", "4"}).lines().at(1),
             Catch::Matchers::StartsWith("all "));
  // White is to move there.
  CHECK_THAT(f.run({"tree", "--variant", "shogi", "--dot"}).out,
             Contains("n1 [label=\"3 games\\nBlack 100 %\"") &&
                 Contains("n2 [label=\"1 game\\nBlack 50 %\""));
  const auto after =
      f.run({"tree", "--variant", "shogi", "--usi", "startpos moves 7g7f", "--json"}).json().back();
  CHECK(after["score"] == 0.0);
  CHECK(after["first_date"] == "2001-02-03");
  CHECK(after["last_date"] == "2001-02-04");
  CHECK(after["average_plies"] == 3);
  // As often as another: who came first.
  CHECK_THAT(f.run({"tree", "--variant", "shogi"}).out,
             Contains("\nplayers: Ann (3), Bob (3), Cid (2)\n"));
}

TEST_CASE("games without a date have no first and no last one") {
  const ProgramFolder f;
  const auto dates = [&](const std::string& games) {
    f.folder.file("games.psn", games);
    REQUIRE(f.run({"import", "games.psn"}).code == 0);
    const auto all = f.run({"tree", "--variant", "shogi", "--json"}).json().back();
    return all["first_date"].dump() + ' ' + all["last_date"].dump();
  };
  CHECK(dates("[Variant \"Shogi\"]\n[Black \"Ann\"]\n\n1. P-7f *\n") == "null null");
  CHECK(dates(cup_game("Bob", "Cid", 4, "1-0", "1. P-7f P-3d")) == R"("2001-02-04" "2001-02-04")");
  CHECK(dates(cup_game("Bob", "Cid", 3, "1-0", "1. P-7f P-8d")) == R"("2001-02-03" "2001-02-04")");
}

TEST_CASE("lengths are counted from a first to a last number of plies") {
  const CupGames f;
  CHECK_THAT(
      f.run({"stats"}).out,
      Contains("  from 2 to 4 plies, median 2, mean 2.8\n  0..19                          4"));
}

TEST_CASE("a page of an event writes half points as players do") {
  const CupGames f;
  const std::string page = f.run({"event", "Cup", "--html"}).out;
  CHECK_THAT(page, Contains("<td>Cid</td><td>½</td>") && Contains("<td>Ann</td><td>2½</td>") &&
                       Contains("<td>Bob</td><td>1</td>"));
}

TEST_CASE("an export of games of which a format has not all ends with exit code 1") {
  const CupGames f;
  f.folder.file("yari.psn", "[Variant \"Yari Shogi\"]\n[Black \"Ann\"]\n\n1. P-7f *\n");
  REQUIRE(f.run({"import", "yari.psn"}).code == 0);
  CHECK(f.run({"export", "--variant", "shogi", "--to", "csa", "-o", "all.csa"}).code == 0);
  CHECK(f.run({"export", "--to", "csa", "-o", "some.csa"}).code == 1);
  f.expect({"export", "--variant", "shogi", "--to", "csa", "--files", "a/{id}.csa"}, 0,
           "4 files written\n");
  f.expect({"export", "--to", "csa", "--files", "b/{id}.csa"}, 1, "4 files written\n");
  CHECK(f.run({"show", "1", "--to", "csa"}).code == 0);
  f.expect({"show", "5", "--to", "csa"}, 1, "");
}

TEST_CASE("rows of moves have scores and mates in columns of their own, as the mover sees them") {
  const ProgramFolder f;
  f.folder.file("games.psn",
                "[Variant \"Shogi\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\n1. P-7f {[%eval 0.35]} "
                "P-3d {[%eval #-3]} *\n");
  REQUIRE(f.run({"import", "games.psn"}).code == 0);
  const auto lines = f.run({"export", "--to", "csv"}).lines();
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[1], Catch::Matchers::StartsWith("1,1,black,Ann,P-7f,7g7f,35,,"));
  CHECK_THAT(lines[2], Catch::Matchers::StartsWith("1,2,white,Bob,P-3d,3c3d,,4,"));
}

TEST_CASE("a match says its share of the points from the first engine's side") {
  const ProgramFolder f;
  f.folder.file("mate.txt", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n");
  const Outcome won = f.run(
      {"match", "--variant", "shogi", "--openings", "mate.txt", "--games", "1", "--nodes", "60"});
  CHECK_THAT(won.out, Contains(" +1 =0 -0\n100.0 % of the points, Elo +inf ["));
  const Outcome drawn = f.run({"match", "--games", "1", "--nodes", "60", "--max-plies", "2"});
  CHECK_THAT(drawn.out, Contains(" +0 =1 -0\n50.0 % of the points, Elo +0 ["));
}

TEST_CASE("notes are left out with --quiet, and a summary counts them all the same") {
  const ProgramFolder f;
  // "先手：羽生" and a move, in Shift_JIS.
  f.folder.file("game.kif",
                "\x90\xE6\x8E\xE8\x81\x46\x89\x48\x90\xB6\n"
                "   1 \x82\x56\x98\x5A\x95\xE0(77)\n");
  const Outcome told = f.run({"check", "game.kif"});
  CHECK_THAT(told.err, Contains("game.kif:1:1: note: not UTF-8; read as Shift_JIS"));
  const Outcome quiet = f.run({"check", "game.kif", "--quiet"});
  CHECK(quiet.err.empty());
  CHECK(quiet.code == 0);
  CHECK(quiet.out == told.out);
  CHECK(told.out == "1 game in 1 file, 1 ply: 0 errors, 0 warnings, 1 note\n");
}

TEST_CASE("a file in a folder that is read is not replaced where it would lose something") {
  const ProgramFolder f;
  const std::string text = "V2.2\nPI\n+\n+7776FU\n/\n' alone\n";
  std::filesystem::create_directory(f.folder / "in");
  f.folder.file("in/game.csa", text);
  const Outcome kept = f.run({"check", "in", "--fix", "-o", "in/game.csa"});
  CHECK(kept.code == 1);
  CHECK_THAT(kept.err, Contains("in/game.csa is left as it was: it would lose"));
  CHECK(read_file(f.folder / "in/game.csa") == text);
}

TEST_CASE("one of two positions is found in the order of the games, whichever is named first") {
  const ProgramFolder f;
  std::string games = cup_game("Ann", "Bob", 1, "1-0", "1. P-2f P-8d") +
                      cup_game("Ann", "Bob", 2, "1-0", "1. P-7f P-3d");
  for (int i = 0; i < 8; ++i)
    games += cup_game("Ann", std::string(1, static_cast<char>('F' + i)), 3, "1-0", "1. P-1f P-9d");
  f.folder.file("games.psn", games);
  REQUIRE(f.run({"import", "games.psn"}).code == 0);
  for (const char* query :
       {"position \"startpos moves P-7f\" or position \"startpos moves P-2f\"",
        "position \"startpos moves P-2f\" or position \"startpos moves P-7f\""}) {
    const auto hits = f.run({"find", "--variant", "shogi", "--query", query, "--json"}).json();
    REQUIRE(hits.size() == 2);
    CHECK(hits[0]["game"] == 1);
    CHECK(hits[1]["game"] == 2);
  }
}

TEST_CASE("a book of games with other starts has these starts") {
  const ProgramFolder f;
  f.folder.file(
      "games.psn",
      "[Variant \"Shogi\"]\n[Handicap \"Rook\"]\n[Black \"Ann\"]\n\n1. ... P-3d 2. P-7f *\n");
  REQUIRE(f.run({"import", "games.psn"}).code == 0);
  REQUIRE(f.run({"book", "make", "--variant", "shogi", "-o", "book.db"}).code == 0);
  CHECK(read_file(f.folder / "book.db") ==
        "#YANEURAOU-DB2016 1.00\n"
        "sfen lnsgkgsnl/7b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 2\n"
        "7g7f none 0 32 1\n"
        "sfen lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
        "3c3d none 0 32 1\n");
}

TEST_CASE("a chart of results has bars of one length, parted as the games went") {
  const CupGames f;
  f.folder.file(
      "old.psn",
      "[Variant \"Shogi\"]\n[Black \"Dan\"]\n[White \"Eva\"]\n[Date \"1999\"]\n\n1. P-7f 1-0\n");
  REQUIRE(f.run({"import", "old.psn"}).code == 0);
  CHECK_THAT(f.run({"stats", "--by", "year", "--svg"}).out,
             Contains("<rect x=\"270.0\" y=\"67\" width=\"450.0\"") &&
                 Contains("<rect x=\"270.0\" y=\"91\" width=\"337.5\"") &&
                 Contains("<rect x=\"607.5\" y=\"91\" width=\"112.5\""));
}

}  // namespace yari::test
