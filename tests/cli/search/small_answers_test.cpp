// What a command says, and its exit code, where the answer is none, one, or the last that counts.
#include "tests/cli/program.h"
#include "tests/support/catch.h"

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

}  // namespace yari::test
