// Lists of games, their pages, names of openings, exports, reports and saved queries.
#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "db/change/upkeep.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"
#include "tests/web/printed.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

const std::string at_start = "variant=shogi&usi=startpos";

int status_of_answer(const httplib::Result& answer) { return answer ? answer->status : -1; }

std::vector<Json> with_text(const std::vector<Json>& rows) {
  std::vector<Json> records;
  for (const Json& row : rows)
    if (row.contains("text")) records.push_back(row);
  return records;
}

}  // namespace

TEST_CASE("games with a position come in pages without a gap") {
  TestServer server;
  const auto all = server.lines("/api/games?" + at_start);
  REQUIRE(all.size() == 5);
  for (std::size_t offset = 0; offset <= all.size(); ++offset) {
    const auto page =
        server.lines("/api/games?" + at_start + "&limit=2&offset=" + std::to_string(offset));
    REQUIRE(page.size() == std::min<std::size_t>(2, all.size() - offset));
    for (std::size_t i = 0; i < page.size(); ++i) CHECK(page[i] == all[offset + i]);
  }
  const auto won = server.lines("/api/games?" + at_start + "&result=0-1&limit=5&offset=0");
  REQUIRE(won.size() == 1);
  CHECK(server.lines("/api/games?" + at_start + "&result=0-1&offset=1").empty());
  CHECK(server.lines("/api/games?" + at_start + "&limit=0").empty());
}

TEST_CASE("under any filter the explorer counts the games that the list has") {
  TestServer server;
  for (const std::string filter :
       {"", "&player=habu", "&player=habu&side=black", "&result=1-0", "&date=1990..2005",
        "&player=habu&opponent=fujii&result=0-1", "&plies=80..", "&player=nobody"}) {
    const std::string condition = at_start + filter;
    const Json explorer = server.get("/api/explorer?" + condition);
    INFO(filter);
    const std::size_t games = server.lines("/api/games?" + condition + "&limit=100").size();
    CHECK(explorer["all"]["games"] == games);
    CHECK(server.get("/api/count?variant=shogi" + filter)["games"] >= games);
    std::size_t played = 0;
    for (const Json& move : explorer["moves"]) played += move["games"].get<std::size_t>();
    CHECK(played <= games);
  }
}

TEST_CASE("a page after a game goes on there, whatever was deleted") {
  TestServer server;
  for (const std::string& list : {at_start, std::string("sort=date&reverse=1"), std::string()}) {
    INFO(list);
    const auto all = server.lines("/api/games?" + list);
    REQUIRE(all.size() >= 5);
    const auto number = [&](std::size_t i) { return std::to_string(all[i].at("game").get<int>()); };
    const auto rest = server.lines("/api/games?" + list + "&offset=1&after=" + number(1));
    REQUIRE(rest.size() == all.size() - 2);
    for (std::size_t i = 0; i < rest.size(); ++i) CHECK(rest[i] == all[i + 2]);
    const auto exported = server.lines("/api/export?" + list + "&offset=1&after=" + number(2));
    CHECK(with_text(exported).size() == all.size() - 3);
  }
}

TEST_CASE("pages after the last game of the page before join to the whole list, in every order") {
  TestServer server;
  const auto numbers = [&](const std::string& path) {
    std::vector<std::string> games;
    for (const Json& row : server.lines(path))
      if (row.contains("game")) games.push_back(row["game"].dump());
    return games;
  };
  const std::string other = numbers("/api/games?variant=yari&limit=1").at(0);
  for (const std::string& games : {std::string("variant=shogi"), at_start}) {
    for (const char* const sort : {"id", "date", "plies", "black", "white", "event", "rating"}) {
      for (const char* const reverse : {"", "&reverse=1"}) {
        const std::string list = games + "&sort=" + sort + reverse;
        INFO(list);
        const auto all = numbers("/api/games?" + list);
        REQUIRE(all.size() == 5);
        for (const char* const path : {"/api/games?", "/api/export?"}) {
          std::vector<std::string> paged;
          // One page more than there are.
          for (int page = 0; page < 4; ++page) {
            const std::string after = paged.empty() ? "0" : paged.back();
            const auto next = numbers(path + list + "&limit=2&after=" + after);
            paged.insert(paged.end(), next.begin(), next.end());
          }
          CHECK(paged == all);
        }
        // A game that is not in the list has a place there, too.
        const auto rest = numbers("/api/games?" + list + "&after=" + other);
        REQUIRE(rest.size() <= all.size());
        CHECK(std::equal(rest.rbegin(), rest.rend(), all.rbegin()));
      }
    }
  }
}

