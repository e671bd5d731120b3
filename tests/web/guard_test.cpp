// Who is let in, and what becomes of requests that are not what they should be.
#include <catch2/catch.hpp>

#include "tests/web/raw_socket.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

const std::string about = "/api/about";

int status(const httplib::Result& answer) { return answer ? answer->status : -1; }

}  // namespace

TEST_CASE("the token of the first address lets one browser in, once") {
  TestServer server;
  const std::string address = server.first_address();
  const std::string path = address.substr(address.find("/?"));
  httplib::Client stranger = server.stranger();
  CHECK(status(stranger.Get(about)) == 403);
  CHECK(status(stranger.Get("/")) == 403);
  CHECK(status(stranger.Get("/?token=0123")) == 403);
  const auto first = stranger.Get(path);
  REQUIRE(status(first) == 303);
  CHECK(first->get_header_value("Location") == "/");
  const std::string cookie = first->get_header_value("Set-Cookie");
  CHECK(cookie.find("; HttpOnly") != cookie.npos);
  CHECK(cookie.find("; SameSite=Strict") != cookie.npos);
  CHECK(status(stranger.Get(path)) == 403);
  const httplib::Headers with{{"Cookie", "a=b; " + cookie.substr(0, cookie.find(';')) + "; c=d"}};
  CHECK(status(stranger.Get(about, with)) == 200);
  CHECK(status(stranger.Get(path, with)) == 303);
  CHECK(status(stranger.Get(about, {{"Cookie", cookie.substr(0, cookie.find('=') + 1)}})) == 403);
}

TEST_CASE("a request under another name is refused: DNS rebinding") {
  TestServer server;
  httplib::Client client = server.client();
  const std::string port = ":" + std::to_string(server.port());
  CHECK(status(client.Get(about, {{"Host", "localhost" + port}})) == 200);
  for (const std::string& host : {"evil.example" + port, std::string("127.0.0.1"),
                                  std::string("127.0.0.1:1"), "127.0.0.1" + port + ".evil.example"})
    CHECK(status(client.Get(about, {{"Host", host}})) == 403);
  CHECK(raw_status(server.port(),
                   "GET /api/about HTTP/1.1\r\nCookie: " + server.cookie() + "\r\n\r\n") == 403);
}

TEST_CASE("a request that another web site makes is refused") {
  TestServer server;
  httplib::Client client = server.client();
  const std::string own = "http://127.0.0.1:" + std::to_string(server.port());
  CHECK(status(client.Get(about, {{"Origin", own}})) == 200);
  CHECK(status(client.Get(about, {{"Origin", "http://evil.example"}})) == 403);
  CHECK(status(client.Get(about, {{"Origin", "null"}})) == 403);
  CHECK(status(client.Get(about, {{"Sec-Fetch-Site", "same-origin"}})) == 200);
  CHECK(status(client.Get(about, {{"Sec-Fetch-Site", "cross-site"}})) == 403);
  CHECK(status(client.Get(about, {{"Sec-Fetch-Site", "same-site"}})) == 403);
  CHECK(status(client.Post("/api/undo",
                           {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}}, "",
                           "text/plain")) == 403);
}

TEST_CASE("every answer forbids inline scripts, framing and guessing of types") {
  TestServer server;
  for (const char* path : {"/", "/api/about", "/nowhere"}) {
    for (const bool known : {true, false}) {
      httplib::Client client = known ? server.client() : server.stranger();
      const auto answer = client.Get(path);
      REQUIRE(answer);
      const std::string policy = answer->get_header_value("Content-Security-Policy");
      CHECK(policy.find("default-src 'none'") != policy.npos);
      CHECK(policy.find("frame-ancestors 'none'") != policy.npos);
      // 'wasm-unsafe-eval' compiles WebAssembly alone, which comes from the server too.
      CHECK(policy.find("'unsafe") == policy.npos);
      CHECK(answer->get_header_value("X-Content-Type-Options") == "nosniff");
    }
  }
}

