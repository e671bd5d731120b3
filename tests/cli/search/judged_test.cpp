// What is made of annotations: puzzles, profiles, tables of moves.
#include "db/database.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

namespace yari::test {

using Catch::Matchers::StartsWith;

namespace {

/// Black does not see the mate by a pawn; in the second game, which has another end, neither, and
/// in the third White has the same position turned. The fourth is not annotated.
const std::string judged_games = R"([Variant "Yari Shogi"]
[SFEN "5nk/7/6+B/7/7/7/7/7/3K3 b P 1"]
[Black "Ann, the =1st"]
[White "Bob"]
[Date "1999-05-01"]

1. G-4h YNx1c 2. G-4g 0-1

[Variant "Yari Shogi"]
[SFEN "5nk/7/6+B/7/7/7/7/7/3K3 b P 1"]
[Black "Carl"]
[White "Ann, the =1st"]
[Date "2001-05-01"]

1. G-5h YNx1c *

[Variant "Yari Shogi"]
[SFEN "3k3/7/7/7/7/7/+b6/7/KN5 w p 1"]
[Black "Ann, the =1st"]
[White "Bob"]

1. ... G-4b 2. YNx7g *

[Variant "Yari Shogi"]
[Black "Ann, the =1st"]
[White "Dora"]

1. P-7f *
)";

struct Judged : ProgramFolder {
  Judged() {
    folder.file("games.psn", judged_games);
    REQUIRE(run({"import", "games.psn"}).code == 0);
    REQUIRE(run({"annotate", "1", "2", "3", "--nodes", "2000"}).code == 0);
  }
};

}  // namespace

TEST_CASE("puzzles are the mates that were missed, each position once", "[slow]") {
  const Judged f;
  const Outcome lines = f.run({"puzzles", "--mate-in", "1"});
  CHECK(lines.out == "sfen 5nk/7/6+B/7/7/7/7/7/3K3 b P 1 moves P*1b\n");
  CHECK(lines.err.empty());
  const auto puzzle = f.run({"puzzles", "--mate-in", "1", "--json", "--to", "kif"}).object();
  CHECK(puzzle["game"] == 1);
  CHECK(puzzle["ply"] == 0);
  CHECK(puzzle["side"] == "black");
  CHECK(puzzle["mate"] == 1);
  CHECK(puzzle["solution"] == nlohmann::json({"P*1b"}));
  CHECK(puzzle["moves"] == "P*1b");
  for (const char* field : {"sfen", "chance", "next_best", "variant", "format", "text", "losses"})
    CHECK(puzzle.contains(field));
  CHECK_THAT(puzzle["text"].get<std::string>(), Contains("*Black to move mates in 1 ply"));
  const Outcome record = f.run({"puzzles", "3", "--mate-in", "1", "--to", "hodges"});
  CHECK_THAT(record.out, Contains("[Event \"White to move mates in 1 ply\"]"));
  CHECK(yari({"check", "-", "--strict"}, {.input = record.out}).code == 0);
  CHECK(f.run({"puzzles", "4"}).code == 1);
}

TEST_CASE("puzzles are chosen by theme and rating", "[slow]") {
  const Judged f;
  const auto puzzle = f.run({"puzzles", "1", "--mate-in", "1", "--json"}).object();
  CHECK(puzzle["themes"] == nlohmann::json({"mate", "drop"}));
  CHECK(puzzle["nodes"].get<int>() > 0);
  const int rating = puzzle["rating"];
  CHECK(rating > 0);
  const auto found = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"puzzles", "1", "--mate-in", "1"});
    return f.run(words).code;
  };
  CHECK(found({"--theme", "drop"}) == 0);
  CHECK(found({"--theme", "drop", "--theme", "mate"}) == 0);
  CHECK(found({"--theme", "drop", "--theme", "fork"}) == 1);
  CHECK(found({"--theme", "Drop"}) == 2);
  const std::string exactly = std::to_string(rating);
  CHECK(found({"--rating", exactly + ".." + exactly}) == 0);
  CHECK(found({"--rating", std::to_string(rating + 1) + ".."}) == 1);
  CHECK(found({"--rating", ".." + std::to_string(rating - 1)}) == 1);
  CHECK(found({"--rating", exactly}) == 0);
  CHECK(found({"--rating", "10000"}) == 2);
  CHECK(found({"--rating", "9..1"}) == 2);
  CHECK(found({"--rating", "1..x"}) == 2);
  CHECK_THAT(f.run({"puzzles", "1", "--mate-in", "1", "--to", "kif"}).out,
             Contains("Drop; rating " + exactly));
}

