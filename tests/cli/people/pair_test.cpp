// An event from its list of players to the standings: pair, tag --from, event.
#include <fmt/format.h>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

struct PairedClub : ProgramFolder {
  PairedClub() {
    here.environment = {{"TERM", "xterm"}, {"YARI_DB", folder / "games.db"}};
    folder.file("players.csv",
                "player,rating,absent\nDoi,1600,\nAoki,1900,\nBaba,1800,no\nChiba,1700,\nEndo,,\n");
  }
  std::string pairs(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"pair", "Spring", "--players", "players.csv", "--csv"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out.substr(outcome.out.find('\n') + 1);
  }
  /// Fills in results, in the order of the games that have none.
  void play(const std::vector<std::string>& results) const {
    std::string corrections = "game,Result,Ending\n";
    std::size_t next = 0;
    for (const auto& game : run({"event", "Spring", "--results", "--json"}).json()) {
      if (game["Result"] != "*") continue;
      REQUIRE(next < results.size());
      corrections += std::to_string(game["game"].get<int>()) + ',' + results[next++] + '\n';
    }
    CHECK(next == results.size());
    folder.file("results.csv", corrections);
    CHECK(run({"tag", "--from", "results.csv"}).code == 0);
  }
};

}  // namespace

TEST_CASE(
    "lists of players and results may be Shift_JIS or UTF-16, as spreadsheets of Windows save "
    "them") {
  const PairedClub club;
  // "player,rating" with 羽生, 2000 and 渡辺, 1900.
  club.folder.file("players.csv",
                   "player,rating\r\n\x89\x48\x90\xB6,2000\r\n\x93\x6E\x95\xD3,1900\r\n");
  CHECK(club.pairs({"--store"}) == "1,1,羽生,0.0,渡辺,0.0\n");
  std::string wide = "\xFF\xFE";
  for (const char letter : std::string("game;Result\r\n1;0 : 1\r\n")) wide += {letter, '\0'};
  club.folder.file("results.csv", wide);
  CHECK(club.run({"tag", "--from", "results.csv"}).code == 0);
  CHECK(club.run({"show", "1", "--json"}).object()["result"] == "0-1");
  CHECK(club.run({"tag", "1", "--set", "Result=½-½"}).code == 0);
  CHECK(club.run({"show", "1", "--json"}).object()["result"] == "1/2-1/2");
  CHECK(club.run({"tag", "1", "--set", "Result=1-0 0"}).code == 2);
  club.folder.file("results.csv", "game,Result\n1,\x81\n");
  CHECK(club.run({"tag", "--from", "results.csv"}).err.find("results.csv:2: ") !=
        std::string::npos);
}

TEST_CASE("a Swiss is paired, stored, filled in and paired again") {
  const PairedClub club;
  // Pairing numbers go by rating: Aoki, Baba, Chiba, Doi, Endo.
  CHECK(club.pairs({"--store"}) ==
        "1,1,Aoki,0.0,Chiba,0.0\n1,2,Doi,0.0,Baba,0.0\n1,3,Endo,0.0,bye,\n");
  const Outcome too_early = club.run({"pair", "Spring", "--players", "players.csv"});
  CHECK(too_early.code == 2);
  CHECK_THAT(too_early.err, Contains("a game of round 1 has no result"));
  club.play({"1-0,", "0-1,forfeit"});
  const std::string second = club.pairs({"--store"});
  INFO(second);
  // Endo has had the bye, and Baba won without playing: neither has it now.
  CHECK_THAT(second, !Contains("Endo,1.0,bye") && !Contains("Baba,1.0,bye") && Contains(",bye,"));
  CHECK_THAT(club.run({"event", "Spring"}).out,
             Contains("bye") && Contains("f") && !Contains("player  bye"));
  CHECK_THAT(club.run({"event", "Spring"}).out, !Contains("  bye  0.0"));
  // All games of a round are one change.
  CHECK_THAT(club.run({"undo"}).out, Contains("pair round 2 of Spring"));
  CHECK(club.pairs() == second);
}

