// `yari book`, and the commands that take a book.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

struct Books : ProgramFolder {
  Books() {
    folder.file(
        "a.psn",
        "[Variant \"shogi\"]\n[Black \"Habu\"]\n[Result \"1-0\"]\n\n1. P-7f P-3d 2. P-2f 1-0\n\n"
        "[Variant \"shogi\"]\n[Black \"Tanigawa\"]\n[Result \"0-1\"]\n\n1. P-7f P-8d 0-1\n\n"
        "[Variant \"shogi\"]\n[Black \"Habu\"]\n[Result \"0-1\"]\n\n1. P-2f P-8d 0-1\n");
    REQUIRE(run({"import", "a.psn"}).code == 0);
  }
  Outcome usi(const std::string& input, const std::vector<std::string>& words) const {
    RunOptions options = here;
    options.input = input;
    return yari(words, options);
  }
};

constexpr const char* start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
constexpr const char* after_7f = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL";

std::string start_moves(const std::string& moves) {
  return std::string("#YANEURAOU-DB2016 1.00\nsfen ") + start + " b - 1\n" + moves;
}

}  // namespace

TEST_CASE("book make counts what the chosen games played") {
  const Books f;
  const Outcome made = f.run({"book", "make", "--max-ply", "2"});
  CHECK(made.code == 0);
  CHECK(made.out ==
        std::string("#YANEURAOU-DB2016 1.00\n") + "sfen " + after_7f +
            " w - 2\n3c3d none 0 32 1\n8c8d none 0 32 1\n" +
            "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2\n8c8d none 0 "
            "32 1\n" +
            "sfen " + start + " b - 1\n7g7f none 0 32 2\n2g2f none 0 32 1\n");
  CHECK(f.run({"book", "make", "--max-ply", "1", "--player", "habu"}).out ==
        start_moves("2g2f none 0 32 1\n7g7f none 0 32 1\n"));
  CHECK(f.run({"book", "make", "--max-ply", "1", "--min-games", "2"}).out ==
        start_moves("7g7f none 0 32 2\n"));
  CHECK(f.run({"book", "make", "--side", "black", "--max-ply", "2", "--weight", "results"}).out ==
        start_moves("7g7f none 0 32 2\n2g2f none 0 32 0\n"));
  CHECK(f.run({"book", "make", "--max-ply", "1", "--winner-only"}).out ==
        start_moves("7g7f none 0 32 1\n"));
  CHECK(f.run({"book", "make", "--player", "nobody"}).code == 1);
}

TEST_CASE("book make weighs moves by what engines said of the positions after them") {
  const Books f;
  const std::vector<std::string> make{"book",        "make",   "--max-ply", "1",   "--weight",
                                      "evaluations", "--json", "-o",        "e.db"};
  const Outcome nothing = f.run(make);
  CHECK(nothing.code == 1);
  CHECK_THAT(nothing.err, Contains("no move has a stored evaluation"));
  REQUIRE(f.run({"annotate", "-q", "--all", "--nodes", "300", "--jobs", "1", "--book", "0"}).code ==
          0);
  REQUIRE(f.run(make).code == 0);
  // Two games have the position after one of the moves: annotations keep its evaluation alone.
  const auto moves = f.run({"book", "show", "e.db", "--variant", "shogi", "--json"}).json();
  REQUIRE(moves.size() == 1);
  CHECK(moves[0]["usi"] == "7g7f");
  CHECK(moves[0]["count"] > 300);
  CHECK(moves[0]["count"] < 700);
  CHECK(moves[0]["depth"] > 1);
  const std::string once = read_file(f.folder / "e.db");
  REQUIRE(f.run(make).code == 0);
  CHECK(read_file(f.folder / "e.db") == once);
}

