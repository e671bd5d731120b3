// Sums over the moves of a game, and a record as a table: each held against a sum by hand.
#include "analysis/annotate/accuracy.h"
#include "analysis/annotate/judge.h"
#include "analysis/annotate/phase.h"
#include "analysis/annotate/ply_table.h"
#include "analysis/annotate/record_chances.h"
#include "tests/analysis/play.h"

namespace yari::test {

namespace {

Move shogi_move(const char* text) { return *read_usi_move(text, Variant::shogi); }

JudgedMove weighed(Color mover, Phase phase, double loss) {
  JudgedMove m;
  m.mover = mover;
  m.phase = phase;
  m.loss = loss;
  m.accuracy = 100 - loss;
  m.chance_before = 50;
  m.chance_after = 50;
  return m;
}

/// 7g7f, 3c3d, 2g2f with scores for the side to move of 0, -200 (for White), 100 and 0.
Game scored_game() {
  Game game = new_game(Variant::shogi);
  NodeId node = root_node;
  const auto note = [&](int score, std::vector<Move> pv) {
    Evaluation& e = game.moves.edit_note(node).evaluations.emplace_back();
    e.score = score;
    e.pv = std::move(pv);
  };
  note(0, {shogi_move("2g2f")});
  for (const auto& [move, score] : {std::pair("7g7f", 200), {"3c3d", 100}, {"2g2f", 0}}) {
    node = game.moves.add(node, shogi_move(move));
    note(score, {});
  }
  return game;
}

}  // namespace

TEST_CASE("swings are the deviations of the chances up to after each move") {
  CHECK(volatilities(std::vector<double>{50, 60, 40, 40}) == std::vector<double>{5, 10, 0.5});
  // Thirty moves: windows of three. The chance changes with the third.
  std::vector<double> chances(31, 62);
  chances[0] = chances[1] = chances[2] = 50;
  const std::vector<double> swings = volatilities(chances);
  REQUIRE(swings.size() == 30);
  for (std::size_t i = 0; i < swings.size(); ++i)
    CHECK(swings[i] == Approx(i == 2 || i == 3 ? std::sqrt(32.0) : 0.5));
}

TEST_CASE("the accuracy of a game is the mean of the weighted and the harmonic mean") {
  CHECK(game_accuracy(std::vector<double>{100, 50}, std::vector<double>{1, 3}) ==
        Approx((62.5 + 200.0 / 3) / 2));
}

TEST_CASE("the moves of a player are summed up by phase, without the opponent's") {
  std::vector<JudgedMove> moves{
      weighed(Color::black, Phase::opening, 0), weighed(Color::white, Phase::opening, 80),
      weighed(Color::black, Phase::endgame, 20), weighed(Color::white, Phase::endgame, 40)};
  moves.push_back(weighed(Color::black, Phase::endgame, 90));
  moves.back().after_known = false;
  const auto [black, white] = summarize(moves);
  CHECK(black.moves == 2);
  CHECK(black.mean_loss == 10);
  CHECK(white.mean_loss == 60);
  CHECK(black.phases[0].moves == 1);
  CHECK(black.phases[0].accuracy == Approx(100));
  CHECK(black.phases[1].moves == 0);
  CHECK(black.phases[1].accuracy == 100);
  CHECK(black.phases[2].accuracy == Approx(80));
  CHECK(white.phases[2].accuracy == Approx(60));
  CHECK(black.accuracy == Approx((90 + 2 / (0.01 + 1 / 80.0)) / 2));
}

TEST_CASE("a position is decided from the bound on") {
  AnnotateOptions options;
  options.decided = 5;
  JudgedMove m;
  const auto decided = [&](double before, double after) {
    m.chance_before = before;
    m.chance_after = after;
    return is_decided(m, options);
  };
  CHECK(decided(5, 1));
  CHECK(decided(99, 95));
  CHECK_FALSE(decided(5.1, 94.9));
  CHECK_FALSE(decided(94, 5));
}

TEST_CASE("what is not known is even") {
  JudgedMove m;
  m.chance_before = m.chance_after = 1;
  set_scores(m, std::nullopt, std::nullopt);
  CHECK_FALSE(m.is_weighed());
  CHECK(m.chance_before == 50);
  CHECK(m.chance_after == 50);
  set_scores(m, WeighedScore{{300, false}, 70}, WeighedScore{{-200, false}, 40});
  CHECK(m.is_weighed());
  CHECK(m.chance_before == 70);
  CHECK(m.chance_after == 60);
  CHECK(m.after.value == 200);
}

TEST_CASE("the better line and the opponent's answers become variations of the plies asked for") {
  Game game = new_game(Variant::shogi);
  game.moves.add(root_node, shogi_move("7g7f"));
  JudgedMove m;
  m.node = 1;
  m.ply = 1;
  m.judgement = Judgement::mistake;
  m.better = {shogi_move("2g2f"), shogi_move("8c8d"), shogi_move("2f2e")};
  AnnotateOptions options;
  options.variation_plies = 2;
  write_judgement(game, m, options,
                  {"P-2f", "", {shogi_move("3c3d"), shogi_move("2g2f"), shogi_move("8c8d")}});
  REQUIRE(game.moves.size() == 6);
  CHECK(game.moves.parent(2) == root_node);
  CHECK(game.moves.move(3) == shogi_move("8c8d"));
  CHECK(game.moves.parent(4) == 1);
  CHECK(game.moves.move(4) == shogi_move("3c3d"));
  CHECK(game.moves.move(5) == shogi_move("2g2f"));
}

TEST_CASE("the opening ends with the fourth capture, and two pieces in the zone make an endgame") {
  // A rook takes four pawns, one after the other.
  auto p = position<Shogi>("4k4/9/9/9/1pppp3R/9/9/9/4K4 b - 1");
  PhaseClock<Shogi> clock;
  for (const char* move : {"1e5e", "5a4a", "5e6e", "4a5a", "6e7e", "5a4a", "7e8e"}) {
    CHECK(clock.before(p, shogi_move(move)) == Phase::opening);
    p.play(shogi_move(move));
  }
  CHECK(clock.before(p, shogi_move("4a5a")) == Phase::middlegame);
  PhaseClock<Shogi> other;
  const Move quiet = shogi_move("5i5h");
  CHECK(other.before(position<Shogi>("1k7/9/4R4/9/9/9/9/9/4K4 b - 1"), quiet) == Phase::opening);
  CHECK(other.before(position<Shogi>("1k7/9/4RS3/9/9/9/9/9/4K4 b - 1"), quiet) == Phase::endgame);
  CHECK(other.before(position<Shogi>("1k7/9/9/9/9/9/9/9/4K4 b - 1"), quiet) == Phase::endgame);
}

TEST_CASE("a record as a table has scores, chances and losses of the mover") {
  Game game = scored_game();
  game.moves.edit_note(1).spent_ms = 1500;
  game.moves.edit_note(1).glyphs = {6};
  const std::vector<PlyRow> rows = ply_table(game, 600);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].text == "P-7f");
  CHECK(rows[0].best_text == "P-2f");
  CHECK(rows[0].judgement == Judgement::inaccuracy);
  CHECK(rows[0].spent_ms == 1500U);
  CHECK_FALSE(rows[1].spent_ms);
  CHECK(rows[1].best == Move::none());
  // Black's scores are 0, 200, 100 and 0.
  REQUIRE(rows[0].after);
  CHECK(rows[0].before->value == 0);
  CHECK(rows[0].after->value == 200);
  CHECK(rows[1].before->value == -200);
  CHECK(rows[1].after->value == -100);
  CHECK(rows[2].after->value == 0);
  CHECK(*rows[0].loss == 0);
  CHECK(*rows[1].loss == 0);
  CHECK(*rows[2].loss == Approx(*rows[2].chance_before - 50));
  CHECK(*rows[2].loss > 1);
  CHECK(*rows[1].chance_after + *rows[2].chance_before == Approx(100));
  // The engine's own choice loses nothing.
  game.moves.edit_note(2).evaluations.front().pv = {shogi_move("2g2f")};
  CHECK(*ply_table(game, 600)[2].loss == 0);
  game.moves.edit_note(3).evaluations.clear();
  CHECK_FALSE(ply_table(game, 600)[2].loss);
  CHECK_FALSE(ply_table(game, 600)[2].after);
}

TEST_CASE("players of a record are summed up from its scores and glyphs") {
  Game game = scored_game();
  game.moves.edit_note(3).glyphs = {4};
  const auto players = summarize_players(game, 600);
  REQUIRE(players);
  const auto& [black, white] = *players;
  CHECK(black.moves == 2);
  CHECK(white.moves == 1);
  CHECK(black.blunders == 1);
  CHECK(white.blunders == 0);
  CHECK(white.mean_loss == 0);
  CHECK(black.mean_loss == Approx(*ply_table(game, 600)[2].loss / 2));
  CHECK(black.phases[0].moves == 2);
  game.moves.edit_note(2).evaluations.clear();
  CHECK_FALSE(summarize_players(game, 600));
}

TEST_CASE("scores of records beyond a million are cut to it, on both sides") {
  for (const int sign : {1, -1}) {
    Evaluation e;
    e.score = sign * 2'000'000'000;
    CHECK(score_for(e, Color::black).value == sign * 1'000'000);
    CHECK(score_for(e, Color::white).value == -sign * 1'000'000);
  }
}

}  // namespace yari::test
