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
  m.before = m.after = {3, true};
  set_scores(m, std::nullopt, std::nullopt);
  CHECK(m.before == Score{});
  CHECK(m.after == Score{});
  set_scores(m, WeighedScore{{300, false}, 70}, WeighedScore{{-200, false}, 40});
  CHECK(m.is_weighed());
  CHECK(m.chance_before == 70);
  CHECK(m.chance_after == 60);
  CHECK(m.before == Score{300, false});
  CHECK(m.after == Score{200, false});
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
  CHECK(game.moves.note(1)->comment == comment_text(m, {"P-2f"}));
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
  // After an endgame with as many captures there is no middlegame again.
  const Move quiet = shogi_move("5i5h");
  const auto before = [&](const char* sfen) { return clock.before(position<Shogi>(sfen), quiet); };
  CHECK(before("1k7/9/4RS3/9/9/9/9/9/4K4 b - 1") == Phase::endgame);
  CHECK(before("1k7/9/9/9/9/9/9/9/4K4 b - 1") == Phase::endgame);
  PhaseClock<Shogi> other;
  CHECK(other.before(position<Shogi>("1k7/9/4R4/9/9/9/9/9/4K4 b - 1"), quiet) == Phase::opening);
  CHECK(other.before(position<Shogi>("1k7/9/4RS3/9/9/9/9/9/4K4 b - 1"), quiet) == Phase::endgame);
  CHECK(other.before(position<Shogi>("1k7/9/9/9/9/9/9/9/4K4 b - 1"), quiet) == Phase::endgame);
}

TEST_CASE("windows of swings are a tenth of the moves, eight at most, and swings twelve at most") {
  // The standard deviation of n chances of which k are 12 points higher than the others.
  const auto step = [](double n, double k) { return 12 * std::sqrt(k * (n - k)) / n; };
  for (const auto& [moves, window] : std::vector<std::pair<std::size_t, std::size_t>>{
           {29, 2}, {30, 3}, {79, 7}, {80, 8}, {99, 8}}) {
    INFO(moves);
    std::vector<double> chances(moves + 1, 62);
    for (std::size_t i = 0; i < 20; ++i) chances[i] = 50;
    const std::vector<double> swings = volatilities(chances);
    REQUIRE(swings.size() == moves);
    // After move 20 one position of the window is after the step; after the last, all are.
    CHECK(swings[18] == 0.5);
    for (std::size_t k = 1; k < window; ++k)
      CHECK(swings[18 + k] == Approx(step(static_cast<double>(window), static_cast<double>(k))));
    CHECK(swings[18 + window] == 0.5);
  }
  CHECK(volatilities(std::vector<double>{0, 100}) == std::vector<double>{12});
}

TEST_CASE("a move of no accuracy counts as one of 1 in the harmonic mean") {
  CHECK(game_accuracy(std::vector<double>{0, 100}, std::vector<double>{1, 1}) ==
        Approx((50 + 2 / 1.01) / 2));
}

TEST_CASE("a summary counts each kind of move for the side that played it") {
  std::vector<JudgedMove> moves(8, weighed(Color::white, Phase::opening, 0));
  moves[0].judgement = Judgement::inaccuracy;
  moves[1].judgement = Judgement::mistake;
  moves[2].judgement = moves[3].judgement = Judgement::blunder;
  moves[3].mate = moves[4].mate = moves[5].mate = MateChange::allowed;
  moves[2].mate = moves[1].mate = MateChange::missed;
  for (std::size_t i = 3; i < 7; ++i) moves[i].only_good = true;
  for (std::size_t i = 3; i < 8; ++i) moves[i].brilliant = true;
  for (std::size_t i = 2; i < 8; ++i) moves[i].book = true;
  // A move that was not weighed may be one of the book, and counts in nothing else.
  moves.push_back(moves[3]);
  moves.back().before_known = false;
  const auto [black, white] = summarize(moves);
  CHECK(white.moves == 8);
  CHECK(white.inaccuracies == 1);
  CHECK(white.mistakes == 1);
  CHECK(white.blunders == 2);
  CHECK(white.missed_mates == 2);
  CHECK(white.allowed_mates == 3);
  CHECK(white.only_good == 4);
  CHECK(white.brilliant == 5);
  CHECK(white.book == 7);
  CHECK(black.moves == 0);
  CHECK(black.mean_loss == 0);
  CHECK(black.book == 0);
}

namespace {

/// Moves of Black and White in turn, with Black's chance before each and after the last; below 0 it
/// is not known.
std::vector<JudgedMove> with_chances(const std::vector<double>& black) {
  std::vector<JudgedMove> moves(black.size() - 1);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    JudgedMove& m = moves[i];
    m.mover = i % 2 == 0 ? Color::black : Color::white;
    m.chance_before = chance_of(Color::black, m, black[i]);
    m.chance_after = chance_of(Color::black, m, black[i + 1]);
    m.before_known = black[i] >= 0;
    m.after_known = black[i + 1] >= 0;
  }
  return moves;
}

}  // namespace

