// Whole answers: headers, what the server says of itself, and of what it changed.
#include <algorithm>
#include <set>

#include "notation/format.h"
#include "notation/words/handicap_text.h"
#include "tests/support/catch.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

/// "default-src 'none'" and the like.
std::set<std::string> directives_of(const std::string& policy) {
  std::set<std::string> all;
  for (std::size_t at = 0; at < policy.size();) {
    const std::size_t end = std::min(policy.find("; ", at), policy.size());
    all.insert(policy.substr(at, end - at));
    at = end + 2;
  }
  return all;
}

}  // namespace

TEST_CASE("every answer has all headers that keep other sites out") {
  TestServer server;
  for (const char* path : {"/", "/api/about", "/nowhere", "/api/games?limit=1"}) {
    for (const bool known : {true, false}) {
      httplib::Client client = known ? server.client() : server.stranger();
      const auto answer = client.Get(path);
      REQUIRE(answer);
      INFO(path);
      CHECK(directives_of(answer->get_header_value("Content-Security-Policy")) ==
            std::set<std::string>{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'",
                                  "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
                                  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
                                  "require-trusted-types-for 'script'", "trusted-types 'none'"});
      CHECK(answer->get_header_value("X-Content-Type-Options") == "nosniff");
      CHECK(answer->get_header_value("Referrer-Policy") == "no-referrer");
      CHECK(answer->get_header_value("Cross-Origin-Opener-Policy") == "same-origin");
      CHECK(answer->get_header_value("Cross-Origin-Resource-Policy") == "same-origin");
      CHECK(answer->get_header_value("WWW-Authenticate") ==
            (answer->status == 401 ? "Bearer realm=\"yari\"" : ""));
      CHECK(answer->get_header_value("Content-Type") ==
            (std::string(path) == "/"                  ? "text/html; charset=utf-8"
             : answer->status == 200 && path[5] == 'g' ? "application/x-ndjson"
                                                       : "application/json"));
    }
  }
}

