// Annotation, puzzles and the mate solver over the API.
#include <algorithm>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/web/raw_socket.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

std::vector<Json> objects_of(const std::string& body) {
  std::vector<Json> objects;
  std::istringstream text(body);
  for (std::string line; std::getline(text, line);) objects.push_back(Json::parse(line));
  return objects;
}

std::vector<Json> post_lines(TestServer& server, const std::string& path) {
  const auto answer = server.client().Post(path, "", "text/plain");
  REQUIRE(answer);
  INFO(answer->body);
  REQUIRE(answer->status == 200);
  return objects_of(answer->body);
}

int post_status(TestServer& server, const std::string& path) {
  const auto answer = server.client().Post(path, "", "text/plain");
  REQUIRE(answer);
  return answer->status;
}

/// Objects that are not progress.
std::vector<Json> results(std::vector<Json> objects) {
  std::erase_if(objects, [](const Json& object) { return object.contains("progress"); });
  return objects;
}

/// A game in which Black misses a mate in three.
const std::string missed_mate =
    "sfen l3b3l/1k7/2Ns4p/ppppp4/1N4+Bp1/P1S1P1P2/1P1P1+p2P/1K2G4/LN6L b GS2P2r2gsn2p 81 moves "
    "1g1f 9d9e";

void import_missed_mate(TestServer& server) {
  const auto answer =
      server.client().Post("/api/import?name=mate.usi", missed_mate, "application/octet-stream");
  REQUIRE(answer);
  REQUIRE(Json::parse(answer->body)["imported"] == 1);
}

}  // namespace

TEST_CASE("a game is annotated as the command does it, and cleared") {
  TestServer server;
  const std::string before = server.get("/api/games/7")["report"].dump();
  const auto objects = post_lines(server, "/api/games/7/annotate?nodes=500");
  CHECK(std::ranges::any_of(objects, [](const Json& o) {
    return o.contains("progress") && o["progress"]["positions"] > 10;
  }));
  const auto found = results(objects);
  REQUIRE(found.size() == 2);
  CHECK(found[0]["game"] == 7);
  CHECK(found[0]["moves"].size() == server.get("/api/games/7")["moves"].size());
  CHECK(found[1]["games"] == 1);
  CHECK(found[1]["annotated"] == 1);
  CHECK(found[1]["annotated_before"] == 0);
  CHECK(found[1]["failed"] == 0);
  CHECK(found[1]["stopped"] == false);
  CHECK(server.get("/api/games/7")["annotation"]["limits"] == "nodes 500");
  // The same again is skipped by the server and by the command.
  CHECK(results(post_lines(server, "/api/games/7/annotate?nodes=500")).back()["annotated"] == 0);
  const auto again = yari({"annotate", "7", "--nodes", "500", "--hash", "1", "--db",
                           server.database().string(), "--json"});
  CHECK(again.json().back()["annotated_before"] == 1);
  const auto cleared = server.client().Post("/api/games/7/clear", "", "text/plain");
  CHECK(cleared->body == R"({"games":1,"cleared":1})");
  CHECK(server.client().Post("/api/games/7/clear", "", "text/plain")->body ==
        R"({"games":1,"cleared":0})");
  CHECK(server.get("/api/games/7")["report"].dump() == before);
  CHECK(server.get("/api/games/7")["annotation"].is_null());
}

TEST_CASE("games of a filter are annotated one after the other") {
  TestServer server;
  const auto done = results(post_lines(server, "/api/annotate?variant=yari&plies=..40&nodes=200"));
  const auto games = server.lines("/api/games?variant=yari&plies=..40&sort=id");
  REQUIRE(done.size() == games.size() + 1);
  for (std::size_t i = 0; i < games.size(); ++i) CHECK(done[i]["game"] == games[i]["game"]);
  CHECK(server.get("/api/journal")["changes"].size() == 1);
}

TEST_CASE("a client that asks for events gets the same objects as events") {
  TestServer server;
  httplib::Client client = server.client();
  const auto answer =
      client.Post("/api/games/7/annotate?nodes=300",
                  httplib::Headers{{"Accept", "text/event-stream"}}, "", "text/plain");
  REQUIRE(answer);
  CHECK(answer->get_header_value("Content-Type") == "text/event-stream");
  std::istringstream text(answer->body);
  std::vector<Json> objects;
  for (std::string line; std::getline(text, line);) {
    if (line.empty()) continue;
    REQUIRE(line.starts_with("data: "));
    objects.push_back(Json::parse(line.substr(6)));
  }
  CHECK(objects.front().contains("progress"));
  CHECK(results(objects).front()["game"] == 7);
  CHECK(objects.back()["annotated"] == 1);
  const auto hits = client.Get("/api/query?query=capture%20R&variant=yari",
                               httplib::Headers{{"Accept", "text/event-stream"}});
  CHECK(hits->body.starts_with("data: {"));
}

TEST_CASE("a client that goes ends its annotation, and the next one finds its place free",
          "[slow]") {
  TestServer server;
  const auto busy = [&] {
    return post_status(server, "/api/games/7/annotate?nodes=1&force=1") == 503;
  };
  {
    const RawSocket client(server.port());
    client.send("POST /api/games/1/annotate?nodes=100000000 HTTP/1.1\r\nHost: 127.0.0.1:" +
                std::to_string(server.port()) + "\r\nAuthorization: " + server.authorization() +
                "\r\nContent-Length: 0\r\n\r\n");
    REQUIRE(client.answers());
    CHECK(busy());
  }
  CHECK(becomes_free(busy));
  CHECK(server.get("/api/games/1")["annotation"].is_null());
}

