// Clients that dawdle, leave, or come in crowds; and the end of the server.
#include "tests/support/catch.h"
#include "tests/web/raw_socket.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

const std::string endless = "/api/analysis?variant=shogi&seconds=3600";

std::string request_for(TestServer& server, const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
         "\r\nAuthorization: " + server.authorization() + "\r\n\r\n";
}

}  // namespace

TEST_CASE("a thousand half-open connections do not keep a client out") {
  TestServer server;
  httplib::Client client = server.client();
  std::vector<RawSocket> sockets;
  for (int i = 0; i < 900; ++i) {
    sockets.emplace_back(server.port());
    if (i % 3 != 0) sockets.back().send(i % 3 == 1 ? "G" : "GET /api/about HTTP/1.1\r\nHost: ");
  }
  for (int i = 0; i < 10; ++i) {
    // While those before it are being closed, a client may be asked to come again.
    int status = 0;
    CHECK(becomes_free([&] {
      const auto answer = client.Get("/api/about");
      status = answer ? answer->status : 0;
      return status == 503;
    }));
    CHECK(status == 200);
  }
}

TEST_CASE("a request cut anywhere is not answered and harms nothing") {
  TestServer server;
  const std::string whole = request_for(server, "/api/position?variant=shogi&usi=startpos");
  for (std::size_t n = 0; n < whole.size(); n += 7) {
    const RawSocket socket(server.port());
    socket.send(whole.substr(0, n));
  }
  CHECK(server.get("/api/about")["games"] == 14);
}

TEST_CASE("bytes that are no request are refused") {
  TestServer server;
  for (const std::string& bytes :
       {std::string("\x16\x03\x01\x02\r\n\r\n"), std::string("\r\n\r\n"),
        std::string("GET\r\n\r\n"), std::string(20'000, 'A') + "\r\n\r\n",
        "GET / HTTP/1.1\r\n" + std::string(20'000, 'A') + "\r\n\r\n"}) {
    const std::string answer = raw_answer(server.port(), bytes);
    CHECK(answer.find("HTTP/1.1 200") == answer.npos);
  }
  CHECK(server.get("/api/about")["games"] == 14);
}

TEST_CASE("a client that goes away ends its analysis", "[slow]") {
  TestServer server;
  const auto busy = [&] {
    return raw_status(server.port(), request_for(server, "/api/analysis?nodes=10&seconds=1")) ==
           503;
  };
  {
    std::vector<RawSocket> clients;
    for (int i = 0; i < 2; ++i) {
      clients.emplace_back(server.port());
      clients.back().send(request_for(server, endless));
      REQUIRE(clients.back().answers());
    }
    CHECK(busy());
  }
  CHECK(becomes_free(busy));
}

TEST_CASE("a stop ends a server with running analyses and open connections") {
  TestServer server;
  const RawSocket idle(server.port());
  const RawSocket thinking(server.port());
  thinking.send(request_for(server, endless));
  REQUIRE(thinking.answers());
  // This returns when all is ended: the analysis would go on for an hour.
  server.stop();
  CHECK(thinking.receive().find("\"done\"") == std::string::npos);
  CHECK(idle.receive().empty());
}

TEST_CASE("analysis comes as events: lines, then the end") {
  TestServer server;
  const auto answer =
      server.client().Get("/api/analysis?variant=yari&nodes=20000&lines=2&usi=startpos");
  REQUIRE(answer);
  CHECK(answer->get_header_value("Content-Type") == "text/event-stream");
  const std::string& body = answer->body;
  REQUIRE(body.starts_with("data: {"));
  CHECK(body.ends_with("data: {\"done\":true}\n\n"));
  const Json first = Json::parse(body.substr(6, body.find("\n\n") - 6));
  CHECK(first["lines"].size() == 2);
  CHECK(first["lines"][0]["usi"].size() >= 1);
  CHECK(!first["lines"][0]["japanese"].get<std::string>().empty());
}

}  // namespace yari::test
