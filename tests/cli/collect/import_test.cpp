// What `import` says of folders as people have them, what it refuses, and how it is stopped.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;

struct Place : ProgramFolder {
  void file(const std::string& name, const std::string& content) const {
    fs::create_directories((folder.path() / name).parent_path());
    folder.file(name, content);
  }
};

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++n;
  return n;
}

std::string kif(const std::string& player, const std::string& moves) {
  return "手合割：平手\n先手：" + player + "\n手数----指手---------消費時間--\n" + moves;
}

/// Runs yari in a shell and sends it `signal` once, after two seconds; what still runs after ten
/// seconds more is killed and gives 137.
Outcome interrupted(const Place& place, const std::string& signal, const std::string& before,
                    const std::string& words) {
  const std::string program = "'" YARI_PROGRAM "'";
  return run_program("/bin/sh",
                     {"-c", before + " timeout --foreground --preserve-status -k 10 -s " + signal +
                                " 2 " + program + " " + words},
                     place.here);
}

}  // namespace

TEST_CASE("an update that could not read a file says so by its exit code, too") {
  const Place place;
  place.file("a.kif", kif("天野", "   1 ７六歩(77)\n"));
  place.file("notes.txt", "Call Ann.\n");
  CHECK(place.run({"import", "--update", "a.kif"}).code == 0);
  const Outcome outcome = place.run({"import", "--update", "a.kif", "notes.txt", "--json"});
  CHECK(outcome.code == 1);
  CHECK(outcome.object()["bad_files"] == 1);
  CHECK(outcome.object()["unchanged"] == 1);
}