TEST_CASE("a server says what it is, and its page whether it has a password") {
  TestServer server;
  Json about = server.get("/api/about");
  std::set<std::string> written, listed;
  for (const Format& format : formats())
    if (format.write != nullptr) written.insert(std::string(format.name));
  for (const Json& format : about["formats"]) {
    listed.insert(format["name"].get<std::string>());
    CHECK_FALSE(format["title"].get<std::string>().empty());
  }
  CHECK(listed == written);
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    std::vector<std::string> handicaps;
    for (const HandicapNames& names : handicap_names(v)) handicaps.emplace_back(names.english);
    CHECK(about["variants"][std::string(info(v).id)]["handicaps"] == handicaps);
  }
  about.erase("formats");
  about.erase("variants");
  CHECK(about.dump() ==
        R"({"version":"test","database":"games.db","writes":true,"variant":"yari","games":14,)"
        R"("engines":["builtin"],"book":null})");
  web::ServeOptions options;
  options.password = "correct horse battery";
  TestServer locked(options);
  httplib::Client client = locked.stranger();
  client.set_basic_auth("anyone", options.password);
  const auto page = client.Get("/");
  REQUIRE(page);
  CHECK_THAT(page->body, Contains(R"(application/json">{"password":true,"conditions":[)"));
}

TEST_CASE("a change says what it changed, and the journal and undo name it alike") {
  TestServer server;
  CHECK(server.post("/api/games/2/tags", R"({"Black": "Zed Zed"})").dump() ==
        R"({"changed":1,"damaged":[],"contradictions":[]})");
  // The names that are offered are those of now.
  CHECK(server.get("/api/players?name=zed").dump() ==
        R"({"players":[{"player":"Zed Zed","games":1}]})");
  Json changes = server.get("/api/journal")["changes"];
  REQUIRE(changes.size() == 1);
  Json entry = changes[0];
  CHECK(entry.erase("time") == 1);
  CHECK(entry.dump() ==
        R"({"id":1,"what":"set Black=Zed Zed","games":1,"there_again":0,"damaged":[]})");
  Json undone = server.post("/api/undo?change=1", "");
  CHECK(undone == changes[0]);
  CHECK(server.get("/api/journal").dump() == R"({"changes":[]})");
  CHECK(server.get("/api/players?name=zed").dump() == R"({"players":[]})");
}

TEST_CASE("a search says how many games it has looked at, up to all of them") {
  TestServer server;
  const auto rows = server.lines("/api/query?variant=yari&query=ply%20%3D%200&limit=100");
  std::int64_t done = 0, all = 0, hits = 0;
  for (const Json& row : rows) {
    hits += row.contains("game") ? 1 : 0;
    if (!row.contains("progress")) continue;
    CHECK(row["progress"]["done"] >= done);
    done = row["progress"]["done"];
    CHECK((all == 0 || row["progress"]["all"] == all));
    all = row["progress"]["all"];
    CHECK(done <= all);
  }
  CHECK(all > 0);
  CHECK(done == all);
  CHECK(hits == server.get("/api/count?variant=yari")["games"]);
  CHECK(rows.back() == Json{{"hits", hits}, {"more", false}});
}

TEST_CASE("an uploaded file keeps a plain name of 200 bytes at most") {
  TestServer server;
  int added = 0;
  const auto file_of = [&](const std::string& name) {
    const std::string text = "[Black \"Up " + std::to_string(++added) + "\"]\n\n1. P-7f *\n";
    const Json games = server.post("/api/import?name=" + name, text)["new_games"];
    REQUIRE(games.size() == 1);
    return server.get("/api/games/" + games[0].dump())["file"].get<std::string>();
  };
  CHECK(file_of("a%20b~.psn") == "a b~.psn");
  CHECK(file_of("C:%5Cgames%5Ca.psn") == "a.psn");
  for (const char* odd : {"a%3Ab.psn", ".psn", "a%7F.psn", "a%1F.psn", "..", "games%2F"})
    CHECK(file_of(odd) == "upload");
  const std::string longest = std::string(196, 'a') + ".psn";
  CHECK(file_of(longest) == longest);
  CHECK(file_of("a" + longest) == "upload");
}

TEST_CASE("cards are those of a source, and ten names at most are offered, from a character on") {
  TestServer server;
  const Json kept = server.post("/api/drill?today=2026-01-01&moves=7g7f", "");
  CHECK(kept["source"] == "own");
  const auto cards = [&](const std::string& source) {
    return server.get("/api/drill?today=2026-01-01&source=" + source)["cards"];
  };
  CHECK(cards("own") == 1);
  CHECK(cards("book") == 0);
  std::string many;
  for (int i = 0; i < 12; ++i)
    many += "[Black \"Mass " + std::string(1, static_cast<char>('A' + i)) + "\"]\n\n1. P-7f *\n\n";
  server.post("/api/import?name=a.psn", many);
  CHECK(server.get("/api/query/complete?query=player%20mass")["names"].size() == 10);
  // event "羽生" and pro
  const Json words =
      server.get("/api/query/complete?query=event%20%22%E7%BE%BD%E7%94%9F%22%20and%20pro");
  CHECK(words == Json::parse(R"({"from": 16, "words": ["promotion"], "names": []})"));
}

TEST_CASE("a move to the square of the last one is named so among transpositions") {
  TestServer server;
  server.post("/api/import?name=a.usi", "startpos moves 7g7f 3c3d 8h2b+ 3a2b\n");
  const auto rows = server.lines(
      "/api/explorer/transpositions?variant=shogi&usi=startpos%20moves%207g7f%203c3d%208h2b%2B");
  const auto taken = std::ranges::find(rows, "3a2b", [](const Json& row) { return row["usi"]; });
  REQUIRE(taken != rows.end());
  CHECK((*taken)["reached"] >= 1);
  CHECK_THAT((*taken)["japanese"].get<std::string>(), Contains("同"));
}

TEST_CASE("numbers that must be one at least are refused when they are 0") {
  TestServer server;
  for (const auto& [path, parameter] :
       std::vector<std::pair<std::string, std::string>>{{"/api/analysis?seconds=0", "seconds"},
                                                        {"/api/analysis?lines=0", "lines"},
                                                        {"/api/mate?seconds=0", "seconds"},
                                                        {"/api/puzzles?limit=0", "limit"},
                                                        {"/api/query?query=check&limit=0", "limit"},
                                                        {"/api/players?limit=0", "limit"}}) {
    INFO(path);
    const auto answer = server.client().Get(path);
    REQUIRE(answer);
    CHECK(answer->status == 400);
    CHECK(Json::parse(answer->body)["error"]["parameter"] == parameter);
  }
}

}  // namespace yari::test
