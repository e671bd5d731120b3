// What the API answers: the objects of `--json`, streams, and the places of mistakes.
#include <algorithm>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/web/printed.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

const std::string opening = "variant=shogi&usi=startpos%20moves%207g7f%203c3d%202g2f%204c4d";

Json error_of(TestServer& server, const std::string& path) {
  const auto answer = server.client().Get(path);
  REQUIRE(answer);
  CHECK(answer->status == 400);
  return Json::parse(answer->body)["error"];
}

}  // namespace

TEST_CASE("games are the objects that list prints") {
  TestServer server;
  const std::vector<Json> games = server.lines("/api/games");
  const std::vector<Json> listed = printed(server, {"list"});
  REQUIRE(games.size() == listed.size());
  for (std::size_t i = 0; i < games.size(); ++i) CHECK(equal(games[i], listed[i]));
  CHECK(server.lines("/api/games?player=habu&side=black&result=1-0") ==
        server.lines("/api/games?black=habu&result=1-0"));
  CHECK(server.get("/api/count?variant=shogi")["games"] ==
        server.lines("/api/games?variant=shogi").size());
  httplib::Client client = server.client();
  client.Post("/api/games/2/tags", R"({"BlackElo": "1750", "WhiteElo": "1900"})",
              "application/json");
  client.Post("/api/games/3/tags", R"({"BlackElo": "1750"})", "application/json");
  CHECK(server.lines("/api/games?rated=1700..").front()["game"] == 2);
  CHECK(equal(server.lines("/api/games?rated=1700..1900")[0],
              printed(server, {"list", "--rated", "1700..1900"})[0]));
  CHECK(server.get("/api/count?rated=1800..")["games"] == 0);
  const auto last = server.lines("/api/games?sort=plies&reverse=1&limit=2&offset=1");
  REQUIRE(last.size() == 2);
  CHECK(last[0]["plies"] >= last[1]["plies"]);
}

TEST_CASE("games with a position are the objects that find prints, once for each game") {
  TestServer server;
  const auto hits = server.lines("/api/games?" + opening);
  const auto found = printed(server, {"find", "--all-hits", "--variant", "shogi", "--usi",
                                      "startpos moves 7g7f 3c3d 2g2f 4c4d"});
  REQUIRE(hits.size() == found.size());
  REQUIRE(hits.size() > 1);
  for (std::size_t i = 0; i < hits.size(); ++i) CHECK(equal(hits[i], found[i]));
  const auto second = server.lines("/api/games?" + opening + "&offset=1&limit=1");
  REQUIRE(second.size() == 1);
  CHECK(second[0] == hits[1]);
}

TEST_CASE("the explorer gives the counts that tree prints") {
  TestServer server;
  const Json explorer = server.get("/api/explorer?variant=shogi&usi=startpos%20moves%207g7f");
  const auto rows = printed(server, {"tree", "--variant", "shogi", "--usi", "startpos moves 7g7f"});
  REQUIRE(explorer["moves"].size() + 1 == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Json like = rows[i];
    for (const char* name : {"node", "depth", "sfen", "next", "players"}) like.erase(name);
    if (i + 1 == rows.size()) {
      like.erase("move");
      like.erase("usi");
      CHECK(equal(explorer["all"], like));
      CHECK(explorer["players"].size() == rows[i]["players"].size());
    } else {
      CHECK(equal(explorer["moves"][i], like));
    }
  }
  const Json filtered =
      server.get("/api/explorer?variant=shogi&usi=startpos&player=habu&side=black");
  CHECK(filtered["all"]["games"] < server.get("/api/explorer?variant=shogi")["all"]["games"]);
}

