// Players and events: the objects that profile, stats --by and event print.
#include <set>

#include "db/reports/judgements.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/web/printed.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

void import_records(TestServer& server, const std::string& text) {
  const auto answer = server.client().Post("/api/import?name=a.psn", text, "text/plain");
  REQUIRE(answer);
  REQUIRE(answer->status == 200);
}

/// Three players; the first round is complete, the second has a game of two.
const std::string spring_open = R"([Black "Ann"]
[White "Bob"]
[Event "Spring Open"]
[Round "1"]
[Result "1-0"]

1. P-7f P-3d 1-0

[Black "Bob"]
[White "Cid"]
[Event "Spring Open"]
[Round "2"]
[Result "1/2-1/2"]

1. P-6f P-3d 1/2-1/2
)";

int status_of_path(TestServer& server, const std::string& path) {
  const auto answer = server.client().Get(path);
  return answer ? answer->status : -1;
}

}  // namespace

TEST_CASE("a profile is the object that profile prints") {
  TestServer server;
  CHECK(server.get("/api/profile?player=habu")["played"] == 5);
  CHECK(server.get("/api/profile?player=habu")["annotated"] == 0);
  REQUIRE(::yari::test::yari(
              {"annotate", "2", "3", "--nodes", "200", "--db", server.database().string()})
              .code == 0);
  const Json profile = server.get("/api/profile?player=habu");
  CHECK(profile["annotated"] == 2);
  CHECK(profile["years"].size() == 1);
  CHECK(equal(profile, printed(server, {"profile", "habu"}).front()));
  CHECK(server.get("/api/profile?player=habu&opponent=fujii&result=1-0")["played"] == 4);
  // A game in which both have the name is one.
  import_records(server, "[Black \"Solo A\"]\n[White \"Solo B\"]\n\n1. P-7f P-3d *\n");
  {
    Database games(server.database(), OpenMode::read_write);
    store_annotation(games, 15, {});
  }
  CHECK(server.get("/api/profile?player=solo")["played"] == 1);
  CHECK(server.get("/api/profile?player=solo")["annotated"] == 1);
  CHECK(status_of_path(server, "/api/profile") == 400);
  CHECK(status_of_path(server, "/api/profile?player=habu&side=black") == 400);
}

TEST_CASE("groups are the objects that stats --by prints") {
  TestServer server;
  for (const char* field : {"opening", "handicap", "length", "year", "ending"}) {
    const auto groups = server.lines(std::string("/api/groups?by=") + field);
    const auto rows = printed(server, {"stats", "--by", field});
    REQUIRE(groups.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) CHECK(equal(groups[i], rows[i]));
  }
  import_records(server,
                 "[BlackElo \"1750\"]\n[WhiteElo \"1900\"]\n\n1. P-7f P-4d *\n\n"
                 "[BlackElo \"1750\"]\n\n1. P-7f P-5d *\n\n"
                 "[BlackElo \"1900\"]\n[WhiteElo \"1750\"]\n\n1. P-7f P-6d *\n\n");
  const auto rated = server.lines("/api/groups?by=rating");
  REQUIRE(rated.size() == 2);
  CHECK(rated[0]["rating"] == "-200..-101");
  CHECK(rated[1]["rating"] == "+100..+199");
  const auto black = server.lines("/api/groups?by=year&player=habu&side=black");
  REQUIRE(black.size() == 1);
  CHECK(black[0]["games"] == 3);
  CHECK(black[0]["black"] == 3);
  CHECK(status_of_path(server, "/api/groups?by=piece") == 400);
  CHECK(status_of_path(server, "/api/groups") == 400);
}

TEST_CASE("the names that are offered are those that are listed") {
  TestServer server;
  import_records(server,
                 "[Black \"Ann\"]\n[White \"?\"]\n[Event \"?\"]\n\n1. P-7f *\n\n"
                 "[Black \"Ann\"]\n[White \"BYE\"]\n\n1. P-7f P-3d *\n");
  for (const std::string kind : {"player", "event"}) {
    std::set<std::string> offered, listed;
    const Json answer = server.get("/api/" + kind + "s?limit=1000");
    for (const Json& row : answer[kind + "s"]) offered.insert(row[kind]);
    for (const Json& row : printed(server, {kind + "s"})) {
      if (row["spellings"].empty()) listed.insert(row[kind]);
      for (const Json& spelling : row["spellings"]) listed.insert(spelling);
    }
    CHECK(offered == listed);
    // The busiest first, equal ones by name.
    const auto& rows = answer[kind + "s"];
    const auto place = [&](const Json& row) {
      return std::pair(-row["games"].get<int>(), row[kind].get<std::string>());
    };
    for (std::size_t i = 1; i < rows.size(); ++i) CHECK(place(rows[i - 1]) < place(rows[i]));
    CHECK_FALSE(offered.empty());
  }
}

TEST_CASE("an event has the standings that event prints, with the cells of its grid") {
  TestServer server;
  import_records(server, spring_open);
  const Json event = server.get("/api/event?event=spring%20open");
  const auto rows = printed(server, {"event", "spring open"});
  REQUIRE(event["players"].size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(equal(event["players"][i], rows[i]));
  CHECK(event["games"] == 2);
  CHECK(event["by_round"] == true);
  CHECK(event["headings"] == Json({"1", "2"}));
  CHECK(event["players"][0]["player"] == "Ann");
  CHECK(event["players"][0]["cells"] == Json({"2+b", ""}));
  CHECK(event["without_players"] == 0);
  import_records(server, "[Black \"?\"]\n[White \"Bob\"]\n[Event \"Lost\"]\n\n1. P-7f *\n");
  const Json lost = server.get("/api/event?event=lost");
  CHECK(lost["without_players"] == 1);
  CHECK(lost["games"] == 0);
  CHECK(server.get("/api/event?event=nothing")["players"].empty());
  CHECK(server.get("/api/events")["events"].size() > 1);
  CHECK(server.get("/api/players?limit=3")["players"].size() == 3);
  CHECK(server.get("/api/events?name=spring")["events"] ==
        Json::parse(R"([{"event": "Spring Open", "games": 2}])"));
  CHECK(status_of_path(server, "/api/event") == 400);
}

}  // namespace yari::test
