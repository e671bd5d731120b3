// What odd engines say about one position of a game: the evaluation that is stored, or none. No
// answer about one position costs the game, and none becomes 0.00.
#include <algorithm>
#include <chrono>

#include "analysis/annotate/annotate.h"
#include "analysis/annotate/puzzle.h"
#include "analysis/usi/usi_client.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/analysis/usi_client_fakes.h"
#include "tests/support/catch.h"

namespace yari::test {
namespace {

constexpr int odd_ply = 2;

Game short_game() {
  Game game = new_game(Variant::shogi);
  NodeId node = root_node;
  for (const char* move : {"7g7f", "3c3d", "2g2f", "8c8d"})
    node = game.moves.add(node, read_usi_move(move, Variant::shogi).value());
  return game;
}

/// An engine that answers the game's positions as it should, but for one. `best` is its own choice.
Fake odd_at_one_position(const std::string& odd) {
  Fake fake;
  fake.on_line = "case \"$line\" in position*) pos=\"$line\";; esac";
  fake.on_go =
      "set -- $pos; case $# in 2) best=7g7f;; 4) best=3c3d;; 5) best=2g2f;; 6) best=8c8d;; "
      "*) best=2f2e;; esac; if [ $# = 5 ]; then " +
      odd + "; else echo info depth 5 score cp 30 nodes 50 pv $best; echo bestmove $best; fi";
  return fake;
}

UsiSettings settings_of(const std::vector<std::string>& command) {
  UsiSettings settings;
  settings.command = command;
  settings.patience = std::chrono::milliseconds(20'000);
  return settings;
}

/// "cp 30", "mate -1"; "none" where there is none.
std::string stored_at(const Game& game, int ply) {
  const Note* note = ply == 0 ? game.moves.note(root_node)
                              : game.moves.note(game.moves.main_line()[std::size_t(ply) - 1]);
  if (!note || note->evaluations.empty()) return "none";
  const Evaluation& e = note->evaluations.back();
  return (e.mate ? "mate " : "cp ") + std::to_string(e.score);
}

std::vector<std::string> lines_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string info(const std::string& words) { return "echo info " + words + "; "; }

const std::string answer = "echo bestmove 2g2f";

struct Odd {
  std::string says;
  std::string stored;
};

}  // namespace

TEST_CASE("each odd answer about one position is stored as what it says, or not at all") {
  const Odd odd = GENERATE(values<Odd>({
      // A score that no playable line goes with.
      {info("depth 9 score cp 800") + answer, "cp 800"},
      {info("depth 9 score cp 800 pv 9z9z") + answer, "cp 800"},
      {info("depth 9 score cp 800 pv resign") + answer, "cp 800"},
      {info("depth 8 score cp 5 pv 2g2f") + info("depth 9 score cp 800") + answer, "cp 800"},
      {info("depth 9 score cp 800 pv 6i7h") + answer, "cp 800"},
      {info("score cp 800 nodes 7") + info("pv 2g2f 8c8d") + answer, "cp 800"},
      {info("score cp 800 pv 2g2f") + info("depth 10 nodes 9 currmove 6i7h") + answer, "cp 800"},
      // Words in any order.
      {info("pv 2g2f 8c8d score cp 800 depth 9") + answer, "cp 800"},
      {info("pv 2g2f multipv 1 score cp 800") + answer, "cp 800"},
      {info("score cp 800 score cp 10 pv 2g2f") + answer, "cp 10"},
      {info("score lowerbound cp 70 pv 2g2f") + answer, "cp 70"},
      {info("score cp 70 upperbound pv 2g2f") + answer, "cp 70"},
      {info("score cp 50 pv 2g2f") + info("score cp 90 lowerbound pv 2g2f") + answer, "cp 50"},
      {"echo '  info   score  cp  12   pv 2g2f'; " + answer, "cp 12"},
      {info("score cp 12 pv 2g2f") + "echo '  bestmove 2g2f'", "cp 12"},
      {info("score cp 12 pv 2g2f") + "printf 'bestmove 2g2f\\r\\n'", "cp 12"},
      {info("score cp 12 pv 2g2f") + "echo bestmove 2g2f ponder 9z9z", "cp 12"},
      {"echo hello; echo; echo info; " + info("score cp 12") + answer, "cp 12"},
      // Lines of several.
      {info("multipv 2 score cp 10 pv 6i7h") + info("multipv 1 score cp 40 pv 2g2f") + answer,
       "cp 40"},
      {info("multipv 1 score cp 40 pv 2g2f") + info("multipv 2 score cp 10 pv 6i7h") + answer,
       "cp 40"},
      {info("multipv 0 score cp 12 pv 2g2f") + answer, "cp 12"},
      {info("multipv x score cp 12 pv 2g2f") + answer, "cp 12"},
      // Mates.
      {info("score mate +") + answer, "mate 1"},
      {info("score mate + pv 2g2f") + answer, "mate 1"},
      {info("score mate -") + answer, "mate -1"},
      {info("score mate -0 pv resign") + answer, "mate -1"},
      {info("score mate 0") + answer, "mate -1"},
      {info("score mate +0") + answer, "none"},
      {info("score mate -6 upperbound pv 2g2f") + answer, "mate -6"},
      {info("score mate 99999 pv 2g2f") + answer, "mate 10000"},
      // Numbers.
      {info("score cp 0 pv 2g2f") + answer, "cp 0"},
      {info("score cp -0 pv 2g2f") + answer, "cp 0"},
      {info("score cp +15 pv 2g2f") + answer, "cp 15"},
      {info("score cp 99999999999999999999 pv 2g2f") + answer, "cp 1000000"},
      {info("score cp -99999999999999999999 pv 2g2f") + answer, "cp -1000000"},
      {info("score cp 8.5 pv 2g2f") + answer, "none"},
      {info("score cp abc pv 2g2f") + answer, "none"},
      {info("score 800 pv 2g2f") + answer, "none"},
      {info("score cp") + answer, "none"},
      // No score at all.
      {answer, "none"},
      {info("depth 9 pv 2g2f") + answer, "none"},
      {info("string score cp 800 pv 2g2f") + answer, "none"},
      {info("depth 3 string score cp 800") + answer, "none"},
      // Verdicts.
      {"echo bestmove resign", "none"},
      {info("score cp -3000 pv 2g2f") + "echo bestmove resign", "cp -3000"},
      {info("score mate -0 pv resign") + "echo bestmove resign", "mate -1"},
      {"echo bestmove win", "none"},
      {info("score mate 1 pv win") + "echo bestmove win", "mate 1"},
      {info("score cp 31111") + "echo bestmove win", "cp 31111"},
      // Nothing that can be played.
      {"echo bestmove none", "none"},
      {"echo 'bestmove (none)'", "none"},
      {"echo bestmove 0000", "none"},
      {"echo bestmove", "none"},
      {"echo bestmove pass", "none"},
      {"echo bestmove 8z8z", "none"},
      {"echo bestmove 2g2e", "none"},
      {info("score cp 700 pv 2g2e") + "echo bestmove 2g2e", "none"},
      // An engine that breaks at this position, and is started again for the others.
      {"exit 3", "none"},
      {"kill -9 $$", "none"},
      {info("score cp 700 pv 2g2f") + "exit 0", "none"},
      {"head -c 3000000 /dev/zero; exit 1", "none"},
      {"exec >&-", "none"},
  }));
  CAPTURE(odd.says);
  const TemporaryFolder folder;
  UsiEngine engine(settings_of(write_fake(folder, odd_at_one_position(odd.says))));
  const Annotation made = annotate(short_game(), engine, {.nodes = 100});
  REQUIRE(made.complete);
  CHECK(stored_at(made.game, odd_ply) == odd.stored);
  // Black's view: the engine's scores are those of the side to move.
  for (int ply : {0, 4}) CHECK(stored_at(made.game, ply) == "cp 30");
  for (int ply : {1, 3}) CHECK(stored_at(made.game, ply) == "cp -30");
  const bool known = odd.stored != "none";
  CHECK(made.unscored.size() == (known ? 0 : 1));
  if (!known) {
    CHECK(made.unscored.at(0).ply == odd_ply);
    CHECK(made.unscored.at(0).why.find("engine Fake 1: ") == 0);
  }
  for (const JudgedMove& m : made.moves) {
    CAPTURE(m.ply);
    const bool beside = m.ply == odd_ply || m.ply == odd_ply + 1;
    CHECK(m.is_weighed() == (known || !beside));
    if (!m.is_weighed()) CHECK(m.judgement == Judgement::none);
  }
  CHECK(made.players[0].moves + made.players[1].moves == (known ? 4 : 2));
}

TEST_CASE("an engine that hangs at one position costs that position", "[slow]") {
  const TemporaryFolder folder;
  UsiSettings settings = settings_of(write_fake(folder, odd_at_one_position("sleep 60")));
  settings.patience = std::chrono::milliseconds(2000);
  settings.longest_search = std::chrono::milliseconds(500);
  UsiEngine engine(settings);
  const Annotation made = annotate(short_game(), engine, {.nodes = 100});
  REQUIRE(made.complete);
  CHECK(stored_at(made.game, odd_ply) == "none");
  for (int ply : {0, 4}) CHECK(stored_at(made.game, ply) == "cp 30");
}

TEST_CASE("a second answer to one search is not that of the next") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "case \"$line\" in position*) set -- $line;; esac";
  fake.on_go =
      "case $# in 2) best=7g7f;; *) best=2f2e;; esac; said=\"info score cp $# pv $best\"; "
      "printf '%s\\n' \"$said\" \"bestmove $best\" \"$said\" \"bestmove $best\"";
  UsiEngine engine(settings_of(write_fake(folder, fake)));
  // 7g7f can be played in the later position, too.
  GamePosition later{start_setup(Variant::shogi), {}, RuleSet::standard};
  CHECK(engine.analyze(later, {.nodes = 100}).score == Score{2, false});
  for (const char* move : {"2g2f", "8c8d"})
    later.moves.push_back(read_usi_move(move, Variant::shogi).value());
  const Analysis found = engine.analyze(later, {.nodes = 100});
  CHECK(found.score == Score{5, false});
  CHECK(write_usi_move(found.best(), Variant::shogi) == "2f2e");
  CHECK(engine.take_notes().empty());
}

TEST_CASE("an engine that breaks at position after position is given up") {
  const TemporaryFolder folder;
  Fake fake;
  fake.first = "echo x >> starts";
  fake.on_go = "exit 3";
  UsiSettings settings = settings_of(write_fake(folder, fake));
  settings.byoyomi = std::chrono::milliseconds(10);  // nothing else is to be tried
  UsiEngine engine(settings);
  CHECK_THROWS_WITH(annotate(short_game(), engine, {.nodes = 100}),
                    Contains("ended with status 3"));
  CHECK(lines_in(folder.path() / "starts").size() == 6);  // twice at each of three positions
}

TEST_CASE("an engine that knows only clocks is found out once, and annotates with a byo-yomi") {
  const TemporaryFolder folder;
  Fake fake;
  fake.first = "echo start >> heard";
  fake.on_line = "case \"$line\" in go*) echo \"$line\" >> heard;; position*) set -- $line;; esac";
  fake.on_go =
      "case \"$line\" in 'go btime 0 wtime 0 byoyomi'*) ;; *) echo unknown >&2; exit 1;; esac; "
      "case $# in 2) best=7g7f;; 4) best=3c3d;; 5) best=2g2f;; 6) best=8c8d;; *) best=2f2e;; "
      "esac; echo info depth 5 score cp 30 nodes 50 pv $best; echo bestmove $best";
  UsiEngine engine(settings_of(write_fake(folder, fake)));
  for (int game = 0; game < 2; ++game) {
    const Annotation made = annotate(short_game(), engine, {.nodes = 100});
    REQUIRE(made.complete);
    CHECK(made.unscored.empty());
    for (int ply : {0, 2, 4}) CHECK(stored_at(made.game, ply) == "cp 30");
  }
  const std::vector<std::string> notes = engine.take_notes();
  CHECK(notes == std::vector<std::string>{
                     "engine Fake 1: knows no limits but clocks; it gets byo-yomi, 1000 ms where "
                     "no time is given"});
  engine.analyze({start_setup(Variant::shogi), {}, RuleSet::standard},
                 {.time = std::chrono::milliseconds(70)});
  const std::vector<std::string> heard = lines_in(folder.path() / "heard");
  CHECK(std::ranges::count(heard, "start") == 3);
  const auto is_limited = [](const std::string& line) { return line.starts_with("go nodes"); };
  CHECK(std::ranges::count_if(heard, is_limited) == 2);
  CHECK(heard.back() == "go btime 0 wtime 0 byoyomi 70");
  CHECK(heard[heard.size() - 2] == "go btime 0 wtime 0 byoyomi 1000");
}

TEST_CASE("an engine may be known to know only clocks") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "case \"$line\" in go*) echo \"$line\" >> heard;; esac";
  UsiSettings settings = settings_of(write_fake(folder, fake));
  settings.byoyomi = std::chrono::milliseconds(300);
  UsiEngine engine(settings);
  CHECK(engine.identity() == "Fake 1; byoyomi 300");
  engine.analyze({start_setup(Variant::shogi), {}, RuleSet::standard}, {.nodes = 100});
  CHECK(lines_in(folder.path() / "heard") ==
        std::vector<std::string>{"go btime 0 wtime 0 byoyomi 300"});
}

