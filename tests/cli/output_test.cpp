// Where results go: files, pipes, devices, and file systems with limits.
#include <sys/stat.h>

#include <csignal>
#include <cstdint>
#include <iterator>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;

const std::string one_game = "[Black \"Ann\"]\n[White \"Bob\"]\n\n1. P-7f P-3d *\n";

/// A database of a game, and a shell to redirect with.
struct Redirected {
  TemporaryFolder folder;

  Redirected() {
    folder.file("a.psn", one_game);
    REQUIRE(run("yari import a.psn").code == 0);
  }
  Outcome run(const std::string& command) const {
    return run_program("bash", {"-c", command},
                       {.environment = {{"PATH", path_with_yari()}}, .folder = folder.path()});
  }
  std::string read(const std::string& name) const { return read_file(folder.path() / name); }
  /// Hidden files, too.
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
  }
};

}  // namespace

TEST_CASE("what a signal ends leaves no half of its result behind") {
  const Redirected r;
  const std::ptrdiff_t files = r.files() + 1;
  REQUIRE(r.run("mkfifo held").code == 0);
  for (const auto& [signal, code] :
       {std::pair("INT", "130"), std::pair("TERM", "143"), std::pair("HUP", "129")}) {
    CAPTURE(signal);
    // -m: a shell has what runs beside it ignore SIGINT otherwise.
    const Outcome outcome = r.run(
        std::string("set -m; exec 3<>held; yari convert - --to kif -o a.kif <&3 & "
                    "for i in {1..500}; do ls .yari-*.tmp && break; sleep 0.02; done; kill -") +
        signal + " $!; wait $!; echo $?");
    CHECK_THAT(outcome.out, Contains(".tmp\n"));
    CHECK(outcome.out.ends_with(std::string(code) + "\n"));
    CHECK(r.files() == files);
  }
}

TEST_CASE("what -o names may be a pipe, a device or a descriptor", "[slow]") {
  const Redirected r;
  const std::string game = r.run("yari export").out;
  REQUIRE_THAT(game, Contains("Ann"));
  CHECK(r.run("yari export -o /dev/stdout").out == game);
  CHECK(r.run("yari export -o /dev/stdout | cat").out == game);
  CHECK(r.run("yari export -o /proc/self/fd/1 | cat").out == game);
  CHECK(r.run("yari export -o /dev/stderr").err == game);
  CHECK(r.run("yari export -o /dev/null").code == 0);
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(r.run("yari export -o >(gzip > x.gz); sleep 1; gzip -dc x.gz").out == game);
  CHECK(r.run("mkfifo p; cat p & yari export -o p; wait").out == game);
  CHECK(fs::is_fifo(r.folder / "p"));
  CHECK(r.run("echo first > all; yari export -o /dev/stdout >> all; cat all").out ==
        "first\n" + game);
  CHECK(r.run("(yari export -o /dev/stdout; echo last) > all; cat all").out == game + "last\n");
  CHECK(r.run("yari board --svg -o /dev/stdout | head -c 4").out == "<svg");
  CHECK(r.run("yari export -o /dev/full").code == 2);
}

TEST_CASE("a limit of the size of files ends in a sentence, and leaves nothing") {
  const Redirected r;
  std::string games;
  for (int i = 0; i < 3000; ++i) games += one_game + "\n";
  r.folder.file("many.psn", games);
  const std::ptrdiff_t files = r.files();
  const std::vector<std::string> commands{"yari convert many.psn --to kif -o out.kif",
                                          "yari convert many.psn --to kif > out",
                                          "yari convert many.psn --to kif -o /dev/stdout > out"};
  for (const std::string& command : commands) {
    const Outcome limited = r.run("ulimit -f 8; " + command);
    INFO(command << ": " << limited.err);
    CHECK(limited.code == 2);
    CHECK_THAT(limited.err, Contains("yari: "));
    fs::remove(r.folder / "out");
    CHECK(r.files() == files);
  }
  CHECK_THAT(r.run("ulimit -f 8; " + commands.front()).err, Contains("File too large"));
  // A database stays: the same command adds the rest.
  const Outcome imported = r.run("ulimit -f 8; yari import --db new.db many.psn");
  CHECK(imported.code == 2);
  CHECK_THAT(imported.err, Contains("File too large"));
  // What is started by us has the system's own answer to the limit again.
  const Outcome paged =
      yari_on_terminal({"list"}, {.environment = {{"YARI_PAGER", "grep SigIgn /proc/self/status"}},
                                  .folder = r.folder.path()});
  REQUIRE(paged.out.starts_with("SigIgn:\t"));
  const std::uint64_t ignored = std::stoull(paged.out.substr(8), nullptr, 16);
  CHECK((ignored >> (SIGXFSZ - 1) & 1) == 0);
}

TEST_CASE("names of exported files follow no link and open no pipe that is there") {
  const Redirected r;
  r.folder.file("precious", "old");
  r.folder.file("elsewhere/keep", "");
  fs::create_directories(r.folder / "out");
  fs::create_symlink("../precious", r.folder.path() / "out/Ann.psn");
  fs::create_symlink("../elsewhere", r.folder.path() / "out/Bob");
  CHECK(r.run("yari export --files 'out/{black}.psn'").code == 0);
  CHECK(r.read("precious") == "old");
  CHECK(fs::is_regular_file(fs::symlink_status(r.folder.path() / "out/Ann.psn")));
  const Outcome refused = r.run("yari export --files 'out/{white}/{black}.psn'");
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("a link leads out of the folder"));
  CHECK(!fs::exists(r.folder / "elsewhere/Ann.psn"));
  // A folder that the user names may be a link.
  fs::create_symlink("elsewhere", r.folder.path() / "mine");
  CHECK(r.run("yari export --files 'mine/{black}.psn'").code == 0);
  CHECK(fs::exists(r.folder / "elsewhere/Ann.psn"));
  fs::remove(r.folder / "out/Ann.psn");
  REQUIRE(mkfifo((r.folder / "out/Ann.psn").c_str(), 0600) == 0);
  CHECK(r.run("yari export --files 'out/{black}.psn'").code == 2);
}

TEST_CASE("import --quiet prints nothing about what went well") {
  const Redirected r;
  r.folder.file("longer.psn", "[Black \"Ann\"]\n[White \"Bob\"]\n\n1. P-7f P-3d 2. P-2f *\n");
  const Outcome quiet = r.run("yari import --quiet longer.psn");
  CHECK(quiet.code == 0);
  CHECK(quiet.out + quiet.err == "");
  const Outcome wrong = r.run("yari import --quiet missing.psn");
  CHECK(wrong.out == "");
  CHECK(wrong.err == "missing.psn: error: there is no such file or folder [unreadable-file]\n");
}

}  // namespace yari::test
