// What is written comes back the same, packed or not.
#include "import/byte_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include "import/byte_input.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

ByteOutput output(const std::string& file) {
  Result<ByteOutput> opened =
      ByteOutput::open(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), file);
  REQUIRE(opened);
  return std::move(*opened);
}

std::string unpacked(const std::string& file) {
  const auto input = ByteInput::open(file);
  REQUIRE(input);
  REQUIRE((*input)->next_member());
  std::string bytes(1 << 20, '\0');
  const Result<std::size_t> got = (*input)->read(bytes.data(), bytes.size());
  REQUIRE(got);
  bytes.resize(*got);
  return bytes;
}

std::string raw(const std::string& file) {
  std::string bytes(std::filesystem::file_size(file), '\0');
  const int in = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  CHECK(::read(in, bytes.data(), bytes.size()) == std::ssize(bytes));
  ::close(in);
  return bytes;
}

}  // namespace

TEST_CASE("a file is packed as its name says, and comes back the same") {
  const test::ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "move " + std::to_string(i * i) + "\n";
  const auto [ending, sign] =
      GENERATE(table<std::string, std::string>({{"", "move 0\n"},
                                                {".gz", "\x1F\x8B"},
                                                {".xz", "\xFD\x37zXZ"},
                                                {".zst", "\x28\xB5\x2F\xFD"},
                                                {".bz2", "BZh"},
                                                {".GZ", "\x1F\x8B"}}));
  INFO(ending);
  std::string first;
  for (const char* name : {"a.kif", "b.kif"}) {
    const std::string file = folder.name(name + ending);
    ByteOutput out = output(file);
    REQUIRE(out.write(text.substr(0, 1000)));
    REQUIRE(out.write(text.substr(1000)));
    REQUIRE(out.close());
    CHECK(raw(file).starts_with(sign));
    CHECK((raw(file).size() < text.size()) == !ending.empty());
    CHECK(unpacked(file) == text);
    if (first.empty()) first = raw(file);
    CHECK(raw(file) == first);
  }
}

TEST_CASE("a packer that is only read is refused, and no descriptor stays open") {
  const int file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  CHECK_FALSE(ByteOutput::open(file, "games.psn.zip"));
  CHECK(::fcntl(file, F_GETFD) == -1);
}

TEST_CASE("a failure at the very end is reported, too") {
  Result<ByteOutput> full = ByteOutput::open(::open("/dev/full", O_WRONLY | O_CLOEXEC), "full.gz");
  REQUIRE(full);
  REQUIRE(full->write("little"));
  const Result<void> closed = full->close();
  REQUIRE_FALSE(closed);
  CHECK(closed.error().message == "Write error: No space left on device");
}

TEST_CASE("a full disk is reported in the system's words") {
  Result<ByteOutput> full = ByteOutput::open(::open("/dev/full", O_WRONLY | O_CLOEXEC), "full");
  REQUIRE(full);
  const Result<void> written = full->write(std::string(1 << 20, 'x'));
  REQUIRE_FALSE(written);
  CHECK(written.error().message == "Write error: No space left on device");
}

TEST_CASE("what is not finished is not written, and no name or time is in what is packed") {
  const test::ScratchFolder folder;
  for (const char* name : {"a.kif", "a.kif.gz", "a.kif.xz"}) {
    const std::string file = folder.name(name);
    int descriptor = -1;
    {
      ByteOutput out = output(file);
      REQUIRE(out.write(std::string(100, 'x')));
      // The lowest that is free: the one that comes next is the file's if it was closed.
      descriptor = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
      ::close(descriptor);
    }
    CHECK(std::filesystem::file_size(file) == 0);
    const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK(next == descriptor - 1);
    ::close(next);
  }
  ByteOutput out = output(folder.name("b.gz"));
  REQUIRE(out.write("text"));
  REQUIRE(out.close());
  // RFC 1952: method 8, no name, and the time 0.
  CHECK(raw(folder.name("b.gz")).substr(2, 6) == std::string("\x08\0\0\0\0\0", 6));
}

TEST_CASE("what is not packed is written byte for byte, and no more") {
  const test::ScratchFolder folder;
  for (const std::string& text : {std::string(), std::string("a"), std::string("abc")}) {
    ByteOutput out = output(folder.name("a"));
    REQUIRE(out.write(text));
    REQUIRE(out.close());
    CHECK(raw(folder.name("a")) == text);
    std::filesystem::remove(folder.name("a"));
  }
}

TEST_CASE("a file is closed once") {
  const test::ScratchFolder folder;
  int other = -1;
  {
    ByteOutput out = output(folder.name("a"));
    REQUIRE(out.close());
    other = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  }
  CHECK(::fcntl(other, F_GETFD) != -1);
  ::close(other);
}

TEST_CASE("a packer that is only read is named with those that write") {
  const Result<ByteOutput> refused =
      ByteOutput::open(::open("/dev/null", O_WRONLY | O_CLOEXEC), "games.psn.zip");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "only .gz, .xz, .zst and .bz2 can be packed");
}

}  // namespace yari