TEST_CASE("a position on the way of another puzzle's solution is no puzzle beside it", "[slow]") {
  TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  const std::string longer =
      "sfen r2n1+R1/2rkB2/2pn2p/3ppB1/2P2p1/3BP1P/P2P1P1/+n3NK1/6R b 2Pbp 109 moves ";
  const std::string shorter =
      "sfen 3r1+R1/2rk3/2pn2p/3ppB1/2P2p1/3BP1P/P2P1P1/+n3NK1/6R b N2P2bp 111 moves ";
  const auto puzzles = [&](const char* file, const std::string& games,
                           std::vector<std::string> ids) {
    folder.file(std::string(file) + ".usi", games);
    REQUIRE(yari({"import", std::string(file) + ".usi", "--variant", "yari", "--db", file}, here)
                .code == 0);
    REQUIRE(yari({"annotate", "--all", "--nodes", "3000", "--db", file}, here).code == 0);
    ids.insert(ids.begin(), {"puzzles", "--nodes", "20000", "--db", file});
    return yari(ids, here).lines();
  };
  const std::string first = longer + "1f1e\n", second = shorter + "1f1e\n";
  const std::vector<std::string> whole = puzzles("a", first + second, {});
  REQUIRE(whole.size() == 1);
  CHECK_THAT(whole[0], Contains(longer + "3b4a+ 7a4a "));
  const std::vector<std::string> part = puzzles("b", first + second, {"2"});
  REQUIRE(part.size() == 1);
  CHECK_THAT(part[0], Contains(shorter));
  CHECK(puzzles("c", second + first, {}) == part);
}

TEST_CASE("a profile adds up a player's annotated games") {
  const Judged f;
  const auto profile = f.run({"profile", "ann", "--json"}).object();
  CHECK(profile["played"] == 4);
  CHECK(profile["games"] == 3);
  CHECK(profile["losses"] == 1);
  CHECK(profile["moves"] == 4);
  CHECK(profile["missed_mates"] == 1);
  REQUIRE(profile["colors"].size() == 2);
  CHECK(profile["colors"][0]["name"] == "black");
  CHECK(profile["colors"][0]["games"] == 2);
  REQUIRE(profile["years"].size() == 3);
  CHECK(profile["years"][0]["name"] == "1999");
  CHECK(profile["openings"][0]["name"] == "other start");
  CHECK(profile["phases"].size() == 3);
  CHECK(f.run({"profile", "ann", "--date", "1999", "--json"}).object()["games"] == 1);
  const Outcome text = f.run({"profile", "bob"});
  CHECK_THAT(text.out, StartsWith("bob: 2 games, 2 annotated\n"));
  CHECK_THAT(text.out, Contains("as white"));
  CHECK(f.run({"profile", "dora"}).code == 1);
  CHECK(f.run({"profile"}).code == 2);
}

TEST_CASE("moves are written as a table, also of a game without evaluations") {
  const Judged f;
  const Outcome csv = f.run({"export", "1", "4", "--to", "csv"});
  const std::vector<std::string> lines = csv.lines();
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] ==
        "game,ply,side,player,move,usi,score,mate,chance_before,chance_after,loss,judgement,best,"
        "best_usi,spent_ms");
  CHECK_THAT(lines[1], StartsWith("1,1,black,\"Ann, the =1st\",G-4h,4i4h,"));
  CHECK_THAT(lines[1], Contains(",P*1b,P*1b,"));
  CHECK(lines[4] == "4,1,black,\"Ann, the =1st\",P-7f,7g7f,,,,,,,,,");
  const auto rows = f.run({"export", "1", "4", "--to", "jsonl"}).json();
  REQUIRE(rows.size() == 4);
  for (const char* field :
       {"game", "ply", "side", "player", "move", "usi", "after", "chance_before", "chance_after",
        "loss", "judgement", "best", "best_usi", "spent_ms"}) {
    CHECK(rows[0].contains(field));
    CHECK(rows[3].contains(field));
  }
  CHECK(rows[0]["chance_before"] == 100.0);
  CHECK(rows[0]["best_usi"] == "P*1b");
  CHECK(rows[3]["after"].is_null());
  CHECK(f.run({"export", "1", "--to", "xml"}).code == 2);
}

