// Annotation of a database: work shared between games, and runs that are killed and run again.
#include <fmt/format.h>

#include <algorithm>

#include "db/database.h"
#include "tests/cli/batch.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

namespace yari::test {

namespace {

/// An engine named by its argument that knows an answer to the start position and to 1. P-7f.
const std::string one_move_engine =
    "while read -r line; do case \"$line\" in\n"
    "usi) echo id name $1\n"
    "  echo option name USI_Variant type combo default yarishogi var yarishogi\n"
    "  echo option name Style type spin default 0 min 0 max 9\n"
    "  echo usiok;;\n"
    "isready) echo readyok;;\n"
    "position*moves*) answer=3c3d;;\n"
    "position*) answer=7g7f;;\n"
    "go*) echo info depth 3 score cp 25 nodes 99 pv $answer\n"
    "  echo bestmove $answer;;\n"
    "quit) exit 0;;\nesac; done\n";

}  // namespace

TEST_CASE("annotation that is killed and run again leaves what an undisturbed run leaves",
          "[slow]") {
  Batch place(random_games(12, 24, 10));
  for (const char* name : {"whole.db", "killed.db", "two.db"}) place.copy(name);
  const std::vector<std::string> words{"annotate", "--all", "--nodes", "300", "--db"};
  REQUIRE(yari(with(words, {"whole.db"}), place.here).code == 0);
  int killed = 0;
  for (const char* after : {"0.02", "0.05", "0.08", "0.11", "0.15"}) {
    const Outcome run = run_program(
        "timeout", with({"-s", "KILL", after, YARI_PROGRAM}, with(words, {"killed.db"})),
        place.here);
    killed += run.code != 0;
  }
  CHECK(killed > 0);
  REQUIRE(yari(with(words, {"killed.db"}), place.here).code == 0);
  REQUIRE(yari(with(words, {"two.db", "--jobs", "2"}), place.here).code == 0);
  const std::vector<std::string> whole = rows_of(place.folder / "whole.db");
  CHECK(whole == rows_of(place.folder / "killed.db"));
  CHECK(whole == rows_of(place.folder / "two.db"));
  CHECK(whole != rows_of(place.folder / "first.db"));
}

TEST_CASE("what games share is analysed once, and a second pass does no work") {
  Batch place(random_games(6, 16, 12));
  const std::vector<std::string> words{"annotate", "--all", "--jobs",   "1",     "--nodes",
                                       "300",      "--db",  "first.db", "--json"};
  const auto first = yari(words, place.here).json();
  REQUIRE(first.size() == 7);
  CHECK(first[0]["from_store"] == 0);
  CHECK(first[3]["from_store"] == 13);
  CHECK(first[6]["annotated"] == 6);
  CHECK(first[6]["annotated_before"] == 0);
  for (const char* field : {"games", "positions", "analysed", "from_store", "nodes", "inaccuracies",
                            "mistakes", "blunders", "brilliant", "seconds", "stopped"})
    CHECK(first[6].contains(field));
  const auto second = yari(words, place.here).object();
  CHECK(second["annotated_before"] == 6);
  CHECK(second["analysed"] == 0);
  CHECK(second["nodes"] == 0);
}

TEST_CASE("damaged evaluations are reported once and recomputed") {
  Batch place(random_games(4, 16, 12));
  const std::vector<std::string> words{"annotate", "--all", "--force", "--nodes",
                                       "300",      "--db",  "first.db"};
  REQUIRE(yari(words, place.here).code == 0);
  const std::vector<std::string> sound = rows_of(place.folder / "first.db");
  Connection(place.folder / "first.db", OpenMode::read_write)
      .execute(
          "UPDATE evaluations SET lines = x'0102' WHERE key IN "
          "(SELECT key FROM evaluations ORDER BY key LIMIT 2)");
  CHECK(yari({"db", "verify", "--db", "first.db"}, place.here).code == 1);
  const Outcome mended = yari(words, place.here);
  CHECK(mended.code == 0);
  CHECK_THAT(mended.err, Contains("the stored evaluation of position") && Contains("is damaged"));
  const auto told = std::ranges::count(mended.err, '\n');
  CHECK(told == 2);
  CHECK(rows_of(place.folder / "first.db") == sound);
  CHECK(yari(words, place.here).err.empty());
}

TEST_CASE("evaluations of another search are not taken for those of this one") {
  Batch place(random_games(4, 16, 12));
  const std::vector<std::string> words{"annotate", "--all", "--force", "--nodes",  "300",
                                       "--jobs",   "1",     "--db",    "first.db", "--json"};
  const auto first = yari(words, place.here).json();
  CHECK(first[3]["from_store"] == 13);
  const auto engines = [&] {
    std::vector<std::string> names;
    const auto rows = yari({"sql", "SELECT DISTINCT engine FROM evaluations_view ORDER BY 1",
                            "--db", "first.db", "--json"},
                           place.here);
    for (const auto& row : rows.json()) names.push_back(row["engine"]);
    return names;
  };
  const auto bench = yari({"debug", "bench", "--depth", "6", "--json"}).json().back();
  const std::string own = fmt::format("Yaribase 0.1 ({})", bench["signature"].get<std::uint64_t>());
  CHECK(engines() == std::vector{own});
  Connection(place.folder / "first.db", OpenMode::read_write)
      .execute("UPDATE engines SET name = 'Yaribase 0.1 (1)'");
  const auto second = yari(words, place.here).json();
  CHECK(second[0]["from_store"] == 0);
  CHECK(second[0]["engine"] == first[0]["engine"]);
  CHECK(engines().size() == 2);
}

TEST_CASE("a deeper stored evaluation serves who wants a shallower one") {
  Batch place(random_games(4, 16, 12));
  const auto run = [&](const char* id, const char* nodes) {
    return yari({"annotate", id, "--nodes", nodes, "--db", "first.db", "--json"}, place.here)
        .json()
        .front()["from_store"]
        .get<int>();
  };
  CHECK(run("1", "600") == 0);
  CHECK(run("4", "1200") == 0);
  REQUIRE(
      yari({"annotate", "4", "--nodes", "300", "--force", "--db", "first.db"}, place.here).code ==
      0);
  const auto again =
      yari({"annotate", "1", "--nodes", "300", "--force", "--db", "first.db", "--json"}, place.here)
          .json()
          .front();
  CHECK(again["from_store"] == 13);
}

TEST_CASE("moves found in other games of the database are of the book") {
  Batch place(random_games(7, 16, 6));
  const auto book = [&](const char* games) {
    const auto json = yari({"annotate", "1", "--nodes", "200", "--force", "--book", games, "--db",
                            "first.db", "--json"},
                           place.here)
                          .json()
                          .front();
    return json["black"]["book"].get<int>() + json["white"]["book"].get<int>();
  };
  CHECK(book("2") == 6);
  CHECK(book("6") == 0);
  CHECK(yari({"annotate", "games.psn", "--book", "2"}, place.here).code == 2);
}

TEST_CASE("a game is annotated again for more effort, and not for less") {
  Batch place(random_games(3, 12, 0));
  place.copy("direct.db");
  const auto run = [&](const char* nodes, const char* file = "first.db") {
    return yari({"annotate", "--all", "--nodes", nodes, "--db", file, "--json"}, place.here)
        .json()
        .back();
  };
  CHECK(run("300")["annotated"] == 3);
  const auto deeper = run("900");
  CHECK(deeper["annotated"] == 3);
  CHECK(deeper["annotated_before"] == 0);
  CHECK(deeper["again"] == nlohmann::json{{"less_effort", 3},
                                          {"other_limits", 0},
                                          {"other_judging", 0},
                                          {"other_engine", 0},
                                          {"forced", 0}});
  CHECK(run("900")["annotated_before"] == 3);
  CHECK(run("300")["annotated_before"] == 3);
  REQUIRE(run("900", "direct.db")["again"]["less_effort"] == 0);
  const auto judged = [&](const char* file) {
    return yari({"find", "--judgement", "any", "--db", file, "--json"}, place.here).out;
  };
  CHECK(judged("first.db") == judged("direct.db"));
  const Outcome told =
      yari({"annotate", "--all", "--nodes", "1200", "--db", "first.db"}, place.here);
  CHECK_THAT(told.out,
             Contains("3 games annotated (3 again: 3 annotated before with less effort)"));
  CHECK(yari({"annotate", "1", "--movetime", "5", "--db", "first.db", "--json"}, place.here)
            .json()
            .back()["again"]["other_limits"] == 1);
}

TEST_CASE("a game is annotated again for other thresholds, another book or another coefficient",
          "[slow]") {
  Batch place(random_games(1, 12, 0));
  std::vector<std::string> before{"annotate", "1", "--nodes", "300", "--db", "first.db", "--json"};
  REQUIRE(yari(before, place.here).code == 0);
  for (const std::vector<std::string>& other : std::vector<std::vector<std::string>>{
           {"--mistake", "11"}, {"--screen", "50"}, {"--book", "3"}, {"--coefficient", "0.002"}}) {
    INFO(other.front());
    for (const auto& words : {with(before, other), before}) {
      const auto again = yari(words, place.here).json().back();
      CHECK(again["again"]["other_judging"] == 1);
      CHECK(yari(words, place.here).json().back()["annotated_before"] == 1);
    }
  }
}

TEST_CASE("a game is annotated again by another engine, another search and other options") {
  Batch place("[Variant \"Yari Shogi\"]\n\n1. P-7f *\n");
  place.folder.file("engine.sh", one_move_engine);
  const auto run = [&](const std::vector<std::string>& engine) {
    return yari(with({"annotate", "1", "--nodes", "300", "--db", "first.db", "--json"}, engine),
                place.here)
        .json()
        .back();
  };
  REQUIRE(run({})["annotated"] == 1);
  Connection(place.folder / "first.db", OpenMode::read_write)
      .execute("UPDATE annotations SET engine = 'Yaribase 0.1 (1)'");
  const std::vector<std::string> alpha{"--engine", "sh engine.sh Alpha"};
  for (const auto& engine :
       {std::vector<std::string>{}, alpha, with(alpha, {"--engine-option", "Style=1"}),
        std::vector<std::string>{"--engine", "sh engine.sh Beta"}}) {
    CHECK(run(engine)["again"]["other_engine"] == 1);
    CHECK(run(engine)["annotated_before"] == 1);
  }
  CHECK(run({"--engine", "sh engine.sh Beta", "--coefficient", "0.0012"})["annotated_before"] == 1);
  const std::string record = yari({"show", "1", "--db", "first.db", "--json"}, place.here).out;
  CHECK_THAT(record, Contains("Beta") && !Contains("Alpha") && !Contains("Yaribase"));
}

TEST_CASE("to annotate by force takes out what was written before") {
  Batch place(random_games(1, 20, 0));
  const auto record = [&] {
    return yari({"show", "1", "--evals", "--db", "first.db"}, place.here).out;
  };
  const std::vector<std::string> words{"annotate",    "1", "--nodes", "300",     "--force",
                                       "--variation", "0", "--db",    "first.db"};
  REQUIRE(yari(words, place.here).code == 0);
  const std::string once = record();
  REQUIRE(
      yari(with(words, {"--inaccuracy", "100", "--mistake", "100", "--blunder", "100"}), place.here)
          .code == 0);
  CHECK_THAT(record(), !Contains("win chance"));
  REQUIRE(yari(words, place.here).code == 0);
  CHECK(record() == once);
}

TEST_CASE("what an engine wrote is replaced whole and taken out, whatever the words of others",
          "[slow]") {
  const std::string mates =
      "[Variant \"Yari Shogi\"]\n"
      "[SFEN \"5nk/7/6+B/7/7/7/7/7/3K3 b P 1\"]\n\n";
  Batch place(mates +
              "1. G-4h {Blunder: win chance 99 % to 1 %, I thought} (1. G-5h) YNx1c 2. G-4g 0-1\n");
  const auto record = [&] { return yari({"show", "1", "--db", "first.db"}, place.here).out; };
  const auto yari_here = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--db", "first.db"});
    return yari(words, place.here);
  };
  const std::string before = record();
  REQUIRE_THAT(before, Contains("I thought") && Contains("G-5h"));
  CHECK(yari_here({"annotate", "--clear", "1"}).code == 1);
  REQUIRE(yari_here({"annotate", "1", "--nodes", "500"}).code == 0);
  const std::string little = record();
  CHECK_THAT(little, Contains("I thought") && Contains("G-5h"));
  REQUIRE(little != before);