TEST_CASE("a list goes on after a deleted game, and is refused where that game's place is lost") {
  TestServer server;
  const auto list = [&](const std::string& order) {
    std::vector<std::string> games;
    for (const Json& row : server.lines("/api/games?" + at_start + "&sort=" + order))
      games.push_back(row["game"].dump());
    return games;
  };
  const auto by_date = list("date");
  REQUIRE(by_date.size() == 5);
  const std::string gone = by_date[2];
  {
    Database games(server.database(), OpenMode::read_write);
    delete_games(games, {std::stoll(gone)});
  }
  CHECK(list("date&after=" + gone) == std::vector(by_date.begin() + 3, by_date.end()));
  // Nobody knows the rating of a deleted game: the list goes on by the offset, or not at all.
  CHECK(list("rating&offset=3&after=" + gone).size() == 1);
  for (const std::string& lost :
       {at_start + "&sort=rating&after=" + gone, std::string("sort=date&after=9999"),
        at_start + "&sort=date&reverse=1&after=9999"}) {
    for (const char* const path : {"/api/games?", "/api/export?", "/api/report?"}) {
      INFO(path << lost);
      const auto answer = server.client().Get(path + lost);
      REQUIRE(answer);
      CHECK(answer->status == 400);
      CHECK(Json::parse(answer->body)["error"]["parameter"] == "after");
    }
  }
  CHECK(status_of_answer(server.client().Get("/api/games?sort=id&after=9999")) == 200);
  CHECK(Json::parse(server.client().Get("/api/games?sort=colour")->body)["error"]["message"] ==
        "expected one of id, date, plies, black, white, event, rating");
}

TEST_CASE("lists and hits have the names of openings that list and find print") {
  TestServer server;
  const auto games = server.lines("/api/games?openings=1");
  const auto listed = printed(server, {"list", "--openings"});
  REQUIRE(games.size() == listed.size());
  for (std::size_t i = 0; i < games.size(); ++i) CHECK(equal(games[i], listed[i]));
  auto hits = server.lines("/api/query?variant=yari&query=capture%20R&openings=1");
  std::erase_if(hits, [](const auto& line) { return !line.contains("game"); });
  const auto found = printed(
      server, {"find", "--all-hits", "--openings", "--variant", "yari", "--query", "capture R"});
  REQUIRE(hits.size() == found.size());
  for (std::size_t i = 0; i < hits.size(); ++i) CHECK(equal(hits[i], found[i]));
  CHECK(server.lines("/api/games?" + at_start + "&openings=1")[0].contains("opening_japanese"));
  CHECK(!server.lines("/api/games")[0].contains("opening"));
  // In any order.
  for (const Json& row : server.lines("/api/games?sort=rating&openings=1"))
    CHECK(row["opening"] == games[row["game"].get<std::size_t>() - 1]["opening"]);
}

TEST_CASE("groups by opening are named in the language of who asks") {
  TestServer server;
  const auto names = [&](const char* language) {
    std::set<std::string> found;
    const auto answer = server.client().Get("/api/groups?by=opening",
                                            httplib::Headers{{"Accept-Language", language}});
    std::istringstream lines(answer->body);
    for (std::string line; std::getline(lines, line);)
      found.insert(Json::parse(line)["opening"].get<std::string>());
    return found;
  };
  const auto english = names("en"), japanese = names("ja");
  CHECK(english.size() == japanese.size());
  for (const std::string& name : japanese) CHECK(!std::regex_search(name, std::regex("[A-Za-z]")));
  CHECK(std::ranges::any_of(english, [](const auto& name) { return name.starts_with("P-"); }));
  CHECK(std::ranges::any_of(japanese, [](const auto& name) { return name.starts_with("▲"); }));
}