TEST_CASE("an engine that breaks once is not taken for one that knows only clocks") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "case \"$line\" in go*) echo \"$line\" >> heard;; esac";
  fake.on_go = "if [ ! -e tried ]; then : > tried; exit 1; fi; " + fake.on_go;
  UsiEngine engine(settings_of(write_fake(folder, fake)));
  const GamePosition start{start_setup(Variant::shogi), {}, RuleSet::standard};
  engine.analyze(start, {.nodes = 100});
  engine.analyze(start, {.nodes = 100});
  CHECK(lines_in(folder.path() / "heard") == std::vector<std::string>(3, "go nodes 100"));
}

TEST_CASE("an engine that goes on beyond its limit is told to stop") {
  const TemporaryFolder folder;
  const std::string beyond = GENERATE(as<std::string>(), "depth 4 nodes 300", "depth 9 nodes 20");
  Fake fake;
  fake.on_go = "echo info depth 3 nodes 90 score cp 5 pv 2g2f; echo info " + beyond;
  fake.on_stop = "echo bestmove 2g2f";
  UsiSettings settings = settings_of(write_fake(folder, fake));
  settings.longest_search = std::chrono::minutes(10);
  UsiEngine engine(settings);
  const Analysis found = engine.analyze({start_setup(Variant::shogi), {}, RuleSet::standard},
                                        {.depth = 8, .nodes = 100});
  CHECK(found.score == Score{5, false});
}

