// Players, events and sites: lists, suggestions, and renaming from a reviewed file.

#include "cli/output/data_table.h"
#include "cli/terminal/csv.h"
#include "cli/terminal/failure.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "text/text.h"

namespace yari::test {

namespace {

const std::string club_games = R"([Black "Habu Yoshiharu"]
[White "=Ann"]
[Event "Spring Open 2001"]
[Site "Göttingen"]
[Date "2001.05.01"]
[BlackElo "1500"]

1. P-7f 1-0

[Black "Yoshiharu Habu, 6 Dan"]
[White "=Ann"]
[Event "Spring Open, 2001"]
[Site "Goettingen"]
[Date "2001.05.02"]

1. P-2f 0-1
)";

struct Club : ProgramFolder {
  Club() {
    folder.file("games.psn", club_games);
    REQUIRE(run({"import", "games.psn"}).code == 0);
  }
};

}  // namespace

TEST_CASE("players, events and sites are listed as JSON") {
  const Club f;
  const auto players = f.run({"players", "habu", "--json"}).json();
  REQUIRE(players.size() == 2);
  for (const char* field : {"player", "games", "wins", "draws", "losses", "score", "first_date",
                            "last_date", "rating", "highest_rating", "spellings"})
    CHECK(players[0].contains(field));
  CHECK(players[0]["player"] == "Habu Yoshiharu");
  CHECK(players[0]["rating"] == 1500);
  CHECK(players[1]["spellings"] == nlohmann::json({"Yoshiharu Habu, 6 Dan"}));
  CHECK(f.run({"events", "--json"}).json()[0]["event"] == "Spring Open 2001");
  CHECK(f.run({"sites", "--json"}).json()[1]["black"] == 1);
  CHECK(f.run({"players", "nobody"}).code == 1);
  CHECK(f.run({"players", "--sort", "height"}).code == 2);
}

TEST_CASE("spellings that met in a game are two persons in every table") {
  ProgramFolder f;
  std::string games;
  for (const char* const pair : {R"([Black "Kato 5 Dan"][White "Kato 9 Dan"][Date "2001-01-01"])",
                                 R"([Black "Kato 5 Dan"][White "Abe 1 Dan"][Date "2001-01-02"])",
                                 R"([Black "ABE"][White "Kato 9 Dan"][Date "2001-01-03"])"})
    games += pair + std::string("[Event \"X\"]\n\n1. P-7f 1-0\n\n");
  f.folder.file("games.psn", games);
  REQUIRE(f.run({"import", "games.psn"}).code == 0);
  const auto players = f.run({"players", "--sort", "name", "--json"}).json();
  REQUIRE(players.size() == 3);
  CHECK(players[0]["player"] == "Abe");
  CHECK(players[0]["games"] == 2);
  CHECK(players[1]["player"] == "Kato 5 Dan");
  CHECK(players[1]["wins"] == 2);
  CHECK(players[1]["spellings"].empty());
  CHECK(players[2]["player"] == "Kato 9 Dan");
  CHECK(players[2]["losses"] == 2);
  const auto standings = f.run({"event", "X", "--json"}).json();
  REQUIRE(standings.size() == 3);
  CHECK(standings[0]["player"] == "Kato 5 Dan");
  CHECK(standings[0]["points"] == 2);
  CHECK(standings[1]["player"] == "Abe");
  CHECK(standings[2]["player"] == "Kato 9 Dan");
  CHECK(f.run({"ratings", "--json"}).json().size() == 3);
}

TEST_CASE("players are found by the words that --player takes") {
  const Club f;
  for (const char* words : {"habu", "yoshi HABU", "abu, 6", "6 dan", "abu", "=ann", "bu ha"}) {
    INFO(words);
    CHECK(f.run({"players", words}).code == f.run({"list", "--player", words}).code);
  }
  CHECK(f.run({"players", "abu"}).code == 0);
  CHECK(f.run({"players", "6", "dan"}).code == 0);
  CHECK(f.run({"players", "bu", "ha"}).code == 1);
}

