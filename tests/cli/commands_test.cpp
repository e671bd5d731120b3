// tree, report, graph, mate, usi, and the commands that change a database.
#include <algorithm>
#include <map>

#include "db/saved_queries.h"
#include "db/store/sqlite/file/connection.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

const std::string samples = YARI_SOURCE_DIR "/samples";

struct Samples : ProgramFolder {
  Samples() { REQUIRE(run({"import", samples}).code == 0); }
};

}  // namespace

TEST_CASE("tree counts the moves played from a position") {
  const Samples s;
  const auto rows = s.run({"tree", "--json", "--variant", "shogi"}).json();
  REQUIRE(rows.size() >= 2);
  std::int64_t games = 0;
  for (const auto& row : rows) {
    for (const char* field : {"move", "usi", "games", "black", "white", "draw", "score",
                              "average_plies", "first_date", "last_date", "last_game"})
      CHECK(row.contains(field));
    if (!row["move"].is_null()) games += row["games"].get<std::int64_t>();
  }
  CHECK(rows.back()["move"].is_null());
  CHECK(rows.back()["games"] == games);
  CHECK(rows.back()["players"].is_array());
  CHECK_THAT(s.run({"tree", "--variant", "shogi"}).out, Contains("P-7f"));
  CHECK(s.run({"tree", "--moves", "P-1f P-1d P-1e Px1e YRx1e YRx1e"}).code == 1);
}

TEST_CASE("tree goes as deep as it is told, as a table, as JSON and as a graph") {
  const Samples s;
  const std::vector<std::string> tree{"tree", "--variant", "shogi", "--depth", "3"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), tree.begin(), tree.end());
    return s.run(more);
  };
  const auto rows = with({"--json"}).json();
  std::map<int, std::int64_t> games_of_node;
  for (const auto& row : rows) {
    for (const char* field : {"node", "depth", "sfen", "performance", "next"})
      CHECK(row.contains(field));
    CHECK(row["depth"] < 3);
    if (row["move"].is_null()) games_of_node[row["node"]] = row["games"].get<std::int64_t>();
  }
  CHECK(games_of_node.size() > 3);
  for (const auto& row : rows) {
    if (row["next"].is_null()) continue;
    // The way may be one of several.
    CHECK(games_of_node.at(row["next"]) >= row["games"].get<std::int64_t>());
  }
  const std::string table = with({}).out;
  CHECK_THAT(table, Contains("\nP-7f  ") && Contains("\n  P-3d  ") && Contains("\n    P-2f  ") &&
                        Contains("\nplayers: Habu Yoshiharu (5), Fujii Takeshi (5)\n"));
  // Two orders of the same moves.
  CHECK_THAT(s.run({"tree", "--variant", "shogi", "--depth", "4"}).out, Contains("  = P-"));
  CHECK(with({"--min-games", "3"}).lines().size() < with({}).lines().size());
  CHECK(with({"--player", "nobody"}).code == 1);
  const std::string graph = with({"--dot"}).out;
  CHECK_THAT(graph, Contains("digraph openings {\n") && Contains("n0 -> n1 [label=\"P-7f\\n") &&
                        Catch::Matchers::EndsWith("}\n"));
  CHECK(with({"--dot", "--json"}).code == 2);
  CHECK(s.run({"tree", "--depth", "0"}).code == 2);
  // Graphviz understands it, where it is installed.
  s.folder.file("tree.dot", graph);
  if (run_program("/bin/sh", {"-c", "command -v dot"}).code == 0)
    CHECK(run_program("dot", {"-Tsvg", s.folder / "tree.dot"}).code == 0);
}