TEST_CASE("the explorer knows the games that came to a position by other moves") {
  TestServer server;
  const std::string records =
      "[Black \"A\"]\n\n1. P-6f P-3d 2. P-5f *\n\n[Black \"B\"]\n\n1. P-5f P-3d 2. P-6f *\n";
  REQUIRE(status_of_answer(server.client().Post("/api/import?name=a.psn", records, "text/plain")) ==
          200);
  const std::string after = "?variant=yari&usi=startpos%20moves%206g6f%203c3d";
  const auto moves = server.lines("/api/explorer/transpositions" + after);
  const auto found = std::ranges::find(moves, "5g5f", [](const Json& row) { return row["usi"]; });
  REQUIRE(found != moves.end());
  CHECK((*found)["reached"] == 2);
  CHECK((*found)["move"] == "P-5f");
  const Json explorer = server.get("/api/explorer" + after);
  CHECK(explorer["moves"][0]["games"] == 1);
  // A filter holds for these games as well.
  const auto filtered = server.lines("/api/explorer/transpositions" + after + "&black=B");
  CHECK(filtered.at(0)["reached"] == 1);
  for (const Json& row : explorer["moves"]) {
    const auto same = std::ranges::find(moves, row["usi"], [](const Json& m) { return m["usi"]; });
    REQUIRE(same != moves.end());
    CHECK((*same)["reached"] >= row["games"]);
  }
}

TEST_CASE("games are exported as export prints them: all, of a filter, a position, a query") {
  TestServer server;
  const auto rows = server.lines("/api/export?format=kif&variant=shogi");
  const auto records = with_text(rows);
  const auto expected = printed(server, {"export", "--to", "kif", "--variant", "shogi"});
  REQUIRE(records.size() == expected.size());
  for (std::size_t i = 0; i < records.size(); ++i) CHECK(equal(records[i], expected[i]));
  CHECK(rows.front() == Json::parse(R"({"progress": {"done": 0, "all": 5}})"));
  CHECK(rows.size() == records.size() + 2);
  CHECK(rows.back() == Json::parse(R"({"games": 5, "damaged": 0})"));
  CHECK(with_text(server.lines("/api/export")).size() == 14);
  CHECK(with_text(server.lines("/api/export?player=habu&result=0-1")).size() == 1);
  CHECK(with_text(server.lines("/api/export?" + at_start + "&limit=3&offset=1")).size() == 3);
  const auto found = server.lines("/api/query?variant=shogi&query=check");
  std::set<std::int64_t> games;
  for (const Json& hit : found)
    if (hit.contains("game")) games.insert(hit["game"].get<std::int64_t>());
  CHECK(with_text(server.lines("/api/export?variant=shogi&query=check")).size() == games.size());
  // A query without letters, squares and moves is applied to both games, unless one is named.
  const auto hits_of = [&](const std::string& more) {
    return server.lines("/api/query?query=check" + more).back()["hits"].get<int>();
  };
  CHECK(hits_of("&variant=yari") > 0);
  CHECK(hits_of("") == hits_of("&variant=yari") + hits_of("&variant=shogi"));
  const auto exported_of = [&](const std::string& more) {
    return with_text(server.lines("/api/export?query=check" + more)).size();
  };
  CHECK(exported_of("") == exported_of("&variant=yari") + exported_of("&variant=shogi"));
  httplib::Client client = server.client();
  CHECK(status_of_answer(client.Get("/api/export?format=html")) == 400);
  CHECK(status_of_answer(client.Get("/api/export?query=check&sort=date")) == 400);
  CHECK(status_of_answer(client.Get("/api/export?query=check%20and")) == 400);
  CHECK(status_of_answer(client.Get("/api/export?query=check&" + at_start)) == 400);
}

