// match: two engines from the command line, openings of a file and of a database, games kept.
#include "platform/open_file.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

TEST_CASE("match adds no games to a packed file") {
  const Outcome outcome = yari({"match", "--games", "2", "--nodes", "1", "-o", "games.psn.gz"});
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("packed"));
}

TEST_CASE("match plays every opening with both colours and keeps the games") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("openings.txt", "startpos moves 7g7f 3c3d\n\nstartpos moves 1g1f 7c7d\n");
  const std::vector<std::string> words{"match",     "--openings", "openings.txt", "--games", "4",
                                       "--nodes",   "60",         "--max-plies",  "30",      "-o",
                                       "games.psn", "--store",    "--json"};
  const auto result = yari(words, here).object();
  CHECK(result["games"] == 4);
  CHECK(result["failures"] == 0);
  CHECK(result["wins"].get<int>() + result["draws"].get<int>() + result["losses"].get<int>() == 4);
  CHECK(yari({"check", "games.psn"}, here).code == 0);
  // An engine against itself plays the same game twice; the players changed colours in between.
  CHECK(yari({"find", "--usi", "startpos moves 7g7f 3c3d", "--json"}, here).json().size() == 2);

  // The same match again finds its games played.
  CHECK(yari(words, here).object() == result);

  // Openings that are the same position count once.
  const auto again = yari({"match", "--opening-plies", "2", "--games", "4", "--nodes", "40",
                           "--max-plies", "10", "-o", "more.psn", "--json"},
                          here);
  CHECK(again.object()["games"] == 4);
  const Outcome records = yari({"convert", "more.psn", "--to", "usi"}, here);
  CHECK_THAT(records.out, Contains("7g7f 3c3d") && Contains("1g1f 7c7d"));
}

TEST_CASE("match without openings plays other games in every pair, and a seed chooses them") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  const auto played = [&](std::vector<std::string> more, const std::string& file) {
    std::vector<std::string> words{"match",       "--games", "12", "--nodes", "60",
                                   "--max-plies", "20",      "-o", file,      "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return yari(words, here).object();
  };
  const auto moves = [&](const std::string& file) {
    return yari({"convert", file, "--to", "usi"}, here).out;
  };
  const auto once = played({"-j", "1"}, "once.psn");
  CHECK(once["games"] == 12);
  CHECK(once["repeated"] == 0);
  played({"-j", "1"}, "again.psn");
  CHECK(moves("again.psn") == moves("once.psn"));
  played({"-j", "1", "--seed", "2"}, "other.psn");
  CHECK(moves("other.psn") != moves("once.psn"));
  const auto same = played({"-j", "1", "--random-plies", "0"}, "same.psn");
  CHECK(same["games"] == 2);
  CHECK(same["repeated"] == 10);
  const Outcome told = yari({"match", "--games", "6", "--nodes", "60", "--max-plies", "20",
                             "--random-plies", "0", "-j", "1"},
                            here);
  CHECK_THAT(told.out, Contains("4 games not counted: the same moves were played before"));
}

TEST_CASE("match plays a game again that was not written to its end") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  const std::vector<std::string> words{"match", "--games",     "4",         "--nodes",
                                       "60",    "--max-plies", "20",        "-j",
                                       "1",     "-o",          "games.psn", "--json"};
  const auto moves = [&] { return yari({"convert", "games.psn", "--to", "usi"}, here).out; };
  const auto result = yari(words, here).object();
  const std::string all = moves();
  const std::string text = read_file(folder / "games.psn");
  const std::size_t last = text.rfind("[Variant");
  REQUIRE(last != text.npos);
  for (const std::size_t kept :
       {last + 3, last + 30, last + 60, text.size() - 200, text.size() - 6, text.size() - 3}) {
    INFO(text.substr(last, kept - last));
    folder.file("games.psn", text.substr(0, kept));
    const Outcome again = yari(words, here);
    CHECK(again.object() == result);
    CHECK_THAT(again.err, Contains("the last game was not written to its end"));
    CHECK(moves() == all);
    CHECK(yari({"check", "games.psn"}, here).code == 0);
  }
  // Only its last line is open, and what follows begins a new one.
  folder.file("games.psn", text.substr(0, text.size() - 2));
  std::vector<std::string> more = words;
  more[2] = "6";
  const Outcome longer = yari(more, here);
  CHECK(longer.object()["games"] == 6);
  CHECK(longer.err.empty());
  CHECK(moves().starts_with(all));
  // A record of somebody else's is left as it is.
  const std::string others = "[Variant \"Yari Shogi\"]\n[Event \"Club\"]\n[Black \"A\"]\n\n1. P-1f";
  folder.file("games.psn", others);
  CHECK(yari(words, here).object() == result);
  CHECK(read_file(folder / "games.psn").starts_with(others + "\n\n[Variant"));
}

TEST_CASE("a file belongs to one match at a time") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  const std::vector<std::string> words{"match",       "--games", "2",  "--nodes",   "60",
                                       "--max-plies", "10",      "-o", "games.psn", "--json"};
  const int other = platform::open_to_append(folder / "games.psn");
  REQUIRE(other >= 0);
  REQUIRE(platform::keep_alone(other));
  const Outcome refused = yari(words, here);
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("-o games.psn: another match adds its games to it"));
  CHECK(read_file(folder / "games.psn").empty());
  platform::close(other);
  CHECK(yari(words, here).object()["games"] == 2);
}

