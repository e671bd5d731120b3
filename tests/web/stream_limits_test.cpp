// One connection against its limits of time: a pair of sockets, and no waiting.
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "tests/support/catch.h"
#include "web/http/connection.h"

namespace yari::test {

namespace {

using namespace std::chrono_literals;
using web::Connection;
using web::ConnectionLimits;

/// Two ends of a line.
struct Pair {
  int ends[2] = {-1, -1};
  Pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0); }
  ~Pair() {
    for (const int end : ends)
      if (end >= 0) ::close(end);
  }
  void say(const std::string& bytes) const {
    REQUIRE(::write(ends[1], bytes.data(), bytes.size()) == std::ssize(bytes));
  }
  void leave() { ::close(std::exchange(ends[1], -1)); }
};

ConnectionLimits limits_of(std::chrono::milliseconds idle, std::chrono::milliseconds request,
                           std::chrono::milliseconds write) {
  ConnectionLimits limits;
  limits.idle = idle;
  limits.request = request;
  limits.write = write;
  return limits;
}

}  // namespace

TEST_CASE("what came is read piece by piece, and a client that leaves ends it") {
  Pair pair;
  const ConnectionLimits limits = limits_of(10min, 10min, 10min);
  web::SharedRoom room(limits);
  Connection connection(pair.ends[0], limits, room);
  pair.say("GET /");
  REQUIRE(connection.wait_for_request());
  char bytes[8] = {};
  CHECK(connection.read(bytes, 3) == 3);
  CHECK(connection.is_readable());
  CHECK(connection.wait_for_request());
  CHECK(connection.read(bytes + 3, 5) == 2);
  CHECK(std::string(bytes) == "GET /");
  pair.say("x");
  CHECK(connection.is_readable());
  CHECK(connection.read(bytes, 1) == 1);
  CHECK(connection.is_writable());
  CHECK(connection.write("ok", 2) == 2);
  CHECK_FALSE(connection.is_gone());
  pair.leave();
  CHECK(connection.is_gone());
  CHECK_FALSE(connection.is_writable());
  CHECK(connection.read(bytes, 1) == -1);
  CHECK_FALSE(connection.wait_for_request());
}

TEST_CASE("a client that says nothing, goes on too slowly or takes nothing is given up") {
  Pair pair;
  char byte = 0;
  for (const auto idle : {0ms, 1ms}) {
    const ConnectionLimits limits = limits_of(idle, 10min, 0ms);
    web::SharedRoom room(limits);
    Connection connection(pair.ends[0], limits, room);
    CHECK_FALSE(connection.wait_for_request());
    CHECK(connection.write("x", 1) == -1);
  }
  pair.say("GET");
  const ConnectionLimits limits = limits_of(10min, 0ms, 10min);
  web::SharedRoom room(limits);
  Connection connection(pair.ends[0], limits, room);
  REQUIRE(connection.wait_for_request());
  CHECK(connection.read(&byte, 1) == -1);
}

TEST_CASE("a head that is there when its time is over is read, and half of one is not") {
  Pair pair;
  const ConnectionLimits limits = limits_of(10min, 0ms, 10min);
  web::SharedRoom room(limits);
  Connection connection(pair.ends[0], limits, room);
  pair.say("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT");
  REQUIRE(connection.wait_for_request());
  CHECK(connection.read_head());
  CHECK(connection.head().is_whole());
  REQUIRE(connection.wait_for_request());
  CHECK_FALSE(connection.read_head());
  CHECK_FALSE(connection.head().fault());
}

TEST_CASE("who takes an answer slowly has a second more for each so many bytes") {
  for (const std::size_t bytes_a_second : {std::size_t{1}, std::size_t{1} << 40}) {
    Pair pair;
    ConnectionLimits limits = limits_of(10min, 10min, 10ms);
    limits.bytes_a_second = bytes_a_second;
    web::SharedRoom room(limits);
    Connection connection(pair.ends[0], limits, room);
    const std::string bytes(1 << 16, 'x');
    // Until the client has taken nothing for a while.
    std::jthread slow;
    ssize_t sent = 1;
    for (int i = 0; sent > 0 && i < 100; ++i) {
      if (!slow.joinable() && !platform::wait(pair.ends[0], platform::Ready::to_write, {}))
        slow = std::jthread([&] {
          std::this_thread::sleep_for(100ms);
          char taken[1 << 12];
          while (::recv(pair.ends[1], taken, sizeof taken, 0) > 0) continue;
        });
      sent = connection.write(bytes.data(), bytes.size());
    }
    CHECK(slow.joinable());
    CHECK((sent > 0) == (bytes_a_second == 1));
    ::shutdown(pair.ends[1], SHUT_RDWR);
  }
}

TEST_CASE("bodies and answers take room that all connections share, and give it back") {
  Pair pair;
  ConnectionLimits limits = limits_of(10min, 10min, 10min);
  limits.all_bodies = 10;
  limits.all_answers = 100;
  web::SharedRoom room(limits);
  char bytes[16] = {};
  {
    Connection connection(pair.ends[0], limits, room);
    pair.say("0123456789abc");
    REQUIRE(connection.wait_for_request());
    CHECK(connection.read(bytes, 8) == 8);
    CHECK_FALSE(connection.lacked_room());
    CHECK(room.bodies == 2);
    // A refusal takes nothing.
    CHECK(connection.read(bytes, 5) == -1);
    CHECK(connection.lacked_room());
    CHECK(room.bodies == 2);
    CHECK(connection.read(bytes, 2) == 2);
    CHECK_FALSE(connection.lacked_room());
    CHECK(room.bodies == 0);
    CHECK(connection.take_room_for_answer(60));
    CHECK_FALSE(connection.take_room_for_answer(41));
    CHECK(connection.take_room_for_answer(40));
    CHECK(room.answers == 0);
    connection.end_answer();
    CHECK(room.bodies == 10);
    CHECK(room.answers == 100);
    CHECK(connection.take_room_for_answer(100));
    CHECK(room.answers == 0);
  }
  CHECK(room.answers == 100);
}

TEST_CASE("a client is waited for between requests, and for a body longer than the grace") {
  Pair pair;
  ConnectionLimits limits = limits_of(10min, 10min, 10min);
  for (const auto grace : {std::chrono::milliseconds(10min), 0ms}) {
    limits.grace = grace;
    web::SharedRoom room(limits);
    Connection connection(pair.ends[0], limits, room);
    CHECK(connection.waits_for_client());
    CHECK(connection.may_wait_for_client());
    CHECK_FALSE(connection.is_answering());
    connection.begin_answer();
    CHECK(connection.is_answering());
    CHECK(connection.waits_for_client() == (grace == 0ms));
    CHECK(connection.may_wait_for_client());
    CHECK_FALSE(connection.has_whole_body());
    connection.end_body();
    // The server works.
    CHECK_FALSE(connection.waits_for_client());
    CHECK_FALSE(connection.may_wait_for_client());
    CHECK(connection.has_whole_body());
    CHECK(connection.is_unanswered());
    CHECK(connection.write("ok", 2) == 2);
    CHECK_FALSE(connection.is_unanswered());
    connection.end_answer();
    CHECK(connection.is_unanswered());
    CHECK(connection.waits_for_client());
  }
}

}  // namespace yari::test
