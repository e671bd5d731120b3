// Who is let in, and what becomes of requests that are not what they should be.
#include "tests/support/catch.h"
#include "tests/web/raw_socket.h"
#include "tests/web/server.h"
#include "tests/web/session.h"
#include "web/http/language.h"

namespace yari::test {

namespace {

const std::string about = "/api/about";

int status(const httplib::Result& answer) { return answer ? answer->status : -1; }

}  // namespace

TEST_CASE("the code of the printed address lets browsers in as long as the server runs") {
  TestServer server;
  const std::string address = server.first_address();
  httplib::Client stranger = server.stranger();
  CHECK(status(stranger.Get(about)) == 401);
  CHECK(status(stranger.Get(about, httplib::Headers{{"Authorization", "Bearer 0123"}})) == 401);
  const std::string key = authorization_for(address);
  REQUIRE(key.starts_with("Bearer "));
  CHECK(status(stranger.Get(about, httplib::Headers{{"Authorization", key}})) == 200);
  CHECK(status(stranger.Get(
            about, httplib::Headers{{"Authorization", key.substr(0, key.size() - 1)}})) == 401);
  CHECK(status(stranger.Get(about, httplib::Headers{{"Authorization", "Bearer "}})) == 401);
  CHECK(authorization_for(address) == key);
  // Another code is another one's, of the same server.
  CHECK(authorization_for(server.first_address()) == key);
  TestServer other;
  CHECK(status(other.stranger().Get(about, httplib::Headers{{"Authorization", key}})) == 401);
  CHECK(authorization_for(other.first_address()) != key);
}

TEST_CASE("no answer sets a cookie, and none is kept by a cache but the files of the page") {
  TestServer server;
  httplib::Client client = server.client();
  for (const char* path : {"/", "/app.js", "/api/about", "/api/games", "/api/report", "/nowhere"}) {
    const auto answer = client.Get(path);
    REQUIRE(answer);
    INFO(path);
    CHECK_FALSE(answer->has_header("Set-Cookie"));
    CHECK(answer->get_header_value("Referrer-Policy") == "no-referrer");
    const bool is_file = std::string(path) == "/" || std::string(path) == "/app.js";
    CHECK(answer->get_header_value("Cache-Control") == (is_file ? "no-cache" : "no-store"));
    CHECK(answer->get_header_value_count("Cache-Control") == 1);
  }
}

TEST_CASE("the files of the page are open, and say nothing of the database") {
  TestServer server;
  httplib::Client stranger = server.stranger();
  const auto page = stranger.Get("/");
  REQUIRE(status(page) == 200);
  CHECK(page->body.find("games.db") == std::string::npos);
  CHECK(page->body == server.client().Get("/")->body);
  CHECK(status(stranger.Get("/app.js")) == 200);
  CHECK(status(stranger.Post("/", "", "text/plain")) == 401);
  CHECK(status(stranger.Get("/nowhere")) == 401);
  CHECK(status(stranger.Get("/", httplib::Headers{{"Host", "evil.example"}})) == 403);
  CHECK(status(stranger.Get("/app.js", httplib::Headers{{"Sec-Fetch-Site", "same-site"}})) == 403);
}

TEST_CASE("the page has one name: localhost, where another user may listen too, leads to it") {
  TestServer server;
  const std::string port = ":" + std::to_string(server.port());
  const httplib::Headers other{{"Host", "localhost" + port}};
  const auto moved = server.stranger().Get("/", other);
  REQUIRE(status(moved) == 302);
  CHECK(moved->get_header_value("Location") == "http://127.0.0.1" + port + "/");
  CHECK(status(server.client().Get(about, other)) == 403);
  CHECK(status(server.stranger().Get("/app.js", other)) == 403);
}

TEST_CASE("a person who is refused reads a page, a program reads JSON") {
  TestServer server;
  const auto page = server.stranger().Get(about, httplib::Headers{{"Accept", "text/html,*/*"}});
  REQUIRE(status(page) == 401);
  CHECK(page->get_header_value("Content-Type").starts_with("text/html"));
  CHECK(page->body.find("open the address that 'yari serve' printed") != std::string::npos);
  const auto json = server.stranger().Get(about);
  CHECK(Json::parse(json->body)["error"]["message"] ==
        "open the address that 'yari serve' printed");
}

TEST_CASE("what is refused is said in the language that the client prefers") {
  const auto japanese = [](std::string_view accepted) {
    return web::preferred_language(accepted) == Language::japanese;
  };
  for (const char* accepted :
       {"ja", "ja-JP,en;q=0.9", "de, ja;q=0.5", "en;q=0.3,JA;q=0.75", "ja;q=1"})
    CHECK(japanese(accepted));
  for (const char* accepted :
       {"", "en", "de", "en-US,en;q=0.9,ja;q=0.8", "ja;q=0", "*", "ja;q=0.2,en;q=0.30"})
    CHECK_FALSE(japanese(accepted));

  TestServer server;
  const std::pair<std::string, std::string> language{"Accept-Language", "ja"};
  const auto page =
      server.stranger().Get(about, httplib::Headers{{"Accept", "text/html,*/*"}, language});
  CHECK(page->body.find("<html lang=\"ja\">") != std::string::npos);
  CHECK(page->body.find("「yari serve」が表示したアドレスを開いてください") != std::string::npos);
  const auto message = [&](const std::string& path) {
    const auto answer = server.client().Get(path, httplib::Headers{language});
    return Json::parse(answer->body)["error"]["message"].get<std::string>();
  };
  CHECK(message("/api/games/99") == "棋譜99はありません");
  CHECK(message("/api/query?query=ply") ==
        "=, !=, <, <=, >, >=, 「in」のどれかがなく、ここで終わっています");
}

TEST_CASE("a wrong code, or a body that is not an object, is refused") {
  TestServer server;
  httplib::Client stranger = server.stranger();
  const auto trade = [&](const std::string& body) {
    return status(stranger.Post("/api/session", body, "application/json"));
  };
  CHECK(trade(R"({"code": ""})") == 403);
  CHECK(trade(R"({"code": "0123"})") == 403);
  CHECK(trade(R"({"code": 1})") == 400);
  CHECK(trade("{}") == 400);
  CHECK(trade("code") == 400);
  CHECK(trade(std::string(2000, '[')) == 413);
  CHECK(trade(R"({"proof": "0123"})") == 403);
  CHECK(trade(R"({"proof": 1})") == 400);
}

TEST_CASE("a request under another name is refused: DNS rebinding") {
  TestServer server;
  httplib::Client client = server.client();
  const std::string port = ":" + std::to_string(server.port());
  for (const std::string& host : {"evil.example" + port, std::string("127.0.0.1"),
                                  std::string("127.0.0.1:1"), "127.0.0.1" + port + ".evil.example"})
    CHECK(status(client.Get(about, httplib::Headers{{"Host", host}})) == 403);
  CHECK(raw_status(server.port(), "GET /api/about HTTP/1.1\r\nAuthorization: " +
                                      server.authorization() + "\r\n\r\n") == 403);
}

TEST_CASE("a request that another web site makes is refused") {
  TestServer server;
  httplib::Client client = server.client();
  const std::string own = "http://127.0.0.1:" + std::to_string(server.port());
  CHECK(status(client.Get(about, httplib::Headers{{"Origin", own}})) == 200);
  CHECK(status(client.Get(about, httplib::Headers{{"Origin", "http://evil.example"}})) == 403);
  CHECK(status(client.Get(about, httplib::Headers{{"Origin", "null"}})) == 403);
  CHECK(status(client.Get(about, httplib::Headers{{"Sec-Fetch-Site", "same-origin"}})) == 200);
  CHECK(status(client.Get(about, httplib::Headers{{"Sec-Fetch-Site", "cross-site"}})) == 403);
  CHECK(status(client.Get(about, httplib::Headers{{"Sec-Fetch-Site", "same-site"}})) == 403);
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
                                        std::to_string(server.port()) + "\r\nAuthorization: " +
                                        server.authorization() + "\r\n\r\n") == 404);
}