TEST_CASE("conditions are kept under a name and used again", "[slow]") {
  const Samples s;
  CHECK(s.run({"query", "list"}).code == 1);
  CHECK(s.run({"query", "save", "fujii", "--player", "fujii", "--date", "2001"}).code == 0);
  CHECK(s.run({"query", "save", "mates", "--query", "mate", "--result", "1-0"}).code == 0);
  CHECK(s.run({"list", "--saved", "fujii", "--count"}).out == "5\n");
  CHECK(s.run({"list", "--saved=fujii", "--result", "1-0", "--count"}).out ==
        s.run({"list", "--player", "fujii", "--result", "1-0", "--count"}).out);
  CHECK(s.run({"find", "--saved", "mates"}).out ==
        s.run({"find", "--query", "mate", "--result", "1-0"}).out);
  CHECK(s.run({"tree", "--saved", "fujii", "--variant", "shogi"}).code == 0);
  CHECK(s.run({"query", "list"}).out ==
        "fujii           --player fujii --date 2001\n"
        "mates           --query mate --result 1-0\n");
  const auto kept = s.run({"query", "list", "--json"}).json();
  REQUIRE(kept.size() == 2);
  CHECK(kept[0] ==
        nlohmann::json({{"name", "fujii"}, {"words", {"--player", "fujii", "--date", "2001"}}}));
  const Outcome question = s.run({"list", "--saved", "mates"});
  CHECK(question.code == 2);
  CHECK_THAT(question.err, Contains("'mates' asks for --query") && Contains("'yari find' does"));
  const Outcome none = s.run({"list", "--saved", "nobody"});
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("there is no saved query 'nobody'"));
  // Only conditions can be kept, however they got there.
  CHECK(s.run({"query", "save", "bad", "--files", "x/{black}"}).code == 2);
  CHECK(s.run({"query", "save", "bad", "--saved", "fujii"}).code == 2);
  CHECK(s.run({"query", "save", "bad", "--date", "never"}).code == 2);
  CHECK(s.run({"query", "save", "bad"}).code == 2);
  const Outcome misspelt = s.run({"query", "save", "bad", "--query", "mate and drupp"});
  CHECK(misspelt.code == 2);
  CHECK_THAT(misspelt.err, Contains("mate and drupp\n              ^"));
  CHECK(s.run({"query", "save", "bad", "--by", "fujii"}).code == 2);
  CHECK(s.run({"query", "save", "bad", "--judgement", "silly"}).code == 2);
  // The game may be named when the conditions are used.
  const std::string nine_files = "???????R?";
  CHECK(s.run({"query", "save", "rook", "--pattern", nine_files}).code == 0);
  CHECK(s.run({"find", "--saved", "rook", "--variant", "shogi", "--count"}).code == 0);
  CHECK(s.run({"query", "save", "bad", "--pattern", nine_files, "--variant", "yari"}).code == 2);
  const Outcome replaced = s.run({"query", "save", "rook", "--player", "habu"});
  CHECK(replaced.code == 0);
  CHECK_THAT(replaced.err, Contains("replaced: --pattern '???????R?'"));
  CHECK(s.run({"query", "delete", "rook"}).code == 0);
  for (const char* text : {"[\"-o\", \"stolen\"]", "[\"--files\", \"x\"]", "[1]", "{", ""}) {
    Database games(s.folder / "yari.db", OpenMode::read_write);
    save_query(games, "evil", text);
    CHECK(s.run({"export", "--saved", "evil"}).code == 2);
  }
  CHECK(!std::filesystem::exists(s.folder / "stolen"));
  CHECK(s.run({"query", "delete", "fujii"}).code == 0);
  CHECK(s.run({"query", "delete", "fujii"}).code == 1);
  CHECK(s.run({"list", "--saved", "fujii"}).code == 2);
}

TEST_CASE("hits come in the order asked for, and end when nobody reads") {
  const Samples s;
  const auto games = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"find", "--query", "mate", "--json"});
    std::vector<int> ids;
    for (const auto& hit : s.run(more).json()) ids.push_back(hit["game"]);
    return ids;
  };
  const std::vector<int> all = games({});
  REQUIRE(all.size() > 2);
  const std::vector<int> backward(all.rbegin(), all.rend());
  CHECK(games({"--reverse"}) == backward);
  CHECK(games({"--sort", "id", "--limit", "2"}) == std::vector(all.begin(), all.begin() + 2));
  CHECK(games({"--reverse", "--offset", "1", "--limit", "1"}) == std::vector{backward[1]});
  std::vector<std::pair<int, int>> by_length;
  for (const auto& row : s.run({"list", "--json"}).json())
    if (std::ranges::count(all, row["game"].get<int>()) > 0)
      by_length.emplace_back(row["plies"], row["game"]);
  std::ranges::sort(by_length);
  std::vector<int> expected;
  for (const auto& [plies, id] : by_length) expected.push_back(id);
  CHECK(games({"--sort", "plies"}) == expected);
  RunOptions closed = s.here;
  closed.closed_pipe = true;
  const Outcome quiet = yari({"find", "--query", "move"}, closed);
  CHECK(quiet.code == 0);
  CHECK(quiet.err.empty());
  const Outcome head =
      run_program("/bin/sh", {"-c", "'" YARI_PROGRAM "' find --query move | head -1"}, s.here);
  CHECK(head.lines().size() == 1);
  CHECK(head.err.empty());
}

