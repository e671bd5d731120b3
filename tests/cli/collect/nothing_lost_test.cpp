// What a user has is not lost: inputs, databases and games beside a bad one.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "db/database.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

const std::string good = "[Variant \"Yari Shogi\"]\n\n1. P-7f P-3d 2. YR-7h *\n";
const std::string bad = "[Variant \"Yari Shogi\"]\n\n1. P-9z *\n";

std::string content(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct EngineFolder : ProgramFolder {
  /// Makes engine.sh, a USI engine of Yari Shogi with these answers of its own, cases of a shell's.
  void engine(const std::string& answers) const {
    folder.file("engine.sh",
                "while read -r line; do case \"$line\" in\n"
                "usi) echo id name Fake\n"
                "  echo option name USI_Variant type combo default yarishogi var yarishogi\n"
                "  echo usiok;;\n"
                "isready) echo readyok;;\n" +
                    answers + "quit) exit 0;;\nesac; done\n");
  }
  /// Runs it, and checks the exit code and that the message is among the errors.
  void told(const std::vector<std::string>& words, int code, const std::string& message) const {
    INFO(words.front());
    const Outcome outcome = run(words);
    CHECK(outcome.code == code);
    CHECK_THAT(outcome.err, Contains(message));
  }
};

}  // namespace

TEST_CASE("no output is written over a database") {
  const EngineFolder place;
  place.folder.file("a.psn", good + bad);
  REQUIRE(place.run({"import", "a.psn"}).code == 1);
  REQUIRE(place.run({"annotate", "1", "--nodes", "100"}).code == 0);
  const std::vector<std::vector<std::string>> commands{
      {"export", "-o", "yari.db"},
      {"export", "--to", "csv", "-o", "yari.db"},
      {"report", "1", "-o", "yari.db"},
      {"graph", "1", "-o", "yari.db"},
      {"match", "--games", "2", "--nodes", "10", "-o", "yari.db"},
      {"convert", "a.psn", "--to", "kif", "-o", "yari.db"}};
  for (const std::vector<std::string>& words : commands) {
    INFO(words.front());
    place.told(words, 2, "yari.db: it is a database");
    CHECK(place.run({"db", "verify"}).code == 0);
  }
  place.told({"import", "a.psn", "--rejects", "yari.db"}, 2, "yari.db is not a folder");
}

TEST_CASE("a file that is read is not written over where games of it would go") {
  const EngineFolder place;
  place.folder.file("a.psn", good + bad);
  place.told({"convert", "a.psn", "--to", "usi", "-o", "a.psn"}, 1, "a.psn is left as it was");
  CHECK(place.run({"annotate", "a.psn", "--nodes", "100", "-o", "a.psn"}).code == 1);
  CHECK(place.run({"import", "a.psn", "--rejects", "a.psn"}).code == 2);
  CHECK(place.run({"import", ".", "--rejects", "./a.psn"}).code == 2);
  CHECK(content(place.folder / "a.psn") == good + bad);

  place.folder.file("yari.psn", good);
  CHECK(place.run({"convert", "yari.psn", "--to", "csa", "-o", "yari.psn"}).code == 1);
  CHECK(place.run({"convert", "missing.psn", "--to", "kif", "-o", "yari.psn"}).code == 1);
  CHECK(content(place.folder / "yari.psn") == good);
}

TEST_CASE("an interrupted annotation leaves the file that it reads as it was") {
  const EngineFolder place;
  std::string games;
  for (int i = 0; i < 4; ++i) games += good;
  place.folder.file("a.psn", games);
  // Never answers before it is stopped.
  place.engine("position*) ;;\ngo*) : > asked;;\nstop) echo bestmove 7g7f;;\n");
  RunOptions interrupted = place.here;
  interrupted.interrupt_at_file = place.folder / "asked";
  CHECK(yari({"annotate", "a.psn", "--engine", "sh engine.sh", "--nodes", "100", "-o", "a.psn"},
             interrupted)
            .code == 130);
  CHECK(content(place.folder / "a.psn") == games);
}

