// A crowd of clients that are let in, and requests that fail while they are answered: neither keeps
// another client out. The limits of time are so long here that only making room lets one in.
#include <new>
#include <thread>

#include "tests/support/catch.h"
#include "tests/web/raw_socket.h"
#include "web/http/http_server.h"

namespace yari::test {

namespace {

using namespace std::chrono_literals;

/// A server of eight connections, which lets everybody in.
class SmallServer {
 public:
  SmallServer() : server_(limits()) {
    server_.set_pre_routing_handler([](const httplib::Request&, httplib::Response&) {
      web::HttpServer::current()->begin_answer();
      return httplib::Server::HandlerResponse::Unhandled;
    });
    const auto answer = [](const httplib::Request& request, httplib::Response& response) {
      web::HttpServer::current()->end_body();
      if (request.path == "/large") return response.set_content(std::string(64 << 20, 'x'), "a/b");
      if (request.path == "/thrown") throw std::bad_alloc();
      if (request.path != "/fails") return response.set_content("ok", "text/plain");
      response.set_chunked_content_provider(
          "a/b", [](std::size_t, httplib::DataSink&) -> bool { throw std::bad_alloc(); });
    };
    server_.Get(".*", answer);
    server_.Post(".*", answer);
    server_.set_post_routing_handler([](const httplib::Request& request, httplib::Response&) {
      if (request.path == "/before") throw std::bad_alloc();
    });
    port_ = server_.bind("127.0.0.1", 0);
    REQUIRE(port_ > 0);
    thread_ = std::jthread([this](const std::stop_token& stop) { server_.serve(stop); });
  }

  int port() const { return port_; }
  int status(const std::string& path) const {
    return raw_status(port_, "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  /// With patience for those that are being closed.
  int status_when_there_is_room() const {
    int last = 0;
    becomes_free([&] {
      last = status("/");
      return last == 503 || last == -1;
    });
    return last;
  }

 private:
  static web::ConnectionLimits limits() {
    web::ConnectionLimits limits;
    limits.idle = limits.request = limits.write = 10min;
    limits.connections = 8;
    return limits;
  }

  web::HttpServer server_;
  int port_ = 0;
  std::jthread thread_;
};

}  // namespace

TEST_CASE("two hundred slow bodies of clients that are let in do not keep another one out",
          "[slow]") {
  const SmallServer server;
  std::vector<RawSocket> slow;
  for (int i = 0; i < 200; ++i) {
    slow.emplace_back(server.port());
    slow.back().send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc");
    if (i % 50 == 49) CHECK(server.status_when_there_is_room() == 200);
  }
}

TEST_CASE("clients that do not take their answers do not keep another one out", "[slow]") {
  const SmallServer server;
  std::vector<RawSocket> slow;
  for (int i = 0; i < 16; ++i) {
    slow.emplace_back(server.port());
    slow.back().send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  CHECK(server.status_when_there_is_room() == 200);
}

TEST_CASE("a body that comes at once is not closed to make room", "[slow]") {
  const SmallServer server;
  const std::string body(1 << 20, 'x');
  for (int i = 0; i < 30; ++i)
    CHECK(raw_status(server.port(),
                     "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n" + body) ==
          200);
}

TEST_CASE("memory that is missing while a request is answered ends that connection alone") {
  const SmallServer server;
  // In a handler, in what writes a stream, and in what the library does before it writes.
  for (const char* path : {"/thrown", "/fails", "/before"}) {
    for (int i = 0; i < 20; ++i) server.status(path);
    CHECK(server.status("/") == 200);
  }
  CHECK(server.status("/thrown") == 500);
  CHECK(server.status("/before") == 503);
}

}  // namespace yari::test