  SECTION("more effort gives what it gives directly") {
    REQUIRE(yari_here({"annotate", "1", "--nodes", "4000"}).code == 0);
    const std::string twice = record();
    CHECK(yari_here({"annotate", "--clear", "1", "--json"}).object()["cleared"] == 1);
    CHECK(record() == before);
    REQUIRE(yari_here({"annotate", "1", "--nodes", "4000"}).code == 0);
    CHECK(record() == twice);
  }
  SECTION("force gives the same again") {
    REQUIRE(yari_here({"annotate", "1", "--nodes", "500", "--force"}).code == 0);
    CHECK(record() == little);
  }
  SECTION("undo brings back what was there") {
    REQUIRE(yari_here({"annotate", "--clear", "--all"}).code == 0);
    CHECK(record() == before);
    CHECK_THAT(yari_here({"find", "--judgement", "blunder"}).out, !Contains("1"));
    CHECK_THAT(yari_here({"undo"}).out, Contains("clear annotations"));
    CHECK(record() == little);
    REQUIRE(yari_here({"annotate", "1", "--nodes", "4000"}).code == 0);
    CHECK_THAT(yari_here({"undo"}).out, Contains("annotate"));
    CHECK(record() == little);
    CHECK(yari_here({"annotate", "1", "--nodes", "500", "--json"})
              .json()
              .back()["annotated_before"] == 1);
    REQUIRE(yari_here({"undo"}).code == 0);
    CHECK(record() == before);
  }
  CHECK(yari_here({"db", "verify"}).code == 0);
}