TEST_CASE("a book of what engines played from theirs: the moves that took no time") {
  const TemporaryFolder folder;
  const std::string db = folder.file("x.db", "");
  std::filesystem::remove(db);
  // Black leaves the book with the third move, White with the second; of the last no time is known.
  const std::string game =
      folder.file("a.csa",
                  "V2.2\nPI\n+\n+7776FU\nT0\n-3334FU\nT1\n+2726FU\nT0\n-8384FU\nT9\n+2625FU\nT2\n"
                  "-8485FU\nT0\n+2524FU\n%TORYO\n");
  REQUIRE(yari({"import", "-q", "--db", db, game}).code == 0);
  const auto made = [&](const char* seconds) {
    const Outcome book =
        yari({"book", "make", "--db", db, "--max-time", seconds, "-o", folder.path() / "b.db"});
    const std::string usi =
        yari({"book", "convert", "-q", folder.path() / "b.db", "--to", "usi"}).out;
    return std::pair(book.code, std::ranges::count(usi, '\n'));
  };
  CHECK(made("1") == std::pair(0, std::ptrdiff_t{3}));
  CHECK(made("0") == std::pair(0, std::ptrdiff_t{2}));
  CHECK(made("2") == std::pair(0, std::ptrdiff_t{4}));
  CHECK(made("9") == std::pair(0, std::ptrdiff_t{6}));
  CHECK(yari({"book", "make", "--db", db, "--max-time", "soon"}).code == 2);
}

TEST_CASE("book convert, merge, check, stats and show read a book") {
  const Books f;
  f.folder.file("one.db", start_moves("7g7f 3c3d 30 20 5\n"));
  f.folder.file("two.db", start_moves("2g2f none 10 8 9\n7g7f 8c8d -5 9 1\n") + "sfen " + after_7f +
                              " w - 2\n3c3d\n// the end\n");
  CHECK(f.run({"book", "convert", "two.db", "-o", "same.db"}).code == 0);
  CHECK(read_file(f.folder / "same.db") == read_file(f.folder / "two.db"));
  CHECK(f.run({"book", "convert", "one.db", "--to", "usi"}).out ==
        std::string("sfen ") + start + " b - 1 moves 7g7f\n");
  CHECK(f.run({"book", "convert", "one.db", "--to", "sfen"}).out ==
        std::string(start) + " b - 1\n");
  CHECK(f.run({"book", "merge", "one.db", "two.db"}).out ==
        std::string("#YANEURAOU-DB2016 1.00\nsfen ") + after_7f + " w - 2\n3c3d\nsfen " + start +
            " b - 1\n2g2f none 10 8 9\n7g7f 3c3d 30 20 6\n// the end\n");
  const auto found = f.run({"book", "check", "two.db", "--json"});
  CHECK(found.code == 0);
  CHECK(found.object()["sorted"] == false);
  CHECK(found.object()["warnings"] == 1);
  CHECK_THAT(found.err, Contains("two.db:5:1: warning: not in the order of SFENs"));
  const auto stats = f.run({"book", "stats", "two.db", "--json"}).object();
  CHECK(stats["positions"] == 2);
  CHECK(stats["moves"] == 3);
  CHECK(stats["scored"] == 2);
  CHECK(stats["white_to_move"] == 1);
  const auto moves = f.run({"book", "show", "two.db", "--variant", "shogi", "--json"}).json();
  REQUIRE(moves.size() == 2);
  CHECK(moves[1]["usi"] == "7g7f");
  CHECK(moves[1]["ponder"] == "8c8d");
  CHECK(moves[1]["score"] == -5);
  CHECK(f.run({"book", "show", "two.db", "--variant", "shogi", "--moves", "P-1f"}).code == 1);
  f.folder.file("mate.db", start_moves("2g2f none 31996 10 8\n7g7f none -31997 9 1\n"));
  const std::string mates = f.run({"book", "show", "mate.db", "--variant", "shogi"}).out;
  CHECK_THAT(mates, Contains(" mate in 4 ") && Contains(" mated in 3 "));
}

