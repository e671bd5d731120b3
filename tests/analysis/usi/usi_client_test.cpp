// Whatever an engine does, the client answers or fails within its bounds, and work goes on.
#include "analysis/usi/usi_client.h"

#include <signal.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "analysis/usi/process.h"
#include "analysis/usi/usi_client_info.h"
#include "record/tag_value.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/analysis/usi_client_fakes.h"
#include "tests/support/catch.h"

namespace yari::test {
namespace {

using std::chrono::milliseconds;

const GamePosition shogi_start{start_setup(Variant::shogi), {}, RuleSet::standard};

UsiSettings settings_for(std::vector<std::string> command) {
  UsiSettings settings;
  settings.command = std::move(command);
  settings.patience = milliseconds(1500);
  settings.longest_search = milliseconds(500);
  return settings;
}

std::string first_line(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

std::string moves_text(const std::vector<Move>& moves) {
  std::string text;
  for (Move m : moves) text += (text.empty() ? "" : " ") + write_usi_move(m, Variant::shogi);
  return text;
}

/// A fake that does `badly` at its first search and behaves from its second life on.
Fake once(const std::string& badly) {
  Fake fake;
  fake.on_go = "if [ ! -e tried ]; then : > tried; " + badly + "; else " + fake.on_go + "; fi";
  return fake;
}

}  // namespace

TEST_CASE("a command is split into words without a shell") {
  const auto words = [](std::string_view text) { return split_command(text).value(); };
  using Words = std::vector<std::string>;
  CHECK(words("engine") == Words{"engine"});
  CHECK(words("  a  b\tc ") == Words{"a", "b", "c"});
  CHECK(words("'my engine' --x=\"1 2\" '' a\\ b") == Words{"my engine", "--x=1 2", "", "a b"});
  CHECK(words("'a\\b' \"c\\\"d\" $HOME *") == Words{"a\\b", "c\"d", "$HOME", "*"});
  CHECK(split_command("").error().offset == 0);
  CHECK(split_command("   ").error().message == "expected the name of a program");
  CHECK(split_command("a 'b").error().offset == 2);
  CHECK(split_command("a b\\").error().offset == 3);
  CHECK_FALSE(split_command("'' a").has_value());
}

TEST_CASE("info lines are read, and nonsense in them is skipped") {
  const auto info = read_usi_info(
      "info depth 7 seldepth 9 multipv 2 score cp -31 upperbound nodes 1254 nps 1 hashfull 12 "
      "time 5 pv 7i7h 1c1d");
  REQUIRE(info);
  CHECK(info->depth == 7);
  CHECK(info->selective_depth == 9);
  CHECK(info->multipv == 2);
  CHECK(info->score == Score{-31, false});
  CHECK(info->is_bound);
  CHECK(info->nodes == 1254);
  CHECK(info->time == milliseconds(5));
  CHECK(info->hash_full == 12);
  CHECK(info->pv == std::vector<std::string_view>{"7i7h", "1c1d"});

  CHECK(read_usi_info("info score mate 5 pv a")->score == Score{5, true});
  CHECK(read_usi_info("info score mate -4")->score == Score{-4, true});
  CHECK(read_usi_info("info score mate +")->score == Score{1, true});
  CHECK(read_usi_info("info score mate -")->score == Score{-1, true});
  CHECK(read_usi_info("info string score cp 5 pv 7g7f")->pv.empty());
  CHECK_FALSE(read_usi_info("bestmove 7g7f").has_value());
  for (const char* line :
       {"info", "info score", "info score cp", "info score cp x", "info score mate --3",
        "info depth", "info depth x nodes -7 multipv 99999999999999999999", "info pv"}) {
    INFO(line);
    const auto odd = read_usi_info(line);
    REQUIRE(odd);
    CHECK_FALSE(odd->score.has_value());
    CHECK(odd->nodes == 0);
  }
  CHECK(read_usi_info("info score cp 99999999999999999999")->score->value == 1'000'000);
}

TEST_CASE(
    "lines of an engine add up: the most nodes and time, the last hash, no more lines than asked") {
  const GamePosition position{start_setup(Variant::shogi), {}, {}};
  UsiLines lines(position, 2);
  const auto add = [&](const char* line) { return lines.add(*read_usi_info(line)); };
  CHECK(add("info depth 3 seldepth 9 nodes 70 time 8 hashfull 12 multipv 1 score cp 40 pv 7g7f"));
  CHECK(add("info depth 2 seldepth 4 nodes 50 time 9 multipv 2 score cp 30 pv 2g2f"));
  CHECK_FALSE(add("info depth 2 multipv 3 score cp 20 pv 1g1f"));
  const Analysis told = lines.analysis(*read_usi_move("7g7f", Variant::shogi));
  CHECK(told.nodes == 70);
  CHECK(told.time == milliseconds(9));
  CHECK(told.hash_full == 12);
  CHECK(told.selective_depth == 9);
  REQUIRE(told.lines.size() == 2);
  CHECK(told.lines[0].score == Score{40, false});
  // What it plays stands in front, with the score that was said last of another move.
  const Analysis other = lines.analysis(*read_usi_move("1g1f", Variant::shogi));
  REQUIRE(other.lines.size() == 2);
  CHECK(other.best() == *read_usi_move("1g1f", Variant::shogi));
  CHECK(other.lines[1].pv.front() == *read_usi_move("7g7f", Variant::shogi));
  CHECK(read_usi_info("info time 1000000000000")->time == milliseconds(1'000'000'000'000));
  CHECK(read_usi_info("info time 1000000000001")->time == milliseconds(1'000'000'000'000));
}

TEST_CASE("options are read, and their names compared as people write them") {
  const auto option =
      read_usi_option("option name USI_Variant type combo default shogi var shogi var yarishogi");
  REQUIRE(option);
  CHECK(option->name == "USI_Variant");
  CHECK(option->type == "combo");
  CHECK(option->values == std::vector<std::string>{"shogi", "yarishogi"});
  CHECK(read_usi_option("option name Use NNUE type check default true")->name == "Use NNUE");
  CHECK_FALSE(read_usi_option("option").has_value());
  CHECK(same_option_name("Use_NNUE", "use nnue"));
  CHECK(same_option_name("USI_Hash", "Hash"));
  CHECK_FALSE(same_option_name("USI_Hash", "HashFile"));
}

TEST_CASE("what an engine calls itself is a name that games can be stored with") {
  const TemporaryFolder folder;
  const Fake fake{.on_usi = "printf 'id name Evil\\033[31mX\\377 %0300d\\nusiok\\n' 0"};
  const UsiEngine engine(settings_for(write_fake(folder, fake)));
  CHECK(fault_of_value(engine.name()).empty());
  CHECK(engine.name().starts_with("Evil[31mX\uFFFD 000"));
  CHECK(engine.name().size() < 210);
}

TEST_CASE("an engine that behaves is asked in USI and understood") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "echo \"$line\" >> heard";
  fake.on_go =
      "echo info depth 2 multipv 1 score cp 10 nodes 50 pv 2g2f; "
      "echo info depth 3 multipv 1 score cp 30 lowerbound nodes 60 pv 2g2f; "
      "echo info depth 3 multipv 2 score mate -6 nodes 70 pv 5g5f 9z9z 3c3d; "
      "echo bestmove 5g5f ponder 3c3d";
  UsiSettings settings = settings_for(write_fake(folder, fake));
  settings.options = {{"hash", "32"}};
  int reports = 0;
  {
    UsiEngine engine(settings);
    CHECK(engine.name() == "Fake 1");
    CHECK(engine.identity() == "Fake 1; hash=32");
    CHECK(engine.option_names() == std::vector<std::string>{"USI_Hash", "MultiPV"});
    GamePosition position = shogi_start;
    position.moves = {read_usi_move("7g7f", Variant::shogi).value(),
                      read_usi_move("3c3d", Variant::shogi).value()};
    const Analysis analysis = engine.analyze(position, {.nodes = 100, .multipv = 2}, {},
                                             [&](const Analysis&) { ++reports; });
    REQUIRE(analysis.lines.size() == 2);
    CHECK(moves_text(analysis.lines[0].pv) == "5g5f");
    CHECK(analysis.lines[0].score == Score{-6, true});
    CHECK(moves_text(analysis.lines[1].pv) == "2g2f");
    CHECK(analysis.lines[1].score == Score{10, false});  // an exact score beats a bound
    CHECK(analysis.lines[1].depth == 2);
    CHECK(analysis.nodes == 70);
    CHECK(engine.last_answer() == UsiAnswer::move);
  }
  CHECK(reports == 2);
  std::ifstream heard(folder.path() / "heard");
  const std::string all{std::istreambuf_iterator<char>(heard), {}};
  CHECK(all ==
        "usi\nsetoption name USI_Hash value 32\nisready\nsetoption name MultiPV value 2\n"
        "position startpos moves 7g7f 3c3d\ngo nodes 100\nquit\n");
}

TEST_CASE("root moves are sent last, and lines of other moves are left out") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "echo \"$line\" >> heard";
  fake.on_go =
      "echo info depth 3 multipv 1 score cp 30 nodes 60 pv 2g2f; "
      "echo info depth 3 multipv 2 score cp -6 nodes 70 pv 7g7f 3c3d; echo bestmove 2g2f";
  UsiEngine engine(settings_for(write_fake(folder, fake)));
  Limits limits{.nodes = 100, .multipv = 2};
  limits.root_moves = {read_usi_move("7g7f", Variant::shogi).value(),
                       read_usi_move("5g5f", Variant::shogi).value()};
  const Analysis analysis = engine.analyze(shogi_start, limits);
  REQUIRE(analysis.lines.size() == 1);
  CHECK(moves_text(analysis.lines[0].pv) == "7g7f 3c3d");
  CHECK(analysis.score == Score{-6, false});
  std::ifstream heard(folder.path() / "heard");
  const std::string all{std::istreambuf_iterator<char>(heard), {}};
  CHECK(all.find("\ngo nodes 100 searchmoves 7g7f 5g5f\n") != std::string::npos);
}