TEST_CASE("a bye is no player, and a forfeit counts without a colour") {
  const PairedClub club;
  club.pairs({"--store"});
  club.play({"1-0,", "0-1,forfeit"});
  const std::string table = club.run({"event", "Spring", "--csv"}).out;
  CHECK(table ==
        "place,player,points,games,wins,draws,losses,round_1,buchholz,sonneborn_berger,mutual\n"
        "1,Baba,1.0,1,1,0,0,5+f,1.0,1.0,0.0\n"
        "1,Endo,1.0,0,0,0,0,bye,1.0,1.0,0.0\n"
        "3,Aoki,1.0,1,1,0,0,4+b,0.0,0.0,0.0\n"
        "4,Chiba,0.0,1,0,0,1,3-w,1.0,0.0,0.0\n"
        "5,Doi,0.0,1,0,0,1,1-f,0.0,0.0,0.0\n");
  CHECK_THAT(club.run({"event", "Spring", "--crosstable"}).out, Contains("1f") && Contains("×"));
  const auto players = club.run({"event", "Spring", "--json"}).json();
  REQUIRE(players.size() == 5);
  CHECK(players[1]["played"][0]["opponent"].is_null());
  CHECK(players[1]["played"][0]["played"] == false);
  CHECK(players[2]["played"][0]["played"] == true);
  // Nobody's strength shows in a game that was not played.
  CHECK_THAT(club.run({"ratings"}).out, !Contains("bye"));
  CHECK_THAT(club.run({"players"}).out, !Contains("bye") && Contains("Doi"));
  const auto counted = club.run({"stats", "--json"}).object();
  CHECK(counted["games"] == 2);
  CHECK(counted["players"] == 5);
  CHECK_THAT(club.run({"stats", "--by", "ending", "--csv"}).out, !Contains(",3,"));
}

TEST_CASE("a round robin goes by the Berger tables, any round of it") {
  const PairedClub club;
  const std::vector<std::string> robin{"--system", "round-robin"};
  CHECK(club.pairs(robin) == "1,1,Baba,0.0,Endo,0.0\n1,2,Chiba,0.0,Doi,0.0\n1,3,Aoki,0.0,bye,\n");
  CHECK(club.pairs({"--system", "round-robin", "--number", "2"}) ==
        "2,1,Endo,0.0,Chiba,0.0\n2,2,Aoki,0.0,Baba,0.0\n2,3,Doi,0.0,bye,\n");
  const Outcome none = club.run(
      {"pair", "Spring", "--players", "players.csv", "--system", "round-robin", "--number", "6"});
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("5 players meet in 5 rounds"));
  // Everybody has the bye once, so it is worth nothing.
  CHECK(club.pairs({"--system", "round-robin", "--store"}) ==
        "1,1,Baba,0.0,Endo,0.0\n1,2,Chiba,0.0,Doi,0.0\n1,3,Aoki,0.0,bye,\n");
  club.play({"1-0,", "1-0,forfeit"});
  CHECK(club.pairs(robin) == "2,1,Endo,0.0,Chiba,1.0\n2,2,Aoki,0.0,Baba,1.0\n2,3,Doi,0.0,bye,\n");
  CHECK_THAT(club.run({"event", "Spring", "--csv"}).out, Contains(",Aoki,0.0,0,0,0,0,bye-,"));
}