TEST_CASE("a move of a book is set, changed, removed, and that taken back") {
  for (const char* name : {"a.db", "a.ybb", "a.bin"}) {
    INFO(name);
    const TemporaryFolder folder;
    const std::string db = folder.file("x.db", start_moves("7g7f 3c3d 10 5 2\n// said\n2g2f\n"));
    const std::string book = folder.path() / name;
    REQUIRE(yari({"book", "convert", "-q", db, "-o", book}).code == 0);
    const auto usi = [&] {
      std::vector<std::string> moves;
      std::istringstream lines(yari({"book", "show", book, "--variant", "shogi", "--json"}).out);
      for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::json::parse(line);
        moves.push_back(json["usi"].get<std::string>() + ' ' + json["score"].dump());
      }
      return moves;
    };
    const auto edit = [&](std::vector<std::string> words) {
      words.insert(words.begin(), {"book", "edit", book, "--variant", "shogi"});
      return yari(words).code;
    };
    const std::vector<std::string> before = usi();
    CHECK(edit({"--set", "P-2f", "--score", "-7"}) == 0);
    CHECK(usi() == std::vector<std::string>{"7g7f 10", "2g2f -7"});
    CHECK(edit({"--set", "G-7h", "--score", "4"}) == 0);
    CHECK(usi().size() == 3);
    CHECK(edit({"--undo"}) == 0);
    CHECK(usi() == std::vector<std::string>{"7g7f 10", "2g2f -7"});
    CHECK(edit({"--undo"}) == 0);
    CHECK(usi().size() == 3);
    CHECK(edit({"--remove", "P-7f"}) == 0);
    CHECK(usi() == std::vector<std::string>{"2g2f -7", "6i7h 4"});
    CHECK(edit({"--remove", "P-7f"}) == 1);
    // Another position: it is put where a sorted book has it.
    CHECK(edit({"--moves", "P-2f", "--set", "P-8d", "--score", "1"}) == 0);
    CHECK(yari({"book", "check", book}).out.find("2 positions, 3 moves, sorted") !=
          std::string::npos);
    CHECK(edit({"--moves", "P-2f", "--set", "P-8d P-2e"}) == 2);
    CHECK(edit({"--set", "R-5e"}) == 2);
    CHECK(edit({"--set", "P-7f", "--remove", "P-7f"}) == 2);
    CHECK(edit({"--score", "3"}) == 2);
  }
}

TEST_CASE("an edit loses nothing of a book, and nothing of one that is damaged") {
  const TemporaryFolder folder;
  const std::string text = start_moves("7g7f 3c3d 10 5 2 # rare\n// said\n2g2f\n");
  const std::string book = folder.file("a.db", text);
  REQUIRE(
      yari({"book", "edit", book, "--variant", "shogi", "--set", "P-2f", "--count", "3"}).code ==
      0);
  CHECK(read_file(folder.path() / "a.db") ==
        start_moves("7g7f 3c3d 10 5 2 # rare\n// said\n2g2f none none none "
                    "3\n"));
  CHECK(read_file(folder.path() / "a.db~") == text);
  const std::string broken = start_moves("7g7f\n7g7e\n");
  const std::string other = folder.file("b.db", broken);
  const Outcome refused = yari({"book", "edit", other, "--variant", "shogi", "--set", "P-2f"});
  CHECK(refused.code == 2);
  CHECK(refused.err.find("b.db is left as it was") != std::string::npos);
  CHECK(read_file(folder.path() / "b.db") == broken);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "b.db~"));
  CHECK(yari({"book", "edit", other, "--undo"}).code == 1);
}