TEST_CASE("an engine that misbehaves once is restarted and the answer comes", "[slow]") {
  const std::string what = GENERATE(
      as<std::string>(), "exit 3", "kill -9 $$", "sleep 60", "echo bestmove 7g7e",
      "echo bestmove 8z8z", "echo bestmove", "echo bestmove none",
      "while :; do echo garbage garbage garbage garbage garbage garbage garbage garbage; done",
      "head -c 3000000 /dev/zero; sleep 60", "exec >&-; sleep 60", "trap '' TERM; sleep 60");
  INFO(what);
  const TemporaryFolder folder;
  UsiEngine engine(settings_for(write_fake(folder, once(what))));
  const auto begin = std::chrono::steady_clock::now();
  const Analysis analysis = engine.analyze(shogi_start, {.nodes = 100});
  CHECK(moves_text(analysis.lines.at(0).pv) == "7g7f 3c3d");
  CHECK(analysis.score == Score{25, false});
  const std::vector<std::string> troubles = engine.take_notes();
  REQUIRE(troubles.size() == 1);
  CHECK(engine.take_notes().empty());
  CHECK(troubles[0].find("engine Fake 1: ") == 0);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
}

TEST_CASE("an engine that always fails is an error, and can be asked again", "[slow]") {
  struct Case {
    std::string on_go;
    std::string message;
  };
  const Case c = GENERATE(values<Case>({
      {"echo oh no >&2; exit 3", "ended with status 3; it said: oh no"},
      {"kill -9 $$", "was ended by a signal: Killed"},
      {"sleep 60", "does not answer"},
      {"echo bestmove 7g7e", "plays 7g7e: the piece cannot move there"},
      {"echo bestmove resign", "gives up without naming a move"},
      {"head -c 3000000 /dev/zero; sleep 60", "writes a line without an end"},
  }));
  INFO(c.on_go);
  const TemporaryFolder folder;
  Fake fake;
  fake.on_go = c.on_go;
  UsiSettings settings = settings_for(write_fake(folder, fake));
  UsiEngine engine(settings);
  for (int times = 0; times < 2; ++times) {
    try {
      engine.analyze(shogi_start, {.nodes = 100});
      FAIL("expected a failure");
    } catch (const EngineFailure& failure) {
      CHECK(std::string(failure.what()).find(c.message) != std::string::npos);
    }
  }
}