TEST_CASE("whatever was written before, an annotation leaves what one direct run leaves",
          "[slow]") {
  // The games share no position, so that nothing is taken from the cache.
  Batch place(random_games(1, 24, 0) +
              "\n[Variant \"Yari Shogi\"]\n[SFEN \"5nk/7/6+B/7/7/7/7/7/3K3 b P 1\"]\n\n"
              "1. G-4h {Blunder: win chance 99 % to 1 %, I thought} (1. G-5h) YNx1c 2. G-4g 0-1\n");
  place.folder.file("engine.sh", one_move_engine);
  for (const char* name : {"direct.db", "deeper.db", "engine.db", "killed.db"}) place.copy(name);
  const auto annotate = [&](const char* file, const std::vector<std::string>& options = {}) {
    return yari(with({"annotate", "--all", "--nodes", "900", "--db", file}, options), place.here)
        .code;
  };
  // All rows but the numbers that count edits.
  const auto rows = [&](const char* file) {
    std::vector<std::string> all = rows_of(place.folder / file);
    std::erase_if(all, [](const std::string& row) {
      return row.starts_with("'edits'") || row.starts_with("'hot_");
    });
    return all;
  };
  REQUIRE(annotate("direct.db") == 0);
  const std::vector<std::string> direct = rows("direct.db");
  CHECK(direct != rows("deeper.db"));

  REQUIRE(annotate("deeper.db", {"--nodes", "200"}) == 0);
  CHECK(direct != rows("deeper.db"));
  REQUIRE(annotate("deeper.db") == 0);
  CHECK(direct == rows("deeper.db"));
  REQUIRE(annotate("deeper.db", {"--force"}) == 0);
  CHECK(direct == rows("deeper.db"));

  CHECK(annotate("engine.db", {"--engine", "sh engine.sh Alpha"}) == 0);
  CHECK(direct != rows("engine.db"));
  REQUIRE(annotate("engine.db") == 0);
  CHECK(direct == rows("engine.db"));

  run_program("timeout",
              {"-s", "KILL", "0.05", YARI_PROGRAM, "annotate", "--all", "--nodes", "900", "--jobs",
               "1", "--db", "killed.db"},
              place.here);
  REQUIRE(annotate("killed.db") == 0);
  CHECK(direct == rows("killed.db"));
  CHECK_THAT(yari({"show", "2", "--db", "killed.db"}, place.here).out,
             Contains("I thought") && Contains("G-5h"));
}