TEST_CASE("an edit changes what a look-up finds: colours exchanged, out of order, twice there") {
  const TemporaryFolder folder;
  const std::string book = folder.path() / "a.db";
  const auto edit = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"book", "edit", book, "--variant", "shogi"});
    return yari(words).code;
  };
  const auto edited = [&](const std::string& text, const std::vector<std::string>& words) {
    folder.file("a.db", text);
    CHECK(edit(words) == 0);
    return read_file(folder.path() / "a.db");
  };
  const std::string header = "#YANEURAOU-DB2016 1.00\n";
  const std::string turned =
      "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n";
  const std::string later = std::string("sfen ") + after_7f + " w - 2\n3c3d\n";
  CHECK(edited(header + turned + "3c3d\n", {"--set", "P-7f", "--answer", "P-3d", "--score", "9"}) ==
        header + turned + "3c3d 7g7f 9\n");
  CHECK(edited(header + turned + "3c3d\n", {"--set", "P-2f"}) ==
        header + turned + "3c3d\n8c8d none none none none\n");
  CHECK(edited(header + turned + "3c3d\n8c8d\n", {"--remove", "P-7f"}) ==
        header + turned + "8c8d\n");
  // The position itself comes before the other.
  const std::string both = turned + "3c3d\n" + start_moves("7g7f\n").substr(header.size());
  CHECK(edited(header + both, {"--set", "P-7f", "--score", "9"}) ==
        header + turned + "3c3d\n" + start_moves("7g7f none 9\n").substr(header.size()));
  // Out of order: it is not put in twice.
  const std::string last = std::string("sfen ") + start + " b - 1\n7g7f\n";
  const std::string greater =
      "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n2g2f\n";
  CHECK(edited(header + greater + last, {"--set", "P-7f", "--depth", "3"}) ==
        header + greater + std::string("sfen ") + start + " b - 1\n7g7f none none 3\n");
  // Under two move numbers.
  CHECK(edited(header + last + std::string("sfen ") + start + " b - 5\n7g7f\n2g2f\n",
               {"--remove", "P-7f"}) == header + std::string("sfen ") + start + " b - 5\n2g2f\n");
  CHECK(edited(start_moves("7g7f 3c3d 9 8 7\n"),
               {"--set", "P-7f", "--answer", "none", "--score", "none", "--count", "none"}) ==
        start_moves("7g7f none none 8 none\n"));
  CHECK(edited(start_moves("7g7f\n"), {"--moves", "P-7f", "--set", "P-3d"}) ==
        header + std::string("sfen ") + after_7f + " w - 2\n3c3d none none none none\n" +
            start_moves("7g7f\n").substr(header.size()));
  CHECK(edit({"--set", "P-7f", "--score", "nothing"}) == 2);
}

TEST_CASE("the book before a change stands beside the book, not beside a link to it") {
  const TemporaryFolder folder;
  const std::string text = start_moves("7g7f\n");
  std::filesystem::create_directory(folder.path() / "books");
  const std::string book = folder.file("books/a.db", text);
  const std::string link = folder.path() / "a.db";
  std::filesystem::create_symlink(book, link);
  CHECK(yari({"book", "edit", link, "--variant", "shogi", "--set", "P-7f", "--score", "3"}).code ==
        0);
  CHECK(read_file(link) == start_moves("7g7f none 3\n"));
  CHECK(std::filesystem::is_symlink(link));
  CHECK(read_file(book + "~") == text);
  CHECK(yari({"book", "edit", link, "--undo"}).code == 0);
  CHECK(read_file(book) == text);
}

TEST_CASE("a damaged book is reported with its place, and the rest of it is used") {
  const Books f;
  f.folder.file("bad.db", start_moves("7g7e none 0 0 1\n2g2f none 0 0 1\n"));
  const Outcome checked = f.run({"book", "check", "bad.db"});
  CHECK(checked.code == 1);
  CHECK_THAT(checked.err,
             Contains("bad.db:3:1: error: the move is illegal") && Contains(" [book-line]\n"));
  const Outcome converted = f.run({"book", "convert", "bad.db"});
  CHECK(converted.code == 1);
  CHECK(converted.out == start_moves("2g2f none 0 0 1\n"));
  CHECK(f.run({"book", "check", "yari.db"}).code == 2);
  CHECK(f.run({"book", "check", "missing.db"}).code == 2);
  CHECK(f.run({"book", "show", "a.psn"}).code == 2);
  CHECK(f.run({"analyze", "--book", "missing.db"}).code == 2);
}