TEST_CASE("an engine that floods is ended long before its time is up") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_go = "yes \"$(head -c 4000 /dev/zero | tr '\\0' x)\"";
  UsiSettings settings = settings_for(write_fake(folder, fake));
  settings.longest_search = std::chrono::minutes(5);
  UsiEngine engine(settings);
  CHECK_THROWS_WITH(engine.analyze(shogi_start, {.nodes = 100}), Contains("floods us with output"));
}

TEST_CASE("an illegal move is told apart from other failures") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_go = "echo bestmove 7g7e";
  UsiEngine engine(settings_for(write_fake(folder, fake)));
  CHECK_THROWS_AS(engine.analyze(shogi_start, {.nodes = 1}), IllegalMove);
}

TEST_CASE("a program that is no engine cannot be started as one") {
  const TemporaryFolder folder;
  const auto message = [](const UsiSettings& settings) {
    try {
      UsiEngine engine(settings);
      return std::string();
    } catch (const EngineFailure& failure) {
      return std::string(failure.what());
    }
  };
  UsiSettings settings = settings_for({"/nonexistent/engine"});
  settings.patience = milliseconds(300);
  CHECK(message(settings).find("No such file") != std::string::npos);
  settings.command = {"true"};
  CHECK(message(settings).find("ended with status 0") != std::string::npos);
  settings.command = {"sleep", "60"};
  CHECK(message(settings).find("expected usiok within 300 ms") != std::string::npos);
  settings.command = {"yes"};
  CHECK(message(settings).find("engine yes: ") == 0);
  Fake deaf;
  deaf.on_ready = ":";
  settings.command = write_fake(folder, deaf);
  CHECK(message(settings).find("expected readyok") != std::string::npos);
  settings.command = write_fake(folder, {});
  settings.options = {{"Nonsense", "1"}};
  CHECK(message(settings).find("has no option \"Nonsense\"; it has: USI_Hash, MultiPV") !=
        std::string::npos);
}

