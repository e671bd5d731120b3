// A program beside this one: what it says, how it ends, and that nothing of it is left.
#include "platform/child.h"

#include <string>
#include <thread>

#include "tests/support/catch.h"
#ifndef _WIN32
#include <poll.h>
#include <unistd.h>

#include <array>

namespace yari::platform {

namespace {

using namespace std::chrono_literals;

Child shell(const std::string& text) { return Child({"sh", "-c", text}); }

struct Heard {
  std::string output, errors;
};

Heard all_of(Child& child) {
  Heard heard;
  while (child.has_output()) child.read(heard.output, heard.errors, Child::Clock::now() + 10s);
  return heard;
}

std::string end_of(Child& child) {
  for (int i = 0; i < 5000 && child.how_it_ended().empty(); ++i) std::this_thread::sleep_for(2ms);
  return child.how_it_ended();
}

}  // namespace

TEST_CASE("a program reads what is written, and how it ended is known") {
  Child child = shell("read line; echo \"heard $line\"; exit 3");
  CHECK(child.write("a word\n", Child::Clock::now() + 10s) == Child::Written::done);
  CHECK(all_of(child).output == "heard a word\n");
  CHECK(end_of(child) == "ended with status 3");
  CHECK(child.write("more\n", Child::Clock::now() + 10s) == Child::Written::closed);
}

TEST_CASE("a program that reads nothing makes a write late, and no longer") {
  Child child = shell("sleep 60");
  const std::string much(1 << 20, 'x');
  CHECK(child.write(much, Child::Clock::now() + 50ms) == Child::Written::late);
}

TEST_CASE("what a program started ends with it") {
  // Both inherit the pipe: it ends when both are gone.
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  {
    Child child = shell("sleep 60 & echo ready; wait");
    ::close(ends[1]);
    Heard heard;
    while (heard.output.empty()) child.read(heard.output, heard.errors, Child::Clock::now() + 10s);
    pollfd inherited{ends[0], POLLIN, 0};
    CHECK(::poll(&inherited, 1, 0) == 0);
  }
  pollfd inherited{ends[0], POLLIN, 0};
  REQUIRE(::poll(&inherited, 1, 10'000) == 1);
  char byte = 0;
  CHECK(::read(ends[0], &byte, 1) == 0);
  ::close(ends[0]);
}

TEST_CASE("a program that is not there is a failure that says so") {
  try {
    // Not looked for in PATH, which may name folders that this user may not see into.
    const Child child({"/yari-no-such-folder/program"});
    FAIL("it was started");
  } catch (const Child::Failure& failure) {
    CHECK_FALSE(failure.lacks_pipe);
    CHECK(failure.code() == std::errc::no_such_file_or_directory);
  }
}

}  // namespace yari::platform
#endif
