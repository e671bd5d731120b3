// Which requests a guard refuses, and with what status: a table, without a server.
#include "tests/support/catch.h"
#include "web/http/guard.h"

namespace yari::test {

namespace {

using web::Guard;

constexpr int let_in = 200;

/// Base64 of "me:correct horse battery".
const std::pair<std::string, std::string> password{"Authorization",
                                                   "Basic bWU6Y29ycmVjdCBob3JzZSBiYXR0ZXJ5"};

httplib::Request request_of(const std::string& method, const std::string& path,
                            const httplib::Headers& headers) {
  httplib::Request request;
  request.method = method;
  request.path = path;
  request.headers = headers;
  if (!request.has_header("Host")) request.set_header("Host", "far.example:80");
  return request;
}

int status_of(Guard& guard, const httplib::Request& request) {
  const auto refusal = guard.refuse(request, "127.0.0.1");
  return refusal ? refusal->status : let_in;
}

}  // namespace

TEST_CASE("a guard with a password looks at shape, site and password") {
  Guard guard(
      {.host = "0.0.0.0", .port = 80, .password = "correct horse battery", .body_bytes = 100});
  struct Row {
    const char* method;
    const char* path;
    httplib::Headers headers;
    int status;
  };
  const Row rows[] = {
      {"GET", "/api/about", {}, let_in},
      {"GET", "/api/about", {{"Content-Length", "0"}}, let_in},
      {"GET", "/api/about", {{"Content-Length", "5"}}, 400},
      {"HEAD", "/api/about", {{"Content-Length", "5"}}, 400},
      {"POST", "/api/read", {{"Content-Length", "5"}}, let_in},
      {"POST", "/api/read", {{"Content-Length", "101"}}, 413},
      {"POST", "/api/read", {{"Content-Length", "5a"}}, 400},
      {"GET", "/api/about", {{"Origin", "http://far.example:80"}}, let_in},
      {"GET", "/api/about", {{"Origin", "https://far.example:80"}}, let_in},
      {"GET", "/api/about", {{"Origin", "https://evil.example"}}, 403},
      {"GET", "/api/about", {{"Sec-Fetch-Site", "none"}}, let_in},
      // A link on another site may lead to the page, and to nothing else.
      {"GET", "/", {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}}, let_in},
      {"POST",
       "/",
       {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}, {"Content-Length", "0"}},
       403},
      {"GET", "/", {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "cors"}}, 403},
      {"GET",
       "/api/about",
       {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}},
       403},
      {"GET", "/", {{"Host", ""}}, 403}};
  for (const Row& row : rows) {
    httplib::Request request = request_of(row.method, row.path, row.headers);
    request.headers.insert(password);
    CHECK(status_of(guard, request) == row.status);
  }
}

TEST_CASE("what is no password in base64 is none") {
  Guard guard(
      {.host = "0.0.0.0", .port = 80, .password = "correct horse battery", .body_bytes = 0});
  CHECK(status_of(guard, request_of("GET", "/", {password})) == let_in);
  // Nothing, another scheme, "abc" without a colon, "me:" and no password, no base64.
  for (const char* wrong : {"", "Bearer YWJj", "Basic YWJj", "Basic bWU6", "Basic *", "Basic "})
    CHECK(status_of(guard, request_of("GET", "/", {{"Authorization", wrong}})) == 401);
}

TEST_CASE("a code with an owner is traded for the key once, and calls the owner back") {
  Guard guard({.host = "::1", .port = 80, .password = "", .body_bytes = 100, .page_paths = {"/"}});
  int used = 0;
  const std::string code = guard.new_code([&] { ++used; }).value();
  CHECK(code.size() == 64);
  CHECK(guard.address(code) == "http://[::1]:80/#code=" + code);
  CHECK_FALSE(guard.trade(""));
  CHECK_FALSE(guard.trade(code.substr(1)));
  CHECK(used == 0);
  const auto key = guard.trade(code);
  REQUIRE(key);
  CHECK(used == 1);
  CHECK(*key != code);
  CHECK_FALSE(guard.trade(code));
  // No code is left: an empty one is none.
  CHECK_FALSE(guard.trade(""));
  const std::string standing = guard.new_code().value();
  CHECK(guard.trade(standing) == key);
  CHECK(guard.trade(standing) == key);
  const auto status = [&](const std::string& method, const std::string& path,
                          httplib::Headers headers) {
    headers.emplace("Host", "[::1]:80");
    return status_of(guard, request_of(method, path, headers));
  };
  const std::pair<std::string, std::string> bearer{"Authorization", "Bearer " + *key};
  CHECK(status("GET", "/api/about", {bearer}) == let_in);
  CHECK(status("GET", "/api/about", {}) == 401);
  CHECK(status("GET", "/api/about", {{"Cookie", "yari_80=" + *key}}) == 401);
  CHECK(status("GET", "/api/about", {{"Authorization", "Bearer " + code}}) == 401);
  CHECK(status("GET", "/", {}) == let_in);
  CHECK(status("HEAD", "/", {}) == let_in);
  CHECK(status("POST", "/", {{"Content-Length", "0"}}) == 401);
  CHECK(status("POST", "/api/session", {{"Content-Length", "90"}}) == let_in);
  CHECK(status("POST", "/api/session", {{"Content-Length", "1025"}}) == 413);
  CHECK(status("DELETE", "/api/session", {}) == 401);
}

