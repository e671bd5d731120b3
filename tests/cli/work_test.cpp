// The queue and its workers: killed, stopped, cut off, lied to; and what they leave is what one
// `annotate` leaves.
#include <algorithm>
#include <fstream>
#include <thread>

#include "db/database.h"
#include "import/annotation/work_settings.h"
#include "tests/cli/batch.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"
#include "tests/support/sqlite.h"

namespace yari::test {

namespace {

/// An engine that answers the start position when there is a file `go`, and waits for "stop" until
/// then.
const std::string patient_engine =
    "while read -r line; do case \"$line\" in\n"
    "usi) echo id name Patient\n"
    "  echo option name USI_Variant type combo default yarishogi var yarishogi\n"
    "  echo usiok;;\n"
    "isready) echo readyok;;\n"
    "position*moves*) answer=3c3d;;\n"
    "position*) answer=7g7f;;\n"
    "go*) : > asked\n"
    "  if [ -e go ]; then echo info depth 3 score cp 25 nodes 99 pv $answer\n"
    "    echo bestmove $answer; fi;;\n"
    "stop) echo info depth 1 score cp 1 nodes 1 pv $answer\n"
    "  echo bestmove $answer;;\n"
    "quit) exit 0;;\nesac; done\n";

/// One that plays what it is told to, under another name each time when `names` is there.
const std::string lying_engine =
    "name=Liar\n"
    "[ -e names ] && { echo x >> names; name=Liar$(wc -l < names); }\n"
    "while read -r line; do case \"$line\" in\n"
    "usi) echo id name $name\n"
    "  echo option name USI_Variant type combo default yarishogi var yarishogi\n"
    "  echo usiok;;\n"
    "isready) echo readyok;;\n"
    "go*) echo info depth 3 score cp 25 nodes 99 pv 4i4a\n"
    "  echo bestmove 4i4a;;\n"
    "quit) exit 0;;\nesac; done\n";

const std::string short_game = "[Variant \"Yari Shogi\"]\n\n1. P-7f *\n";

nlohmann::json queue_of(const Batch& place, const std::string& file = "first.db") {
  return yari({"queue", "--db", file, "--json"}, place.here).object();
}

std::vector<int> counts(const nlohmann::json& queue) {
  return {queue["waiting"], queue["running"], queue["done"], queue["failed"]};
}

/// Waits until `reached`, a minute at most.
template <class Test>
bool eventually(Test reached) {
  for (int i = 0; i < 6000; ++i) {
    if (reached()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// The games that were annotated more than once, by the journal.
std::int64_t annotated_twice(const std::string& file) {
  Database database(file, OpenMode::read_only);
  return connection_of(database).integer(
      "SELECT count(*) FROM (SELECT id FROM journal_games GROUP BY id HAVING count(*) > 1)");
}

}  // namespace

TEST_CASE("two workers leave what one annotate leaves", "[slow]") {
  Batch place(random_games(12, 24, 10));
  place.copy("whole.db");
  const std::vector<std::string> nodes{"--nodes", "300", "--db"};
  REQUIRE(yari(with({"annotate", "--all"}, with(nodes, {"whole.db"})), place.here).code == 0);
  const Outcome queued =
      yari(with({"annotate", "--all", "--queue"}, with(nodes, {"first.db"})), place.here);
  CHECK(queued.code == 0);
  CHECK(queued.out == "12 games put into the queue, 0 there before, 0 annotated before\n");
  CHECK(counts(queue_of(place)) == std::vector{12, 0, 0, 0});
  std::array<Outcome, 2> runs;
  {
    std::vector<std::jthread> threads;
    for (Outcome& run : runs)
      threads.emplace_back([&] { run = yari({"work", "--db", "first.db", "--json"}, place.here); });
  }
  std::int64_t games = 0;
  for (const Outcome& run : runs) {
    INFO(run.err);
    const nlohmann::json last = run.json().back();
    games += last["annotated"].get<int>();
    CHECK(last["failed"] == 0);
    CHECK(last["lost"] == 0);
  }
  CHECK(games == 12);
  CHECK(counts(queue_of(place)) == std::vector{0, 0, 12, 0});
  CHECK(rows_of(place.folder / "first.db") == rows_of(place.folder / "whole.db"));
  CHECK(annotated_twice(place.folder / "first.db") == 0);
  const Outcome nothing =
      yari(with({"annotate", "--all", "--queue"}, with(nodes, {"first.db"})), place.here);
  CHECK(nothing.code == 1);
  CHECK(nothing.out == "0 games put into the queue, 0 there before, 12 annotated before\n");
  CHECK(yari({"work", "--db", "first.db"}, place.here).code == 1);
  CHECK(yari({"queue", "--clear", "--db", "first.db"}, place.here).out ==
        "12 games removed from the queue\n");
  CHECK(yari({"queue", "--db", "first.db"}, place.here).code == 1);
}

TEST_CASE("six workers that are killed again and again leave what one annotate leaves", "[slow]") {
  Batch place(random_games(18, 24, 10));
  place.copy("whole.db");
  REQUIRE(yari({"annotate", "--all", "--nodes", "300", "--db", "whole.db"}, place.here).code == 0);
  REQUIRE(yari({"annotate", "--all", "--nodes", "300", "--queue", "--db", "first.db"}, place.here)
              .code == 0);
  std::atomic<int> killed = 0;
  {
    std::vector<std::jthread> threads;
    for (int worker = 0; worker < 6; ++worker) {
      threads.emplace_back([&, rng = Rng(77 + static_cast<std::uint64_t>(worker))]() mutable {
        for (int round = 0; round < 4; ++round) {
          const std::string after = fmt::format("0.{:03}", 20 + rng() % 150);
          killed += run_program("timeout",
                                {"-s", "KILL", after, YARI_PROGRAM, "work", "--lease", "0.2",
                                 "--db", "first.db"},
                                place.here)
                        .code != 0;
        }
      });
    }
  }
  CHECK(killed > 0);
  // A game whose workers were killed three times is given up.
  const std::vector<std::string> work{"work", "--lease", "0.2", "--db", "first.db"};
  yari(work, place.here);
  yari({"queue", "--retry", "--db", "first.db"}, place.here);
  yari(work, place.here);
  CHECK(counts(queue_of(place)) == std::vector{0, 0, 18, 0});
  CHECK(rows_of(place.folder / "first.db") == rows_of(place.folder / "whole.db"));
  CHECK(annotated_twice(place.folder / "first.db") == 0);
  CHECK(yari({"db", "verify", "--db", "first.db"}, place.here).code == 0);
}

TEST_CASE("a worker takes the most urgent game first, and settings go with the games") {
  Batch place(random_games(4, 8, 0));
  const auto put = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--queue", "--db", "first.db"});
    REQUIRE(yari(with({"annotate"}, std::move(words)), place.here).code == 0);
  };
  put({"1", "2", "--nodes", "200"});
  put({"3", "--nodes", "300", "--priority", "5", "--mistake", "12.5"});
  put({"4", "--nodes", "200", "--priority", "-1"});
  const nlohmann::json queue = queue_of(place);
  REQUIRE(queue["groups"].size() == 2);
  CHECK_THAT(queue["groups"][1]["settings"].get<std::string>(),
             Contains("nodes 300; losses 5 12.5 15;"));
  const auto games = yari({"work", "--db", "first.db", "--json"}, place.here).json();
  REQUIRE(games.size() == 5);
  std::vector<int> order;
  for (int i = 0; i < 4; ++i) order.push_back(games[static_cast<std::size_t>(i)]["game"]);
  CHECK(order == std::vector{3, 1, 2, 4});
  // As it was asked for: there is nothing left to do.
  CHECK(yari({"annotate", "3", "--nodes", "300", "--mistake", "12.5", "--db", "first.db", "--json"},
             place.here)
            .json()
            .back()["annotated_before"] == 1);
}

TEST_CASE("a worker gives its game back at the first Ctrl-C") {
  Batch place(short_game);
  place.folder.file("engine.sh", patient_engine);
  const std::vector<std::string> engine{"--engine", "sh engine.sh", "--db", "first.db"};
  REQUIRE(yari(with({"annotate", "1", "--queue"}, engine), place.here).code == 0);
  RunOptions interrupted = place.here;
  interrupted.interrupt_at_file = place.folder / "asked";
  const Outcome run = yari(with({"work"}, engine), interrupted);
  CHECK(run.code == 130);
  CHECK_THAT(run.err, Contains("given back to the queue"));
  CHECK(counts(queue_of(place)) == std::vector{1, 0, 0, 0});
  place.folder.file("go", "");
  CHECK(yari(with({"work"}, engine), place.here).code == 0);
  CHECK(counts(queue_of(place)) == std::vector{0, 0, 1, 0});
}

TEST_CASE("a worker whose results nobody reads any more ends and gives back what it has begun") {
  Batch place(random_games(8, 24, 0));
  REQUIRE(yari({"annotate", "--all", "--nodes", "300", "--queue", "--db", "first.db"}, place.here)
              .code == 0);
  RunOptions closed = place.here;
  closed.closed_pipe = true;
  CHECK(yari({"work", "--jobs", "2", "--json", "--db", "first.db"}, closed).code == 0);
  const std::vector<int> left = counts(queue_of(place));
  CHECK(left[1] == 0);
  CHECK(left[0] + left[2] == 8);
}

TEST_CASE("a worker whose game is taken away drops it") {
  Batch place(short_game);
  place.folder.file("engine.sh", patient_engine);
  const std::vector<std::string> engine{"--engine", "sh engine.sh", "--db", "first.db"};
  REQUIRE(yari(with({"annotate", "1", "--queue"}, engine), place.here).code == 0);
  Outcome run;
  {
    const std::jthread worker([&] {
      run = yari(with({"work", "--lease", "0.2", "--name", "anna", "--json"}, engine), place.here);
    });
    REQUIRE(eventually([&] { return std::filesystem::exists(place.folder / "asked"); }));
    const nlohmann::json running = queue_of(place);
    CHECK(counts(running) == std::vector{0, 1, 0, 0});
    CHECK(running["games"][0]["worker"] == "anna");
    CHECK(yari({"queue", "--cancel", "--db", "first.db"}, place.here).code == 0);
  }
  CHECK_THAT(run.err, Contains("1 result not stored"));
  CHECK(run.json().back()["lost"] == 1);
  CHECK(run.json().back()["annotated"] == 0);
  CHECK(yari({"annotate", "--clear", "1", "--db", "first.db"}, place.here).code == 1);
}

TEST_CASE("a worker with another engine gets nothing, and one that lies is refused") {
  Batch place(short_game);
  place.folder.file("engine.sh", lying_engine);
  const std::vector<std::string> liar{"--engine", "sh engine.sh", "--db", "first.db"};
  REQUIRE(yari(with({"annotate", "1", "--queue"}, liar), place.here).code == 0);

  const Outcome other = yari({"work", "--db", "first.db"}, place.here);
  CHECK(other.code == 1);
  CHECK_THAT(other.err, Contains("1 game waits for the engine 'Liar'; this one is 'Yaribase"));
  CHECK(counts(queue_of(place)) == std::vector{1, 0, 0, 0});

  // Illegal moves.
  CHECK(yari(with({"work"}, liar), place.here).code == 1);
  const nlohmann::json failed = queue_of(place);
  CHECK(counts(failed) == std::vector{0, 0, 0, 1});
  CHECK(failed["games"][0]["attempts"] == 3);
  CHECK_THAT(failed["games"][0]["reason"].get<std::string>(), Contains("plays 4i4a"));
  const auto rows = yari({"queue", "--csv", "--db", "first.db"}, place.here).lines();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == "game,position,state,priority,attempts,worker,seconds_left,reason");
  CHECK_THAT(rows[1], StartsWith("1,,failed,0,3,"));

  CHECK(yari({"queue", "--retry", "--db", "first.db"}, place.here).out ==
        "1 game put into the queue again\n");

  // Another name each time it is started, which is the second time here.
  place.folder.file("names", "");
  REQUIRE(yari(with({"annotate", "1", "--queue"}, liar), place.here).code == 0);
  Connection(place.folder / "first.db", OpenMode::read_write)
      .execute("UPDATE work_settings SET engine = 'Liar2' WHERE engine = 'Liar1'");
  CHECK(yari(with({"work"}, liar), place.here).code == 1);
  CHECK_THAT(queue_of(place)["games"][0]["reason"].get<std::string>(),
             Contains("the engine was 'Liar2' before, and is 'Liar"));
  CHECK(yari({"annotate", "--clear", "1", "--db", "first.db"}, place.here).code == 1);
}

TEST_CASE("the settings of queued work are read back as they were written, and nothing else is") {
  WorkSettings settings;
  settings.request.limits = {.depth = 12, .nodes = 50'000, .time = std::chrono::milliseconds(70)};
  settings.request.judging.mistake = 0.1 + 0.2;
  settings.request.judging.coefficient = 1e-6;
  settings.request.judging.variation_plies = 0;
  settings.request.book_games = 3;
  for (const bool force : {false, true}) {
    settings.force = force;
    const std::string text = write_work_settings(settings);
    const std::optional<WorkSettings> read = read_work_settings(text);
    REQUIRE(read);
    CHECK(read->force == force);
    CHECK(read->request.limits == settings.request.limits);
    CHECK(read->request.judging.mistake == settings.request.judging.mistake);
    CHECK(write_work_settings(*read) == text);
  }
  // On disk.
  CHECK(write_work_settings({.request = {.limits = {.nodes = 300}, .judging = {}}}) ==
        "nodes 300; losses 5 10 15; coefficient 0; decided 5; screen 40; book 0; variation 8");
  const std::string plain = write_work_settings({});
  for (const std::string& wrong :
       {std::string(), std::string("nodes"), plain + "; speed 3", plain + " ", plain + "; force 1",
        std::string("nodes 1; losses 5 10"), std::string("nodes 1; losses 5 10 x"),
        plain + "; screen 40"}) {
    INFO(wrong);
    CHECK_FALSE(read_work_settings(wrong));
  }
}

TEST_CASE("what contradicts itself is refused: queue with files, clear, priority alone") {
  Batch place(short_game);
  const auto code = [&](std::vector<std::string> words) {
    return yari(with(std::move(words), {"--db", "first.db"}), place.here).code;
  };
  CHECK(code({"annotate", "games.psn", "--queue"}) == 2);
  CHECK(code({"annotate", "1", "--queue", "--clear"}) == 2);
  CHECK(code({"annotate", "1", "--priority", "3"}) == 2);
  CHECK(code({"annotate", "1", "--queue", "--priority", "1001"}) == 2);
  CHECK(code({"queue", "--retry", "--clear"}) == 2);
  CHECK(code({"work", "--lease", "0"}) == 2);
  CHECK(code({"work", "1"}) == 2);
  CHECK(yari({"work", "--db", "none.db"}, place.here).code == 2);
  CHECK(yari({"queue", "--db", "none.db"}, place.here).code == 2);
}

}  // namespace yari::test
