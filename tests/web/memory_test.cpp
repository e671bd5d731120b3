// Requests that ask for more memory than they are worth, each measured on a server in a process of
// its own: it lives on, and its peak stays within bounds.
#include <sys/resource.h>

#include <algorithm>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/repeated.h"
#include "tests/web/raw_socket.h"
#include "tests/web/served_process.h"

namespace yari::test {

namespace {

constexpr long mebibyte = 1 << 10;

std::string with_length(const std::string& body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Runs `work`; by how many KiB it raised the peak of the server, which must live on.
template <class Work>
long growth(ServedProcess& server, Work work) {
  REQUIRE(server.answers());
  server.forget_peak();
  const long before = server.peak_kib();
  work();
  CHECK(server.answers());
  return server.peak_kib() - before;
}

}  // namespace

TEST_CASE("thousands of ranges, and one that cannot be read, cost nothing") {
  ServedProcess server;
  const std::string report = server.head_of("GET /api/report HTTP/1.1");
  const std::string page = server.head_of("GET /app.js HTTP/1.1");
  CHECK(growth(server, [&] {
          for (const std::string& head : {report, page}) {
            for (const std::string& ranges :
                 {"bytes=" + repeated("0-,", 2600) + "0-",
                  "bytes=" + repeated("0-0,", 2000) + "0-0", std::string("bytes=5-1"),
                  "bytes=0-, " + repeated(" ", 8000) + "1-",
                  "bytes=" + std::string(8000, '1') + "-",
                  std::string("bytes=-99999999999999999999")})
              CHECK(raw_status(server.port(), head + "Range: " + ranges + "\r\n\r\n") == 200);
          }
        }) < 64 * mebibyte);
}

TEST_CASE("lines, headers, cookies and parameters without end are refused before they are kept",
          "[slow]") {
  ServedProcess server;
  const std::string line = "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port());
  CHECK(growth(server, [&] {
          const int port = server.port();
          CHECK(raw_status(port, "GET /\r\n" + std::string(64 << 20, 'a')) >= 400);
          CHECK(raw_answer(port, std::string(64 << 20, 'a')).find("HTTP/1.1 414") == 0);
          const std::string headers = repeated("X-Header: value\r\n", 4 << 20);
          CHECK(raw_answer(port, line + "\r\n" + headers + "\r\n").find("HTTP/1.1 431") == 0);
          CHECK(raw_answer(port, line + "\r\nX: " + std::string(64 << 20, 'a'))
                    .find("HTTP/1.1 431") == 0);
          CHECK(raw_status(port, line + "\r\nCookie: " + std::string(900'000, 'a') + "\r\n\r\n") ==
                200);
          for (const std::string& parameters :
               {repeated("a=1&", 2000), repeated("&", 8000), repeated("%41", 2600),
                repeated("%u0041", 1300), repeated("=", 8000), repeated("?", 8000)})
            CHECK(raw_status(port, server.head_of("GET /api/about?" + parameters + " HTTP/1.1") +
                                       "\r\n") > 0);
        }) < 64 * mebibyte);
}

TEST_CASE("objects that are nested, or have values, without end are refused as they are read",
          "[slow]") {
  ServedProcess server;
  const std::size_t most = (8 << 20) - 100;
  CHECK(growth(server, [&] {
          for (const std::string& body :
               {repeated("[", most), repeated("{\"a\":", most / 5), "[" + repeated("0,", most / 2),
                "{\"moves\":[" + repeated("\"\",", most / 3), repeated("[", 1 << 19),
                "{\"a\":" + repeated("[", 1 << 19), "{\"moves\":[" + repeated("0,", 1 << 18)})
            for (const char* path : {"/api/games/1/tags", "/api/games/1/notes",
                                     "/api/games/1/variations", "/api/session"}) {
              const std::string head = server.head_of("POST " + std::string(path) + " HTTP/1.1");
              const int status = raw_status(server.port(), head + with_length(body));
              CHECK((status == 400 || status == 413));
            }
        }) < 96 * mebibyte);
}

TEST_CASE("all bodies together have 64 MiB, and the others are refused", "[slow]") {
  ServedProcess server;
  const std::string head = server.head_of("POST /api/read HTTP/1.1") +
                           "Content-Length: " + std::to_string(8 << 20) + "\r\n\r\n";
  const std::string most_of_it(8'000'000, 'x');
  CHECK(growth(server, [&] {
          std::vector<RawSocket> clients;
          for (int i = 0; i < 60; ++i) {
            clients.emplace_back(server.port());
            clients.back().send(head + most_of_it);
          }
          // Nobody sends all of it: who gets a 503 has been refused for want of room. Those who
          // came last are, at once; the first ones have an answer when their time is over.
          CHECK(std::any_of(clients.rbegin(), clients.rend(), [](const RawSocket& client) {
            return client.receive().find("HTTP/1.1 503") == 0;
          }));
        }) < 256 * mebibyte);
}

TEST_CASE("a pasted text has a mebibyte, and takes memory that follows from it", "[slow]") {
  ServedProcess server;
  const std::string head = server.head_of("POST /api/read HTTP/1.1");
  CHECK(growth(server, [&] {
          CHECK(raw_status(server.port(), head + with_length(std::string((1 << 20) + 1, 'a'))) ==
                413);
          for (const std::string& text :
               {repeated("a\n", 1 << 19), repeated("(", 1 << 20), repeated("{", 1 << 20),
                "startpos moves " + repeated("2h3h 8b7b 3h2h 7b8b ", 50'000)})
            CHECK(raw_status(server.port(), head + with_length(text)) == 200);
        }) < 512 * mebibyte);
}

TEST_CASE("games of too many moves are not shown, and cost little") {
  ServedProcess server;
  const std::string moves = "2h3h 8b7b 3h2h 7b8b ";
  const std::string text = "startpos moves " + repeated(moves, 40'000) + "\nstartpos moves " +
                           repeated(moves, 30'000) + '\n';
  REQUIRE(raw_status(server.port(), server.head_of("POST /api/import?name=a.usi HTTP/1.1") +
                                        with_length(text)) == 200);
  const auto status = [&](const std::string& path) {
    return raw_status(server.port(), server.head_of("GET " + path + " HTTP/1.1") + "\r\n");
  };
  CHECK(growth(server, [&] {
          CHECK(status("/api/games/15") == 413);
          CHECK(status("/api/games/15/record?format=kif") == 413);
          CHECK(status("/api/report?limit=2&reverse=1&sort=plies") == 413);
        }) < 256 * mebibyte);
}

TEST_CASE("a form is a body like any other, and a body in parts is refused") {
  ServedProcess server;
  const std::string head = server.head_of("POST /api/read HTTP/1.1");
  CHECK(
      growth(server, [&] {
        CHECK(raw_status(server.port(), head +
                                            "Content-Type: application/x-www-form-urlencoded\r\n" +
                                            with_length("startpos moves 7g7f")) == 200);
        CHECK(raw_status(server.port(), head + "Content-Type: multipart/form-data; boundary=a\r\n" +
                                            with_length(repeated("--a\r\n\r\n", 100'000))) == 415);
        CHECK(raw_status(server.port(),
                         head + "Expect: 100-continue\r\n" + with_length("startpos")) == 100);
        CHECK(raw_status(server.port(), head + "Expect: more\r\n" + with_length("startpos")) ==
              417);
      }) < 64 * mebibyte);
}

TEST_CASE("a machine without memory and threads ends requests, and not the server", "[slow]") {
  ServedProcess server;
  REQUIRE(server.answers());
  // What it has, and a little more: a thread needs 8 MiB of addresses.
  rlimit limit{};
  REQUIRE(::prlimit(server.pid(), RLIMIT_AS, nullptr, &limit) == 0);
  const rlimit before = limit;
  limit.rlim_cur = static_cast<rlim_t>(server.address_kib() + 24 * mebibyte) << 10;
  REQUIRE(::prlimit(server.pid(), RLIMIT_AS, &limit, nullptr) == 0);
  {
    std::vector<RawSocket> crowd;
    for (int i = 0; i < 60; ++i) {
      crowd.emplace_back(server.port());
      crowd.back().send(server.head_of("GET /api/report HTTP/1.1") + "\r\n");
    }
    const std::string body(8 << 20, 'x');
    for (int i = 0; i < 5; ++i)
      raw_status(server.port(), server.head_of("POST /api/read HTTP/1.1") + with_length(body));
  }
  CHECK(server.is_running());
  REQUIRE(::prlimit(server.pid(), RLIMIT_AS, &before, nullptr) == 0);
  CHECK(becomes_free([&] { return server.is_running() && !server.answers(); }));
  CHECK(server.answers());
}

}  // namespace yari::test
