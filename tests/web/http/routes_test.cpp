// What every route has in common: it knows its parameters; and what a stream says while it works.
#include <atomic>
#include <future>
#include <sstream>

#include "tests/support/catch.h"
#include "tests/web/raw_socket.h"
#include "tests/web/server.h"
#include "web/api/live_work.h"

namespace yari::test {

namespace {

httplib::Result asked(httplib::Client& client, const std::string& method, const std::string& path,
                      const std::string& body) {
  if (method == "GET") return client.Get(path);
  if (method == "DELETE") return client.Delete(path);
  return client.Post(path, body, "application/json");
}

/// What the work of a stream writes, where the client takes the first object only when `taken` is
/// kept: an object for each line.
std::vector<Json> written_live(const web::LiveWork& work, std::promise<void>* arrived = nullptr,
                               std::future<void>* taken = nullptr) {
  std::string text;
  httplib::DataSink out;
  bool first = true;
  out.write = [&](const char* bytes, std::size_t size) {
    text.append(bytes, size);
    if (std::exchange(first, false) && arrived != nullptr) {
      arrived->set_value();
      taken->wait();
    }
    return true;
  };
  web::StreamSink sink(out, web::StreamSink::Form::lines);
  web::run_live(sink, work);
  std::vector<Json> objects;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
  return objects;
}

}  // namespace

TEST_CASE("no route takes a parameter that it does not know") {
  TestServer server;
  httplib::Client client = server.client();
  struct Row {
    const char* method;
    const char* path;
    const char* body = "";
  };
  for (const Row& row : std::initializer_list<Row>{
           {"GET", "/api/about?"},
           {"GET", "/api/statistics?positions=1"},
           {"GET", "/api/position?usi=startpos"},
           {"GET", "/api/record?format=kif"},
           {"POST", "/api/read?variant=yari", "startpos"},
           {"GET", "/api/explorer?usi=startpos"},
           {"GET", "/api/explorer/transpositions?usi=startpos"},
           {"GET", "/api/book?usi=startpos"},
           {"POST", "/api/book?move=7g7f"},
           {"DELETE", "/api/book?move=7g7f"},
           {"POST", "/api/book/undo?"},
           {"GET", "/api/games?limit=1"},
           {"GET", "/api/count?"},
           {"GET", "/api/games/2?"},
           {"GET", "/api/games/2/record?"},
           {"POST", "/api/games?", "{}"},
           {"POST", "/api/games/2/tags?", R"({"Event": "x"})"},
           {"POST", "/api/games/2/notes?", R"({"moves": [], "comment": "x"})"},
           {"POST", "/api/games/2/variations?", R"({"moves": ["2g2f"], "change": "add"})"},
           {"POST", "/api/games/2/annotate?nodes=1"},
           {"POST", "/api/games/2/clear?"},
           {"POST", "/api/annotate?nodes=1&event=none"},
           {"POST", "/api/undo?"},
           {"GET", "/api/journal?"},
           {"POST", "/api/import?name=a.psn", "1. P-2f *\n"},
           {"GET", "/api/query?query=check"},
           {"GET", "/api/query/check?query=check"},
           {"GET", "/api/query/complete?query=check"},
           {"GET", "/api/puzzles?limit=1"},
           {"GET", "/api/players?"},
           {"GET", "/api/events?"},
           {"GET", "/api/export?limit=1"},
           {"GET", "/api/report?limit=1"},
           {"GET", "/api/saved?"},
           {"POST", "/api/saved?name=a&query=check"},
           {"DELETE", "/api/saved?name=a"},
           {"GET", "/api/drill?today=2026-01-01"},
           {"POST", "/api/drill?today=2026-01-01&moves=7g7f"},
           {"POST", "/api/drill/mistakes?today=2026-01-01&player=habu"},
           {"GET", "/api/drill/1/answer?today=2026-01-01"},
           {"POST", "/api/drill/1?today=2026-01-01&grade=good&reviews=0"},
           {"DELETE", "/api/drill/1?"},
           {"GET", "/api/groups?by=year"},
           {"GET", "/api/profile?player=habu"},
           {"GET", "/api/event?event=x"},
           {"GET", "/api/analysis?nodes=1&seconds=1"},
           {"GET", "/api/mate?mate_in=1&seconds=1"}}) {
    INFO(row.method << ' ' << row.path);
    const std::string path = row.path;
    const auto answer =
        asked(client, row.method, path + (path.back() == '?' ? "" : "&") + "colour=1", row.body);
    REQUIRE(answer);
    CHECK(answer->status == 400);
    CHECK(Json::parse(answer->body) == Json{{"error",
                                             {{"message", "is no parameter here"},
                                              {"parameter", "colour"},
                                              {"column", nullptr}}}});
  }
  // Nothing was done.
  CHECK(server.get("/api/journal") == Json{{"changes", Json::array()}});
  CHECK(server.get("/api/saved") == Json{{"queries", Json::array()}});
  CHECK(server.get("/api/drill?today=2026-01-01")["cards"] == 0);
}

TEST_CASE("bytes that are no request are answered with a fault of their own, whole") {
  TestServer server;
  const auto answered = [](const std::string& status, const std::string& sentence) {
    return "HTTP/1.1 " + status + " Refused\r\nContent-Type: text/plain\r\nContent-Length: " +
           std::to_string(sentence.size() + 1) +
           "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
           "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
           "Connection: close\r\n\r\n" +
           sentence + "\n";
  };
  CHECK(raw_answer(server.port(), "GET\r\n\r\n") == answered("400", "this is no request"));
  CHECK(raw_answer(server.port(), "GET / HTTP/1.1\r\nHost\r\n\r\n") ==
        answered("400", "a header has no name"));
  CHECK(raw_answer(server.port(), "GET /" + std::string(9000, 'a')) ==
        answered("414", "the address is too long"));
}

TEST_CASE("of what a stream shows the last is sent, and all of what it writes, in order") {
  std::promise<void> arrived, taken;
  std::future<void> is_taken = taken.get_future();
  const auto objects = written_live(
      [&](web::LiveOutput& out, const std::stop_token&) {
        out.write({{"first", 1}});
        arrived.get_future().wait();
        out.show({{"shown", 1}});
        out.show({{"shown", 2}});
        out.write({{"written", 3}});
        out.write({{"written", 4}});
        out.show({{"shown", 5}});
        out.show({{"shown", 6}});
        taken.set_value();
      },
      &arrived, &is_taken);
  CHECK(Json(objects).dump() ==
        R"([{"first":1},{"shown":2},{"written":3},{"written":4},{"shown":6}])");
}

TEST_CASE("what ends the work of a stream is thrown after what was written before") {
  CHECK(written_live([](web::LiveOutput&, const std::stop_token&) {}).empty());
  CHECK_THROWS_WITH(written_live([](web::LiveOutput& out, const std::stop_token&) {
                      out.write({{"first", 1}});
                      throw std::runtime_error("the engine died");
                    }),
                    "the engine died");
}

}  // namespace yari::test