TEST_CASE("match counts no game that was played with other settings, limits or rules") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  const auto played = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"match",          "--games", "4",  "-j",        "1",
                                   "--random-plies", "2",       "-o", "games.psn", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return yari(words, here);
  };
  const auto records = [&] { return yari({"convert", "games.psn", "--to", "usi"}, here).lines(); };
  const std::vector<std::string> usual{"--nodes", "60", "--max-plies", "20"};
  const auto result = played(usual).object();
  CHECK(records().size() == 4);
  std::size_t there = 4;
  for (const std::vector<std::string>& other : std::vector<std::vector<std::string>>{
           {"--nodes", "70", "--max-plies", "20"},
           {"--nodes", "60", "--max-plies", "21"},
           {"--nodes", "60", "--max-plies", "20", "--against-movetime", "1"},
           {"--nodes", "60", "--max-plies", "20", "--clock", "1"},
           {"--nodes", "60", "--max-plies", "20", "--hash", "17"},
           {"--nodes", "60", "--max-plies", "20", "--resign", "0"}}) {
    CAPTURE(other);
    const Outcome outcome = played(other);
    CHECK(outcome.object()["games"].get<int>() + outcome.object()["repeated"].get<int>() == 4);
    CHECK_THAT(outcome.err,
               Contains("games.psn: not counted, for they have other settings, limits or rules: " +
                        std::to_string(there) + " games"));
    CHECK(records().size() == there + 4);
    there += 4;
  }
  CHECK(played(usual).object() == result);
  CHECK(records().size() == there);
}

TEST_CASE("match says in each game what may end it beside the rules") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  yari({"match", "--games", "2", "--nodes", "60", "--variant", "shogi", "--impasse", "24",
        "--max-plies", "20", "-o", "games.psn"},
       here);
  const std::string records = yari({"convert", "games.psn", "--to", "hodges"}, here).out;
  CHECK_THAT(records,
             Contains("[Adjudication \"won at 2500 centipawns after 4 moves of each side, impasse "
                      "by the rule of 24 points after 40 plies, drawn after 20 plies\"]"));
  CHECK(yari({"match", "--impasse", "28"}, here).code == 2);
}

TEST_CASE("match with clocks ends in time", "[slow]") {
  const auto result = yari({"match", "--clock", "0.2", "--increment", "0.01", "--games", "2",
                            "--resign", "1000", "--draw", "20", "--json"})
                          .object();
  CHECK(result["games"] == 2);
}

TEST_CASE("a sequential test has bounds, and says what it decided") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  const std::vector<std::string> words{"match", "--against", "builtin",  "--nodes",
                                       "2000",  "--games",   "400",      "--random-plies",
                                       "4",     "-o",        "games.psn"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const auto weaker =
      yari(with({"--json", "--sprt", "elo0=300", "elo1=500", "alpha=0.2", "beta=0.2"}), here)
          .object();
  CHECK(weaker["sprt"] == "no stronger");
  CHECK(weaker["llr"] < -1.38);
  CHECK(weaker["games"] < 400);
  // The games are there: the test is decided before another is played.
  const Outcome again = yari(with({"--sprt", "elo0=300,elo1=500,alpha=0.2,beta=0.2"}), here);
  CHECK_THAT(again.out, Contains("elo0 300, elo1 500: LLR -") && Contains("no stronger"));
  const std::string seen = yari_on_terminal({"match", "--nodes", "200", "--games", "4",
                                             "--random-plies", "4", "--sprt", "elo0=0", "elo1=5"},
                                            here)
                               .out;
  CHECK_THAT(seen, Contains("of 4 games, +") && Contains("Elo ") && Contains("LLR "));
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
           {"--sprt", "elo0=5", "elo1=5"}, {"--sprt", "elo2=5"}, {"--sprt", "much"}, {"elo1=5"}})
    CHECK(yari(with(wrong), here).code == 2);
}

TEST_CASE("the coefficient of an engine is fitted to the games of a database", "[slow]") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  REQUIRE(yari({"match", "--random-plies", "6", "--games", "40", "--nodes", "100", "--store",
                "--max-plies", "200"},
               here)
              .code == 0);
  const std::vector<std::string> words{"engine", "fit",         "--nodes", "300",
                                       "--json", "--positions", "300"};
  const auto fitted = yari(words, here).object();
  CHECK(fitted["variant"] == "yari");
  CHECK(fitted["positions"] >= 50);
  CHECK(fitted["positions"] <= 300);
  CHECK(fitted["coefficient"] > 0.0003);
  CHECK(fitted["coefficient"] < 0.02);
  CHECK(fitted["low"] < fitted["coefficient"]);
  CHECK(fitted["coefficient"] < fitted["high"]);
  CHECK(yari(words, here).object() == fitted);
  const Outcome none = yari({"engine", "fit", "--player", "Nobody"}, here);
  CHECK(none.code == 1);
  CHECK_THAT(none.err, Contains("no coefficient fits"));
}

TEST_CASE("match says what it cannot play") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("openings.txt", "startpos moves 7g7f\nstartpos moves 7g7e\n");
  const Outcome wrong = yari({"match", "--openings", "openings.txt"}, here);
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("openings.txt:2:16: error:"));
  CHECK(yari({"match", "--openings", "none.txt"}, here).code == 2);
  CHECK(yari({"match", "--opening-plies", "2"}, here).code == 2);
  CHECK(yari({"match", "--openings", "openings.txt", "--opening-plies", "2"}, here).code == 2);
  CHECK(yari({"match", "--increment", "1"}, here).code == 2);
  CHECK(yari({"match", "--against", "/nowhere/engine", "--games", "2"}, here).code == 2);
}

}  // namespace yari::test