TEST_CASE("a list of players that is wrong says where") {
  const PairedClub club;
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"name\nA\n", ":1: expected a column named 'player'"},
      {"player,rating\nA,x\n", ":2: rating: expected a number from 0 to 9999, found 'x'"},
      {"player\nAoki\naoki\n", ":3: this player is there twice"},
      {"player,absent\nA,maybe\n", ":2: absent: expected yes or no, found 'maybe'"},
      {"player,rating\nA,1,x\n", ":2: expected 2 fields, found 3"},
      {"player,rating,Rating\nA,1,2\n", ":1: expected each column once, found 'Rating' twice"},
      {"player\nA\n\"B\nC\"\n", ":3: the name of a player contains control characters"},
      {"player,rating\nA\tB,1\n", ":2: the name of a player contains control characters"},
      {"player\n" + std::string(5'000'000, 'x') + "\n", ":2: the name of a player is too long"},
      {"player\nA\nbye\n", ":3: 'bye' is no player"},
      {"player\n- Bye -\n", ":2: '- Bye -' is no player"}};
  for (const auto& [text, message] : wrong) {
    club.folder.file("wrong.csv", text);
    // Without a database no games are there.
    const Outcome refused = club.run({"pair", "Spring", "--players", "wrong.csv", "--store"});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("wrong.csv" + message));
  }
  const Outcome event = club.run({"pair", "Spring\nOpen", "--players", "players.csv", "--store"});
  CHECK(event.code == 2);
  CHECK_THAT(event.err, Contains("the name of the event contains control characters"));
  CHECK_FALSE(std::filesystem::exists(club.folder / "games.db"));
  std::string many = "player\n";
  for (int i = 0; i < 20'000; ++i) many += fmt::format("Player{}\n", i);
  club.folder.file("many.csv", many);
  for (const char* system : {"swiss", "round-robin"}) {
    const Outcome refused =
        club.run({"pair", "Spring", "--players", "many.csv", "--system", system});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("at most 2,000 players can be paired, found 20,000"));
  }
}

TEST_CASE("the columns of an event are chosen by --rounds and --crosstable") {
  const TemporaryFolder folder;
  RunOptions here{.environment = {{"YARI_DB", folder / "g.db"}}, .folder = folder.path()};
  folder.file("in.psn",
              "[Event \"E\"]\n[Round \"1\"]\n[Black \"A\"]\n[White \"B\"]\n\n1. P-7f 1-0\n\n"
              "[Event \"E\"]\n[Round \"2\"]\n[Black \"B\"]\n[White \"A\"]\n\n1. P-6f 1-0\n\n"
              "[Event \"F\"]\n[Black \"A\"]\n[White \"B\"]\n\n1. P-5f 1-0\n");
  yari({"import", "in.psn"}, here);
  CHECK(yari({"event", "E", "--rounds"}, here).out == yari({"event", "E"}, here).out);
  CHECK_THAT(yari({"event", "E", "--crosstable"}, here).out, Contains("×"));
  CHECK_THAT(yari({"event", "F"}, here).out, Contains("×"));
  const Outcome refused = yari({"event", "F", "--rounds"}, here);
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("not every game has a Round tag"));
}

TEST_CASE("rename suggests the spelling that was probably meant") {
  const TemporaryFolder folder;
  RunOptions here{.environment = {{"YARI_DB", folder / "g.db"}}, .folder = folder.path()};
  folder.file("in.psn", "[Event \"Spring Open\"]\n[Black \"Habu Yoshiharu\"]\n\n1. P-7f *\n");
  yari({"import", "in.psn"}, here);
  const Outcome near = yari({"rename", "Habu Yosiharu", "Habu Y."}, here);
  CHECK(near.code == 1);
  CHECK_THAT(near.err, Contains("did you mean: yari rename 'Habu Yoshiharu' 'Habu Y.'"));
  CHECK_THAT(yari({"rename", "HABU YOSHIHARU", "X"}, here).err,
             Contains("did you mean: yari rename 'Habu Yoshiharu' X"));
  CHECK_THAT(yari({"rename", "--event", "Sprin Open", "X"}, here).err,
             Contains("did you mean: yari rename --event 'Spring Open' X"));
  CHECK_THAT(yari({"rename", "Tanigawa", "X"}, here).err, !Contains("did you mean"));
  // Of a long list each name is reported at its place, and the first twenty are looked for.
  std::string list = "from,to\n";
  for (int i = 0; i < 30; ++i)
    list += (i == 3 ? "Habu Yoshiharu" : fmt::format("Habu Yoshihar{}", i)) + ",X\n";
  folder.file("list.csv", list);
  const Outcome listed = yari({"rename", "--from", "list.csv"}, here);
  CHECK(listed.code == 1);
  CHECK_THAT(listed.out, Contains("1 game changed"));
  for (int i = 0; i < 30; ++i)
    CHECK((listed.err.find(fmt::format("list.csv:{}: no game", i + 2)) != std::string::npos) ==
          (i != 3));
}

}  // namespace yari::test