TEST_CASE("a damaged game is named by an export, and keeps a report from being made") {
  TestServer server;
  Database games(server.database(), OpenMode::read_write);
  connection_of(games).execute("UPDATE records SET moves = x'ffff' WHERE id = 2");
  const auto rows = server.lines("/api/export?variant=shogi");
  CHECK(with_text(rows).size() == 4);
  CHECK(rows.back() == Json::parse(R"({"games": 4, "damaged": 1})"));
  const auto damaged = std::ranges::find_if(
      rows, [](const Json& row) { return row.contains("game") && row.contains("damaged"); });
  REQUIRE(damaged != rows.end());
  CHECK((*damaged)["game"] == 2);
  // Without the name of the file, which is nobody's business.
  const std::string said = "game 2 is damaged: its moves are not those that were written";
  CHECK((*damaged)["damaged"] == said);
  httplib::Client client = server.client();
  CHECK(status_of_answer(client.Get("/api/report?variant=shogi")) == 409);
  const auto game = client.Get("/api/games/2");
  CHECK(status_of_answer(game) == 500);
  CHECK(Json::parse(game->body)["error"]["message"] == said);
  const auto tags = client.Post("/api/games/2/tags", R"({"Event": "x"})", "application/json");
  CHECK(status_of_answer(tags) == 200);
  CHECK(Json::parse(tags->body)["damaged"] == Json({said}));
  connection_of(games).execute("DROP TABLE records");
  CHECK(server.lines("/api/groups?by=opening")
            .back()["error"]["message"]
            .get<std::string>()
            .find(server.database().string()) == std::string::npos);
}

TEST_CASE("a report has some hundred games at most, and an export of none is empty") {
  TestServer server;
  std::string text;
  for (int i = 0; i < 501; ++i)
    text += "[Event \"Large\"]\n[Black \"Player " + std::to_string(i) + "\"]\n\n1. P-7f *\n\n";
  REQUIRE(status_of_answer(server.client().Post("/api/import?name=a.psn", text, "text/plain")) ==
          200);
  const auto refused = server.client().Get("/api/report?event=Large");
  CHECK(status_of_answer(refused) == 400);
  CHECK(refused->body.find("at most 500 games, and these are 501") != std::string::npos);
  CHECK(status_of_answer(server.client().Get("/api/report?event=Large&limit=500")) == 200);
  CHECK(server.lines("/api/export?limit=0").back() == Json::parse(R"({"games": 0, "damaged": 0})"));
}

TEST_CASE("a report is a page to be saved, and never runs here") {
  TestServer server;
  httplib::Client client = server.client();
  const auto report = client.Get("/api/report?player=habu&title=Habu%20%3Cb%3E");
  REQUIRE(status_of_answer(report) == 200);
  CHECK(report->get_header_value("Content-Disposition").find("attachment") == 0);
  CHECK(report->get_header_value("Content-Security-Policy").find("script-src 'self'") !=
        std::string::npos);
  CHECK(report->body.find("Habu &lt;b&gt;") != std::string::npos);
  CHECK(status_of_answer(client.Get("/api/report?player=nobody")) == 404);
}