TEST_CASE("a position of a stored game is a position, wherever one is taken") {
  TestServer server;
  const Json moves = server.get("/api/games/2")["moves"];
  const std::string line = "variant=shogi&usi=startpos%20moves%20" + moves[0].get<std::string>() +
                           "%20" + moves[1].get<std::string>();
  CHECK(server.get("/api/position?game=2:2") == server.get("/api/position?" + line));
  CHECK(server.get("/api/explorer?game=2:2") == server.get("/api/explorer?" + line));
  CHECK(server.lines("/api/games?game=2:2") == server.lines("/api/games?" + line));
  CHECK(server.get("/api/position?game=2")["sfen"] ==
        server.get("/api/position?game=2:last")["sfen"]);
  CHECK(server.get("/api/position?game=2:-1")["line"].size() == moves.size());
  CHECK(error_of(server, "/api/position?game=2:9999")["parameter"] == "game");
  const auto missing = server.client().Get("/api/position?game=99");
  REQUIRE(missing);
  CHECK(missing->status == 404);
}

TEST_CASE("a position has its legal moves in every notation, and the moves that led to it") {
  TestServer server;
  const Json position = server.get("/api/position?" + opening);
  CHECK(equal(position, printed(server, {"board", "--variant", "shogi", "--usi",
                                         "startpos moves 7g7f 3c3d 2g2f 4c4d"})
                            .front()));
  const auto moves = printed(
      server, {"moves", "--variant", "shogi", "--usi", "startpos moves 7g7f 3c3d 2g2f 4c4d"});
  REQUIRE(position["moves"].size() == moves.size());
  for (const Json& move : moves) {
    const auto same = std::ranges::find_if(
        position["moves"], [&](const Json& other) { return other["usi"] == move["usi"]; });
    REQUIRE(same != position["moves"].end());
    CHECK(equal(*same, move));
  }
  REQUIRE(position["line"].size() == 4);
  CHECK(position["line"][0]["japanese"] == "▲７六歩");
  CHECK(position["line"][1]["move"] == "P-3d");
  const Json handicap = server.get("/api/position?variant=yari&handicap=YR");
  CHECK(handicap["side"] == "white");
  CHECK(handicap["handicap"] == "YR1a");
  const Json in_kanji =
      server.get("/api/position?variant=yari&handicap=%E9%A3%9B%E8%BB%8A%E8%90%BD%E3%81%A1");
  CHECK(in_kanji["sfen"] == handicap["sfen"]);
}

TEST_CASE("the page comes with what its first view would ask for, as data that cannot end early") {
  TestServer server;
  const auto page = server.client().Get("/");
  REQUIRE(page);
  const std::string head = R"(<script id="given" type="application/json">)";
  const std::size_t begin = page->body.find(head);
  REQUIRE(begin != page->body.npos);
  const std::size_t end = page->body.find('<', begin + head.size());
  CHECK(page->body.substr(end, 9) == "</script>");
  const Json given = Json::parse(page->body.substr(begin + head.size(), end - begin - head.size()));
  // Whoever asks gets the page: it says nothing of the database.
  CHECK(given.size() == 3);
  // The fields of the form.
  CHECK(given["conditions"].size() > 15);
  CHECK(given["conditions"][0] == Json{{"name", "player"},
                                       {"label", "Player"},
                                       {"help", given["conditions"][0]["help"]},
                                       {"offers", "player"}});
  CHECK(given["password"] == false);
  for (const std::string variant : {"yari", "shogi"})
    CHECK(given["positions"][variant] ==
          server.get("/api/position?usi=startpos&variant=" + variant));
}

TEST_CASE("a game has the fields of show and its tree") {
  TestServer server;
  const Json game = server.get("/api/games/11");
  Json shown = printed(server, {"show", "11"}).front();
  CHECK(server.get("/api/games/11/record")["text"] == shown["text"]);
  shown.erase("text");
  CHECK(equal(game, shown));
  CHECK(game["report"]["nodes"].size() > game["moves"].size());
  CHECK(game["report"]["nodes"][1]["move"] == game["moves"][0]);
  CHECK(game["report"]["nodes"][1]["japanese"].get<std::string>().starts_with("▲"));
  const Json kif = server.get("/api/games/2/record?format=kif");
  CHECK(kif["text"].get<std::string>().find("手合割") != std::string::npos);
}