TEST_CASE("an engine that gives no score of any position annotates nothing") {
  const TemporaryFolder folder;
  Fake fake;
  const std::string says = GENERATE(as<std::string>(), "echo bestmove win", "echo bestmove resign",
                                    "echo bestmove none", "echo bestmove 7g7f");
  fake.on_go = says;
  UsiEngine engine(settings_of(write_fake(folder, fake)));
  CHECK_THROWS_WITH(annotate(short_game(), engine, {.nodes = 100}),
                    Contains("at each position of the game"));
}

TEST_CASE("an engine with useless answers is started again once a game") {
  const TemporaryFolder folder;
  Fake fake = odd_at_one_position("echo bestmove none");
  fake.first = "echo x >> starts";
  fake.on_go = "echo bestmove none";
  UsiEngine engine(settings_of(write_fake(folder, fake)));
  CHECK_THROWS_AS(annotate(short_game(), engine, {.nodes = 100}), EngineFailure);
  CHECK(lines_in(folder.path() / "starts").size() == 2);
}

TEST_CASE("a win that the rules confirm is a score, and another claim is none") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_go = "echo bestmove win";
  UsiEngine engine(settings_of(write_fake(folder, fake)));
  const auto asked = [&](const char* sfen) {
    return engine.analyze({read_sfen(sfen, Variant::shogi).value(), {}, RuleSet::standard},
                          {.nodes = 1});
  };
  const Analysis won = asked("4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b 2P 1");
  CHECK(won.scored);
  CHECK(won.lines.empty());
  CHECK(won.score.value > 10'000);
  CHECK_FALSE(won.score.mate);
  CHECK_THROWS_AS(asked("4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b P 1"), UselessAnswer);
}

TEST_CASE("a position without a score is no puzzle, and the next one may be") {
  const TemporaryFolder folder;
  UsiEngine engine(settings_of(write_fake(folder, odd_at_one_position("echo bestmove 2g2f"))));
  PuzzleMaker maker(engine, {});
  const Game game = short_game();
  CHECK_FALSE(maker.make(position_at(game, odd_ply)).has_value());
  CHECK(maker.unscored() == 1);
  CHECK(maker.why_unscored() == "engine Fake 1: names a move and no score");
  CHECK_FALSE(maker.make(position_at(game, 0)).has_value());
  CHECK(maker.unscored() == 1);
}

}  // namespace yari::test
