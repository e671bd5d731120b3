// Open files: bytes as they are, places that stay, names that are taken.
#include "platform/open_file.h"

#include <array>
#include <cerrno>
#include <string>

#include "tests/platform/scratch.h"
#include "tests/support/catch.h"

namespace yari::platform {

using test::Scratch;

TEST_CASE("bytes are read as they were written, and a look elsewhere does not move the place") {
  const Scratch scratch;
  const std::string text("one\r\n\x1A\0two\n", 11);
  const int to = open_new(scratch / "file", Access::as_usual);
  REQUIRE(to >= 0);
  CHECK(write_all(to, text));
  CHECK(close(to));
  const int from = open_to_read(scratch / "file");
  REQUIRE(from >= 0);
  std::array<char, 64> bytes{};
  CHECK(read_some(from, bytes.data(), 3) == 3);
  CHECK(read_at(from, 7, bytes.data(), bytes.size()) == 4);
  CHECK(std::string(bytes.data(), 4) == "two\n");
  CHECK(read_some(from, bytes.data(), bytes.size()) == 8);
  CHECK(read_some(from, bytes.data(), bytes.size()) == 0);
  CHECK(rewind(from));
  CHECK(read_some(from, bytes.data(), bytes.size()) == 11);
  CHECK(std::string(bytes.data(), 11) == text);
  CHECK(kind_of(from) == FileKind::regular);
  CHECK_FALSE(is_terminal(from));
  CHECK(close(from));
}

TEST_CASE("a new file takes no name that something has") {
  const Scratch scratch;
  scratch.file("file", "old");
  CHECK(open_new(scratch / "file", Access::owner_alone) < 0);
  CHECK(errno == EEXIST);
  CHECK(open_to_read(scratch / "none") < 0);
  CHECK(errno == ENOENT);
}

TEST_CASE("a file is added to at its end, and kept by one at a time") {
  const Scratch scratch;
  scratch.file("file", "old ");
  const int one = open_to_append(scratch / "file");
  const int two = open_to_append(scratch / "file");
  REQUIRE(one >= 0);
  REQUIRE(two >= 0);
  CHECK(keep_alone(one));
  CHECK_FALSE(keep_alone(two));
  CHECK(write_all(two, "and "));
  CHECK(write_all(one, "new"));
  const int from = open_to_read(scratch / "file");
  std::array<char, 64> bytes{};
  CHECK(read_some(from, bytes.data(), bytes.size()) == 11);
  CHECK(std::string(bytes.data(), 11) == "old and new");
  CHECK(close(from));
  CHECK(close(one));
  CHECK(keep_alone(two));
  CHECK(close(two));
  CHECK(open_to_append(scratch / "no" / "file") < 0);
}

#ifndef _WIN32
TEST_CASE("names of open files are known, through links too, and others are none") {
  CHECK(descriptor_named("/dev/fd/17") == 17);
  CHECK_FALSE(descriptor_named("/dev/null"));
  CHECK_FALSE(descriptor_named("17"));
  CHECK_FALSE(descriptor_named("/no such folder/1"));
}

TEST_CASE("a full device is an error, and what is no file has its own kind") {
  const int full = open_to_write("/dev/full");
  if (full >= 0) {
    CHECK_FALSE(write_all(full, "text"));
    CHECK(errno == ENOSPC);
    CHECK(kind_of(full) == FileKind::other);
    close(full);
  }
  const int folder = open_to_read("/");
  CHECK(kind_of(folder) == FileKind::folder);
  close(folder);
}
#endif

}  // namespace yari::platform