TEST_CASE("games between two players are found whoever was Black") {
  const Samples s;
  CHECK(s.run({"list", "--player", "habu", "--opponent", "takeshi", "--count"}).out == "5\n");
  CHECK(s.run({"list", "--player", "fujii", "--opponent", "habu", "--count"}).out == "5\n");
  // One player cannot be both.
  CHECK(s.run({"list", "--player", "fujii", "--opponent", "fujii"}).code == 1);
  CHECK(s.run({"list", "--opponent", "fujii", "--count"}).out == "5\n");
}

TEST_CASE("find answers queries, patterns and counts of material") {
  const Samples s;
  const auto mates = s.run({"find", "--query", "mate", "--json"}).json();
  CHECK(!mates.empty());
  for (const auto& hit : mates) CHECK(hit["next"].is_null());
  CHECK(s.run({"find", "--query", "ply = 0 and player fujii", "--count"}).out == "5\n");
  CHECK(s.run({"find", "--variant", "shogi", "--pattern", "lnsgkgsnl", "--material", "ply = 0",
               "--count"})
            .out == "5\n");
  const Outcome bad = s.run({"find", "--query", "check and mat"});
  CHECK(bad.code == 2);
  CHECK_THAT(bad.err, Contains("query: ") && Contains("\n     check and mat\n"));
}

TEST_CASE("find asks the game that --variant names alone") {
  const Samples s;
  const auto found = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"find", "--query", "ply = 0", "--count"});
    return std::stoi(s.run(words).out);
  };
  CHECK(found({"--variant", "shogi"}) == 5);
  CHECK(found({"--variant", "shogi"}) + found({"--variant", "yari"}) == found({}));
}

TEST_CASE("report and graph write pages and drawings of annotated games") {
  const Samples s;
  REQUIRE(s.run({"annotate", "1", "--nodes", "300"}).code == 0);
  CHECK(s.run({"report", "1", "-o", "game.html"}).out == "1 game written to game.html\n");
  CHECK_THAT(read_file(s.folder / "game.html"),
             Contains("<!DOCTYPE html>") || Contains("<!doctype"));
  CHECK(s.run({"report", "1"}).code == 2);
  CHECK(s.run({"report", "99", "-o", "none.html"}).code == 1);
  CHECK(!std::filesystem::exists(s.folder / "none.html"));
  CHECK_THAT(s.run({"graph", "1"}).out, Contains("<svg"));
  CHECK(s.run({"graph", "2"}).code == 1);
  CHECK_THAT(s.run({"board", "--svg"}).out, Contains("<svg"));
}

TEST_CASE("mate proves a mate, or says that there is none") {
  const auto mate =
      yari({"mate", "--json", "--sfen", "3k3/7/3+B3/7/7/7/7/7/3K3 b R 1", "--shortest"}).object();
  CHECK(mate["verdict"] == "mate");
  CHECK(mate["plies"] == 1);
  for (const char* field : {"shortest", "usi", "moves", "nodes", "seconds"})
    CHECK(mate.contains(field));
  const Outcome none = yari({"mate"});
  CHECK(none.code == 1);
  CHECK_THAT(none.out, Contains("no mate\n"));
}