TEST_CASE("bodies that are too large, chunked or packed are refused before they are read") {
  TestServer server;
  const std::string head =
      "POST /api/read HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
      "\r\nAuthorization: " + server.authorization() + "\r\n";
  CHECK(raw_status(server.port(), head + "Content-Length: 1073741824\r\n\r\n") == 413);
  CHECK(raw_status(server.port(), head + "Content-Length: 99999999999999999999\r\n\r\n") == 413);
  CHECK(raw_status(server.port(), head + "Content-Length: -1\r\n\r\n") == 400);
  CHECK(raw_status(server.port(), head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab") ==
        400);
  CHECK(raw_status(server.port(), head + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n") == 411);
  CHECK(raw_status(server.port(), head + "Content-Type: multipart/form-data; boundary=a\r\n"
                                         "Content-Length: 1\r\n\r\na") == 415);
  CHECK(raw_status(server.port(), head + "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\na") ==
        415);
  CHECK(status(server.client().Get("/" + std::string(1000, 'a'))) == 414);
  CHECK(status(server.client().Get("/?" + std::string(10'000, 'a'))) == 414);
}

TEST_CASE("the rest of a refused request is not taken for a request of its own") {
  TestServer server;
  const std::string inner =
      "GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
      "\r\nAuthorization: " + server.authorization() + "\r\n\r\n";
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
  CHECK(server.first_address().find("code") == std::string::npos);
  CHECK(status(server.stranger().Get("/")) == 401);
  httplib::Client client = server.stranger();
  const auto refused = client.Get(about);
  CHECK(status(refused) == 401);
  CHECK(refused->get_header_value("WWW-Authenticate").find("Basic") == 0);
  client.set_basic_auth("anyone", "wrong horse battery");
  CHECK(status(client.Get(about)) == 401);
  client.set_basic_auth("anyone", "correct horse battery");
  CHECK(status(client.Get(about)) == 200);
  CHECK(status(client.Get(about, httplib::Headers{{"Origin", "http://evil.example"}})) == 403);
}

TEST_CASE("a port that is taken is reported") {
  TestServer server;
  web::ServeOptions options;
  options.database = server.database();
  options.port = server.port();
  CHECK_THROWS_WITH(web::WebServer(options), Contains("Address already in use"));
}

}  // namespace yari::test