TEST_CASE("an interrupted annotation leaves the file of -o as it was, and what is done beside it") {
  const EngineFolder place;
  place.folder.file("a.psn",
                    "[Variant \"Yari Shogi\"]\n\n1. P-7f *\n\n[Variant \"Yari Shogi\"]\n\n"
                    "1. P-2f *\n");
  // Gets through the first game at once, and never through the second.
  place.engine(R"(position*2g2f*) slow=1; answer=3c3d;;
position*moves*) answer=3c3d;;
position*) answer=7g7f;;
go*) [ ! $slow ] || : > slow; [ $slow ] || { echo info depth 3 score cp 25 nodes 99 pv $answer; echo bestmove $answer; };;
stop) echo bestmove $answer;;
)");
  const std::string before = "mine\n";
  place.folder.file("b.psn", before);
  RunOptions interrupted = place.here;
  interrupted.interrupt_at_file = place.folder / "slow";
  const Outcome outcome = yari({"annotate", "a.psn", "--jobs", "1", "--engine", "sh engine.sh",
                                "--nodes", "100", "-o", "b.psn"},
                               interrupted);
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.err, Contains("b.psn is left as it was: what is done of it is in ") &&
                              Contains("interrupted: 1 game annotated"));
  CHECK(content(place.folder / "b.psn") == before);
  std::vector<std::string> parts;
  for (const auto& entry : std::filesystem::directory_iterator(place.folder.path())) {
    if (entry.path().extension() == ".part") parts.push_back(entry.path().string());
    CHECK(entry.path().extension() != ".tmp");
  }
  REQUIRE(parts.size() == 1);
  CHECK_THAT(content(parts.front()), Contains("7f") && !Contains("2f"));
  CHECK_THAT(outcome.err, Contains(parts.front()));
}

TEST_CASE("a game that a format cannot express at all is reported, and is no success") {
  const EngineFolder place;
  place.folder.file("a.psn", good);
  REQUIRE(place.run({"import", "a.psn"}).code == 0);
  const std::vector<std::vector<std::string>> commands{
      {"show", "1", "--to", "csa"},
      {"export", "1", "--to", "csa"},
      {"export", "1", "--to", "csa", "--files", "{id}.csa"},
      {"convert", "a.psn", "--to", "csa"}};
  for (const std::vector<std::string>& words : commands) place.told(words, 1, "the whole game");
  CHECK_FALSE(std::filesystem::exists(place.folder / "000001.csa"));
  CHECK(place.run({"export", "--to", "kif", "--to-encoding", "latin1"}).code == 2);
}

TEST_CASE("the ending of the file names the format for every command that writes records") {
  const EngineFolder place;
  place.folder.file("a.psn", good);
  REQUIRE(place.run({"import", "a.psn"}).code == 0);
  REQUIRE(place.run({"export", "-o", "a.usi"}).code == 0);
  CHECK_THAT(content(place.folder / "a.usi"), Contains("7g7f 3c3d"));
  REQUIRE(place.run({"export", "--files", "{id}.kif"}).code == 0);
  CHECK_THAT(content(place.folder / "000001.kif"), Contains("手数"));
  REQUIRE(place.run({"export", "--to", "hodges", "-o", "b.usi"}).code == 0);
  CHECK_THAT(content(place.folder / "b.usi"), Contains("P-7f P-3d"));
}

TEST_CASE("a game that was deleted and imported again is not there twice after undo") {
  const EngineFolder place;
  place.folder.file("a.psn", good);
  REQUIRE(place.run({"import", "a.psn"}).code == 0);
  REQUIRE(place.run({"delete", "1"}).code == 0);
  REQUIRE(place.run({"import", "a.psn"}).code == 0);
  place.told({"undo"}, 0, "the same game has been added again since: 1 game");
  CHECK(place.run({"list", "--count"}).out == "1\n");
  CHECK(place.run({"duplicates"}).code == 1);
}

TEST_CASE("reading a database leaves nothing beside it") {
  const EngineFolder place;
  place.folder.file("a.psn", good);
  REQUIRE(place.run({"import", "a.psn"}).code == 0);
  REQUIRE(place.run({"list"}).code == 0);
  CHECK_FALSE(std::filesystem::exists(place.folder / "yari.db-wal"));
  CHECK_FALSE(std::filesystem::exists(place.folder / "yari.db-shm"));
}

