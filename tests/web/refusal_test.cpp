// Which requests a guard refuses, and with what status: a table, without a server.
#include <catch2/catch.hpp>

#include "web/guard.h"

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
  const auto refusal = guard.refuse(request);
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
      {"POST", "/", {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}}, 403},
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

TEST_CASE("a token is traded for a cookie once, by a request of the right shape and site") {
  Guard guard({.host = "::1", .port = 80, .password = "", .body_bytes = 0});
  const std::string address = guard.first_address();
  const std::string head = "http://[::1]:80/?token=";
  REQUIRE(address.starts_with(head));
  const auto trade = [&](const std::string& token, httplib::Headers headers = {}) {
    if (headers.find("Host") == headers.end()) headers.emplace("Host", "[::1]:80");
    httplib::Request request = request_of("GET", "/", headers);
    request.params.emplace("token", token);
    httplib::Response response;
    return guard.accept_token(request, response) ? response.get_header_value("Set-Cookie") : "no";
  };
  const std::string token = address.substr(head.size());
  CHECK(trade(token, {{"Transfer-Encoding", "chunked"}}) == "no");
  CHECK(trade(token, {{"Host", "evil.example"}}) == "no");
  CHECK(trade("") == "no");
  const std::string cookie = trade(token, {{"Host", "localhost:80"}});
  CHECK(cookie.starts_with("yari_80="));
  CHECK(trade(token) == "no");
  // The token is spent: an empty one is not it.
  CHECK(trade("") == "no");
  CHECK(trade(token, {{"Cookie", cookie.substr(0, cookie.find(';'))}}).empty());
  CHECK(status_of(guard, request_of("GET", "/", {{"Host", "[::1]:80"}})) == 403);
}

}  // namespace yari::test