TEST_CASE("Yari Shogi is not asked of an engine that does not offer it") {
  const TemporaryFolder folder;
  UsiEngine engine(settings_for(write_fake(folder, {})));
  const GamePosition position{start_setup(Variant::yari), {}, RuleSet::standard};
  CHECK_THROWS_WITH(engine.analyze(position, {.nodes = 1}), Contains("does not play Yari Shogi"));
  CHECK_NOTHROW(engine.analyze(shogi_start, {.nodes = 1}));
}

TEST_CASE("the variant is set where the engine offers it") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_usi =
      "echo option name UCI_Variant type combo default x var shogi var yarishogi; echo usiok";
  fake.on_line = "case \"$line\" in setopt*) echo \"$line\" >> heard;; esac";
  fake.on_go = "echo bestmove 7g7f";
  UsiEngine engine(settings_for(write_fake(folder, fake)));
  const GamePosition position{start_setup(Variant::yari), {}, RuleSet::standard};
  engine.analyze(position, {.nodes = 1});
  engine.analyze(position, {.nodes = 1});
  CHECK(first_line(folder.path() / "heard") == "setoption name UCI_Variant value yarishogi");
}

TEST_CASE("a search is stopped when asked, and soon") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_go = "echo info depth 1 score cp 1 pv 2g2f";
  fake.on_stop = "echo bestmove 2g2f";
  UsiEngine engine(settings_for(write_fake(folder, fake)));
  std::stop_source stop;
  std::chrono::steady_clock::time_point asked;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(100));
    asked = std::chrono::steady_clock::now();
    stop.request_stop();
  });
  const Analysis analysis = engine.analyze(shogi_start, {}, stop.get_token());
  stopper.join();
  CHECK(moves_text(analysis.lines.at(0).pv) == "2g2f");
  CHECK(std::chrono::steady_clock::now() - asked < std::chrono::seconds(20));
}

TEST_CASE("an engine that heeds no limit is told to stop") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_go = ":";
  fake.on_stop = "echo bestmove 2g2f";
  UsiEngine engine(settings_for(write_fake(folder, fake)));
  const Limits limits = GENERATE(Limits{.nodes = 10}, Limits{.time = milliseconds(50)});
  CHECK(moves_text(engine.analyze(shogi_start, limits).lines.at(0).pv) == "2g2f");
}

TEST_CASE("nothing is asked about a finished game") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_go = "exit 1";
  UsiEngine engine(settings_for(write_fake(folder, fake)));
  const GamePosition mated{
      read_sfen("8k/8G/8P/9/9/9/9/9/8K w - 1", Variant::shogi).value(), {}, RuleSet::standard};
  const Analysis analysis = engine.analyze(mated, {.nodes = 1});
  CHECK(analysis.lines.empty());
  CHECK(analysis.score == Score{0, true});
}

TEST_CASE("clocks are sent, and an engine may resign on them") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "case \"$line\" in go*) echo \"$line\" > heard;; esac";
  fake.on_go = "echo bestmove resign";
  UsiEngine engine(settings_for(write_fake(folder, fake)));
  UsiClocks clocks{milliseconds(9000), milliseconds(8000), milliseconds(0), milliseconds(1000)};
  CHECK(engine.play(shogi_start, clocks).lines.empty());
  CHECK(engine.last_answer() == UsiAnswer::resigns);
  CHECK(first_line(folder.path() / "heard") == "go btime 9000 wtime 8000 byoyomi 1000");
  clocks.increment = milliseconds(100);
  engine.play(shogi_start, clocks);
  CHECK(first_line(folder.path() / "heard") == "go btime 9000 wtime 8000 binc 100 winc 100");
}

TEST_CASE("nothing that an engine started outlives it") {
  const TemporaryFolder folder;
  Fake fake;
  fake.first = "sleep 600 & echo $! > child";
  const std::vector<std::string> command = write_fake(folder, fake);
  { UsiEngine engine(settings_for(command)); }
  const pid_t child = std::stoi(first_line(folder.path() / "child"));
  // A killed orphan may stay a zombie until the system has looked after it.
  bool gone = false;
  for (int i = 0; i < 200 && !gone; ++i) {
    std::this_thread::sleep_for(milliseconds(10));
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    std::string pid, name, state;
    gone = !(stat >> pid >> name >> state) || state == "Z";
  }
  CHECK(gone);
}

}  // namespace yari::test
