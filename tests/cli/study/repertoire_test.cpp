// `yari book repertoire`: what opponents played against a book, and where games left it.
#include <map>

#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

struct RepertoireFiles : ProgramFolder {
  RepertoireFiles() {
    const std::string habu = "[Variant \"shogi\"]\n[Black \"Habu\"]\n[White \"Tanigawa\"]\n";
    folder.file(
        "games.psn",
        // 1: the line of the book ends.
        habu + "[Result \"1-0\"]\n\n1. P-7f P-3d 2. P-2f P-8d 1-0\n\n" +
            // 2: an opponent's move without an answer.
            habu + "[Result \"0-1\"]\n\n1. P-7f P-5d 2. P-2f 0-1\n\n" +
            // 3: another move than the book's.
            habu + "[Result \"1/2-1/2\"]\n\n1. P-7f P-3d 2. P-6f P-8d 1/2-1/2\n\n" +
            // 4: a transposition.
            habu + "[Result \"1-0\"]\n\n1. P-2f P-3d 2. P-7f 1-0\n\n" +
            // 5: never in the book.
            habu + "[Result \"1-0\"]\n\n1. P-9f P-9d 1-0\n\n" +
            // 6: the player has the other side.
            "[Variant \"shogi\"]\n[Black \"Tanigawa\"]\n[White \"Habu\"]\n[Result \"0-1\"]\n\n"
            "1. P-7f P-4d 0-1\n\n" +
            // 7: as 3, without a result.
            habu + "[Result \"*\"]\n\n1. P-7f P-3d 2. P-6f *\n\n" +
            "[Black \"Habu\"]\n[White \"A\"]\n\n1. P-6f P-2d *\n");
    folder.file("book.usi",
                "startpos moves 7g7f 3c3d 2g2f\n"
                "startpos moves 7g7f 8c8d 7i6h\n");
    REQUIRE(run({"import", "games.psn"}).code == 0);
  }
  /// By "row move".
  std::map<std::string, nlohmann::json> rows(std::vector<std::string> words) const {
    const std::vector<std::string> begin{"book",      "repertoire", "book.usi",
                                         "--variant", "shogi",      "--json"};
    words.insert(words.begin(), begin.begin(), begin.end());
    std::map<std::string, nlohmann::json> all;
    for (const nlohmann::json& row : run(words).json())
      all[row["row"].get<std::string>() + ' ' +
          (row["usi"].is_null() ? "end" : row["usi"].get<std::string>()) + ' ' +
          row["ply"].dump()] = row;
    return all;
  }
};

}  // namespace

TEST_CASE("book repertoire says by whom, where and in which games a book was left") {
  const RepertoireFiles f;
  const auto rows = f.rows({"--player", "habu", "--side", "black", "--only", "left"});
  CHECK(rows.size() == 4);
  const auto& end = rows.at("left end 4");
  CHECK(end["by"] == "book");
  CHECK(end["line"] == "P-7f P-3d P-2f");
  CHECK(end["move"].is_null());
  CHECK(end["ids"] == std::vector{1});
  CHECK(end["score"] == 100.0);
  const auto& opponent = rows.at("left 5c5d 2");
  CHECK(opponent["by"] == "opponent");
  CHECK(opponent["move"] == "P-5d");
  CHECK(opponent["book"] == std::vector<std::string>{"P-3d", "P-8d"});
  CHECK(opponent["losses"] == 1);
  const auto& player = rows.at("left 6g6f 3");
  CHECK(player["by"] == "player");
  CHECK(player["book"] == std::vector<std::string>{"P-2f"});
  CHECK(player["games"] == 2);
  CHECK(player["draws"] == 1);
  // A game without a result has no part in the score.
  CHECK(player["score"] == 50.0);
  CHECK(player["ids"] == std::vector{3, 7});
  CHECK(player["sfen"] == "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
  // Where the even start is in the book, whoever plays another first move has left it.
  CHECK(rows.at("left 9g9f 1")["by"] == "player");
}

TEST_CASE("book repertoire counts what opponents played, whatever the order of the moves") {
  const RepertoireFiles f;
  const auto rows = f.rows({"--player", "habu", "--side", "black", "--only", "played"});
  CHECK(rows.size() == 3);
  const auto& usual = rows.at("played 3c3d 2");
  CHECK(usual["games"] == 3);
  CHECK(usual["book"] == std::vector<std::string>{"P-2f"});
  CHECK(usual["by"].is_null());
  CHECK(usual["ids"].is_null());
  CHECK(rows.at("played 5c5d 2")["book"].empty());
  CHECK(rows.at("played 8c8d 4")["games"] == 1);
  // Both ways to the position: one game goes on, one ends there.
  const Outcome text = f.run({"book", "repertoire", "book.usi", "--player", "habu", "--side",
                              "black", "--variant", "shogi"});
  CHECK(text.code == 0);
  CHECK_THAT(text.out,
             StartsWith("6 games: 3 left the book by the player, 1 by an opponent, 1 at its end; 1 "
                        "ended in it, 0 never were\n\nOut of book\n"));
}

TEST_CASE("book repertoire knows whose book it is") {
  const RepertoireFiles f;
  // White's first positions follow Black's moves.
  const auto white = f.rows({"--white", "habu"});
  REQUIRE(white.size() == 2);
  CHECK(white.at("left 4c4d 2")["by"] == "player");
  CHECK(white.at("left 4c4d 2")["wins"] == 1);
  CHECK(white.at("played 7g7f 1")["book"] == std::vector<std::string>{"P-3d", "P-8d"});
  // Both of his sides; all games of a side.
  CHECK(f.rows({"--player", "habu", "--only", "left"}).size() == 5);
  CHECK(f.rows({"--side", "white", "--only", "left"}).size() == 5);
  const std::vector<std::string> nobody{"book", "repertoire", "book.usi"};
  CHECK_THAT(f.run(nobody).err, Contains("whose book is it?"));
  CHECK(f.run(nobody).code == 2);
  CHECK(f.run({"book", "repertoire", "book.usi", "--player", "nobody"}).code == 1);
}

TEST_CASE("book repertoire takes conditions and the other game, and is printed as CSV") {
  const RepertoireFiles f;
  const auto few = f.rows({"--player", "habu", "--min-games", "2", "--only", "left"});
  CHECK(few.size() == 1);
  CHECK(f.rows({"--player", "habu", "--limit", "1"}).size() == 2);
  CHECK(f.rows({"--side", "black", "--result", "1/2-1/2"}).size() == 2);
  const Outcome csv = f.run({"book", "repertoire", "book.usi", "--variant", "shogi", "--side",
                             "black", "--only", "left", "--csv"});
  REQUIRE(csv.lines().size() == 6);
  CHECK(csv.lines()[0] == "row,by,ply,line,sfen,move,usi,book,games,wins,draws,losses,score,ids");
  f.folder.file("yari.usi", "startpos moves 5g5f\n");
  const Outcome yari =
      f.run({"book", "repertoire", "yari.usi", "--variant", "yari", "--side", "black", "--json"});
  CHECK(yari.object()["by"] == "player");
  f.folder.file("empty.db", "#YANEURAOU-DB2016 1.00\n");
  CHECK(f.run({"book", "repertoire", "empty.db", "--side", "black"}).code == 2);
  f.folder.file("bad.usi", "startpos moves 7g7e\n");
  CHECK(f.run({"book", "repertoire", "bad.usi", "--variant", "shogi", "--side", "black"}).code ==
        2);
}

}  // namespace yari::test