TEST_CASE("queries are saved for this page and for the command line") {
  TestServer server;
  httplib::Client client = server.client();
  const auto save = [&](const std::string& parameters) {
    return status_of_answer(client.Post("/api/saved?" + parameters, "", "text/plain"));
  };
  CHECK(save("name=checks&query=check&variant=shogi&player=habu&side=black&date=2001") == 200);
  const Json saved = server.get("/api/saved")["queries"];
  REQUIRE(saved.size() == 1);
  CHECK(equal(saved[0], printed(server, {"query", "list"}).front()));
  CHECK(saved[0]["parameters"] ==
        Json::parse(R"({"black": "habu", "date": "2001", "query": "check", "variant": "shogi"})"));
  // The same games, wherever it is asked for.
  const auto listed = printed(server, {"find", "--saved", "checks"});
  std::set<std::int64_t> games;
  for (const Json& hit : server.lines("/api/query?variant=shogi&query=check&black=habu&date=2001"))
    if (hit.contains("game")) games.insert(hit["game"].get<std::int64_t>());
  CHECK(listed.size() == games.size());
  CHECK(client.Post("/api/saved?name=checks&query=drop", "", "text/plain")->body ==
        R"({"name":"checks"})");
  CHECK(server.get("/api/saved") == Json{{"queries",
                                          {{{"name", "checks"},
                                            {"words", {"--query", "drop"}},
                                            {"parameters", {{"query", "drop"}}}}}}});
  CHECK(save("name=bad&query=check%20and") == 400);
  // One that only the other game understands is kept where none is named.
  const std::string corner = "name=corner&query=pieces%20K8i";
  CHECK(save(corner) == 200);
  CHECK(save(corner + "&variant=yari") == 400);
  CHECK(status_of_answer(client.Delete("/api/saved?name=corner")) == 200);
  CHECK(save("name=two&player=habu&side=black&black=sato") == 400);
  CHECK(save("name=empty") == 400);
  CHECK(save("name=empty&variant=shogi") == 400);
  CHECK(save("query=check") == 400);
  // One that the page has no fields for.
  REQUIRE(::yari::test::yari(
              {"query", "save", "mates", "--lost-win", "--db", server.database().string()})
              .code == 0);
  CHECK(server.get("/api/saved")["queries"][1]["parameters"].is_null());
  CHECK(client.Delete("/api/saved?name=checks")->body == R"({"name":"checks"})");
  CHECK(status_of_answer(client.Delete("/api/saved?name=checks")) == 404);
  web::ServeOptions read_only;
  read_only.writes = false;
  TestServer locked(read_only);
  CHECK(status_of_answer(locked.client().Post("/api/saved?name=a&query=check", "", "text/plain")) ==
        403);
  CHECK(status_of_answer(locked.client().Delete("/api/saved?name=a")) == 403);
}

TEST_CASE("a thousand queries are saved, and more replace those that are there") {
  TestServer server;
  {
    Database games(server.database(), OpenMode::read_write);
    connection_of(games).execute(
        "INSERT INTO saved_queries WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        "WHERE i < 999) SELECT 'q' || i, '[]' FROM n");
  }
  httplib::Client client = server.client();
  const auto save = [&](const std::string& name) {
    return status_of_answer(client.Post("/api/saved?query=check&name=" + name, "", "text/plain"));
  };
  CHECK(save("a") == 200);
  CHECK(save("b") == 409);
  CHECK(save("q999") == 200);
  CHECK(server.get("/api/saved")["queries"].size() == 1000);
}

TEST_CASE("what fits at the end of a query is offered: words, and names of the database") {
  TestServer server;
  const Json words = server.get("/api/query/complete?query=capture%20and%20pro");
  CHECK(words == Json::parse(R"({"from": 13, "words": ["promotion"], "names": []})"));
  const Json names = server.get("/api/query/complete?variant=shogi&query=%E3%83%8F%20player%20hab");
  CHECK(names["words"].empty());
  const Json player = server.get("/api/query/complete?variant=shogi&query=player%20hab");
  CHECK(player == Json::parse(R"({"from": 8, "words": [], "names": ["Habu Yoshiharu"]})"));
  CHECK(!server.get("/api/query/complete")["words"].empty());
  const Json event = server.get("/api/query/complete?query=event%20self");
  CHECK(event["from"] == 7);
  CHECK(event["names"] == Json({"Self-play of the built-in engine"}));
  CHECK(server.get("/api/query/complete?variant=shogi&query=site%20x")["names"].empty());
}

}  // namespace yari::test
