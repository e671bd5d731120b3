// What stands before a body: what is kept, what is dropped, what is refused.
#include "web/http/request_head.h"

#include "tests/support/catch.h"

namespace yari::test {

namespace {

using web::RequestHead;

RequestHead head_of(const std::string& text, std::size_t piece = 1000) {
  RequestHead head;
  for (std::size_t at = 0; at < text.size() && !head.is_whole() && !head.fault();)
    at += head.take(std::string_view(text).substr(at, piece));
  return head;
}

int fault_of(const std::string& text) {
  const RequestHead head = head_of(text);
  return head.fault() ? head.fault()->status : 0;
}

const std::string line = "GET /a?b=c HTTP/1.1\r\n";

}  // namespace

TEST_CASE("a head keeps what the server reads, in pieces of any size") {
  const std::string text =
      line +
      "HOST:  a:1 \r\nCookie: x=y\r\nRange: bytes=0-,0-\r\nAccept: text/html\r\n"
      "Accept-Encoding: gzip\r\nREMOTE_ADDR: 1.2.3.4\r\nContent-Type: "
      "application/x-www-form-urlencoded\r\nAuthorization: Bearer 0\r\n\r\n";
  for (std::size_t piece = 1; piece < text.size(); ++piece) {
    const RequestHead head = head_of(text + "body", piece);
    REQUIRE(head.is_whole());
    CHECK(head.text() ==
          line + "host: a:1\r\naccept: text/html\r\nauthorization: Bearer 0\r\n\r\n");
    CHECK(head.wants_page());
    CHECK_FALSE(head.expects_continue());
  }
  RequestHead head;
  CHECK(head.take(text + "body") == text.size());
  CHECK(head_of(line + "Expect: 100-continue\r\n\r\n").expects_continue());
  CHECK_FALSE(head_of(line + "Accept: text/plain, */*\r\n\r\n").wants_page());
  CHECK(head_of(line + "Connection: close\r\n\r\n").text() == line + "connection: close\r\n\r\n");
  CHECK(head_of("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").text() ==
        "GET / HTTP/1.0\r\n\r\n");
  CHECK(head_of(line + "Content-Type: multipart/form-data; boundary=a\r\n\r\n")
            .text()
            .find("multipart") != std::string::npos);
}

TEST_CASE("what a library may read in two ways is no head") {
  CHECK(fault_of(line + "\r\n") == 0);
  for (const std::string& bad : std::vector<std::string>{
           "\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1 x\r\n\r\n", "GET / HTTP/1.1\n\n",
           line + "Host: a\n\r\n", line + "Cookie: a\nHost: b\r\n\r\n", line + "Host\r\n\r\n",
           line + " folded: a\r\n\r\n", line + "Host : a\r\n\r\n", line + ": a\r\n\r\n",
           line + "Host: a\r\nhost: b\r\n\r\n",
           line + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", line + "Host: a\rb\r\n\r\n",
           line + "Ho\x01st: a\r\n\r\n", line + std::string("Host: \0a\r\n\r\n", 12)}) {
    INFO(bad);
    CHECK(fault_of(bad) == 400);
  }
  CHECK(fault_of(line + "Expect: miracles\r\n\r\n") == 417);
}

TEST_CASE("an address has one reading: signs that would be taken for something else are escaped") {
  const auto kept = [](const std::string& target) {
    const std::string text = head_of("GET " + target + " HTTP/1.1\r\n\r\n").text();
    return text.substr(4, text.find(" HTTP") - 4);
  };
  CHECK(kept("/a%20b?c=%3f&d+e=%aF&&f") == "/a%20b?c=%3f&d+e=%aF&&f");
  CHECK(kept("/?query=ply>=3&a=b==") == "/?query=ply>%3D3&a=b%3D%3D");
  CHECK(kept("/=?=a=b") == "/=?=a%3Db");
  CHECK(kept("/??a=b?c?") == "/?%3Fa=b%3Fc%3F");
  CHECK(kept("/a#b?c=#d") == "/a%23b?c=%23d");
  CHECK(kept("/%u0041?a=%zz%4&b=%") == "/%25u0041?a=%25zz%254&b=%25");
}

TEST_CASE("a head of any length is kept small") {
  const std::string end = "\r\n\r\n";
  CHECK(fault_of("GET /" + std::string(9000, 'a') + " HTTP/1.1" + end) == 414);
  CHECK(fault_of(std::string(2 << 20, 'a')) == 414);
  CHECK(fault_of(line + "Authorization: " + std::string(9000, 'a') + end) == 431);
  CHECK(fault_of(line + std::string(2 << 20, 'a')) == 431);
  // The cookies of other servers are dropped as they come, up to a megabyte.
  CHECK(fault_of(line + "Cookie: " + std::string(900'000, 'a') + end) == 0);
  CHECK(fault_of(line + "Cookie: " + std::string(1 << 20, 'a') + end) == 431);
  std::string many = line;
  for (int i = 0; i < 200'000; ++i) many += "X: y\r\n";
  CHECK(fault_of(many + end) == 431);
  std::string kept = line;
  for (const char* name : {"Host", "Origin", "Authorization", "If-None-Match", "Accept"})
    kept += std::string(name) + ": " + std::string(8000, 'a') + "\r\n";
  CHECK(fault_of(kept + end) == 431);
}

}  // namespace yari::test