TEST_CASE(
    "a game turns once its winner had been clearly behind, or who is clearly ahead in the end") {
  const auto turn = [](const std::vector<double>& black, GameResult result) {
    return turning_point(with_chances(black), result);
  };
  constexpr GameResult unknown = GameResult::unknown, black_wins = GameResult::black_wins,
                       white_wins = GameResult::white_wins, draw = GameResult::draw;
  // Behind is 40 or less; ahead is more than 50.
  CHECK(turn({50, 40, 51, 70}, black_wins) == 2);
  CHECK(turn({50, 40.1, 51, 70}, black_wins) == 0);
  CHECK(turn({50, 40, 50, 70}, black_wins) == 3);
  CHECK(turn({50, 30, 70, 30, 50, 45, 80, 90}, black_wins) == 6);
  CHECK(turn({50, 60, 49, 30}, white_wins) == 2);
  // A winner who is behind to the end wins by no move.
  CHECK(turn({50, 40, 30, 20}, black_wins) == 0);
  // Without a result it is who has 60 or more.
  CHECK(turn({50, 40, 51, 55}, black_wins) == 2);
  CHECK(turn({50, 40, 55, 60}, unknown) == 2);
  CHECK(turn({50, 40, 55, 59.9}, unknown) == 0);
  CHECK(turn({50, 60, 45, 40}, unknown) == 2);
  CHECK(turn({50, 40, 55, 60}, draw) == 0);
  CHECK(turn({50, 40, 55, 90}, white_wins) == 0);
  // What is not known is as before; a move beside it is no turn.
  CHECK(turn({50, 30, -1, 30, 70, 80}, black_wins) == 4);
  CHECK(turn({50, 30, -1, 70, 80}, black_wins) == 0);
  CHECK(turn({50, 30, 70, -1, 80, 90}, black_wins) == 2);
  CHECK(turn({-1, 30, 70, 80}, black_wins) == 2);
  CHECK(turn({50, 30, 70, -1}, unknown) == 2);
}

TEST_CASE("an endgame stays one when the pieces have left the zone") {
  PhaseClock<Shogi> clock;
  const Move quiet = shogi_move("5i5h");
  CHECK(clock.before(position<Shogi>("1k7/9/4RS3/9/9/9/9/9/4K4 b - 1"), quiet) == Phase::endgame);
  CHECK(clock.before(position<Shogi>("1k7/9/9/9/9/9/9/9/4K4 b - 1"), quiet) == Phase::endgame);
  // White's pieces in Black's camp count, too; one of each side does not.
  PhaseClock<Shogi> other;
  CHECK(other.before(position<Shogi>("1k7/9/4R4/9/9/9/3s5/9/4K4 b - 1"), quiet) == Phase::opening);
  CHECK(other.before(position<Shogi>("1k7/9/9/9/9/9/3s1g3/9/4K4 b - 1"), quiet) == Phase::endgame);
}

TEST_CASE("a record as a table has scores, chances and losses of the mover") {
  Game game = scored_game();
  game.moves.edit_note(1).spent_ms = 1500;
  game.moves.edit_note(1).glyphs = {6};
  const std::vector<PlyRow> rows = ply_table(game, 600);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].ply == 1);
  CHECK(rows[2].ply == 3);
  CHECK(rows[0].mover == Color::black);
  CHECK(rows[1].mover == Color::white);
  CHECK(rows[1].text == "P-3d");
  CHECK(rows[2].text == "P-2f");
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
  // The glyph is the judgement, whatever the scores say; the engine's own choice loses nothing.
  game.moves.edit_note(2).glyphs = {6};
  CHECK((*summarize_players(game, 600))[1].inaccuracies == 1);
  game.moves.edit_note(2).evaluations.front().pv = {shogi_move("2g2f")};
  CHECK((*summarize_players(game, 600))[0].mean_loss == 0);
  game.moves.edit_note(2).evaluations.clear();
  CHECK_FALSE(summarize_players(game, 600));
}

TEST_CASE("players of a record have their moves in the phase in which they were played") {
  Game game = new_game(Variant::shogi);
  game.start = *read_sfen("1k7/9/4S4/9/9/9/9/3R5/4K4 b - 1", Variant::shogi);
  NodeId node = root_node;
  game.moves.edit_note(node).evaluations.emplace_back();
  for (const char* move : {"6h6c", "8a9a", "5i5h"}) {
    node = game.moves.add(node, shogi_move(move));
    game.moves.edit_note(node).evaluations.emplace_back();
  }
  const auto players = summarize_players(game, 600);
  REQUIRE(players);
  CHECK((*players)[0].phases[0].moves == 1);
  CHECK((*players)[0].phases[2].moves == 1);
  CHECK((*players)[1].phases[2].moves == 1);
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
