// tree, report, graph, mate, usi, and the commands that change a database.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"
#include "tests/support/data.h"

namespace yari::test {

using Catch::Matchers::Contains;

namespace {

const std::string samples = YARI_SOURCE_DIR "/samples";

struct Samples {
  TemporaryFolder folder;
  RunOptions here{.folder = folder.path()};

  Samples() { REQUIRE(run({"import", samples}).code == 0); }
  Outcome run(const std::vector<std::string>& words) const { return yari(words, here); }
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
  CHECK(s.run({"rename", "Fujii Takeshi", "Fujii T."}).out == "5 games changed\n");
  CHECK(s.run({"undo", "--json"}).object().contains("what"));
  CHECK(s.run({"list", "--player", "takeshi", "--count"}).out == "5\n");
  CHECK(s.run({"verify"}).code == 0);
}

TEST_CASE("merge adds the games of another database once") {
  const Samples s;
  const auto first = s.run({"merge", "yari.db", "--db", "all.db", "--json"}).object();
  CHECK(first["imported"] == first["games"]);
  const auto again = s.run({"merge", "yari.db", "--db", "all.db", "--json"}).object();
  CHECK(again["imported"] == 0);
  CHECK(again["duplicates"] == first["games"]);
  CHECK(s.run({"merge", "none.db"}).code == 2);
  CHECK(s.run({"compact", "--db", "all.db"}).code == 0);
  CHECK(s.run({"verify", "--db", "all.db"}).code == 0);
}

}  // namespace yari::test