TEST_CASE("a body without a length is refused at once, whatever the method") {
  Guard guard({.host = "127.0.0.1", .port = 80, .password = "", .body_bytes = 100});
  const std::string key = guard.trade(guard.new_code().value()).value();
  const auto status = [&](const std::string& method, httplib::Headers headers) {
    headers.emplace("Host", "127.0.0.1:80");
    headers.emplace("Authorization", "Bearer " + key);
    return status_of(guard, request_of(method, "/api/undo", headers));
  };
  for (const char* method : {"POST", "PUT", "PATCH"}) {
    CHECK(status(method, {}) == 411);
    CHECK(status(method, {{"Transfer-Encoding", "chunked"}}) == 411);
    CHECK(status(method, {{"Content-Length", "0"}}) == let_in);
    CHECK(status(method, {{"Content-Length", "100"}}) == let_in);
  }
  CHECK(status("DELETE", {}) == let_in);
  CHECK(status("DELETE", {{"Content-Length", "0"}}) == let_in);
  CHECK(status("OPTIONS", {{"Content-Length", "5"}}) == 400);
  for (const char* method : {"PRI", "TRACE", "CONNECT", "get", ""})
    CHECK(status(method, {}) == 405);
}

TEST_CASE("the shape of a request is refused with what is wrong with it, at each bound") {
  Guard guard({.host = "127.0.0.1", .port = 80, .password = "", .body_bytes = 2'000'000'000'000});
  const std::string key = guard.trade(guard.new_code().value()).value();
  const auto said = [&](const std::string& method, const std::string& path,
                        httplib::Headers headers) -> std::string {
    headers.emplace("Host", "127.0.0.1:80");
    headers.emplace("Authorization", "Bearer " + key);
    const auto refusal = guard.refuse(request_of(method, path, headers), "127.0.0.1");
    return refusal ? std::to_string(refusal->status) + ' ' + refusal->message : "";
  };
  CHECK(said("GET", "/" + std::string(255, 'a'), {}).empty());
  CHECK(said("GET", "/" + std::string(256, 'a'), {}) == "414 the path is too long");
  CHECK(said("TRACE", "/", {}) == "405 there is no such method here");
  CHECK(said("POST", "/", {{"Transfer-Encoding", "chunked"}}) ==
        "411 a body needs a Content-Length");
  CHECK(said("POST", "/", {{"Content-Encoding", "gzip"}, {"Content-Length", "1"}}) ==
        "415 compressed bodies are not read");
  CHECK(said("POST", "/", {{"Content-Type", "multipart/a"}, {"Content-Length", "1"}}) ==
        "415 bodies in several parts are not read");
  CHECK(said("POST", "/", {{"Content-Length", "1"}, {"Content-Length", "1"}}) ==
        "400 more than one Content-Length");
  CHECK(said("POST", "/", {}) == "411 a body needs a Content-Length, which may be 0");
  CHECK(said("POST", "/", {{"Content-Length", "0x1"}}) == "400 Content-Length is not a number");
  // Twelve digits are a number that fits.
  CHECK(said("POST", "/", {{"Content-Length", "999999999999"}}).empty());
  CHECK(said("POST", "/", {{"Content-Length", "0000000000001"}}) ==
        "413 bodies may have 2000000000000 bytes");
  CHECK(said("POST", "/api/session", {{"Content-Length", "1024"}}).empty());
  CHECK(said("POST", "/api/session", {{"Content-Length", "1025"}}) ==
        "413 bodies may have 1024 bytes");
  CHECK(said("GET", "/", {{"Content-Length", "1"}}) == "400 GET takes no body");
  CHECK(said("GET", "/", {{"Host", "a"}}) ==
        "403 this server has another name: http://127.0.0.1:80/");
  CHECK(said("GET", "/", {{"Origin", "http://a"}}) == "403 other web sites may not ask");
}

}  // namespace yari::test