TEST_CASE("usi speaks the protocol") {
  const Outcome outcome =
      yari({"usi"}, {.input = "usi\nisready\nposition startpos\ngo nodes 500\n"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("usiok\n") && Contains("readyok\n") && Contains("bestmove "));
}

TEST_CASE("deleting, tagging and renaming can be taken back") {
  const Samples s;
  const auto count = [&] { return s.run({"list", "--count"}).out; };
  const std::string all = count();
  CHECK(s.run({"delete"}).code == 2);
  CHECK(s.run({"delete", "--player", "nobody"}).code == 1);
  CHECK(s.run({"delete", "--event", "ryu-o"}).out == "5 games deleted\n");
  CHECK(s.run({"list", "--event", "ryu-o"}).code == 1);
  CHECK_THAT(s.run({"undo", "--list"}).out, Contains("delete"));
  CHECK_THAT(s.run({"undo"}).out, Contains("taken back: "));
  CHECK(count() == all);
  CHECK(s.run({"tag", "--player", "fujii", "--set", "Site=Tokyo"}).out == "5 games changed\n");
  CHECK(s.run({"list", "--site", "tokyo", "--count"}).out == "5\n");
  CHECK(s.run({"tag", "1", "--set", "=x"}).code == 2);
  for (const char* setting : {"Result=2-1", "variant=Shogi", "Handicap=x", "Termination=x"})
    CHECK(s.run({"tag", "1", "--set", setting}).code == 2);
  const Outcome dated = s.run({"tag", "1", "--set", "date=yesterday?"});
  CHECK(dated.code == 0);
  CHECK_THAT(dated.err, Contains("no year is found in 'yesterday?'"));
  const Outcome impossible = s.run({"tag", "1", "--set", "Date=2001.2.30"});
  CHECK(impossible.code == 2);
  CHECK_THAT(impossible.err, Contains("'2001.2.30' is no date: February 2001 has no day 30"));
  CHECK(s.run({"tag", "1", "--set", "date=03/04/2026"}).code == 2);
  for (const char* setting : {"Date=", "Date=????.??.??", "Date=1999-01", "Date=平成7年8月"})
    CHECK(s.run({"tag", "1", "--set", setting}).err.empty());
  CHECK(s.run({"rename", "Fujii Takeshi", "Fujii T."}).out == "5 games changed\n");
  const auto undone = s.run({"undo", "--json"}).object();
  for (const char* field : {"time", "what", "games", "there_again"}) CHECK(undone.contains(field));
  CHECK(s.run({"list", "--player", "takeshi", "--count"}).out == "5\n");
  CHECK(s.run({"db", "verify"}).code == 0);
}

TEST_CASE("merge adds the games of another database once") {
  const Samples s;
  const auto first = s.run({"db", "merge", "yari.db", "--db", "all.db", "--json"}).object();
  CHECK(first["imported"] == first["games"]);
  const auto again = s.run({"db", "merge", "yari.db", "--db", "all.db", "--json"}).object();
  CHECK(again["imported"] == 0);
  CHECK(again["duplicates"] == first["games"]);
  CHECK(s.run({"db", "merge", "none.db"}).code == 2);
  CHECK(s.run({"db", "merge", "yari.db", "none.db", "--db", "new.db"}).code == 2);
  CHECK(!std::filesystem::exists(s.folder / "new.db"));
  CHECK(s.run({"db", "compact", "--db", "all.db"}).code == 0);
  CHECK(s.run({"db", "verify", "--db", "all.db"}).code == 0);
}

TEST_CASE("verify says how to repair a damaged index, and compact does it") {
  const Samples s;
  const auto damage = [&](const char* sql) {
    Connection(s.folder / "yari.db", OpenMode::read_write).execute(sql);
  };
  damage("DELETE FROM position_blocks");
  const Outcome damaged = s.run({"db", "verify"});
  CHECK(damaged.code == 1);
  CHECK_THAT(damaged.err, Contains("no more than 100 faults are listed") &&
                              Contains("'yari db compact --reindex' rebuilds the index"));
  CHECK(s.run({"db", "compact", "--reindex"}).code == 0);
  CHECK(s.run({"db", "verify"}).code == 0);
  damage("UPDATE records SET moves = x'00' WHERE id = 3");
  const Outcome left_out = s.run({"db", "compact", "--reindex", "--json"});
  CHECK(left_out.code == 1);
  CHECK(left_out.object()["damaged"] == 1);
  CHECK_THAT(left_out.err, Contains("game 3 is damaged: half a move is stored; it is in no index"));
}

}  // namespace yari::test
