// Clients that mean harm: crowds, endless bodies, requests that are cut. Each is refused or closed,
// nothing changes, and the server still serves.
#include <sys/resource.h>

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/web/raw_socket.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

std::string head_of(TestServer& server, const std::string& line) {
  return line + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
         "\r\nAuthorization: " + server.authorization() + "\r\n";
}

int about_status(TestServer& server) {
  return raw_status(server.port(), head_of(server, "GET /api/about") + "\r\n");
}

/// Asks until there is room: with all connections about to be closed, a 503 says to come again.
int status_with_patience(TestServer& server) {
  int status = 503;
  becomes_free([&] {
    status = about_status(server);
    return status == 503;
  });
  return status;
}

/// Lets this process open many files, where the machine does; the number that it may open.
std::size_t open_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace

TEST_CASE("thousands of half-open connections do not keep a client out") {
  // Both ends of each are in this process; those beyond the server's limit wait in its queue.
  const std::size_t crowd = std::min<std::size_t>(3000, open_files() / 3);
  TestServer server;
  server.authorization();
  std::vector<RawSocket> sockets;
  for (std::size_t i = 0; i < crowd; ++i) {
    sockets.emplace_back(server.port());
    if (i % 3 != 0) sockets.back().send(i % 3 == 1 ? "G" : "POST /api/import HTTP/1.1\r\nHost: ");
    if (i % 500 == 499) CHECK(status_with_patience(server) == 200);
  }
  for (int i = 0; i < 10; ++i) CHECK(status_with_patience(server) == 200);
}

TEST_CASE("a request with a body that is cut anywhere changes nothing") {
  TestServer server;
  const std::string body = "[Black \"Cut\"]\n\n1. P-7f P-3d *\n";
  const std::string whole = head_of(server, "POST /api/import?name=a.psn") +
                            "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  for (std::size_t n = 1; n < whole.size(); n += 3) {
    const RawSocket socket(server.port());
    socket.send(whole.substr(0, n));
  }
  CHECK(server.get("/api/about")["games"] == 14);
  CHECK(raw_status(server.port(), whole) == 200);
  CHECK(server.get("/api/about")["games"] == 15);
}

TEST_CASE("a body of a gigabyte is refused while it is sent, and is not kept") {
  TestServer server;
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  const std::string megabyte(1 << 20, 'x');
  const RawSocket socket(server.port());
  socket.send(head_of(server, "POST /api/import") + "Content-Length: 1073741824\r\n\r\n");
  int sent = 0;
  while (sent < 1024 && !socket.closed_within(0)) {
    socket.send(megabyte);
    ++sent;
  }
  CHECK(sent < 1024);
  CHECK(about_status(server) == 200);
  ::getrusage(RUSAGE_SELF, &after);
  constexpr long most_kib = 64 << 10;
  CHECK(after.ru_maxrss - before.ru_maxrss < most_kib);
}

TEST_CASE(
    "methods, versions and headers that nobody needs are refused with a status of their own") {
  TestServer server;
  const auto status = [&](const std::string& line, const std::string& more = "") {
    return raw_status(server.port(), head_of(server, line) + more + "\r\n");
  };
  CHECK(status("TRACE /api/about") >= 400);
  CHECK(status("CONNECT evil.example:443") >= 400);
  CHECK(status("GET http://evil.example/api/about") == 404);
  CHECK(status("PUT /api/about", "Content-Length: 0\r\n") == 405);
  CHECK(status("DELETE /api/about") == 405);
  CHECK(status("GET /api/about", "Range: bytes=0-1\r\n") != 500);
  CHECK(status("GET /api/games/1", "Origin: " + std::string(9000, 'a') + "\r\n") == 431);
  CHECK(status("GET /api/games/1", "X: " + std::string(9000, 'a') + "\r\n") == 200);
  CHECK(about_status(server) == 200);
}

TEST_CASE("a value of the address may have = and ? in it, and a value is all that stands there") {
  TestServer server;
  const auto games = [&](const std::string& player) {
    const std::string answer = raw_answer(
        server.port(), head_of(server, "GET /api/count?player=" + player + "&variant=shogi") +
                           "Connection: close\r\n\r\n");
    return answer.substr(answer.find("\r\n\r\n") + 4);
  };
  CHECK(games("habu") == R"({"games":5})");
  CHECK(games("nobody=habu") == R"({"games":0})");
  CHECK(games("habu?") == R"({"games":5})");
  CHECK(games("habu?&black=nobody") == R"({"games":0})");
  CHECK(games("%u0068abu") == R"({"games":0})");
}

TEST_CASE("a client of HTTP/1.0 gets a stream without chunks, which ends with the connection") {
  TestServer server;
  const std::string answer =
      raw_answer(server.port(),
                 "GET /api/games?limit=1 HTTP/1.0\r\nConnection: Keep-Alive\r\nHost: 127.0.0.1:" +
                     std::to_string(server.port()) +
                     "\r\nAuthorization: " + server.authorization() + "\r\n\r\n");
  CHECK(answer.starts_with("HTTP/1.1 200 OK"));
  CHECK(answer.find("Transfer-Encoding") == answer.npos);
  CHECK(Json::parse(answer.substr(answer.find("\r\n\r\n") + 4))["game"] == 1);
}

TEST_CASE("every route refuses what it does not know, and no answer names a file of this machine") {
  TestServer server;
  httplib::Client client = server.client();
  for (const std::string& path : std::vector<std::string>{"/api/about",
                                                          "/api/position",
                                                          "/api/book",
                                                          "/api/explorer",
                                                          "/api/explorer/transpositions",
                                                          "/api/games",
                                                          "/api/count",
                                                          "/api/query?query=check",
                                                          "/api/query/check?query=a",
                                                          "/api/query/complete",
                                                          "/api/export",
                                                          "/api/report",
                                                          "/api/saved",
                                                          "/api/players?name=a",
                                                          "/api/events?name=a",
                                                          "/api/profile?player=a",
                                                          "/api/groups?by=year",
                                                          "/api/event?event=a",
                                                          "/api/statistics",
                                                          "/api/journal",
                                                          "/api/drill?today=2026-11-01"}) {
    INFO(path);
    const std::string more = path.find('?') == path.npos ? "?" : "&";
    const auto unknown = client.Get(path + more + "colour=%ff%00");
    REQUIRE(unknown);
    CHECK(unknown->status == 400);
    CHECK(unknown->body.find(server.database().parent_path().string()) == std::string::npos);
    const auto stranger = server.stranger().Get(path);
    REQUIRE(stranger);
    CHECK(stranger->status == 401);
    const auto foreign = client.Get(path, httplib::Headers{{"Origin", "http://evil.example"}});
    REQUIRE(foreign);
    CHECK(foreign->status == 403);
  }
}

}  // namespace yari::test
