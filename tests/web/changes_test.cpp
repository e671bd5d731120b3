// What the page changes, and how it takes that back; lists and names that are true at any size.
#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

std::int64_t games_stored(TestServer& server) { return server.get("/api/count")["games"]; }

std::int64_t last_change_id(TestServer& server) {
  return server.get("/api/journal")["changes"][0]["id"];
}

/// Two players, a date and ratings.
std::string rated_game(const std::string& black, const std::string& date, int rating) {
  return fmt::format(
      "[Black \"{0}\"]\n[White \"Zoe\"]\n[Date \"{1}\"]\n[BlackElo \"{2}\"]\n[WhiteElo \"{2}\"]\n\n"
      "1. P-7f P-3d *\n\n",
      black, date, rating);
}

}  // namespace

TEST_CASE("a line on the board is stored as a game, and taken back") {
  TestServer server;
  const std::int64_t before = games_stored(server);
  const Json stored = server.post("/api/games?variant=shogi&usi=startpos%20moves%207g7f%203c3d",
                                  R"({"Black": "Ann", "Date": "2026.11.26"})");
  const Json read = server.get("/api/games/" + stored["game"].dump());
  CHECK(read["black"] == "Ann");
  CHECK(read["variant"] == "shogi");
  CHECK(read["plies"] == 2);
  // The board says how it ended.
  const Json mated = server.post(
      "/api/"
      "games?variant=yari&usi=sfen%203k3%2F7%2F3%2BB3%2F7%2F7%2F7%2F7%2F7%"
      "2F3K3%20b%20R%201%20moves%20R*1a",
      "{}");
  CHECK(server.get("/api/games/" + mated["game"].dump())["result"] == "1-0");
  CHECK(games_stored(server) == before + 2);
  server.post("/api/games", R"({"Black": 7})", 400);
  // A new game has no result of its own choice.
  CHECK(server.post("/api/games", R"({"Black": "Ann", "Result": "1-0"})",
                    400)["error"]["message"] == "Result is no tag of a new game");
  CHECK(games_stored(server) == before + 2);
  // Only what was meant is taken back.
  const std::int64_t last = last_change_id(server);
  server.post("/api/undo?change=" + std::to_string(last - 1), "", 409);
  server.post("/api/undo?change=", "", 400);
  CHECK(server.post("/api/undo?change=" + std::to_string(last), "")["what"] == "begin a game");
  server.post("/api/undo?change=" + std::to_string(last), "", 409);
  CHECK(games_stored(server) == before + 1);
}

TEST_CASE("an import of some games is a change that is taken back") {
  TestServer server;
  const std::int64_t before = games_stored(server);
  const Json imported =
      server.post("/api/import?name=a.psn",
                  rated_game("Ann", "2001.05.02", 1500) + rated_game("Bob", "2001.05.01", 1700));
  REQUIRE(imported["new_games"].size() == 2);
  CHECK(server.get("/api/games/" + imported["new_games"][1].dump())["black"] == "Bob");
  CHECK(server.post("/api/undo?change=" + std::to_string(last_change_id(server)), "")["what"] ==
        "import of a.psn");
  CHECK(games_stored(server) == before);
  // Duplicates alone change nothing that could be taken back.
  server.post("/api/import", rated_game("Ann", "2001.05.02", 1500));
  CHECK(server.post("/api/import", rated_game("Ann", "2001.05.02", 1500))["new_games"].empty());
}

TEST_CASE("games with a position come by date, rating and name, too, page by page") {
  TestServer server;
  server.post("/api/import", rated_game("Ann", "2001.05.02", 1500) +
                                 rated_game("Bob", "2001.05.03", 1700) +
                                 rated_game("Cid", "2001.05.01", 1600));
  const auto names = [&](const std::string& order) {
    std::string all;
    for (const Json& row :
         server.lines("/api/games?white=Zoe&variant=yari&usi=startpos%20moves%207g7f&" + order)) {
      CHECK(row["ply"] == 1);
      all += row["black"].get<std::string>()[0];
    }
    return all;
  };
  CHECK(names("") == "ABC");
  CHECK(names("sort=date") == "CAB");
  CHECK(names("sort=date&reverse=1") == "BAC");
  CHECK(names("sort=rating&reverse=1") == "BCA");
  CHECK(names("sort=rating") == "ACB");
  CHECK(names("sort=id&reverse=1") == "CBA");
  const auto games = server.lines("/api/games?white=Zoe");
  REQUIRE(games.size() == 3);
  const std::string ann = games[0]["game"].dump();
  CHECK(names("sort=rating&offset=1&limit=1&after=" + ann) == "C");
  CHECK(names("sort=rating&reverse=1&after=" + ann).empty());
  std::string all;
  for (const Json& row : server.lines("/api/games?white=Zoe&sort=rating"))
    all += row["black"].get<std::string>()[0];
  CHECK(all == "ACB");
  const auto text = server.client().Get(
      "/api/export?white=Zoe&variant=yari&usi=startpos%20moves%207g7f&sort=rating&format=hodges");
  REQUIRE(text);
  CHECK(text->status == 200);
  CHECK(text->body.find("Ann") < text->body.find("Cid"));
  CHECK(text->body.find("Cid") < text->body.find("Bob"));
}

TEST_CASE("pieces of Yari Shogi have their own names in Japanese moves") {
  TestServer server;
  const auto last_move = [&](const std::string& usi) {
    const Json position = server.get("/api/position?variant=yari&usi=" + usi);
    return position["line"].back()["japanese"].get<std::string>();
  };
  CHECK(last_move("startpos%20moves%204i4h") == "▲４八将");
  CHECK(last_move("sfen%203k3%2F7%2F3%2BB3%2F7%2F7%2F7%2F7%2F7%2F3K3%20b%20R%201%20moves%20R*1a") ==
        "▲１一香飛");
  CHECK(last_move("sfen%203k3%2F7%2F3%2BB3%2F7%2F7%2F7%2F7%2F7%2F3K3%20b%20R%201%20moves%204c4b")
            .starts_with("▲４二成角"));
}

TEST_CASE("an import ends when its client goes", "[slow]") {
  TestServer server;
  std::string text;
  constexpr int games = 80'000;
  for (int i = 0; i < games; ++i) text += fmt::format("[Black \"B{}\"]\n\n1. P-7f P-3d *\n\n", i);
  httplib::Client client = server.client();
  client.set_read_timeout(std::chrono::milliseconds(200));
  CHECK_FALSE(client.Post("/api/import", text, "text/plain"));
  // The next one who writes waits for its end.
  server.post("/api/games", "{}");
  CHECK(games_stored(server) < games);
}

TEST_CASE("games of a name are counted in all games", "[slow]") {
  TestServer server;
  std::string text;
  constexpr int games = 20'050;
  for (int i = 0; i < games; ++i)
    text += fmt::format("[Black \"Common\"]\n[White \"W{}\"]\n[Event \"Big\"]\n\n1. P-7f *\n\n", i);
  CHECK(server.post("/api/import", text)["imported"] == games);
  CHECK(server.get("/api/players?name=Common")["players"][0]["games"] == games);
  CHECK(server.get("/api/players?limit=1")["players"][0]["games"] == games);
  CHECK(server.get("/api/events?limit=1")["events"][0]["games"] == games);
}

}  // namespace yari::test
