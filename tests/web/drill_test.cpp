// Training by repetition over HTTP: the same cards, answers and days as `yari drill`.
#include "tests/support/catch.h"
#include "tests/web/printed.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

constexpr const char* start = "variant=shogi&usi=startpos";
constexpr const char* mate_in_3 =
    "sfen l3b3l/1kg6/2Ns4p/ppppp4/1N4+Bp1/P1S1P1P2/1P1P1+p2P/1K2G4/LN6L b 2GS2P2rsn2p 1 moves "
    "G*8a 8b8c G*8b 7b8b 8a8b\n";

struct Drill {
  TestServer server;

  Json post(const std::string& path, int status = 200) {
    return parsed(server.client().Post("/api/drill" + path, "", "text/plain"), status);
  }
  Json get(const std::string& path, int status = 200) {
    return parsed(server.client().Get("/api/drill" + path), status);
  }
  static Json parsed(const httplib::Result& answer, int status) {
    REQUIRE(answer);
    INFO(answer->body);
    REQUIRE(answer->status == status);
    return Json::parse(answer->body);
  }
  Json keep(const std::string& moves, int status = 200) {
    return post("?today=2026-11-01&" + std::string(start) + "&moves=" + moves, status);
  }
  Json grade(int card, const std::string& rest, int status = 200) {
    return post('/' + std::to_string(card) + '?' + rest, status);
  }
  Outcome program(std::vector<std::string> words, const std::string& input = "") {
    words.insert(words.end(), {"--db", server.database().string()});
    RunOptions options;
    options.input = input;
    return yari(words, options);
  }
};

}  // namespace

TEST_CASE("a position is kept, asked, answered and graded") {
  Drill f;
  CHECK(f.get("?today=2026-11-01") ==
        Json::parse(R"({"due": 0, "cards": 0, "next": null, "questions": []})"));
  const Json kept = f.keep("P-7f%202g2f");
  CHECK(kept["added"] == 1);
  CHECK(kept["card"] == 1);
  CHECK(kept["source"] == "own");
  CHECK(kept["game"].is_null());
  CHECK(f.keep("7g7f%202g2f")["known"] == 1);
  const Json due = f.get("?today=2026-11-01&variant=shogi&source=own");
  CHECK(due["due"] == 1);
  REQUIRE(due["questions"].size() == 1);
  CHECK(due["questions"][0]["done"].empty());
  CHECK_FALSE(due["questions"][0].contains("moves"));
  CHECK(f.get("?today=2026-11-01&variant=yari")["cards"] == 0);
  CHECK(f.get("?today=2026-11-01&limit=0")["questions"].empty());
  CHECK(f.get("?today=2026-10-31") ==
        Json::parse(R"({"due": 0, "cards": 1, "next": "2026-11-01", "questions": []})"));

  const Json right = f.get("/1/answer?today=2026-11-01&moves=7g7f&milliseconds=12000");
  CHECK(right["verdict"] == "right");
  CHECK(right["moves"] == Json::parse(R"(["P-7f", "P-2f"])"));
  CHECK(right["line"][1]["japanese"] == "▲２六歩");
  CHECK(right["grade"] == "good");
  CHECK(right["grades"][1] ==
        Json::parse(
            R"({"grade": "hard", "due": "2026-11-02", "days": 1, "asked_again": true})"));
  CHECK(right["grades"][2]["asked_again"] == false);
  CHECK(f.get("/1/answer?today=2026-11-01&moves=9g9f")["grade"] == "again");
  CHECK(f.get("/1/answer?today=2026-11-01")["verdict"] == "wrong");
  // Nothing is stored before there is a grade.
  CHECK(f.get("?today=2026-11-01")["due"] == 1);
  const Json graded = f.grade(1, "today=2026-11-01&grade=hard&reviews=0");
  CHECK(graded["due"] == "2026-11-02");
  CHECK(graded["reviews"] == 1);
  // Sent twice, it counts once.
  f.grade(1, "today=2026-11-01&grade=hard&reviews=0", 409);
  CHECK(f.get("?today=2026-11-01")["next"] == "2026-11-02");
  CHECK(f.grade(1, "today=2026-11-02&grade=4&reviews=1")["due"] == "2026-11-08");
  CHECK(Drill::parsed(f.server.client().Delete("/api/drill/1"), 200)["removed"] == 1);
  Drill::parsed(f.server.client().Delete("/api/drill/1"), 404);
}

TEST_CASE("what is learned over HTTP is what the program learns") {
  Drill f;
  f.keep("7g7f");
  const nlohmann::json question = f.get("?today=2026-11-01")["questions"][0];
  const nlohmann::json answer = f.get("/1/answer?today=2026-11-01&moves=7g7f");
  const auto rows = f.program({"drill", "--json", "--today", "2026-11-01"}, "7g7f\n").json();
  REQUIRE(rows.size() == 3);
  for (const auto& [name, value] : question.items()) CHECK(rows[0][name] == value);
  for (const char* const name : {"moves", "usi", "played", "judgement", "before", "after", "grade",
                                 "reason"}) {
    INFO(name);
    CHECK(rows[1][name] == answer[name]);
  }
  CHECK(rows[1]["due"] == answer["grades"][2]["due"]);
  // A card that another door asked meanwhile is not graded by what was seen before.
  f.grade(1, "today=2026-11-01&grade=good&reviews=0", 409);
}