TEST_CASE("what of a position a damaged book does not say is said by every command that asks it") {
  const Books f;
  f.folder.file("cut.db", start_moves("7g7f none 0 1 1\n6g6f none nan 1 1\n2g"));
  const std::string score = "cut.db:4:11: error: expected a score in centipawns or none";
  const Outcome shown = f.run({"book", "show", "cut.db", "--variant", "shogi"});
  CHECK(shown.code == 1);
  CHECK_THAT(shown.out, Contains("P-7f") && !Contains("P-6f"));
  CHECK_THAT(shown.err, Contains(score) && Contains("cut.db:5:"));
  CHECK(f.run({"book", "show", "cut.db", "--variant", "shogi", "--moves", "P-7f"})
            .err.find("error") == std::string::npos);
  const Outcome tree = f.run({"tree", "--variant", "shogi", "--book", "cut.db"});
  CHECK(tree.code == 1);
  CHECK_THAT(tree.err, Contains(score));
  for (const char* command : {"check", "stats"}) {
    const Outcome read = f.run({"book", command, "cut.db"});
    INFO(command);
    CHECK(read.code == 1);
    CHECK_THAT(read.err, Contains(score));
  }
  CHECK_THAT(
      f.usi("position startpos\ngo nodes 200\n", {"usi", "--variant", "shogi", "--book", "cut.db"})
          .out,
      Contains("info string book, line 4: expected a score") && Contains("bestmove 7g7f"));
  CHECK_THAT(f.run({"analyze", "--book", "cut.db", "--variant", "shogi"}).err,
             Contains("book, line 4: expected a score"));
}

TEST_CASE("usi, analyze, match and tree take a book") {
  const Books f;
  // A move that the engine would not choose by itself.
  f.folder.file("odd.db", start_moves("9g9f 3c3d 7 32 4\n"));
  const std::string go = "isready\nposition startpos\ngo nodes 200\n";
  const std::vector<std::string> with_book{"usi", "--variant", "shogi", "--book", "odd.db"};
  CHECK_THAT(f.usi(go, with_book).out, Contains("bestmove 9g9f ponder 3c3d\n"));
  CHECK_THAT(f.usi("setoption name USI_OwnBook value false\n" + go, with_book).out,
             !Contains("bestmove 9g9f"));
  CHECK_THAT(
      f.usi("setoption name BookFile value odd.db\n" + go, {"usi", "--variant", "shogi"}).out,
      Contains("bestmove 9g9f ponder 3c3d\n"));
  CHECK_THAT(f.usi("setoption name BookMoves value 0\n" + go, with_book).out,
             !Contains("bestmove 9g9f"));
  CHECK_THAT(
      f.usi("setoption name BookFile value none.db\n" + go, {"usi", "--variant", "shogi"}).out,
      Contains("no book: none.db: "));
  CHECK_THAT(f.run({"analyze", "--book", "odd.db", "--variant", "shogi"}).out,
             Contains("P-9f P-3d") && Contains("from the book odd.db"));
  CHECK_THAT(f.run({"analyze", "--book", "odd.db", "--variant", "shogi", "--book-plies", "0",
                    "--nodes", "200"})
                 .out,
             !Contains("from the book"));
  const Outcome match =
      f.run({"match", "--variant", "shogi", "--book", "odd.db", "--games", "2", "--nodes", "20",
             "--random-plies", "0", "--max-plies", "4", "-o", "m.usi", "-j", "1"});
  CHECK(match.code == 0);
  CHECK_THAT(match.out, Contains("with a book"));
  CHECK_THAT(read_file(f.folder / "m.usi"), Contains("P-9f"));
  const auto tree = f.run({"tree", "--book", "odd.db", "--json"}).json();
  REQUIRE(tree.size() == 4);
  CHECK(tree[0]["book"].is_null());
  CHECK(tree[2]["usi"] == "9g9f");
  CHECK(tree[2]["games"] == 0);
  CHECK(tree[2]["book"]["count"] == 4);
  CHECK_THAT(f.run({"tree", "--book", "odd.db"}).out, Contains("+7    32       4"));
  // A narrow terminal has no room for both the performance and the book.
  RunOptions narrow = f.here;
  narrow.columns = 40;
  narrow.environment.emplace_back("TERM", "xterm");
  const std::string shown = yari_on_terminal({"tree", "--book", "odd.db"}, narrow).out;
  CHECK_THAT(shown, Contains("games   score    book"));
  CHECK_THAT(shown, Contains(" +7"));
}