TEST_CASE("statistics are those of stats, and players are found by part of their name") {
  TestServer server;
  CHECK(equal(server.get("/api/statistics?positions=10"), printed(server, {"stats"}).front()));
  const Json players = server.get("/api/players?name=hab")["players"];
  REQUIRE(players.size() == 1);
  CHECK(players[0]["player"] == "Habu Yoshiharu");
  CHECK(players[0]["games"] == server.lines("/api/games?player=habu").size());
  const Json all = server.get("/api/players?name=a")["players"];
  REQUIRE(all.size() > 1);
  const Json busiest = server.get("/api/players?name=a&limit=1")["players"];
  CHECK(busiest == Json::array({all[0]}));
}

TEST_CASE("a mistake in a query has its column, and a search streams its hits") {
  TestServer server;
  const Json wrong = server.get("/api/query/check?query=check%20and%20and%20drop");
  CHECK(wrong["ok"] == false);
  CHECK(wrong["column"] == 11);
  CHECK(server.get("/api/query/check?query=check%20and%20drop")["ok"] == true);
  CHECK(error_of(server, "/api/query?query=check%20and%20and")["column"] == 11);
  const auto rows = server.lines("/api/query?variant=yari&query=capture%20R");
  std::vector<Json> hits;
  for (const Json& row : rows)
    if (row.contains("game")) hits.push_back(row);
  const auto found =
      printed(server, {"find", "--all-hits", "--variant", "yari", "--query", "capture R"});
  REQUIRE(hits.size() == found.size());
  for (std::size_t i = 0; i < hits.size(); ++i) CHECK(equal(hits[i], found[i]));
  CHECK(rows.back()["hits"] == hits.size());
  CHECK(rows.back()["more"] == false);
  CHECK(server.lines("/api/query?variant=yari&query=capture%20R&limit=1").back()["more"] == true);
}

TEST_CASE("parameters that make no sense are refused with their name") {
  TestServer server;
  CHECK(error_of(server, "/api/position?sfen=nonsense")["parameter"] == "sfen");
  const Json illegal = error_of(server, "/api/position?usi=startpos%20moves%207g7e");
  CHECK(illegal["parameter"] == "usi");
  CHECK(illegal["column"] == 16);
  for (const std::string& wrong :
       std::vector<std::string>{"limit=-1",      "limit=1e9",     "limit=",
                                "offset=x",      "sort=name",     "reverse=2",
                                "date=May",      "result=2-0",    "ending=sleep",
                                "plies=a..b",    "rated=2000..x", "rated=10000",
                                "side=red",      "side=black",    "side=black&player=a&black=b",
                                "variant=chess", "player=",       "date=",
                                "round=",        "text=",         "from_file=",
                                "result=",       "plies="}) {
    const auto answer = server.client().Get("/api/games?" + wrong);
    REQUIRE(answer);
    INFO(wrong);
    CHECK(Json::parse(answer->body)["error"]["parameter"] == wrong.substr(0, wrong.find('=')));
  }
  CHECK(error_of(server, "/api/games?sort=colour&" + opening)["parameter"] == "sort");
  CHECK(error_of(server, "/api/position?handicap=Lance&" + opening)["parameter"] == "handicap");
  CHECK(error_of(server, "/api/position?variant=shogi&handicap=5a,x")["parameter"] == "handicap");
  CHECK(error_of(server, "/api/record?format=x")["parameter"] == "format");
  CHECK(error_of(server, "/api/games/2/record?format=x")["parameter"] == "format");
  CHECK(error_of(server, "/api/profile?player=a&white=b")["parameter"] == "side");
  CHECK(error_of(server, "/api/games?player=a&player=b")["parameter"] == "player");
  CHECK(error_of(server, "/api/games?player=%ff")["parameter"] == "player");
  CHECK(error_of(server, "/api/games?player=a%00b")["parameter"] == "player");
}