TEST_CASE("what cannot be annotated is refused") {
  TestServer server;
  CHECK(post_status(server, "/api/games/77/annotate") == 404);
  CHECK(post_status(server, "/api/games/77/clear") == 404);
  CHECK(post_status(server, "/api/games/1/annotate?nodes=0") == 400);
  CHECK(post_status(server, "/api/games/1/annotate?engine=none") == 400);
  CHECK(post_status(server, "/api/annotate?colour=x") == 400);
  web::ServeOptions options;
  options.writes = false;
  TestServer read_only(options);
  for (const char* path : {"/api/games/1/annotate", "/api/games/1/clear", "/api/annotate"})
    CHECK(post_status(read_only, path) == 403);
}

TEST_CASE("puzzles are found after a game and a ply, up to a number of them") {
  TestServer server;
  import_missed_mate(server);
  REQUIRE(server.client()
              .Post("/api/games/15/tags", R"({"White": "Bob"})", "application/json")
              ->status == 200);
  for (const auto& [force, annotated] :
       std::vector<std::pair<std::string, int>>{{"", 1}, {"", 0}, {"&force=0", 0}, {"&force=1", 1}})
    CHECK(post_lines(server, "/api/games/15/annotate?nodes=500" + force).back()["annotated"] ==
          annotated);
  const auto found = results(server.lines("/api/puzzles"));
  REQUIRE(found.size() == 2);
  CHECK(found.back() == Json{{"hits", 1}, {"more", true}, {"games", 1}});
  const Json& first = found.front();
  CHECK(first["game"] == 15);
  CHECK(first["variant"] == "shogi");
  CHECK(first["black"].is_null());
  CHECK(first["white"] == "Bob");
  CHECK(first["date"].is_null());
  REQUIRE(first["line"].size() == first["solution"].size());
  for (std::size_t i = 0; i < first["line"].size(); ++i)
    CHECK(first["line"][i]["usi"] == first["solution"][i]);
  CHECK(results(server.lines("/api/puzzles?after=15&after_ply=99999")) ==
        std::vector<Json>{Json{{"hits", 0}, {"more", false}, {"games", 1}}});
}

TEST_CASE("puzzles are the objects that the command prints, from any place on", "[slow]") {
  TestServer server;
  CHECK(results(server.lines("/api/puzzles")) ==
        std::vector<Json>{Json{{"hits", 0}, {"more", false}, {"games", 0}}});
  import_missed_mate(server);
  post_lines(server, "/api/games/15/annotate?nodes=2000");
  const auto found = results(server.lines("/api/puzzles?limit=5"));
  REQUIRE(found.size() >= 2);
  CHECK(found[0]["mate"] == 3);
  CHECK(found[0]["solution"] == Json({"S*7a", "8b7b", "G*8b"}));
  CHECK(found[0]["line"][0]["japanese"] == "▲７一銀");
  CHECK(found[0]["variant"] == "shogi");
  CHECK(found.back() == Json{{"hits", found.size() - 1}, {"more", false}, {"games", 1}});
  const auto printed =
      yari({"puzzles", "--json", "--db", server.database().string()}).json().front();
  for (const char* field : {"game", "ply", "sfen", "side", "mate", "moves", "chance", "next_best"})
    CHECK(found[0][field].dump() == printed[field].dump());
  CHECK(results(server.lines("/api/puzzles?limit=5&after=15&after_ply=0")).size() ==
        found.size() - 1);
  CHECK(results(server.lines("/api/puzzles?after=16")).size() == 1);
  for (const Json& puzzle : results(server.lines("/api/puzzles?limit=5&mate_in=1")))
    CHECK(puzzle.value("mate", 1) == 1);
}

TEST_CASE("the mate solver answers as the command does") {
  TestServer server;
  const auto found = results(server.lines(
      "/api/mate?variant=yari&sfen=3k3%2F7%2F3%2BB3%2F7%2F7%2F7%2F7%2F7%2F3K3%20b%20R%201"));
  REQUIRE(found.size() == 1);
  CHECK(found[0]["verdict"] == "mate");
  CHECK(found[0]["plies"] == 1);
  CHECK(found[0]["japanese"].get<std::string>().starts_with("▲"));
  const std::string in_three =
      "/api/mate?variant=shogi&sfen=l3b3l%2F1k7%2F2Ns4p%2Fppppp4%2F1N4%2BBp1"
      "%2FP1S1P1P2%2F1P1P1%2Bp2P%2F1K2G4%2FLN6L%20b%20GS2P2r2gsn2p%2081";
  CHECK(results(server.lines(in_three + "&mate_in=3"))[0]["plies"] == 3);
  CHECK(results(server.lines(in_three + "&mate_in=1"))[0]["verdict"] != "mate");
  // The first search may still hold the only place: the second one waits for it.
  const auto none = results(server.lines("/api/mate?variant=shogi&usi=startpos"));
  CHECK(none[0]["verdict"] == "no mate");
}

TEST_CASE("a line is written in every format, and as a diagram") {
  TestServer server;
  const std::string line = "/api/record?variant=shogi&usi=startpos%20moves%207g7f&format=";
  CHECK(server.get(line + "sfen")["text"] ==
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
  CHECK(server.get(line + "kif")["text"].get<std::string>().find("７六歩(77)") !=
        std::string::npos);
  CHECK(server.get(line + "diagram")["text"].get<std::string>().find("White") != std::string::npos);
  const auto answer = server.client().Get(line + "postscript");
  CHECK(answer->status == 400);
}

}  // namespace yari::test
