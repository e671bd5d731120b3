// `yari book mine --queue` and the workers that evaluate for it.
#include <atomic>
#include <fstream>
#include <future>
#include <thread>

#include "tests/cli/batch.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/random_game.h"
#include "tests/support/sqlite.h"

namespace yari::test {

using Catch::Matchers::StartsWith;

namespace {

/// An engine whose line is not legal.
const std::string engine_of_lies =
    "while read -r line; do case \"$line\" in\n"
    "usi) echo id name Liar; echo usiok;;\n"
    "isready) echo readyok;;\n"
    "go*) echo info depth 3 score cp 25 nodes 99 pv 5i5a\n"
    "  echo bestmove 5i5a;;\n"
    "quit) exit 0;;\nesac; done\n";

/// One that makes a file when it is started, and always says the same.
const std::string engine_that_tells =
    "while read -r line; do case \"$line\" in\n"
    "usi) : > asked; echo id name Teller; echo usiok;;\n"
    "isready) echo readyok;;\n"
    "go*) echo info depth 3 score cp 25 nodes 99 pv 7g7f 3c3d\n"
    "  echo bestmove 7g7f;;\n"
    "quit) exit 0;;\nesac; done\n";

struct Mining {
  TemporaryFolder folder;
  RunOptions here{.folder = folder.path()};