TEST_CASE("suggestions are written as CSV, read again by rename, and undone in one step") {
  const Club f;
  const std::string before = f.run({"list", "--json"}).out;
  const auto suggestion = f.run({"players", "--suggest", "--json"}).object();
  for (const char* field : {"kind", "from", "to", "score", "reason", "from_games", "to_games",
                            "common_opponents", "common_events"})
    CHECK(suggestion.contains(field));
  CHECK(suggestion["common_opponents"] == 1);
  std::string list = f.run({"players", "--suggest", "--csv"}).out;
  for (const char* command : {"events", "sites"}) {
    const auto lines = f.run({command, "--suggest", "--csv"}).lines();
    REQUIRE(lines.size() == 2);
    list += lines[1] + "\n";
  }
  f.folder.file("names.csv", list);
  const auto renamed = f.run({"rename", "--from", "names.csv", "--json"}).object();
  CHECK(renamed["changed"] == 2);
  CHECK(renamed["unknown"] == 0);
  CHECK(f.run({"players", "--suggest"}).code == 1);
  CHECK(f.run({"events", "--json"}).json().size() == 1);
  CHECK_THAT(f.run({"show", "2"}).out, Contains("[BlackTitle \"6 Dan\"]"));
  CHECK(f.run({"undo"}).code == 0);
  CHECK(f.run({"list", "--json"}).out == before);
}

TEST_CASE("standings and ratings are written as JSON, and the page escapes names") {
  const Club f;
  f.folder.file("more.psn",
                "[Black \"<script>alert(1)</script>\"]\n[White \"=Ann\"]\n[Event \"A & B\"]\n"
                "[Date \"2001.06.01\"]\n\n1. P-3f 1-0\n");
  REQUIRE(f.run({"import", "more.psn"}).code == 0);
  const auto standing = f.run({"event", "A & B", "--json"}).json();
  REQUIRE(standing.size() == 2);
  for (const char* field : {"place", "player", "points", "games", "wins", "draws", "losses",
                            "buchholz", "sonneborn_berger", "mutual", "played"})
    CHECK(standing[0].contains(field));
  CHECK(standing[0]["points"] == 1.0);
  CHECK(standing[0]["played"][0]["opponent"] == "=Ann");
  const std::string page = f.run({"event", "A & B", "--html"}).out;
  CHECK_THAT(page, Contains("&lt;script&gt;alert(1)") && Contains("<h1>A &amp; B</h1>"));
  CHECK_THAT(page, !Contains("<script"));
  CHECK_THAT(f.run({"event", "A & B", "--csv"}).out, Contains(",'=Ann,"));
  const auto ratings = f.run({"ratings", "--json"}).json();
  REQUIRE(ratings.size() == 4);
  for (const char* field : {"place", "player", "rating", "deviation", "low", "high", "volatility",
                            "games", "last_date"})
    CHECK(ratings[0].contains(field));
  CHECK(f.run({"event", "no such event"}).code == 1);
  CHECK(f.run({"event"}).code == 2);
  CHECK(f.run({"event", "A", "--html", "--csv"}).code == 2);
  CHECK(f.run({"stats", "--by", "rating"}).code == 1);
  CHECK(f.run({"stats", "--by", "colour"}).code == 2);
}

