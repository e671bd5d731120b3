// `yari tag` and `yari duplicates`: corrections from the command line, a query and a file.
#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

struct Three : ProgramFolder {
  Three() {
    folder.file("games.psn",
                "[Black \"Ann\"]\n[White \"Bob\"]\n\n1. P-7f P-3d 2. P-6f *\n\n"
                "[Black \"Ann\"]\n[White \"Cid\"]\n\n1. P-6f P-3d *\n\n"
                "[Black \"ann\"]\n[White \"Bob\"]\n[Event \"Cup\"]\n\n1. P-7f P-3d *\n\n");
    REQUIRE(run({"import", "games.psn"}).code == 0);
  }
};

}  // namespace

TEST_CASE("results and endings are set like tags, by number, condition and query") {
  const Three f;
  CHECK(f.run({"tag", "1", "--set", "Result=1-0", "--set", "Ending=timeout"}).code == 0);
  const auto header = f.run({"show", "1", "--json"}).object();
  CHECK(header["result"] == "1-0");
  CHECK(header["ending"] == "timeout");
  CHECK(f.run({"tag", "--where", "plies < 3", "--set", "Event=Short", "--json"})
            .object()["changed"] == 2);
  CHECK_THAT(f.run({"tag", "1", "--set", "Result=2-0"}).err,
             Contains("Result: expected 1-0, 0-1, 1/2-1/2 or *, found '2-0'"));
  CHECK(f.run({"tag", "1", "--set", "Ending=boredom"}).code == 2);
  CHECK(f.run({"tag", "1", "--set", "Handicap=YR9z"}).code == 2);
  CHECK(f.run({"tag", "1", "--set", "SFEN=9/9"}).code == 2);
  CHECK(f.run({"tag", "1", "--set", "Event=a\nb"}).code == 2);
  CHECK(f.run({"tag", "--set", "Event=x"}).code == 2);
  CHECK_THAT(f.run({"tag", "1", "--set", "Event=x", "--set", "event=y"}).err,
             Contains("event: is set twice"));
  const Outcome mate = f.run({"tag", "2", "--set", "Ending=mate"});
  CHECK(mate.code == 0);
  CHECK_THAT(mate.err, Contains("game 2: the ending is mate, and the last move does not mate"));
}

TEST_CASE("a handicap is corrected where the moves are legal with it, and refused where not") {
  const Three f;
  f.folder.file("lance.kif",
                "手合割：香落ち\n先手：下手\n後手：上手\n手数----指手---------消費時間--\n"
                "   1 ３四歩(33)\n   2 ７六歩(77)\n   3 ４四歩(43)\n");
  REQUIRE(f.run({"import", "lance.kif"}).code == 0);
  const std::string before = f.run({"show", "4", "--json"}).out;
  CHECK(f.run({"find", "--variant", "shogi", "--handicap", "飛車落ち"}).code == 1);
  const Outcome rook = f.run({"tag", "4", "--set", "Handicap=飛車落ち", "--json"});
  CHECK(rook.code == 0);
  CHECK(rook.object()["changed"] == 1);
  CHECK(f.run({"list", "--handicap", "rook", "--json"}).object()["handicap"] == "Rook");
  CHECK(f.run({"find", "--variant", "shogi", "--handicap", "飛車落ち"}).code == 0);
  CHECK(f.run({"find", "--variant", "shogi", "--handicap", "香落ち"}).code == 1);
  CHECK(f.run({"db", "verify"}).code == 0);
  const Outcome even = f.run({"tag", "4", "--set", "Handicap=even", "--json"});
  CHECK(even.code == 1);
  CHECK(even.object()["refused"] == 1);
  CHECK_THAT(even.err, Contains("game 4: with the handicap 'even', move 1 (3c3d) is not legal"));
  CHECK(f.run({"undo"}).code == 0);
  CHECK(f.run({"show", "4", "--json"}).out == before);
  CHECK(f.run({"find", "--variant", "shogi", "--handicap", "香落ち"}).code == 0);
  CHECK(f.run({"db", "verify"}).code == 0);
}