  Outcome mine(const std::vector<std::string>& more) const {
    return yari(with({"book", "mine", "--variant", "yari", "--nodes", "200", "--db", "m.db",
                      "--lines", "3"},
                     more),
                here);
  }
  Outcome work(const std::vector<std::string>& more = {}) const {
    return yari(with({"work", "--db", "m.db", "--lease", "0.3"}, more), here);
  }
  nlohmann::json queue() const {
    return yari({"queue", "--db", "m.db", "--json"}, here).object()["positions"];
  }
  int evaluations() const {
    return std::stoi(yari({"sql", "--db", "m.db", "SELECT count(*) FROM evaluations_view"}, here)
                         .lines()
                         .back());
  }
  /// Works until `mining` has ended.
  void work_until_ready(std::future<Outcome>& mining) const {
    while (mining.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) work();
  }
};

std::future<Outcome> begin(const std::function<Outcome()>& command) {
  return std::async(std::launch::async, command);
}

}  // namespace

TEST_CASE("workers evaluate what a book asks for, and the book is what one program makes of it",
          "[slow]") {
  const Mining f;
  REQUIRE(f.mine({"--positions", "0", "-o", "nothing.db"}).code == 1);
  auto mining = begin([&] { return f.mine({"--positions", "30", "--queue", "-o", "q.db"}); });
  std::atomic<int> killed = 0;
  {
    std::vector<std::jthread> threads;
    for (int worker = 0; worker < 3; ++worker) {
      threads.emplace_back([&, rng = Rng(5 + static_cast<std::uint64_t>(worker))]() mutable {
        for (int round = 0; round < 6; ++round) {
          const std::string after = fmt::format("0.{:03}", 20 + rng() % 200);
          killed += run_program("timeout",
                                {"-s", "KILL", after, YARI_PROGRAM, "work", "--wait", "--lease",
                                 "0.2", "--db", "m.db"},
                                f.here)
                        .code != 0;
        }
      });
    }
  }
  CHECK(killed > 0);
  f.work_until_ready(mining);
  const Outcome run = mining.get();
  INFO(run.err);
  CHECK(run.code == 0);
  const nlohmann::json queue = f.queue();
  // A position whose workers were killed three times is given up, and said.
  const int failed = queue["failed"];
  CHECK(queue["done"] == 30 - failed);
  CHECK(f.evaluations() == 30 - failed);
  CHECK((failed > 0) == (run.err.find("is not evaluated: the lease of") != std::string::npos));
  // One program finds nothing to do that was done, and makes the same book of it.
  REQUIRE(f.mine({"--positions", "0", "-o", "alone.db"}).code == 0);
  if (failed == 0) CHECK(read_file(f.folder / "q.db") == read_file(f.folder / "alone.db"));
  const Outcome more = f.mine({"--positions", "5", "-o", "more.db", "--json"});
  CHECK(more.object()["known"] == 30 - failed);
  CHECK(yari({"db", "verify", "--db", "m.db"}, f.here).code == 0);
}

TEST_CASE("an evaluation of a worker is what the miner's own engine would say") {
  const Mining alone, shared;
  REQUIRE(alone.mine({"--positions", "6", "-j", "1", "-o", "b.db"}).code == 0);
  auto mining = begin([&] { return shared.mine({"--positions", "6", "--queue", "-o", "b.db"}); });
  shared.work_until_ready(mining);
  CHECK(mining.get().code == 0);
  // The start is looked at first in any case.
  const auto lines = [&](const Mining& f) {
    return yari({"sql", "--db", "m.db", "SELECT score, depth, nodes FROM evaluations_view"}, f.here)
        .lines();
  };
  REQUIRE(lines(shared).size() == lines(alone).size());
  CHECK(lines(shared)[1] == lines(alone)[1]);
}

TEST_CASE("what workers cannot evaluate is said, and the book is made of the rest") {
  const Mining f;
  f.folder.file("engine.sh", engine_of_lies);
  const std::vector<std::string> engine{"--engine", "sh engine.sh", "--variant",
                                        "shogi",    "--db",         "m.db"};
  auto mining = begin([&] {
    return yari(with({"book", "mine", "--queue", "--positions", "3", "-o", "x.db"}, engine),
                f.here);
  });
  const std::vector<std::string> work{"work", "--engine", "sh engine.sh", "--db", "m.db"};
  Outcome worker;
  while (mining.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
    const Outcome now = yari(work, f.here);
    if (!now.err.empty()) worker = now;
  }
  const Outcome run = mining.get();
  CHECK(run.code == 1);
  CHECK_THAT(run.err, Contains("position lnsgkgsnl/"));
  CHECK_THAT(run.err, Contains("is not evaluated: "));
  CHECK(worker.code == 1);
  CHECK_THAT(worker.err, Contains("plays 5i5a"));
  const nlohmann::json queue = f.queue();
  CHECK(queue["failed"] == 1);
  CHECK(queue["rows"][0]["game"].is_null());
  CHECK_THAT(queue["rows"][0]["position"].get<std::string>(), StartsWith("lnsgkgsnl/"));
  CHECK(f.evaluations() == 0);
  CHECK(yari({"queue", "--retry", "--db", "m.db"}, f.here).out ==
        "0 games and 1 position put into the queue again\n");
  // The built-in engine is another one.
  const Outcome other = f.work();
  CHECK(other.code == 1);
  CHECK(other.out == "nothing waits for this engine\n");
  CHECK_THAT(other.err, Contains("1 position waits for the engine 'Liar'"));
}

TEST_CASE("a book whose queue is emptied is made of what is known") {
  const Mining f;
  REQUIRE(f.mine({"--positions", "3", "-j", "1", "-o", "a.db"}).code == 0);
  auto mining = begin([&] { return f.mine({"--positions", "5", "--queue", "-o", "b.db"}); });
  while (f.queue().is_null() || f.queue()["waiting"] == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::string cancelled;
  while (mining.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready)
    cancelled += yari({"queue", "--cancel", "--db", "m.db"}, f.here).out;
  CHECK_THAT(cancelled, Contains("removed from the queue"));
  const Outcome run = mining.get();
  CHECK(run.code == 0);
  CHECK_THAT(run.err, Contains("it was taken out of the queue"));
  CHECK(read_file(f.folder / "a.db") == read_file(f.folder / "b.db"));
}

TEST_CASE("what an interrupted command leaves in the queue is there for the next one") {
  const Mining f;
  f.folder.file("engine.sh", engine_that_tells);
  const auto mine = [&](const std::string& positions, const RunOptions& how) {
    return yari({"book", "mine", "--variant", "shogi", "--positions", positions, "--queue", "--db",
                 "m.db", "-o", "b.db", "--engine", "sh engine.sh"},
                how);
  };
  RunOptions interrupted = f.here;
  interrupted.interrupt_at_file = f.folder / "asked";
  const Outcome run = mine("2", interrupted);
  CHECK(run.code == 130);
  CHECK_THAT(run.err, Contains("1 position stays in the queue"));
  CHECK_THAT(run.err, Contains("the same command goes on"));
  CHECK(f.queue()["waiting"] == 1);
  // It is evaluated all the same, and the next run finds it.
  CHECK(yari({"work", "--db", "m.db", "--engine", "sh engine.sh"}, f.here).out ==
        "1 position evaluated, 0 failed\n");
  CHECK(mine("0", f.here).code == 0);
  CHECK_THAT(read_file(f.folder / "b.db"), Contains("\n7g7f 3c3d 25 3 "));
}

TEST_CASE("a queue of positions that somebody else wrote is refused, and nothing is run on it") {
  const Mining f;
  REQUIRE(f.mine({"--positions", "1", "-j", "1", "-o", "a.db"}).code == 0);
  {
    Connection file(f.folder / "m.db", OpenMode::read_write);
    const std::string engine([&] {
      Statement row(file, "SELECT name FROM engines");
      return row.first({}) ? std::string(row.text(0)) : std::string();
    }());
    REQUIRE_FALSE(engine.empty());
    Statement(file,
              "INSERT INTO work_settings(id, engine, settings) VALUES "
              "(1, ?1, 'nodes 200; rules standard'), (2, ?1, 'nodes 200; rules of mine')")
        .run({engine});
    file.execute(
        "INSERT INTO position_work(sfen, setting, priority, state, attempts) VALUES "
        "('4k4/9/9/9/9/P8/P8/9/4K4 b -', 1, 0, 0, 0), ('" +
        std::string(5000, '[') +
        "', 1, 0, 0, 0), ('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -', 2, 0, "
        "0, 99)");
  }
  const Outcome run = f.work();
  CHECK(run.code == 1);
  const nlohmann::json queue = f.queue();
  CHECK(queue["failed"] == 3);
  CHECK(queue["rows"][0]["reason"] == "no such position can occur");
  CHECK_THAT(queue["rows"][2]["reason"].get<std::string>(), Contains("settings cannot be read"));
  CHECK(f.evaluations() == 1);
}

TEST_CASE("games and positions are worked on together") {
  Batch place(random_games(2, 8, 0));
  REQUIRE(yari({"annotate", "--all", "--nodes", "100", "--queue", "--db", "first.db"}, place.here)
              .code == 0);
  auto mining = begin([&] {
    return yari({"book", "mine", "--variant", "yari", "--nodes", "100", "--positions", "4",
                 "--queue", "-o", "b.db", "--db", "first.db", "--priority", "-3"},
                place.here);
  });
  std::uint64_t games = 0, positions = 0;
  while (mining.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
    const auto last = yari({"work", "--db", "first.db", "--json"}, place.here).json().back();
    games += last["annotated"].get<std::uint64_t>();
    positions += last["evaluated"].get<std::uint64_t>();
    CHECK(last["not_evaluated"] == 0);
  }
  CHECK(mining.get().code == 0);
  CHECK(games == 2);
  CHECK(positions == 4);
  const std::vector<std::string> shown = yari({"queue", "--db", "first.db"}, place.here).lines();
  REQUIRE(shown.size() == 2);
  CHECK(shown[0] == "games: 0 waiting, 0 running, 2 done, 0 failed");
  CHECK(shown[1] == "positions: 0 waiting, 0 running, 4 done, 0 failed");
  CHECK(yari({"queue", "--clear", "--db", "first.db"}, place.here).out ==
        "2 games and 4 positions removed from the queue\n");
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--queue", "--share", "1/2"},
        {"--queue", "-j", "2"},
        {"--priority", "1"}})
    CHECK(yari(with({"book", "mine", "--variant", "yari", "-o", "x.db", "--db", "first.db"}, wrong),
               place.here)
              .code == 2);
}

}  // namespace yari::test