TEST_CASE("a mistyped name makes no database") {
  const EngineFolder place;
  place.told({"import", "sampels"}, 1, "there is no file or folder sampels");
  CHECK_FALSE(std::filesystem::exists(place.folder / "yari.db"));
}

TEST_CASE("a number that no game has is reported before anything is done") {
  const EngineFolder place;
  place.folder.file("a.psn", good);
  REQUIRE(place.run({"import", "a.psn"}).code == 0);
  for (const char* command : {"export", "delete", "puzzles", "annotate"}) {
    INFO(command);
    const Outcome outcome = place.run({command, "1", "999"});
    CHECK(outcome.code == 1);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains("there is no game 999"));
  }
  CHECK(place.run({"list", "--count"}).out == "1\n");
}

TEST_CASE("games that follow one without moves stay games of their own in every format") {
  const EngineFolder place;
  const std::string two =
      "[Variant \"Shogi\"]\n[Black \"A\"]\n[White \"B\"]\n\n*\n\n"
      "[Variant \"Shogi\"]\n[Black \"C\"]\n[White \"D\"]\n\n1. P-7f *\n";
  place.folder.file("two.psn", two);
  for (const char* format : {"hodges", "kif", "ki2", "jkf", "usi", "csa", "usen"}) {
    INFO(format);
    const std::string file = std::string("two.") + format;
    REQUIRE(place.run({"convert", "two.psn", "--to", format, "-o", file}).code == 0);
    const Outcome check = place.run({"check", "--json", file, "--from", format});
    CHECK(check.json().back()["games"] == 2);
    CHECK(check.json().back()["plies"] == 1);
  }
}

TEST_CASE("a game that the engine gives up on does not keep the others from being annotated") {
  const EngineFolder place;
  place.folder.file(
      "a.psn",
      "[Variant \"Yari Shogi\"]\n\n1. P-2f P-3d 2. P-7f *\n\n[Variant \"Yari Shogi\"]\n\n"
      "1. P-7f *\n");
  place.engine(R"(position*2g2f*) exit 0;;
position*moves*) answer=3c3d;;
position*) answer=7g7f;;
go*) echo info depth 3 score cp 25 nodes 99 pv $answer
  echo bestmove $answer;;
)");
  REQUIRE(place.run({"import", "a.psn"}).code == 0);
  const std::vector<std::string> engine{"--engine", "sh engine.sh", "--nodes", "100"};
  std::vector<std::string> words{"annotate", "--all"};
  words.insert(words.end(), engine.begin(), engine.end());
  const Outcome stored = place.run(words);
  CHECK(stored.code == 1);
  CHECK_THAT(stored.err, Contains("game 1 is not annotated: "));
  CHECK_THAT(stored.out, Contains("1 game annotated, 0 annotated before, 1 failed"));
  words = {"annotate", "a.psn"};
  words.insert(words.end(), engine.begin(), engine.end());
  const Outcome files = place.run(words);
  CHECK(files.code == 1);
  CHECK_THAT(files.err, Contains("a.psn:1: not annotated: "));
  CHECK_THAT(files.out, Contains("P-2f") && Contains("P-7f"));
}

TEST_CASE("a file that is annotated again has the last judgements alone") {
  const EngineFolder place;
  place.folder.file("a.psn",
                    "[Variant \"Yari Shogi\"]\n[SFEN \"5nk/7/6+B/7/7/7/7/7/3K3 b P 1\"]\n\n"
                    "1. G-4h YNx1c 2. G-4g 0-1\n");
  REQUIRE(place.run({"annotate", "a.psn", "--nodes", "500", "-o", "b.psn"}).code == 0);
  REQUIRE(place.run({"annotate", "b.psn", "--nodes", "2000", "-o", "c.psn"}).code == 0);
  REQUIRE(place.run({"annotate", "a.psn", "--nodes", "2000", "-o", "d.psn"}).code == 0);
  const auto judged = [&](const char* file) {
    const std::string text = content(place.folder / file);
    int n = 0;
    for (std::size_t at = 0; (at = text.find("win chance", at)) != text.npos; ++at) ++n;
    return n;
  };
  CHECK(judged("d.psn") > 0);
  CHECK(judged("c.psn") == judged("d.psn"));
  CHECK(place.run({"annotate", "a.psn", "--screen", "0"}).code == 2);
}

}  // namespace yari::test