TEST_CASE("files that are no game records are counted in one line, and named with --verbose") {
  const Place place;
  place.file("in/a.kif", kif("天野", "   1 ７六歩(77)\n"));
  place.file("in/index.html", "<html><body>Games</body></html>\n");
  place.file("in/README.md", "# Games\n\nSee a.kif.\n");
  const Outcome outcome = place.run({"import", "in"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("1 game from 1 file: 1 imported, 0 duplicates, 0 rejected\n"));
  CHECK(outcome.err == "yari: 2 files skipped: not game records (named with --verbose)\n");
  const Outcome verbose = place.run({"import", "in", "--verbose"});
  CHECK_THAT(verbose.err, Contains("in/index.html: note: ") && Contains("in/README.md:"));
  CHECK(place.run({"import", "in", "--json"}).object()["skipped_files"] == 2);
  CHECK(place.run({"check", "in", "--json"}).json().back()["skipped_files"] == 2);
  CHECK_THAT(place.run({"convert", "in", "--to", "csa"}).err, Contains("2 files skipped"));
  const Outcome named = place.run({"import", "in/index.html"});
  CHECK(named.code == 1);
  CHECK_THAT(named.err, Contains("in/index.html: error: "));
  CHECK_THAT(named.out, Contains("1 bad file"));
}

TEST_CASE("findings of one kind are printed three times, then counted") {
  const Place place;
  for (int i = 0; i < 9; ++i) {
    const std::string n = std::to_string(i + 1);
    place.file("in/" + n + ".usi", "startpos moves 9g9f 3c3d " + n + "z9z\n");
    place.file("notes/" + n + ".kif",
               "\x90\xE6\x8E\xE8\x81\x46" + n + "\n   1 \x82V\x98Z\x95\xE0(77)\n");
  }
  for (const std::string command : {"import", "check"}) {
    INFO(command);
    const Outcome some = place.run({command, "in"});
    CHECK(count(some.err, "in/") == 3);
    CHECK_THAT(some.err, Contains("9 times in 9 files\nyari: --verbose prints all findings\n"));
    const Outcome all = place.run({command, "in", "--verbose"});
    CHECK(count(all.err, ": error: ") == 9);
    CHECK_THAT(all.err, !Contains("times in"));
  }
  CHECK(count(place.run({"convert", "in", "--to", "usi"}).err, "in/") == 3);
  const Outcome notes = place.run({"import", "notes"});
  CHECK(notes.code == 0);
  CHECK(notes.err.starts_with(
      "yari: note: not UTF-8; read as Shift_JIS [encoding-guessed]: 9 times in 9 files\n"
      "yari: --verbose prints all findings\n"));
}

TEST_CASE("rejected records are copied byte for byte, and rejected again when they are imported") {
  const Place place;
  const std::string sjis_kif =
      "\x90\xE6\x8E\xE8\x81\x46\x93\x56\x96\xEC\r\n   1 \x82V\x98Z\x95\xE0(99)\r\n";
  const std::string latin = "[Variant \"Shogi\"]\n[Black \"J\xF6rg\"]\n\n1. P-7f P-7z\n";
  const std::string hodges = "[Variant \"Yari Shogi\"]\n[Black \"A\"]\n\n1. P-7f P-7z *\n\n";
  const std::string csa = "V2.2\nN+A\nPI\n+\n+7776FU\n-7776FU\n%TORYO\n";
  place.file("in/1.kif", sjis_kif);
  place.file("in/2.kif", kif("芭蕉", "   1 ７六歩(99)"));
  place.file("in/3.kif", kif("蕪村", "   1 ７六歩(98)\n"));
  place.file("in/4.psn", latin);
  place.file("in/5.psn", hodges + "[Variant \"Yari Shogi\"]\n\n1. P-7f *\n\n" + hodges);
  place.file("in/6.psn", "1. P-7f P-7z");
  place.file("in/6b.psn", "1. P-7f P-6z");
  place.file("in/7.csa", csa + "/\n" + csa);
  place.file("in/8.csa", csa);
  place.file("in/9.usi", "startpos moves 7g7f 9z9z\nstartpos moves 7g7f 8z9z");
  place.file("in/a.usi", "startpos moves 7g7f 7z9z");
  const std::string jkf = R"({"header":{"先手":"A"},"moves":[{},{"move":{"x":1}}]})";
  place.file("in/b.jkf", jkf + " " + jkf);
  place.file("in/c.jkf", jkf);
  place.file("in/README.md", "Games\n");
  const Outcome first = place.run({"import", "--strict", "in", "--rejects", "no", "--json"});
  INFO(first.err);
  CHECK(first.code == 1);
  CHECK(first.object()["imported"] == 1);
  CHECK(first.object()["rejected"] == 17);
  CHECK(read_file(place.folder / "no/rejects-kif-shift_jis.kif") == sjis_kif);
  CHECK(read_file(place.folder / "no/rejects-psn-iso-8859-1.psn") == latin);
  CHECK(count(read_file(place.folder / "no/rejects-psn-utf-8.psn"), hodges) == 2);
  const std::string places = read_file(place.folder / "no/rejects.txt");
  CHECK(count(places, "\n") == 17);
  CHECK_THAT(places, Contains("rejects-kif-shift_jis.kif:1 from in/1.kif:1: "));
  CHECK_THAT(places, Contains(" from in/5.psn:10: "));
  CHECK_THAT(first.err, Contains("17 rejected records written to no"));

  const Outcome again =
      place.run({"import", "--strict", "no", "--rejects", "still", "--json", "--db", "b.db"});
  INFO(again.err);
  CHECK(again.object()["rejected"] == 17);
  CHECK(again.object()["imported"] == 0);
  CHECK(again.object()["skipped_files"] == 1);
  for (const auto& entry : fs::directory_iterator(place.folder / "no")) {
    INFO(entry.path());
    if (entry.path().filename() != "rejects.txt")
      CHECK(read_file(place.folder.path() / "still" / entry.path().filename()) ==
            read_file(entry.path()));
  }
}

TEST_CASE("rejects go to a folder of their own, and none is made where nothing is rejected") {
  const Place place;
  place.file("a.usi", "startpos moves 7g7f\n");
  place.file("bad/b.usi", "startpos moves 9z9z\n");
  CHECK(place.run({"import", "a.usi", "--rejects", "no"}).code == 0);
  CHECK_FALSE(fs::exists(place.folder / "no"));
  CHECK(place.run({"import", "bad", "--rejects", "a.usi"}).code == 2);
  CHECK(place.run({"import", "bad", "--rejects", "bad"}).code == 2);
  CHECK(place.run({"import", "bad", "--rejects", "no"}).code == 1);
  const Outcome second = place.run({"import", "bad", "--rejects", "no"});
  CHECK(second.code == 2);
  CHECK_THAT(second.err, Contains("no contains the rejects of another import"));
}

TEST_CASE("games with the moves of another game are kept and counted") {
  const Place place;
  for (const std::string player : {"A", "B", "C"})
    place.file(player + ".kif", kif(player, "   1 ７六歩(77)\n   2 ３四歩(33)\n"));
  const Outcome outcome = place.run({"import", "A.kif", "B.kif", "C.kif"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             Contains("3 imported, 0 duplicates") &&
                 Contains("2 games have the moves of another game, but other players"));
  CHECK(place.run({"import", "A.kif", "B.kif", "--json"}).object()["duplicates"] == 2);
  CHECK(place.run({"duplicates", "--json"}).json().size() == 2);
}

TEST_CASE("what a duplicate knows otherwise is told in a line a kind, and in full with --verbose") {
  const Place place;
  const auto psn = [](const std::string& event) {
    return "[Variant \"Shogi\"]\n[Black \"A\"]\n[White \"B\"]\n[Event \"" + event +
           "\"]\n\n1. P-2f P-8d *\n\n";
  };
  place.file("a.psn", psn("Cup"));
  place.file("b.psn", psn("Cap"));
  place.file("c.psn", psn("Spring cup"));
  REQUIRE(place.run({"import", "a.psn"}).code == 0);
  CHECK_THAT(place.run({"import", "b.psn"}).err,
             Contains("note: game 1 keeps the Event 'Cup': a duplicate has 'Cap' [duplicate-tag]: "
                      "1 time in 1 file"));
  const std::string both = place.run({"import", "b.psn", "c.psn"}).err;
  CHECK_THAT(
      both,
      Contains("game ... keeps the Event ...: a duplicate has ... [duplicate-tag]: 2 times in 2"));
  CHECK(count(both, "keeps the Event") == 1);
  const std::string all = place.run({"import", "--verbose", "b.psn", "c.psn"}).err;
  CHECK_THAT(all, Contains("b.psn:1") && Contains("keeps the Event 'Cup': a duplicate has 'Cap'") &&
                      Contains("keeps the Event 'Cup': a duplicate has 'Spring cup'"));
  const Outcome quiet = place.run({"import", "--quiet", "b.psn", "c.psn"});
  CHECK(quiet.err.empty());
  CHECK(quiet.out.empty());
  // In one import the order of the files does not matter.
  for (const auto& order :
       {std::vector<std::string>{"a.psn", "b.psn", "c.psn"}, {"c.psn", "b.psn", "a.psn"}}) {
    std::filesystem::remove(place.folder.path() / "o.db");
    std::vector<std::string> words{"import", "--db", "o.db"};
    words.insert(words.end(), order.begin(), order.end());
    REQUIRE(place.run(words).code == 0);
    CHECK(place.run({"show", "1", "--json", "--db", "o.db"}).object()["event"] == "Spring cup");
  }
}

TEST_CASE("one signal ends an import that waits for input", "[slow]") {
  const Place place;
  for (const char* name : {"fifo", "silent"})
    REQUIRE(mkfifo((place.folder / name).c_str(), 0600) == 0);
  // A pipe that the shell itself may write to stays open.
  const std::string silent = "exec 3<>silent; ";
  const std::string some = silent + "printf 'startpos moves 7g7f\\n' >&3; ";
  CHECK(interrupted(place, "INT", "", "import --jobs 1 fifo").code == 130);
  CHECK(interrupted(place, "TERM", "", "import --jobs 4 fifo").code == 143);
  CHECK(interrupted(place, "INT", silent, "import --jobs 4 - <&3").code == 130);
  const Outcome outcome = interrupted(place, "TERM", some, "import --jobs 1 --db s.db - <&3");
  CHECK(outcome.code == 143);
  CHECK_THAT(outcome.err, Contains("interrupted: what is counted above is in s.db"));
}

namespace {

/// Short games of as many pairs of players: much more than is read at a time.
std::string many_games(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i)
    text += "[Variant \"Shogi\"]\n[Black \"Player " + std::to_string(i) +
            "\"]\n\n1. P-7f P-3d 2. P-2f *\n\n";
  return text;
}

/// Runs a script in which $Y is the program.
Outcome script(const Place& place, const std::string& text) {
  return run_program("/bin/sh", {"-c", "Y='" YARI_PROGRAM "'; " + text}, place.here);
}

}  // namespace

TEST_CASE("while an import waits for input, its games are seen and others write", "[slow]") {
  for (const char* jobs : {"1", "2"}) {
    const Place place;
    place.file("many.psn", many_games(0, 20'000));
    const Outcome outcome =
        script(place,
               "(cat many.psn; i=0; while [ ! -e go ] && [ $i -lt 300 ]; do sleep 0.1; "
               "i=$((i+1)); done) | \"$Y\" import - --jobs " +
                   std::string(jobs) +
                   " --db s.db > imported & i=0; "
                   "until \"$Y\" list --db s.db --limit 1 2>/dev/null | grep -q Player || "
                   "[ $i -ge 150 ]; do sleep 0.1; i=$((i+1)); done; "
                   "timeout 5 \"$Y\" tag 1 --db s.db --set Site=Nara > tagged; echo tag $?; "
                   "[ -s imported ] && echo over; touch go; wait; cat imported; "
                   "\"$Y\" list --db s.db --site Nara; \"$Y\" db verify --db s.db");
    INFO(outcome.out << outcome.err);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.out, Contains("tag 0\n") && Contains("20,000 imported, 0 duplicates") &&
                                Contains("Player 0"));
    CHECK_THAT(outcome.out, !Contains("over"));
  }
}

TEST_CASE("two imports and a tag at once all finish, and nothing is lost or stored twice",
          "[slow]") {
  const Place place;
  place.file("a.psn", many_games(0, 12'000));
  place.file("b.psn", many_games(6'000, 12'000));
  place.file("c.psn", many_games(30'000, 10));
  REQUIRE(place.run({"import", "c.psn", "--db", "s.db"}).code == 0);
  const Outcome outcome =
      script(place,
             "\"$Y\" import a.psn --db s.db > a & a=$!; \"$Y\" import b.psn --db s.db > b & b=$!; "
             "for i in 1 2 3 4 5; do \"$Y\" tag $i --db s.db --set Site=Nara > t || "
             "echo lost; done; "
             "wait $a && wait $b && echo both; \"$Y\" db verify --db s.db && "
             "\"$Y\" stats --db s.db --json");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("both\n") && !Contains("lost"));
  CHECK(nlohmann::json::parse(outcome.lines().back())["games"] == 18'010);
  CHECK(place.run({"import", "a.psn", "b.psn", "--db", "s.db", "--json"}).object()["imported"] ==
        0);
}

TEST_CASE("input without an end and without a record is given up, and one signal ends it before",
          "[slow]") {
  const Place place;
  const Outcome zeros = place.run({"import", "/dev/zero"});
  CHECK(zeros.code == 1);
  CHECK_THAT(zeros.err, Contains("error: more than 16 MiB without a record; the rest is not read"));
  // Slow enough never to be given up.
  const Outcome endless = interrupted(
      place, "INT", "(printf 'startpos moves'; while printf ' 7g7f 3c3d'; do sleep 0.01; done) |",
      "import -");
  CHECK(endless.code == 130);
}

TEST_CASE("a packed file of nothing but zeros is an error") {
  const Place place;
  const Outcome packed =
      run_program("/bin/sh", {"-c", "head -c 300000000 /dev/zero | gzip -1 > bomb.gz"}, place.here);
  REQUIRE(packed.code == 0);
  const Outcome outcome = place.run({"import", "bomb.gz"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("bomb.gz: error: is an empty archive, or nothing but zeros"));
  CHECK_THAT(outcome.out, Contains("1 bad file"));
}

}  // namespace yari::test