TEST_CASE("judgements of a damaged file lead nowhere, and verify names them") {
  const Judged f;
  {
    Database database(f.folder / "yari.db", OpenMode::read_write);
    connection_of(database).execute(
        "UPDATE judgements SET ply = ply + 4000000000, move = 'x', better = '' WHERE game = 1;"
        "UPDATE judgements SET ply = -1 - ply WHERE game = 2;"
        "UPDATE annotations SET book_plies = 2000000000");
  }
  CHECK(f.run({"puzzles", "1", "2", "--mate-in", "1"}).code == 1);
  CHECK(f.run({"find", "--judgement", "any", "--count"}).out == "1\n");
  CHECK(f.run({"report", "1", "2", "-o", "page.html"}).code == 0);
  CHECK(f.run({"profile", "ann"}).code == 0);
  const Outcome verified = f.run({"db", "verify"});
  CHECK(verified.code == 1);
  CHECK_THAT(verified.out, Contains("game 1: its judgement at ply 4000000000"));
}

TEST_CASE("a game between two who match is one annotated game") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("a.psn",
              "[Variant \"Yari Shogi\"]\n[Black \"Ann\"]\n[White \"Ann B\"]\n\n1. P-7f 1-0\n");
  REQUIRE(yari({"import", "a.psn"}, here).code == 0);
  REQUIRE(yari({"annotate", "1", "--nodes", "100"}, here).code == 0);
  CHECK_THAT(yari({"profile", "ann"}, here).out, StartsWith("ann: 1 game, 1 annotated\n"));
  const auto profile = yari({"profile", "ann", "--json"}, here).object();
  CHECK(profile["annotated"] == 1);
  CHECK(profile["games"] == 2);
}

TEST_CASE("a player without a move has no accuracy") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("a.psn",
              "[Variant \"Yari Shogi\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\n1. P-7f 1-0\n");
  REQUIRE(yari({"import", "a.psn"}, here).code == 0);
  const auto judged = yari({"annotate", "1", "--nodes", "100", "--json"}, here).json();
  CHECK(judged[0]["white"]["accuracy"].is_null());
  const auto profile = yari({"profile", "bob", "--json"}, here).object();
  CHECK(profile["moves"] == 0);
  CHECK(profile["accuracy"].is_null());
  CHECK(profile["colors"][0]["accuracy"].is_null());
  const auto rows = yari({"profile", "bob", "--csv"}, here).lines();
  REQUIRE(rows.size() > 1);
  CHECK_THAT(rows[1], StartsWith("all,all,1,0,0,1,0,,"));
  CHECK(yari({"profile", "ann", "--json"}, here).object()["accuracy"].is_number());
}

TEST_CASE("chances are shown with the coefficient that the game was judged with") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("a.psn", "[Variant \"Yari Shogi\"]\n\n1. P-7f P-3d 2. YR-7h *\n");
  REQUIRE(yari({"import", "a.psn"}, here).code == 0);
  const auto judged =
      yari({"annotate", "1", "--nodes", "1000", "--coefficient", "0.02", "--json"}, here).json();
  const auto rows = yari({"export", "1", "--to", "jsonl"}, here).json();
  REQUIRE(rows.size() == 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double there = judged[0]["moves"][i]["chance_after"];
    CHECK(rows[i]["chance_after"].get<double>() == Approx(there).margin(0.02));
    CHECK(std::abs(there - 50) > 1);
  }
}

TEST_CASE("a missed mate is found by its length") {
  const Judged f;
  CHECK(f.run({"find", "--missed-mate", "1", "--json"}).json().size() == 3);
  CHECK(f.run({"find", "--missed-mate", "1", "--by", "white"}).lines().size() == 1);
  CHECK_THAT(f.run({"find", "--missed-mate", "1", "--by", "ann"}).out,
             Contains("missed-mate in 1"));
  CHECK_THAT(f.run({"find", "--lost-win", "--by", "black"}).out, Contains("Ann"));
}

}  // namespace yari::test