TEST_CASE("no game is renamed to what is no name") {
  const Club f;
  const std::string before = f.run({"list", "--json"}).out;
  for (const auto& [name, said] : {std::pair<std::string, const char*>{"H\033[31mx", "control"},
                                   {"a\nb", "control"},
                                   {"a\tb", "control"},
                                   {"\x7F", "control"},
                                   {"\xff\xfe", "the new name is not UTF-8"},
                                   {"\xed\xa0\x80", "the new name is not UTF-8"},
                                   {std::string(10'001, 'x'), "the new name is too long"}}) {
    CAPTURE(said, name.size());
    for (const char* kind : {"", "--event", "--site"}) {
      std::vector<std::string> words{"rename", "=Ann", name};
      if (*kind != '\0') words.emplace_back(kind);
      const Outcome outcome = f.run(words);
      CHECK(outcome.code == 2);
      CHECK_THAT(outcome.err, Contains(said));
    }
  }
  CHECK(f.run({"list", "--json"}).out == before);
  CHECK(f.run({"rename", "=Ann", std::string(10'000, 'x')}).code == 0);
}

TEST_CASE("a list of names that makes no sense is refused with its line") {
  const Club f;
  const auto refused = [&](const std::string& text) {
    f.folder.file("names.csv", text);
    const Outcome outcome = f.run({"rename", "--from", "names.csv"});
    CHECK(outcome.code != 0);
    return outcome.err;
  };
  CHECK_THAT(refused(""), Contains("expected a line with the names of the columns"));
  CHECK_THAT(refused("a,b\n"), Contains("names.csv:1: expected a column named 'from'"));
  CHECK_THAT(refused("from,to\nA,\"B\n"), Contains("names.csv:2: a quote is opened"));
  CHECK_THAT(refused("from,to\nA\n"), Contains("names.csv:2: expected 2 fields, found 1"));
  CHECK_THAT(refused("from,to\n=Ann,B\nB,=Ann\n"), Contains("names.csv:2: '=Ann' would be given"));
  CHECK_THAT(refused("kind,from,to\ndog,A,B\n"), Contains("names.csv:2: expected player, event"));
  CHECK_THAT(refused("from\tto\nNobody\tAnn\n"),
             Contains("names.csv:2: no game has the player 'Nobody'"));
  CHECK_THAT(refused("from,to\n=Ann,B,C\n"), Contains("names.csv:2: expected 2 fields, found 3"));
  CHECK_THAT(refused("from,to,To\n=Ann,B,C\n"),
             Contains("names.csv:1: expected each column once, found 'To' twice"));
  CHECK_THAT(refused("from,to\n=Ann,\"B\nC\"\n"),
             Contains("names.csv:2: the new name contains control characters"));
  CHECK(f.run({"rename", "A"}).code == 2);
  CHECK(f.run({"rename", "A", "B", "--event", "--site"}).code == 2);
}

TEST_CASE("a CSV field comes back as it was") {
  using cli::csv_field;
  for (const std::string text : {"", "plain", "=1+2", "'quoted'", "a,b", "say \"x\"", "two\nlines",
                                 "-", "-1", "+4.32", "@x", "tab\there", "名人, 九段", "-1-1"}) {
    INFO(text);
    const auto rows = cli::read_csv("f", "x," + csv_field(text) + ",y\r\n");
    REQUIRE(rows.size() == 1);
    REQUIRE(rows[0].fields.size() == 3);
    CHECK(rows[0].fields[1] == text);
  }
  CHECK(csv_field("=1") == "'=1");
  CHECK(csv_field("-1") == "-1");
}

TEST_CASE("fields are parted by what the heading has between them") {
  using Fields = std::vector<std::string>;
  const auto second = [](std::string_view text) { return cli::read_csv("f", text).at(1).fields; };
  CHECK(second("player,rating\nAnn;Bo,1500\n") == Fields{"Ann;Bo", "1500"});
  CHECK(second("player\trating\r\nAnn,Bo;Cy\t1500\r\n") == Fields{"Ann,Bo;Cy", "1500"});
  CHECK(second("\xEF\xBB\xBFplayer;rating\nAnn, Bo;\"a;b\"\n") == Fields{"Ann, Bo", "a;b"});
  CHECK(second("player\nAnn;Bo\n") == Fields{"Ann;Bo"});
  CHECK(second("player,note;more\nAnn,x;y\n") == Fields{"Ann", "x;y"});
}

TEST_CASE("a table fits the terminal, with Japanese names too") {
  cli::DataTable table({{"name", "name"}, {"games", "games", true}, {"more", "more"}});
  table.add({"羽生善治羽生善治羽生善治羽生善治羽生善治羽生善治羽生善治", 1, std::string(60, 'x')});
  table.add({"Ann", 12345, nullptr});
  std::istringstream lines(table.text(80));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    INFO(line);
    CHECK(columns(line) <= 80);
  }
  CHECK(count == 3);
  CHECK_THAT(table.text(80), Contains("…"));
  CHECK_THAT(table.text(0), Contains(std::string(60, 'x')));
  CHECK(cli::fitted("羽生善治", 5) == "羽生…");
  CHECK(cli::fitted("羽生善治", 6) == "羽生… ");
  CHECK(cli::fitted("ab", 4, true) == "  ab");
}

}  // namespace yari::test