TEST_CASE("parameters beyond their limit are refused with their name") {
  TestServer server;
  for (const auto& [path, parameter] : std::vector<std::pair<std::string, std::string>>{
           {"/api/games?limit=100001", "limit"},
           {"/api/query?query=check&limit=100001", "limit"},
           {"/api/analysis?lines=11", "lines"},
           {"/api/analysis?seconds=3601", "seconds"},
           {"/api/mate?seconds=3601", "seconds"},
           {"/api/mate?mate_in=1000", "mate_in"},
           {"/api/puzzles?limit=101", "limit"},
           {"/api/statistics?positions=101", "positions"}}) {
    INFO(path);
    CHECK(error_of(server, path)["parameter"] == parameter);
  }
  CHECK(server.client().Get("/api/" + std::string(300, 'a'))->status == 414);
  CHECK(server.client().Get("/api/games?player=" + std::string(8193, 'a'))->status == 414);
}

TEST_CASE("a name that an object in a body has twice is refused, like a parameter") {
  TestServer server;
  httplib::Client client = server.client();
  for (const auto& [path, body, name] : std::vector<std::array<std::string, 3>>{
           {"tags", R"({"Event": "a", "Site": "b", "Event": "c"})", "Event"},
           {"tags", R"({"Event": "a", "\u0045vent": "c"})", "Event"},
           {"tags", R"({"Event": {"x": 1, "x": 2}})", "x"},
           {"notes", R"({"ply": 1, "comment": "a", "comment": ""})", "comment"},
           {"variations", R"({"ply": 1, "moves": [], "ply": 2})", "ply"}}) {
    INFO(body);
    const auto answer = client.Post("/api/games/2/" + path, body, "application/json");
    REQUIRE(answer);
    CHECK(answer->status == 400);
    const Json error = Json::parse(answer->body)["error"];
    CHECK(error["parameter"] == name);
    CHECK(error["message"] == "given twice");
  }
  CHECK(server.get("/api/journal")["changes"].empty());
  // Two objects may have the same name.
  CHECK_THAT(
      client.Post("/api/games/2/tags", R"({"a": {"x": 1}, "b": {"x": 1}})", "text/plain")->body,
      !Contains("given twice"));
}

TEST_CASE("what is pasted is read: SFEN, USI, moves, KIF, a diagram") {
  TestServer server;
  httplib::Client client = server.client();
  const auto read = [&](const std::string& text) {
    const auto answer = client.Post("/api/read?variant=shogi", text, "text/plain");
    REQUIRE(answer);
    REQUIRE(answer->status == 200);
    return Json::parse(answer->body);
  };
  CHECK(read("sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1\n")["form"] == "sfen");
  CHECK(read("3k3/7/7/7/7/7/7/7/3K3 b P 1")["position"]["variant"] == "yari");
  CHECK(read("startpos moves 7g7f 3c3d")["position"]["line"].size() == 2);
  // Of two games by whose rules it goes, it is the one that is meant; else the other.
  CHECK(read("startpos moves 7g7f 3c3d")["position"]["variant"] == "shogi");
  CHECK(read("startpos moves 1i1h")["position"]["variant"] == "shogi");
  CHECK(read("sfen rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1 moves 7g7f")["position"]
                                                                               ["variant"] ==
        "yari");
  CHECK(read("1. P-7f P-3d 2. P-2f")["position"]["line"].size() == 3);
  const Json kif = read(server.get("/api/games/2/record?format=kif")["text"]);
  CHECK(kif["form"] == "kif");
  CHECK(kif["position"]["line"].size() == 113);
  const Json diagram = read(::yari::test::yari({"board", "--moves", "P-7f P-3d"}).out);
  CHECK(diagram["position"]["sfen"] == "rnnkbbr/7/pppp1pp/4p2/7/P6/1PPPPPP/7/RBBKNNR b - 3");
  const Json nothing = read("1. P-7f P-9z");
  CHECK(!nothing["findings"].empty());
  CHECK(read("")["position"].is_null());
  const Json crowded = read("sfen 3kk4/9/9/9/9/9/9/9/4K4 b - 1");
  CHECK(crowded["position"].is_null());
  CHECK(crowded["findings"].size() == 1);
}

