// Names of openings and origins of games in what commands print, and groups of numbers.
#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

struct Openings : ProgramFolder {
  Openings() {
    folder.file("a.usi",
                "startpos moves 7g7f 3c3d 2h6h\nstartpos moves 7g7f 8c8d 2h7h 8d8e\n"
                "startpos moves 9g9f\n");
    folder.file("yari.psn", "[Black \"阿部\"]\n\n1. P-1f P-3d 2. P-2f *\n");
    REQUIRE(run({"import", "a.usi", "--variant", "shogi"}).code == 0);
    REQUIRE(run({"import", "yari.psn"}).code == 0);
  }
};

}  // namespace

TEST_CASE("list, find, tree and show print what an opening is called") {
  const Openings f;
  const auto rows = f.run({"list", "--openings", "--json"}).json();
  REQUIRE(rows.size() == 4);
  CHECK(rows[0]["opening"] == "Fourth File Rook");
  CHECK(rows[0]["opening_japanese"] == "四間飛車");
  CHECK(rows[1]["opening"] == "Third File Rook");
  CHECK(rows[2]["opening"].is_null());
  CHECK(rows[3]["opening"] == "P-1f P-3d");
  CHECK(rows[3]["opening_japanese"] == "▲１六歩 △３四歩");
  CHECK_FALSE(f.run({"list", "--json"}).json()[0].contains("opening"));
  CHECK_THAT(f.run({"list", "--openings"}).out, Contains("Fourth File Rook 四間飛車"));
  CHECK_THAT(f.run({"find", "--variant", "shogi", "--moves", "7g7f", "--openings"}).out,
             Contains("Third File Rook 三間飛車"));
  const auto tree =
      f.run({"tree", "--variant", "shogi", "--moves", "7g7f 3c3d", "--openings", "--json"}).json();
  CHECK(tree[0]["opening"] == "Fourth File Rook");
  CHECK(f.run({"show", "2", "--json"}).object()["opening_japanese"] == "三間飛車");
  const std::string shown = f.run({"show", "1", "--openings", "--origin"}).out;
  CHECK_THAT(shown, Contains("; Origin: a.usi, record 1\n; Opening: Fourth File Rook 四間飛車\n"));
  // The lines above a record are comments.
  f.folder.file("again.psn", shown);
  const auto again = f.run({"import", "again.psn", "--json"});
  CHECK(again.object()["duplicates"] == 1);
}

TEST_CASE("a file of the user's own names openings, and its faults have a place") {
  const Openings f;
  f.folder.file("own.openings", "[shogi]\nopening | Mine | 我流 | 9 | P9f\n");
  CHECK(f.run({"list", "--openings", "--openings-file", "own.openings", "--json"})
            .json()[2]["opening"] == "Mine");
  f.folder.file("bad.openings", "[shogi]\nopening | Mine | 我流 | nine | P9f\n");
  const Outcome bad = f.run({"list", "--openings-file", "bad.openings"});
  CHECK(bad.code == 2);
  CHECK_THAT(bad.err, Contains("bad.openings:2:27: expected a number of plies up to 1000, found "
                               "'nine'"));
}

TEST_CASE("results are counted by opening, moves by piece, and both are drawn") {
  const Openings f;
  const Outcome by = f.run({"stats", "--by", "opening", "--csv"});
  CHECK_THAT(by.out, Contains("Fourth File Rook 四間飛車,1,0,0,0,,3.0"));
  CHECK_THAT(by.out, Contains("no name,1,"));
  const auto pieces = f.run({"stats", "--by", "piece", "--variant", "shogi", "--json"}).json();
  CHECK(pieces[0]["piece"] == "pawn");
  CHECK(pieces[0]["moves"] == 6);
  CHECK(pieces[0]["promotion_share"].is_null());
  const Outcome svg = f.run({"stats", "--by", "opening", "--svg"});
  CHECK(svg.code == 0);
  CHECK_THAT(svg.out, Contains("<svg ") && Contains("四間飛車") && Contains("</svg>"));
  CHECK(f.run({"stats", "--by", "piece", "--svg", "-o", "pieces.svg"}).code == 0);
  CHECK(f.run({"stats", "--svg"}).code == 2);
  CHECK(f.run({"stats", "--by", "clock"}).code == 1);
  CHECK_THAT(f.run({"stats", "--csv"}).out, Contains("table,name,value\n,games,4\n"));
}

TEST_CASE("games are chosen, listed and exported by their origin, and updated from it") {
  const Openings f;
  CHECK(f.run({"list", "--from-file", "yari.psn", "--count"}).out == "1\n");
  const auto row = f.run({"list", "--from-file", "A.USI", "--origin", "--json"}).json()[1];
  CHECK(row["file"] == "a.usi");
  CHECK(row["member"].is_null());
  CHECK(row["record"] == 2);
  CHECK_THAT(f.run({"export", "4", "--origin"}).out, Contains("[Origin \"yari.psn, record 1\"]"));
  f.folder.file("yari.psn", "[Black \"阿部 光瑠\"]\n\n1. P-1f P-3d 2. P-2f *\n");
  const Outcome update = f.run({"import", "--update", "yari.psn", "--json"});
  CHECK(update.object()["updated"] == 1);
  CHECK(update.object()["unchanged"] == 0);
  CHECK(f.run({"show", "4", "--json"}).object()["black"] == "阿部 光瑠");
  CHECK(f.run({"undo"}).code == 0);
  CHECK(f.run({"show", "4", "--json"}).object()["black"] == "阿部");
}

}  // namespace yari::test