TEST_CASE("one game gets more effort than each of several, and a terminal says how long it takes",
          "[slow]") {
  Batch place(random_games(2, 6, 0));
  const auto nodes = [&](const std::vector<std::string>& words, std::size_t lines) {
    const auto json =
        yari(with(with({"annotate"}, words), {"--db", "first.db", "--json", "--screen", "100"}),
             place.here)
            .json();
    REQUIRE(json.size() == lines);
    return json.back()["nodes"].get<double>() / json.back()["analysed"].get<double>();
  };
  const double several = nodes({"1", "2"}, 3);
  CHECK(several <= 50'000);
  CHECK(nodes({"1"}, 2) > 1.5 * several);
  const auto again =
      yari({"annotate", "1", "2", "--screen", "100", "--db", "first.db", "--json"}, place.here)
          .json();
  CHECK(again.back()["annotated_before"] == 2);
  const std::string seen =
      yari_on_terminal({"annotate", "2", "--movetime", "150", "--db", "first.db"}, place.here).out;
  CHECK_THAT(seen, Contains("about 1 s for 7 positions"));
}

TEST_CASE("a glyph that was there before annotation outlives it") {
  const std::string mates =
      "[Variant \"Yari Shogi\"]\n"
      "[SFEN \"5nk/7/6+B/7/7/7/7/7/3K3 b P 1\"]\n\n";
  Batch place(mates + "1. G-4h?? YNx1c 2. G-4g 0-1\n");
  const auto record = [&] {
    return yari({"show", "1", "--evals", "--db", "first.db"}, place.here).out;
  };
  const std::vector<std::string> words{"annotate", "1",    "--force", "--nodes",
                                       "2000",     "--db", "first.db"};
  REQUIRE(yari(words, place.here).code == 0);
  const std::string once = record();
  CHECK_THAT(once, Contains("G-4h??") && Contains("Blunder, as noted: win chance"));
  REQUIRE(yari(words, place.here).code == 0);
  CHECK(record() == once);
  REQUIRE(
      yari(with(words, {"--inaccuracy", "100", "--mistake", "100", "--blunder", "100"}), place.here)
          .code == 0);
  CHECK_THAT(record(), Contains("G-4h??") && !Contains("as noted"));
}

}  // namespace yari::test