TEST_CASE("a file is imported, and what is wrong in it has its place") {
  TestServer server;
  httplib::Client client = server.client();
  const auto import = [&](const std::string& text, const std::string& name) {
    const auto answer = client.Post("/api/import?name=" + name, text, "application/octet-stream");
    REQUIRE(answer);
    REQUIRE(answer->status == 200);
    return Json::parse(answer->body);
  };
  const std::string kif = server.get("/api/games/2/record?format=kif")["text"];
  CHECK(import(kif, "again.kif")["duplicates"] == 1);
  const Json added = import("[Black \"Ito\"]\n\n1. P-7f P-3d 2. P-9z *\n", "..%2F..%2Fevil.psn");
  CHECK(added["imported"] == 1);
  REQUIRE(added["findings"].size() == 1);
  CHECK(added["findings"][0]["line"] == 3);
  CHECK(server.get("/api/about")["games"] == 15);
  // The games are from the file that the user sent, not from where it lay meanwhile.
  CHECK(server.get("/api/games/15")["file"] == "evil.psn");
  // Any name will do, and none; of many findings the first are reported.
  for (const std::string name :
       {"a.k!f", "%2E%2E", ".kif", "a%3Ab.kif", "", "a.kif.of.the.final.of.nineteen.ninety-five"})
    CHECK(import(kif, name)["duplicates"] == 1);
  CHECK(import(kif, std::string(210, 'a'))["duplicates"] == 1);
  std::string damaged = "startpos moves 7g7f\n";
  for (int i = 0; i < 250; ++i) damaged += "startpos moves 9z9z\n";
  CHECK(import(damaged, "a.usi")["findings"].size() == 200);
  web::ServeOptions read_only;
  read_only.writes = false;
  TestServer locked(read_only);
  CHECK(locked.client().Post("/api/import", kif, "text/plain")->status == 403);
}

TEST_CASE("tags are edited and the change taken back, and a read-only server refuses both") {
  TestServer server;
  httplib::Client client = server.client();
  const auto edit = [](httplib::Client& by, const std::string& body) {
    return by.Post("/api/games/2/tags", body, "application/json");
  };
  const std::string before = server.get("/api/games/2")["event"];
  CHECK(edit(client, R"({"Event": "Club <b>final</b>"})")->status == 200);
  CHECK(server.get("/api/games/2")["event"] == "Club <b>final</b>");
  CHECK(edit(client, R"({"Result": "2-0"})")->status == 400);
  CHECK(edit(client, "{}")->status == 400);
  CHECK(edit(client, R"({"Event": 3})")->status == 400);
  std::string many = R"({"a": "")";
  for (int i = 0; i < 100; ++i) many += R"(, "a)" + std::to_string(i) + R"(": "")";
  CHECK(edit(client, many + "}")->status == 400);
  CHECK(client.Post("/api/games/77/tags", R"({"Event": "x"})", "application/json")->status == 404);
  CHECK(edit(client, R"({"SFEN": "9/9"})")->status == 400);
  CHECK(edit(client, R"({"Handicap": "YR1a"})")->status == 409);
  CHECK(edit(client, R"({"a b": "1"})")->status == 400);
  CHECK(edit(client, R"({"event": "a", "Event": "b"})")->status == 400);
  CHECK(edit(client, R"({"Date": "2001.2.30"})")->status == 400);
  CHECK(edit(client, R"(["Event"])")->status == 400);
  CHECK(edit(client, "{")->status == 400);
  CHECK(server.get("/api/journal")["changes"].size() == 1);
  CHECK(client.Post("/api/undo", "", "text/plain")->status == 200);
  CHECK(server.get("/api/games/2")["event"] == before);
  CHECK(client.Post("/api/undo", "", "text/plain")->status == 409);
  web::ServeOptions read_only;
  read_only.writes = false;
  TestServer locked(read_only);
  httplib::Client reader = locked.client();
  CHECK(edit(reader, R"({"Event": "x"})")->status == 403);
  CHECK(reader.Post("/api/undo", "", "text/plain")->status == 403);
  CHECK(locked.get("/api/about")["writes"] == false);
}

}  // namespace yari::test
