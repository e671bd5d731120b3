// analyze and annotate on the command line.
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sanitized.h"

namespace yari::test {

namespace {

/// White hangs a yari rook on ply 4 and Black does not take it.
const std::string game =
    "[Variant \"Yari Shogi\"]\n[Black \"A\"]\n[White \"B\"]\n\n1. P-1f P-1d 2. P-1e Px1e 3. "
    "YRx1e\n\n";

}  // namespace

TEST_CASE("analyze gives the lines asked for, the same ones each time") {
  const std::vector<std::string> words{"analyze", "--nodes", "3000", "--multipv", "3", "--json"};
  const auto json = yari(words).object();
  for (const char* field : {"engine", "score", "depth", "nodes", "seconds", "lines"})
    CHECK(json.contains(field));
  REQUIRE(json["lines"].size() == 3);
  for (const char* field : {"score", "chance", "depth", "usi", "moves"})
    CHECK(json["lines"][0].contains(field));
  CHECK(yari(words).object()["lines"] == json["lines"]);
  // The chance is that of the side to move, as the score is.
  const auto chance = [](const char* sfen) {
    return yari({"analyze", "--sfen", sfen, "--depth", "4", "--json"})
        .object()["lines"][0]["chance"]
        .get<double>();
  };
  CHECK(chance("3k3/7/3+B3/7/7/7/7/7/3K3 b R 1") == 100);
  CHECK(chance("2k4/3R3/3+B3/7/7/7/7/7/3K3 w - 1") < 30);
  CHECK_THAT(yari({"analyze", "--depth", "2"}).out, Contains("1. "));
}

TEST_CASE("threads that the machine refuses are done without, and a note says so") {
  if (YARI_SANITIZED) return;
  // A part of the stacks, and in the second case not even the memory of the searches.
  const std::string limit =
      GENERATE(as<std::string>(), "ulimit -S -d 300000; ", "ulimit -S -d 120000; ");
  CAPTURE(limit);
  const std::string program = "exec '" + std::string(YARI_PROGRAM) + "' ";
  const Outcome analysed = run_program(
      "/bin/sh", {"-c", limit + program + "analyze --threads 64 --hash 1 --nodes 5000"});
  CHECK(analysed.code == 0);
  CHECK_THAT(analysed.out, Contains("1. "));
  CHECK_THAT(analysed.err, Contains("of 64 threads for the search"));
  const std::string ask = "position startpos\ngo nodes 5000\n";
  const Outcome usi =
      run_program("/bin/sh", {"-c", limit + program + "usi --threads 64 --hash 1"}, {.input = ask});
  CHECK(usi.code == 0);
  CHECK_THAT(usi.out, Contains("bestmove "));
}

TEST_CASE("an engine that knows only clocks is asked with byo-yomi, and that is said") {
  const TemporaryFolder folder;
  const std::string script =
      folder.file("clocks.sh",
                  "while read -r line; do case \"$line\" in\n"
                  "usi) echo id name Clocks; echo usiok;;\nisready) echo readyok;;\n"
                  "'go btime 0 wtime 0 byoyomi '*) echo \"$line\" >> heard\n"
                  "  echo info depth 2 score cp 40 pv 7g7f; echo bestmove 7g7f;;\n"
                  "go*) echo what is that >&2; exit 1;;\nquit) exit;;\nesac; done\n");
  const RunOptions here{.folder = folder.path()};
  const auto asked = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"analyze", "--variant", "shogi", "--engine", "sh " + script});
    return yari(words, here);
  };
  const Outcome found = asked({"--movetime", "70"});
  CHECK(found.code == 0);
  CHECK_THAT(found.err, Contains("engine Clocks: knows no limits but clocks"));
  const Outcome told = asked({"--byoyomi", "0.2"});
  CHECK(told.code == 0);
  CHECK(told.err == "");
  CHECK(read_file(folder / "heard") ==
        "go btime 0 wtime 0 byoyomi 70\ngo btime 0 wtime 0 byoyomi 200\n");
  CHECK(yari({"analyze", "--byoyomi", "1"}).code == 2);
}

TEST_CASE("analyze reports a mate and a position without moves") {
  const Outcome mate =
      yari({"analyze", "--depth", "3", "--json", "--sfen", "3k3/7/3+B3/7/7/7/7/7/3K3 b R 1"});
  CHECK(mate.object()["score"] == nlohmann::json({{"mate", 1}}));
  const Outcome over = yari({"analyze", "--sfen", "3k2R/7/3+B3/7/7/7/7/7/3K3 w - 1"});
  CHECK(over.code == 1);
  CHECK_THAT(over.out, Contains("no legal move: mated"));
}

TEST_CASE("annotate writes annotated records of files") {
  const Outcome outcome = yari({"annotate", "-", "--nodes", "2000"}, {.input = game});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("[%eval "));
  CHECK(yari({"check", "-"}, {.input = outcome.out}).code == 0);
  const auto json = yari({"annotate", "-", "--nodes", "2000", "--json"}, {.input = game}).object();
  for (const char* field : {"file", "line", "engine", "analysed", "from_store", "nodes", "black",
                            "white", "moves", "variant", "format", "text", "losses"})
    CHECK(json.contains(field));
  REQUIRE(json["moves"].size() == 5);
  for (const char* field : {"ply", "side", "usi", "before", "after", "chance_before",
                            "chance_after", "loss", "accuracy", "judgement", "mate", "only_move",
                            "only_good", "brilliant", "book", "phase", "better"})
    CHECK(json["moves"][0].contains(field));
  CHECK(json["text"] == outcome.out);
}