TEST_CASE("in a puzzle the opponent's answer is played, and the rest stays hidden") {
  Drill f;
  TemporaryFolder folder;
  folder.file("p.usi", mate_in_3);
  REQUIRE(f.program({"drill", "add", "--puzzles", (folder.path() / "p.usi").string(), "--today",
                     "2026-11-01"})
              .code == 0);
  const auto answer = [&](const std::string& moves, int status = 200) {
    return f.get("/1/answer?today=2026-11-01&moves=" + moves, status);
  };
  CHECK(answer("G*8a") ==
        Json::parse(R"({"card": 1, "verdict": "more", "done": ["G*8a", "8b8c"]})"));
  CHECK(answer("G*8a%208b8c%20G*8b")["done"].size() == 4);
  CHECK(answer("G*8a%208b8c%20G*8b%207b8b%208a8b")["verdict"] == "right");
  CHECK(answer("G*8a%208b8c%20S*8b")["verdict"] == "wrong");
  CHECK(answer("G*8a%208b8c", 400)["error"]["parameter"] == "moves");
  answer("G*8c%208b8c%20G*8b", 400);
  answer("G*8a%208b8c%20G*8b%207b8b%208a8b%208c8b%20S*8c", 400);
}

TEST_CASE("the mistakes of a game, or of a player, become cards") {
  Drill f;
  const auto imported = f.server.client().Post(
      "/api/import",
      "[Variant \"shogi\"]\n[Black \"Aoki\"]\n[White \"Baba\"]\n\n1. P-7f P-3d 2. Bx2b+ P-9d 3. "
      "+Bx3a *\n",
      "text/plain");
  const std::string game = Drill::parsed(imported, 200)["new_games"][0].dump();
  CHECK(f.post("/mistakes?today=2026-11-01&game=" + game)["added"] == 0);
  REQUIRE(f.program({"annotate", game, "--nodes", "3000", "--jobs", "1", "--book", "0"}).code == 0);
  const Json none = f.post("/mistakes?today=2026-11-01&player=Baba&side=black");
  CHECK(none["added"] == 0);
  CHECK(none["more"] == false);
  const Json white = f.post("/mistakes?today=2026-11-01&side=white&game=" + game);
  CHECK(white["added"] > 0);
  CHECK(f.post("/mistakes?today=2026-11-01&player=Baba")["known"] == white["added"]);
  const Json question = f.get("?today=2026-11-01")["questions"][0];
  CHECK(question["source"] == "mistake");
  CHECK(question["game"].dump() == game);
  const Json answer =
      f.get("/" + question["card"].dump() + "/answer?today=2026-11-01&moves=9c9d");
  CHECK(answer["verdict"] == "wrong");
  CHECK(answer["judgement"] == "blunder");
  CHECK(answer["played_move"]["usi"] == "9c9d");
  // From the stored game itself a position is known with its place.
  const Json kept = f.post("?today=2026-11-01&game=" + game + ":3&moves=8b2b");
  CHECK(kept["game"].dump() == game);
  CHECK(kept["ply"] == 3);
  f.post("/mistakes?today=2026-11-01", 400);
  f.post("/mistakes?today=2026-11-01&side=white", 400);
  f.post("/mistakes?today=2026-11-01&game=999999", 404);
  f.post("/mistakes?today=2026-11-01&side=left&game=" + game, 400);
}

TEST_CASE("what is no card, day, move or grade is refused, and a server for reading stores nothing") {
  Drill f;
  f.keep("7g7f");
  for (const std::string day :
       {"", "today=", "today=2026", "today=2026-13-01", "today=2026-02-30", "today=0999-01-01",
        "today=9900-01-01", "today=tomorrow", "today=%ff"}) {
    INFO(day);
    CHECK(f.get('?' + day, 400)["error"]["parameter"] == "today");
    f.grade(1, day + "&grade=good&reviews=0", 400);
    f.get("/1/answer?moves=7g7f&" + day, 400);
    f.post("/mistakes?player=a&" + day, 400);
  }
  f.get("?today=2026-11-01&source=friend", 400);
  f.get("?today=2026-11-01&limit=1001", 400);
  f.keep("", 400);
  f.keep("%20", 400);
  CHECK(f.keep("7g7f%207g7e", 400)["error"]["column"] == 6);
  f.get("/1/answer?today=2026-11-01&moves=7g7e", 400);
  f.get("/1/answer?today=2026-11-01&moves=7g7f%203c3d", 400);
  f.get("/1/answer?today=2026-11-01&moves=7g7f%203c3d%202g2f", 400);
  f.get("/1/answer?today=2026-11-01&moves=1.", 400);
  f.get("/1/answer?today=2026-11-01&moves=7g7f&milliseconds=-1", 400);
  f.get("/2/answer?today=2026-11-01&moves=7g7f", 404);
  f.grade(1, "today=2026-11-01&grade=5&reviews=0", 400);
  f.grade(1, "today=2026-11-01&grade=good", 400);
  f.grade(2, "today=2026-11-01&grade=good&reviews=0", 404);
  CHECK(f.get("?today=2026-11-01")["due"] == 1);

  web::ServeOptions read_only;
  read_only.writes = false;
  TestServer locked(read_only);
  httplib::Client client = locked.client();
  CHECK(client.Get("/api/drill?today=2026-11-01")->status == 200);
  for (const char* const path :
       {"/api/drill?today=2026-11-01&moves=7g7f&variant=shogi&usi=startpos",
        "/api/drill/mistakes?today=2026-11-01&player=habu",
        "/api/drill/1?today=2026-11-01&grade=good&reviews=0"})
    CHECK(client.Post(path, "", "text/plain")->status == 403);
  CHECK(client.Delete("/api/drill/1")->status == 403);
}

}  // namespace yari::test
