// An HTTP client that misbehaves: whatever it sends in whatever pieces, it gets a status or is
// closed, nobody's games change without the key, and the server still serves.
//
// Some bytes are orders: 1 pauses for a millisecond, 2 writes "Host" and the key, 3 ends a line,
// 4 stops sending.
#include <httplib.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "db/database.h"
#include "db/import/importer.h"
#include "fuzz/fuzz.h"
#include "tests/web/raw_socket.h"
#include "tests/web/session.h"
#include "web/web_server.h"

namespace yari::fuzz::client_fuzz {
namespace {

constexpr int games_served = 8;

/// One server for all inputs, which may not change its games.
class Served {
 public:
  Served() : file_(scratch_file("-served.db")) {
    {
      Database database(file_, OpenMode::create);
      Importer importer(database);
      for (int i = 0; i < games_served; ++i)
        importer.add(seed_games()[static_cast<std::size_t>(i)]);
      importer.finish();
    }
    web::ServeOptions options;
    options.database = file_;
    options.port = 0;
    options.writes = false;
    server_ = std::make_unique<web::WebServer>(options);
    thread_ = std::jthread([this](const std::stop_token& stop) { server_->run(stop); });
    authorization_ = test::authorization_for(server_->address_with_code());
    require(!authorization_.empty(), "the code is traded for a key");
  }
  ~Served() {
    thread_.request_stop();
    thread_.join();
    server_.reset();
    std::filesystem::remove(file_);
  }

  int port() const { return server_->port(); }
  std::string identification() const {
    return "Host: 127.0.0.1:" + std::to_string(port()) + "\r\nAuthorization: " + authorization_ +
           "\r\n";
  }
  httplib::Result about() const {
    httplib::Client client("127.0.0.1", port());
    client.set_read_timeout(15);
    return client.Get("/api/about", {{"Authorization", authorization_}});
  }

 private:
  std::filesystem::path file_;
  std::unique_ptr<web::WebServer> server_;
  std::jthread thread_;
  std::string authorization_;
};

Served& server() {
  static Served running;
  return running;
}

void require_status(const std::string& answer) {
  if (answer.empty()) return;
  require(answer.starts_with("HTTP/1.1 "), "what is answered is HTTP");
  const int status = std::atoi(answer.c_str() + 9);
  require((status >= 200 && status < 600) || status == 100, "an answer has a status");
  require(status != 500, "no request is our own fault");
}

}  // namespace

void check(std::string_view input) {
  const int port = server().port();
  {
    const test::RawSocket socket(port);
    std::string waiting;
    for (const char c : input) {
      if (c == 2) waiting += server().identification();
      if (c == 3) waiting += "\r\n";
      if (c == 4) break;
      if (c != 1) {
        if (c < 1 || c > 4) waiting += c;
        continue;
      }
      socket.send(std::exchange(waiting, {}));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    socket.send(waiting);
    socket.finish();
    require_status(socket.receive());
  }
  const auto answer = server().about();
  require(answer && (answer->status == 200 || answer->status == 503), "the server still serves");
  if (answer->status == 200)
    require(nlohmann::json::parse(answer->body)["games"] == games_served, "no game came or went");
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const std::string& request :
       {std::string("GET /api/position?variant=shogi&usi=startpos HTTP/1.1\3\2\3"),
        std::string("GET /api/find?query=mate&limit=3 HTTP/1.1\3\2Accept: text/event-stream\3\3"),
        std::string("GET / HTTP/1.1\3\2\3GET /api/about HTTP/1.1\3\2\3"),
        std::string("POST /api/import?name=a.psn HTTP/1.1\3\2Content-Length: 9\3\3*****\1****"),
        std::string(
            "POST /api/import HTTP/1.1\3\2Transfer-Encoding: chunked\3\0035\3[Blac\0030\3\3"),
        std::string("GET /page/../../etc/passwd HTTP/1.1\3\2\3"),
        std::string("HEAD /api/games/1 HTTP/1.1\3\2Range: bytes=0-5,3-\3\3"),
        std::string("DELETE /api/games/1 HTTP/1.1\3\2Origin: http://a\3\3"),
        std::string("GET /api/about HTTP/1.1\3Host: a\3\3")}) {
    all.push_back(request);
    all.push_back(request.substr(0, request.size() / 2) + '\1' +
                  request.substr(request.size() / 2));
    all.push_back(request.substr(0, request.size() - 1) + '\4');
  }
  return all;
}

const Target target("client", check, seeds);

}  // namespace yari::fuzz::client_fuzz
