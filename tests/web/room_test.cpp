// A crowd of clients that are let in, and requests that fail while they are answered: neither keeps
// another client out. The limits of time are so long here that only making room lets one in.
#include <atomic>
#include <new>
#include <string_view>
#include <thread>

#include "tests/support/catch.h"
#include "tests/web/raw_socket.h"
#include "web/http/http_server.h"

namespace yari::test {

namespace {

using namespace std::chrono_literals;

/// A server of eight connections or fewer, which lets everybody in.
class SmallServer {
 public:
  explicit SmallServer(std::size_t connections = 8, int requests = 1000)
      : server_(limits(connections, requests)) {
    server_.set_pre_routing_handler([](const httplib::Request&, httplib::Response&) {
      web::HttpServer::current()->begin_answer();
      return httplib::Server::HandlerResponse::Unhandled;
    });
    const auto answer = [this](const httplib::Request& request, httplib::Response& response) {
      web::HttpServer::current()->end_body();
      if (request.path == "/works") {
        ++working_;
        working_.notify_all();
        may_end_.wait(false);
      }
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

  ~SmallServer() { end_work(); }

  int port() const { return port_; }
  /// Until so many clients asked for /works, which is answered after end_work().
  void wait_for_work(int clients) const {
    for (int now = working_; now < clients; now = working_) working_.wait(now);
  }
  void end_work() {
    may_end_ = true;
    may_end_.notify_all();
  }
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
  static web::ConnectionLimits limits(std::size_t connections, int requests) {
    web::ConnectionLimits limits;
    limits.idle = limits.request = limits.write = 10min;
    limits.connections = connections;
    limits.requests = requests;
    return limits;
  }

  web::HttpServer server_;
  int port_ = 0;
  std::atomic<int> working_ = 0;
  std::atomic<bool> may_end_ = false;
  std::jthread thread_;
};

std::string get(const std::string& path) { return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n"; }

int times(const std::string& text, std::string_view part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("of clients that ask nothing the one that came first makes room for another") {
  const SmallServer server(2);
  const RawSocket first(server.port());
  first.send(get("/"));
  REQUIRE(first.answers());
  const RawSocket second(server.port());
  second.send(get("/"));
  REQUIRE(second.answers());
  CHECK(server.status_when_there_is_room() == 200);
  CHECK(times(first.receive(), "200 OK") == 1);
  // It asks again, for the last time.
  second.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  CHECK(times(second.receive(), "200 OK") == 2);
}

TEST_CASE("nobody's answer is given up for another client while the server works at it") {
  SmallServer server(2);
  const RawSocket first(server.port()), second(server.port());
  // Their connections end with the answers: which of two that wait would be given up is chance.
  const std::string works = "GET /works HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  first.send(works);
  second.send(works);
  server.wait_for_work(2);
  CHECK(server.status("/") == 503);
  server.end_work();
  for (const RawSocket* socket : {&first, &second}) CHECK(times(socket->receive(), "200 OK") == 1);
  CHECK(server.status_when_there_is_room() == 200);
}

TEST_CASE("a connection ends after its last request, whatever else the client has sent") {
  const SmallServer server(8, 3);
  const RawSocket client(server.port());
  client.send(get("/") + get("/") + get("/") + get("/"));
  const std::string answers = client.receive();
  CHECK(times(answers, "HTTP/1.1 200") == 3);
  CHECK(times(answers, "HTTP/1.1") == 3);
  CHECK(times(answers, "Connection: close") == 1);
}

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
