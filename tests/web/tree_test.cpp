// Comments, glyphs and variations of stored games over the API.
#include "tests/support/catch.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

/// The status and the object of a POST.
std::pair<int, Json> post(TestServer& server, const std::string& path, const std::string& body) {
  const auto answer = server.client().Post(path, body, "application/json");
  REQUIRE(answer);
  return {answer->status, Json::parse(answer->body)};
}

const Json& node_named(const Json& game, const std::string& move) {
  for (const Json& node : game["report"]["nodes"])
    if (node.value("move", "") == move) return node;
  FAIL("no move " << move);
  return game;
}

std::string message_of(const std::pair<int, Json>& answer) {
  return std::to_string(answer.first) + " " + answer.second["error"]["message"].get<std::string>();
}

}  // namespace

TEST_CASE("a move gets a comment and glyphs, and undo takes them back") {
  TestServer server;
  const Json before = server.get("/api/games/2")["report"];
  const std::string text = R"(<b>not \"bold\"</b>\nsecond\tline)";
  const auto edited = post(server, "/api/games/2/notes",
                           R"({"moves": ["7g7f"], "comment": ")" + text +
                               R"(", "before": "first", "glyphs": ["!?", "$14"]})");
  CHECK(edited.first == 200);
  CHECK(edited.second["changed"] == 1);
  const Json game = server.get("/api/games/2");
  CHECK(node_named(game, "7g7f")["comment"] == "<b>not \"bold\"</b>\nsecond\tline");
  CHECK(node_named(game, "7g7f")["before"] == "first");
  CHECK(node_named(game, "7g7f")["glyphs"] == Json({"!?", "$14"}));
  CHECK(server.get("/api/journal")["changes"][0]["what"] == "edit game 2 at move 1");
  CHECK(post(server, "/api/undo", "").first == 200);
  CHECK(server.get("/api/games/2")["report"] == before);
}

TEST_CASE("a comment that was changed meanwhile is not written over") {
  TestServer server;
  const auto note = [&](const char* comment, const char* saw) {
    return post(server, "/api/games/2/notes",
                R"({"moves": ["7g7f"], "comment": ")" + std::string(comment) + R"(", "saw": )" +
                    std::string(saw) + "}");
  };
  CHECK(note("mine", R"({"comment": "", "before": ""})").first == 200);
  CHECK(message_of(note("yours", R"({"comment": ""})")) ==
        "409 the comment was changed elsewhere meanwhile: \"mine\"");
  CHECK(message_of(note("yours", R"({"comment": "mine", "before": "x"})")).starts_with("409"));
  CHECK(node_named(server.get("/api/games/2"), "7g7f")["comment"] == "mine");
  CHECK(note("yours", R"({"comment": "mine"})").first == 200);
  CHECK(node_named(server.get("/api/games/2"), "7g7f")["comment"] == "yours");
  CHECK(note("ours", R"({"comment": "yours", "before": ""})").first == 200);
  CHECK(message_of(note("x", "[]")) == "400 expected an object");
}

TEST_CASE("variations are added, promoted and removed over the API") {
  TestServer server;
  const auto change = [&](const char* kind, const char* moves) {
    return post(
        server, "/api/games/2/variations",
        R"({"moves": )" + std::string(moves) + R"(, "change": ")" + std::string(kind) + R"("})");
  };
  const Json before = server.get("/api/games/2");
  const std::string second = before["moves"][1];
  REQUIRE(second != "8c8d");
  CHECK(change("add", R"(["7g7f", "8c8d", "2g2f"])").second["changed"] == 1);
  CHECK(server.get("/api/games/2")["moves"] == before["moves"]);
  CHECK(change("promote", R"(["7g7f", "8c8d"])").first == 200);
  CHECK(server.get("/api/games/2")["moves"] == Json({"7g7f", "8c8d", "2g2f"}));
  CHECK(change("remove", R"(["7g7f", "8c8d"])").first == 200);
  CHECK(server.get("/api/games/2")["moves"] == before["moves"]);
}

TEST_CASE("edits that make no sense are refused, with the field") {
  TestServer server;
  const auto note = [&](const std::string& body) {
    return message_of(post(server, "/api/games/2/notes", body));
  };
  CHECK(note("[]") == "400 expected an object");
  CHECK(note(R"({"moves": "7g7f"})") == "400 expected an array of at most 5000 moves");
  CHECK(note("{}") == "400 expected an array of at most 5000 moves");
  CHECK(note(R"({"moves": [3]})") == "400 expected a move");
  CHECK(note(R"({"moves": ["9z"], "comment": ""})").starts_with("400 "));
  CHECK(note(R"({"moves": [], "comment": 3})") == "400 expected a text");
  CHECK(note("{\"moves\": [], \"comment\": \"a\\u0007\"}") ==
        "400 the text contains control characters");
  CHECK(note("{\"moves\": [], \"comment\": \"a\x7F\"}") ==
        "400 the text contains control characters");
  CHECK(note(R"({"moves": [], "comments": "x"})") == "400 there is no such field");
  const auto glyphs = [&](int count) {
    std::string text = R"({"moves": ["7g7f"], "glyphs": ["!")";
    for (int i = 1; i < count; ++i) text += R"(,"!")";
    return post(server, "/api/games/2/notes", text + "]}").first;
  };
  CHECK(glyphs(8) == 200);
  CHECK(glyphs(9) == 400);
  CHECK(note(R"({"moves": ["7g7f"], "glyphs": ["?!?"]})") ==
        "400 expected ! ? !! ?? !? ?! or $1 to $255");
  for (const char* glyph : {R"("$256")", R"("$0")", R"("$1x")", R"("$")", "3"})
    CHECK(note(R"({"moves": ["7g7f"], "glyphs": [)" + std::string(glyph) + "]}")
              .starts_with("400 expected ! ?"));
  CHECK(note(R"({"moves": ["7g7f"], "glyphs": "!"})") == "400 expected an array of at most 8");
  CHECK(note(R"({"moves": ["7g7f"], "glyphs": ["!","!","!","!","!","!","!","!","!"]})") ==
        "400 expected an array of at most 8");
  CHECK(note(R"({"moves": ["1g1f"], "comment": "x"})") == "409 the game does not have these moves");
  CHECK(message_of(post(server, "/api/games/2/variations", R"({"moves": [], "change": "cut"})")) ==
        "400 expected add, remove or promote");
  CHECK(message_of(post(server, "/api/games/2/variations", R"({"moves": [], "change": 3})")) ==
        "400 expected add, remove or promote");
  CHECK(message_of(post(server, "/api/games/77/notes", R"({"moves": []})")) ==
        "404 there is no game 77");
  CHECK(note(R"({"moves": [], "comment": ")" + std::string(100'001, 'x') + R"("})") ==
        "400 the text is too long");
  Json many = Json::array(), tags = Json::object();
  for (int i = 0; i <= 5000; ++i) many.push_back("7g7f");
  for (int i = 0; i <= 100; ++i) tags["Tag" + std::to_string(i)] = "x";
  CHECK(note(Json{{"moves", many}, {"comment", ""}}.dump()) ==
        "400 expected an array of at most 5000 moves");
  CHECK(message_of(post(server, "/api/games/2/tags", tags.dump())).starts_with("400 "));
  web::ServeOptions options;
  options.writes = false;
  TestServer read_only(options);
  CHECK(post(read_only, "/api/games/2/notes", R"({"moves": [], "comment": "x"})").first == 403);
}

}  // namespace yari::test