TEST_CASE("book mine goes on where it was, and makes the same book of what it knows") {
  const Books f;
  const std::vector<std::string> mine = {"book", "mine",    "--variant", "yari", "--nodes", "300",
                                         "--db", "mine.db", "--lines",   "3",    "-j",      "2"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = mine;
    words.insert(words.end(), more.begin(), more.end());
    return f.run(words);
  };
  const Outcome first = with({"--positions", "12", "--json", "-o", "a.db"});
  INFO(first.err);
  REQUIRE(first.code == 0);
  CHECK_THAT(first.out, Contains("\"file\":\"a.db\",\"positions\":12,"));
  CHECK_THAT(first.out, Contains("\"analysed\":12,\"known\":0,\"score\":{\"cp\":"));
  CHECK(f.run({"book", "check", "a.db"}).code == 0);

  // Nothing is analysed again.
  const Outcome same = with({"--positions", "0", "--json", "-o", "b.db"});
  CHECK_THAT(same.out, Contains("\"analysed\":0,\"known\":12,"));
  CHECK(read_file(f.folder / "a.db") == read_file(f.folder / "b.db"));
  const Outcome more = with({"--positions", "5", "--json", "-o", "b.db"});
  CHECK_THAT(more.out, Contains("\"positions\":17,"));
  CHECK_THAT(more.out, Contains("\"analysed\":5,\"known\":12,"));

  // The engine plays from it.
  const Outcome played =
      f.usi("position startpos\ngo nodes 100\n", {"usi", "--variant", "yari", "--book", "b.db"});
  CHECK_THAT(played.out, Contains("info string a move of the book"));
}

TEST_CASE("book mine looks at what was played and at what other books have") {
  const Books f;
  f.folder.file("joseki.db", start_moves("1g1f none 0 32 7\n"));
  const auto mined = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"book", "mine",    "--variant",   "shogi",  "--nodes",
                                      "200",  "--lines", "1",           "--jobs", "1",
                                      "-o",   "out.db",  "--positions", "8"};
    words.insert(words.end(), more.begin(), more.end());
    REQUIRE(f.run(words).code == 0);
    return read_file(f.folder / "out.db");
  };
  const std::string after_1f = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/8P/PPPPPPPP1/1B5R1/LNSGKGSNL w";
  CHECK_THAT(mined({}), !Contains(after_1f));
  CHECK_THAT(mined({"joseki.db"}), Contains(after_1f));
  // Two games began with 7g7f, one with 2g2f.
  const std::string after_2f = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w";
  CHECK_THAT(mined({"--min-games", "1"}), Contains(after_2f));

  const Outcome other = f.run({"book", "mine", "--variant", "yari", "joseki.db", "-o", "x.db"});
  CHECK(other.code == 1);
  CHECK_THAT(other.err, Contains("joseki.db:2:6: error: expected a piece of Yari Shogi"));
}

}  // namespace yari::test
