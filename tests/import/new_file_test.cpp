// A file appears whole or not at all, and nothing is left beside it.
#include "import/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>

#include "tests/import/support.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

namespace fs = std::filesystem;
using test::ScratchFolder;

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Files of the folder, hidden ones too.
std::ptrdiff_t files_in(const ScratchFolder& folder) {
  return std::distance(fs::directory_iterator(folder.path()), {});
}

NewFile opened(const std::string& name) {
  Result<NewFile, FileFault> file = NewFile::open(name);
  REQUIRE(file);
  return std::move(*file);
}

}  // namespace

TEST_CASE("a file is there when it is finished, and not before") {
  const ScratchFolder folder;
  const std::string name = folder.write("a", "old");
  {
    NewFile file = opened(name);
    REQUIRE(file.write("new"));
    CHECK(content(name) == "old");
    CHECK(files_in(folder) == 2);
  }
  CHECK(content(name) == "old");
  CHECK(files_in(folder) == 1);
  NewFile file = opened(name);
  REQUIRE(file.write("new"));
  REQUIRE(file.finish());
  CHECK(content(name) == "new");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a link stays a link, to a file or to none, and a ring of links is replaced") {
  const ScratchFolder folder;
  const auto link = [&](const char* from, const char* to) {
    fs::create_symlink(to, folder.path() / from);
  };
  link("one", "two");
  link("two", "three");
  link("ring", "wring");
  link("wring", "ring");
  for (const char* text : {"first", "second"}) {
    NewFile file = opened(folder.name("one"));
    REQUIRE(file.write(text));
    REQUIRE(file.finish());
    CHECK(fs::is_symlink(folder.path() / "one"));
    CHECK(fs::is_symlink(folder.path() / "two"));
    CHECK(content(folder.path() / "three") == text);
  }
  NewFile file = opened(folder.name("ring"));
  REQUIRE(file.write("text"));
  REQUIRE(file.finish());
  CHECK(fs::is_regular_file(fs::symlink_status(folder.path() / "ring")));
  CHECK(content(folder.path() / "ring") == "text");
}

TEST_CASE("what cannot be written is refused, and leaves nothing") {
  const ScratchFolder folder;
  const auto [name, message] = GENERATE(
      table<std::string, std::string>({{"a.zip", "only .gz, .xz, .zst and .bz2 can be packed"},
                                       {"games.db", "it is a database, which is not written over"},
                                       {"nowhere/a", "No such file or directory"}}));
  folder.write("games.db", std::string("SQLite format 3\0rest", 20));
  const Result<NewFile, FileFault> file = NewFile::open(folder.name(name));
  REQUIRE_FALSE(file);
  CHECK(file.error().message == message);
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a device that is full is a fault of writing, of finishing, and of keeping a part") {
  const std::string much(1 << 20, 'x');
  CHECK_FALSE(opened("/dev/full").write(much));
  for (const bool keep : {true, false}) {
    NewFile file = opened("/dev/full");
    REQUIRE(file.write("little"));
    const FileFault fault = keep ? file.keep_part().error() : file.finish().error();
    CHECK_THAT(fault.message, Contains("No space left on device"));
  }
}

TEST_CASE("a part is kept under a name of its own, of a file and not of a device") {
  const ScratchFolder folder;
  const std::string name = folder.write("a", "old");
  NewFile file = opened(name);
  REQUIRE(file.write("part"));
  const auto part = file.keep_part();
  REQUIRE(part);
  REQUIRE(*part);
  CHECK(content(**part) == "part");
  CHECK_THAT((*part)->string(), Contains("/a.") && Catch::Matchers::EndsWith(".part"));
  CHECK(content(name) == "old");
  NewFile device = opened("/dev/null");
  REQUIRE(device.write("part"));
  const auto none = device.keep_part();
  REQUIRE(none);
  CHECK_FALSE(*none);
}

TEST_CASE("a descriptor of the process is written on, whatever it leads to") {
  const ScratchFolder folder;
  const std::string name = folder.write("all", "before\n");
  const int appended = ::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  std::array<int, 2> pipe_ends{};
  REQUIRE(::pipe2(pipe_ends.data(), O_CLOEXEC) == 0);
  for (const int descriptor : {appended, pipe_ends[1]}) {
    const std::string number = std::to_string(descriptor);
    fs::create_symlink("/proc/self/fd/" + number, folder.path() / ("link" + number));
    for (const std::string& place :
         {"/dev/fd/" + number, "/proc/self/fd/" + number, folder.name("link" + number)}) {
      NewFile file = opened(place);
      REQUIRE(file.write("text\n"));
      REQUIRE(file.finish());
    }
  }
  CHECK(content(name) == "before\ntext\ntext\ntext\n");
  std::array<char, 100> got{};
  CHECK(::read(pipe_ends[0], got.data(), got.size()) == 15);
  for (const int end : {appended, pipe_ends[0], pipe_ends[1]}) ::close(end);
  CHECK(NewFile::open("/dev/fd/99999").error().number == EBADF);
}

TEST_CASE("a name that was made from data takes the place of a link, and follows none") {
  const ScratchFolder folder;
  const std::string precious = folder.write("precious", "old");
  fs::create_symlink(precious, folder.path() / "game.psn");
  Result<NewFile, FileFault> file = NewFile::open_unlinked(folder.name("game.psn"));
  REQUIRE(file);
  REQUIRE(file->write("new"));
  REQUIRE(file->finish());
  CHECK(content(precious) == "old");
  CHECK(content(folder.path() / "game.psn") == "new");
  CHECK(fs::is_regular_file(fs::symlink_status(folder.path() / "game.psn")));
  REQUIRE(::mkfifo(folder.name("pipe.psn").c_str(), 0600) == 0);
  CHECK_FALSE(NewFile::open_unlinked(folder.name("pipe.psn")));
}

TEST_CASE("a name that became a folder meanwhile is reported") {
  const ScratchFolder folder;
  NewFile file = opened(folder.name("a"));
  REQUIRE(file.write("text"));
  folder.write("a/b", "");
  const auto finished = file.finish();
  REQUIRE_FALSE(finished);
  CHECK(finished.error().number == EISDIR);
}

}  // namespace yari