TEST_CASE("corrections are read from a CSV file by game number, and undone in one step") {
  const Three f;
  const std::string before = f.run({"list", "--json"}).out;
  f.folder.file("fix.csv",
                "game,Black,Result,Date\n1,,0-1,2001.05.06\n2,\"Ann, the first\",,\n99,x,,\n");
  const Outcome outcome = f.run({"tag", "--from", "fix.csv", "--json"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("there is no game 99"));
  CHECK(outcome.object()["changed"] == 2);
  CHECK(outcome.object()["missing"] == 1);
  const auto games = f.run({"list", "--json"}).json();
  CHECK(games[0]["black"] == "Ann");
  CHECK(games[0]["result"] == "0-1");
  CHECK(games[0]["date"] == "2001-05-06");
  CHECK(games[1]["black"] == "Ann, the first");
  CHECK(f.run({"undo"}).code == 0);
  CHECK(f.run({"list", "--json"}).out == before);
  f.folder.file("fix.csv", "game,Result\n1,maybe\n");
  CHECK_THAT(f.run({"tag", "--from", "fix.csv"}).err, Contains("fix.csv:2: Result: expected"));
  f.folder.file("fix.csv", "game,Date\none,2001\n");
  CHECK_THAT(f.run({"tag", "--from", "fix.csv"}).err, Contains("fix.csv:2: expected the number"));
}

TEST_CASE("groups of the same players or one day come before others") {
  const Three f;
  const auto psn = [](const std::string& black, const std::string& date) {
    return "[Black \"" + black + "\"]\n[White \"W\"]\n[Date \"" + date +
           "\"]\n\n1. P-1f P-9d *\n\n";
  };
  f.folder.file("other.psn", psn("Old", "1990.01.01") + psn("New", "1999.01.01"));
  f.folder.file("day.psn",
                "[Black \"Eva\"]\n[Date \"2001.02.03\"]\n\n1. P-9f P-1d *\n\n"
                "[Black \"Fay\"]\n[Date \"2001.02.03\"]\n\n1. P-9f P-1d *\n\n");
  RunOptions here = f.here;
  for (const char* file : {"other.psn", "day.psn", "games.psn"})
    REQUIRE(yari({"import", file, "--db", "ranked.db"}, here).code == 0);
  const std::string out = yari({"duplicates", "--db", "ranked.db"}, here).out;
  CHECK_THAT(out, Contains("Group 1: keep game 3\n") && Contains("Group 2: keep game 5\n") &&
                      Contains("Group 3: keep game 1\n"));
}

TEST_CASE("duplicates are shown in groups, merged, and brought back") {
  const Three f;
  const std::string before = f.run({"list", "--json"}).out;
  const Outcome text = f.run({"duplicates"});
  CHECK_THAT(text.out, Contains("Group 1: keep game 1\n") && Contains("1 ply fewer") &&
                           Contains("Event is 'Cup'"));
  const auto pair = f.run({"duplicates", "--json"}).object();
  CHECK(pair["kind"] == "contained");
  CHECK(pair["keep"] == 1);
  // It has an event that the first game lacks: only a merge keeps that.
  CHECK(pair["superfluous"].empty());
  CHECK(f.run({"duplicates", "--delete"}).code == 1);
  const auto merged = f.run({"duplicates", "--merge", "--json"}).object();
  CHECK(merged["deleted"] == 1);
  CHECK(merged["completed"] == 1);
  CHECK(merged["left"] == 0);
  CHECK(f.run({"show", "1", "--json"}).object()["event"] == "Cup");
  CHECK(f.run({"duplicates"}).code == 1);
  CHECK(f.run({"undo"}).code == 0);
  CHECK(f.run({"list", "--json"}).out == before);
}

TEST_CASE("a file of corrections in which a field would be lost is refused with its place") {
  const Three f;
  const std::string before = f.run({"list", "--json"}).out;
  const auto refused = [&](const std::string& text) {
    f.folder.file("fixes.csv", text);
    const Outcome outcome = f.run({"tag", "--from", "fixes.csv"});
    CHECK(outcome.code == 2);
    CHECK(f.run({"list", "--json"}).out == before);
    return outcome.err;
  };
  CHECK_THAT(refused("game,Event\n2,b\n1,a,Extra\n"),
             Contains("fixes.csv:3: expected 2 fields, found 3"));
  CHECK_THAT(refused("game,Event\n1,a,,b\n"), Contains("fixes.csv:2: expected 2 fields, found 4"));
  CHECK_THAT(refused("game,Result,result\n1,1-0,0-1\n"),
             Contains("fixes.csv:1: expected each column once, found 'result' twice"));
  CHECK_THAT(refused("game,Result\n1,1-0\n2,1-0\n1,0-1\n"),
             Contains("fixes.csv:4: expected one value of Result for a game, found '0-1' after "
                      "'1-0'"));
  CHECK_THAT(refused("game,Ending,Termination\n1,mate,timeout\n"),
             Contains("fixes.csv:2: expected one value of Termination for a game, found 'timeout' "
                      "after 'mate'"));
  CHECK_THAT(refused("game,Ending,Termination\n1,mate,\n1,,timeout\n"),
             Contains("expected one value of Termination for a game, found 'timeout'"));
  CHECK_THAT(refused("game,Result\n1,1-0\n1,boredom\n"), Contains("fixes.csv:3: Result: "));
}

TEST_CASE("rows of one game that say the same, or something of other tags, are put together") {
  const Three f;
  f.folder.file("fixes.csv", "game,Event,Site,,\n1,Cup,,,\n2,Cup,,,\n1,Cup,Edo,,\n");
  CHECK(f.run({"tag", "--from", "fixes.csv", "--json"}).object()["changed"] == 2);
  const auto game = f.run({"show", "1", "--json"}).object();
  CHECK(game["event"] == "Cup");
  CHECK(game["site"] == "Edo");
  CHECK(f.run({"show", "2", "--json"}).object()["event"] == "Cup");
}

TEST_CASE("a file of corrections has as many columns as a record has tags, and takes no time") {
  const Three f;
  const auto file = [&](int columns) {
    std::string heading = "game", row = "1";
    for (int i = 0; i < columns; ++i) {
      heading += ",T" + std::to_string(i);
      row += ",x";
    }
    f.folder.file("fixes.csv", heading + '\n' + row + '\n');
  };
  file(5'001);
  const Outcome refused = f.run({"tag", "--from", "fixes.csv"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("fixes.csv:1: expected 5,001 columns at most, found 5,002"));
  file(5'000);
  const Outcome too_large = f.run({"tag", "--from", "fixes.csv"});
  CHECK(too_large.code == 1);
  CHECK_THAT(too_large.err, Contains("game 1: it would have more than 5000 tags"));
  file(4'900);
  CHECK(f.run({"tag", "--from", "fixes.csv"}).code == 0);
  REQUIRE(f.run({"export", "1", "-o", "one.psn"}).code == 0);
  CHECK(f.run({"check", "one.psn"}).code == 0);
}

TEST_CASE(
    "two records of a game that are too large for one are exported so that they can be read") {
  const ProgramFolder f;
  std::string text;
  for (const char* letter : {"A", "B"}) {
    for (int i = 0; i < 4'500; ++i)
      text += '[' + std::string(letter) + std::to_string(i) + " \"x\"]\n";
    text += "\n1. P-7f P-3d *\n\n";
  }
  f.folder.file("twins.psn", text);
  const Outcome imported = f.run({"import", "twins.psn"});
  CHECK(imported.code == 0);
  CHECK_THAT(imported.err, Contains("game 1 would have more than 5000 tags with what its duplicate "
                                    "knows: both are kept"));
  CHECK(f.run({"list", "--json"}).json().size() == 2);
  REQUIRE(f.run({"export", "1", "2", "-o", "two.psn"}).code == 0);
  CHECK(f.run({"check", "two.psn"}).code == 0);
  // What is exported, and the file itself, have nothing that is new.
  CHECK_THAT(f.run({"import", "two.psn", "twins.psn"}).out, Contains("0 imported, 4 duplicates"));
}

}  // namespace yari::test
