// The USI client with a real engine, where $YARI_FAIRY_STOCKFISH names a native build of it.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include "analysis/annotate/annotate.h"
#include "analysis/usi/usi_client.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {
namespace {

using std::chrono::milliseconds;

/// Settings for the real engine; no value, and a warning, when none is named.
std::optional<UsiSettings> real_engine() {
  const char* const program = std::getenv("YARI_FAIRY_STOCKFISH");
  if (!program || !*program) {
    WARN("skipped: YARI_FAIRY_STOCKFISH names no engine");
    return std::nullopt;
  }
  UsiSettings settings;
  settings.command = {program};
  settings.options = {{"Use NNUE", "false"}, {"Hash", "16"}};
  return settings;
}

/// Debian's gpsshogi puts it there.
constexpr const char* gpsusi = "/usr/games/gpsusi";

}  // namespace

TEST_CASE("GPSShogi, which knows only clocks, annotates a game from beginning to end", "[slow]") {
  if (!std::filesystem::exists(gpsusi)) {
    WARN("skipped: there is no " << gpsusi);
    return;
  }
  UsiSettings settings;
  settings.command = {gpsusi};
  settings.patience = milliseconds(60'000);
  UsiEngine engine(settings);
  Game game = new_game(Variant::shogi);
  NodeId node = root_node;
  for (const char* move : {"7g7f", "3c3d", "8h2b+", "3a2b", "B*5e", "5a6b"})
    node = game.moves.add(node, read_usi_move(move, Variant::shogi).value());
  const Annotation made = annotate(game, engine, {.time = milliseconds(300)});
  CHECK(made.complete);
  CHECK(made.unscored.size() <= 2);  // its book names a move and no score
}

TEST_CASE("Fairy-Stockfish analyses both games, in turn") {
  const std::optional<UsiSettings> settings = real_engine();
  if (!settings) return;
  UsiEngine engine(*settings);
  CHECK(engine.name().find("Fairy-Stockfish") == 0);
  for (Variant v : {Variant::yari, Variant::shogi, Variant::yari}) {
    const GamePosition start{start_setup(v), {}, RuleSet::standard};
    int reports = 0;
    const Analysis analysis =
        engine.analyze(start, {.nodes = 20'000, .multipv = 3}, {}, [&](const Analysis& now) {
          ++reports;
          CHECK_FALSE(now.lines.empty());
        });
    REQUIRE(analysis.lines.size() == 3);
    CHECK(reports > 3);
    CHECK(analysis.depth > 3);
    CHECK(analysis.nodes >= 20'000);
    CHECK(analysis.nodes < 40'000);
    CHECK(analysis.lines[0].score.value >= analysis.lines[2].score.value);
    CHECK(analysis.lines[0].pv.front() != analysis.lines[1].pv.front());
  }
  CHECK(engine.take_notes().empty());
}

TEST_CASE("Fairy-Stockfish counts mates in plies") {
  const std::optional<UsiSettings> settings = real_engine();
  if (!settings) return;
  UsiEngine engine(*settings);
  const auto score = [&](std::string_view sfen, Variant v) {
    return engine.analyze({read_sfen(sfen, v).value(), {}, RuleSet::standard}, {.nodes = 20'000})
        .score;
  };
  CHECK(score("6k/5pp/7/7/7/7/7/7/R5K b - 1", Variant::yari) == Score{1, true});
  CHECK(score("6k/5pp/7/7/7/7/7/7/R5K b p 1", Variant::yari) == Score{3, true});
  CHECK(score("8k/7pp/9/9/9/9/9/9/R7K b p 1", Variant::shogi) == Score{3, true});
  CHECK(engine.take_notes().empty());
}

TEST_CASE("Fairy-Stockfish plays a game with clocks without losing on time") {
  const std::optional<UsiSettings> settings = real_engine();
  if (!settings) return;
  UsiEngine engine(*settings);
  GamePosition position{start_setup(Variant::yari), {}, RuleSet::standard};
  std::chrono::steady_clock::duration used{};
  for (int ply = 0; ply < 20; ++ply) {
    const auto begin = std::chrono::steady_clock::now();
    const Analysis analysis =
        engine.play(position, {milliseconds(2000), milliseconds(2000), milliseconds(10), {}});
    used += std::chrono::steady_clock::now() - begin;
    REQUIRE(engine.last_answer() == UsiAnswer::move);
    position.moves.push_back(analysis.best());
  }
  CHECK(used < std::chrono::seconds(20));
  CHECK(engine.take_notes().empty());
}

TEST_CASE("Fairy-Stockfish stops an endless analysis when asked") {
  const std::optional<UsiSettings> settings = real_engine();
  if (!settings) return;
  UsiEngine engine(*settings);
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(200));
    stop.request_stop();
  });
  const GamePosition start{start_setup(Variant::shogi), {}, RuleSet::standard};
  CHECK(engine.analyze(start, {}, stop.get_token()).lines.size() == 1);
  CHECK(engine.take_notes().empty());
}

}  // namespace yari::test