TEST_CASE("unknown paths are 404, other methods 405, unknown parameters 400") {
  TestServer server;
  httplib::Client client = server.client();
  CHECK(status(client.Get("/nowhere")) == 404);
  CHECK(status(client.Get("/api/games/0")) == 404);
  CHECK(status(client.Get("/api/games/9999")) == 404);
  CHECK(status(client.Get("/api/games/99999999999999999999")) == 404);
  CHECK(status(client.Get("/api/games/1x")) == 404);
  const auto wrong = client.Post(about, "", "text/plain");
  CHECK(status(wrong) == 405);
  CHECK(wrong->get_header_value("Allow") == "GET");
  CHECK(status(client.Delete(about)) == 405);
  const auto head = client.Head(about);
  CHECK(status(head) == 200);
  CHECK(head->body.empty());
  CHECK(status(client.Head("/api/undo")) == 405);
  const auto unknown = client.Get(about + "?colour=1");
  CHECK(status(unknown) == 400);
  CHECK(Json::parse(unknown->body)["error"]["parameter"] == "colour");
}

TEST_CASE("paths that climb are not found") {
  TestServer server;
  for (const std::string& path :
       std::vector<std::string>{"/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/games.db",
                                "/page/..\\..\\games.db", "/games.db", "//etc/passwd"})
    CHECK(raw_status(server.port(), "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" +
                                        std::to_string(server.port()) +
                                        "\r\nCookie: " + server.cookie() + "\r\n\r\n") == 404);
}

TEST_CASE("bodies that are too large, chunked or packed are refused before they are read") {
  TestServer server;
  const std::string head =
      "POST /api/read HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
      "\r\nCookie: " + server.cookie() + "\r\n";
  CHECK(raw_status(server.port(), head + "Content-Length: 1073741824\r\n\r\n") == 413);
  CHECK(raw_status(server.port(), head + "Content-Length: 99999999999999999999\r\n\r\n") == 413);
  CHECK(raw_status(server.port(), head + "Content-Length: -1\r\n\r\n") == 400);
  CHECK(raw_status(server.port(), head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab") ==
        400);
  CHECK(raw_status(server.port(), head + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n") == 411);
  CHECK(raw_status(server.port(), head + "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\na") ==
        415);
  CHECK(status(server.client().Get("/" + std::string(1000, 'a'))) == 414);
  CHECK(status(server.client().Get("/?" + std::string(10'000, 'a'))) == 414);
}

TEST_CASE("the rest of a refused request is not taken for a request of its own") {
  TestServer server;
  const std::string inner =
      "GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
      "\r\nCookie: " + server.cookie() + "\r\n\r\n";
  const std::string answer = raw_answer(
      server.port(), "POST /api/read HTTP/1.1\r\nHost: evil.example\r\nContent-Length: " +
                         std::to_string(inner.size()) + "\r\n\r\n" + inner);
  CHECK(answer.find("HTTP/1.1 403") == 0);
  CHECK(answer.find("HTTP/1.1 200") == answer.npos);
}

TEST_CASE("a server that other machines reach needs a password of some length") {
  web::ServeOptions options;
  options.host = "0.0.0.0";
  CHECK_THROWS_AS(TestServer(options), web::ServeFailure);
  options.password = "short";
  CHECK_THROWS_AS(TestServer(options), web::ServeFailure);
  options.password = "correct horse battery";
  TestServer server(options);
  CHECK(server.first_address().find("token") == std::string::npos);
  httplib::Client client = server.stranger();
  const auto refused = client.Get(about);
  CHECK(status(refused) == 401);
  CHECK(refused->get_header_value("WWW-Authenticate").find("Basic") == 0);
  client.set_basic_auth("anyone", "wrong horse battery");
  CHECK(status(client.Get(about)) == 401);
  client.set_basic_auth("anyone", "correct horse battery");
  CHECK(status(client.Get(about)) == 200);
  CHECK(status(client.Get(about, {{"Origin", "http://evil.example"}})) == 403);
}

TEST_CASE("a port that is taken is reported") {
  TestServer server;
  web::ServeOptions options;
  options.database = server.database();
  options.port = server.port();
  CHECK_THROWS_WITH(web::WebServer(options), Catch::Contains("Address already in use"));
}

}  // namespace yari::test