TEST_CASE("who has not moved has no accuracy") {
  const TemporaryFolder folder;
  folder.file("game.psn", "[Variant \"Yari Shogi\"]\n\n1. P-7f *\n");
  const RunOptions here{.folder = folder.path()};
  const auto json = yari({"annotate", "game.psn", "--nodes", "50", "--json"}, here).object();
  CHECK(json["black"]["accuracy"].is_number());
  CHECK(json["white"]["accuracy"].is_null());
  CHECK(json["black"]["phases"]["endgame"]["accuracy"].is_null());
  REQUIRE(yari({"import", "game.psn"}, here).code == 0);
  CHECK_THAT(yari({"annotate", "1", "--nodes", "50"}, here).out,
             Contains(", White without a move\n"));
  CHECK(yari({"report", "1", "-o", "game.html"}, here).code == 0);
  CHECK_THAT(read_file(folder / "game.html"), Contains("\"accuracy\":null"));
}

TEST_CASE("annotate stores its findings once, and a second run does nothing") {
  const TemporaryFolder folder;
  folder.file("game.psn", game);
  const RunOptions here{.folder = folder.path()};
  REQUIRE(yari({"import", "game.psn"}, here).code == 0);
  const Outcome first = yari({"annotate", "1", "--nodes", "2000"}, here);
  CHECK(first.code == 0);
  CHECK_THAT(first.out, Contains("1 game annotated, 0 annotated before; "));
  CHECK_THAT(
      yari({"annotate", "--all", "--nodes", "2000"}, here).out,
      Contains("0 games annotated, 1 annotated before; 0 positions: 0 searches, 0 from the cache"));
  const auto forced = yari({"annotate", "1", "--nodes", "2000", "--force", "--json"}, here).json();
  REQUIRE(forced.size() == 2);
  CHECK(forced[0]["moves"].size() == 5);
  CHECK(forced[1]["annotated"] == 1);
  CHECK_THAT(yari({"show", "1", "--evals"}, here).out, Contains("[%eval "));
  CHECK(yari({"db", "verify"}, here).code == 0);
}

TEST_CASE("find asks for what annotation found, and shows it") {
  const TemporaryFolder folder;
  folder.file("game.psn", game);
  const RunOptions here{.folder = folder.path()};
  REQUIRE(yari({"import", "game.psn"}, here).code == 0);
  CHECK(yari({"find", "--judgement", "any"}, here).code == 1);
  const auto annotated = yari({"annotate", "1", "--nodes", "2000", "--json"}, here).json().front();
  std::vector<int> expected;
  for (const auto& move : annotated["moves"])
    if (!move["judgement"].is_null()) expected.push_back(move["ply"].get<int>() - 1);
  REQUIRE_FALSE(expected.empty());
  const auto hits =
      yari({"find", "--judgement", "blunder,mistake,inaccuracy", "--all-hits", "--json"}, here)
          .json();
  REQUIRE(hits.size() == expected.size());
  for (std::size_t i = 0; i < hits.size(); ++i) {
    CHECK(hits[i]["ply"] == expected[i]);
    const auto& judged = hits[i]["judgements"].at(0);
    for (const char* field :
         {"judgement", "side", "loss", "chance_before", "chance_after", "mate", "better"})
      CHECK(judged.contains(field));
    const auto& move = annotated["moves"][static_cast<std::size_t>(expected[i])];
    CHECK(judged["judgement"] == move["judgement"]);
    CHECK(judged["side"] == move["side"]);
    for (const char* number : {"loss", "chance_before", "chance_after"}) {
      INFO(number);
      CHECK(judged[number].get<double>() == Approx(move[number].get<double>()).margin(0.02));
    }
  }
  const auto whose = [&](const char* who) {
    return yari({"find", "--judgement", "blunder,mistake,inaccuracy", "--by", who, "--all-hits",
                 "--json"},
                here)
        .json()
        .size();
  };
  CHECK(whose("A") == whose("black"));
  CHECK(whose("B") == whose("white"));
  CHECK(whose("A") + whose("B") == hits.size());
  CHECK(yari({"find", "--judgement", "any", "--by", "nobody"}, here).code == 1);
  CHECK(yari({"find", "--by", "A"}, here).code == 2);
  const Outcome bad = yari({"find", "--judgement", "blundr"}, here);
  CHECK(bad.code == 2);
  CHECK_THAT(bad.err, Contains("expected one of: inaccuracy, mistake, blunder"));
}

TEST_CASE("annotate wants to know what, and takes no mixture") {
  CHECK(yari({"annotate"}).code == 2);
  CHECK(yari({"annotate", "1", "game.psn"}).code == 2);
  CHECK(yari({"annotate", "game.psn", "--all"}).code == 2);
  CHECK(yari({"annotate", "--blunder", "101", "x"}).code == 2);
  CHECK(yari({"annotate", "missing.psn", "--nodes", "100"}).code == 1);
}

}  // namespace yari::test
