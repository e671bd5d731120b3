// Scores and judgements at their bounds, and the words for them.
#include <cmath>

#include "analysis/annotate/doubt.h"
#include "analysis/annotate/judge.h"
#include "analysis/annotate/record_chances.h"
#include "analysis/engine/search_score.h"
#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("mates of the search are plies from the root, for the side that mates and the other") {
  CHECK(to_score(0) == Score{0, false});
  CHECK(to_score(-350) == Score{-350, false});
  CHECK(to_score(mates_in(1)) == Score{1, true});
  CHECK(to_score(mates_in(7)) == Score{7, true});
  CHECK(to_score(mated_in(0)) == Score{0, true});
  CHECK(to_score(mated_in(2)) == Score{-2, true});
  CHECK(to_score(mate_bound) == Score{2 * max_ply, true});
  CHECK(to_score(mate_bound - 1) == Score{mate_bound - 1, false});
  CHECK(to_score(-mate_bound) == Score{-2 * max_ply, true});
  CHECK(to_score(1 - mate_bound) == Score{1 - mate_bound, false});
  CHECK_FALSE(is_mate(perpetual_score));
}

TEST_CASE("a mate in the hash table counts from its node") {
  CHECK(score_to_hash(mates_in(7), 4) == mates_in(3));
  CHECK(score_to_hash(mated_in(6), 4) == mated_in(2));
  CHECK(score_to_hash(mate_bound, 1) == mate_bound + 1);
  CHECK(score_to_hash(-mate_bound, 1) == -mate_bound - 1);
  CHECK(score_to_hash(100, 4) == 100);
  for (const int score : {mates_in(9), mated_in(8), 0, 500, -500, perpetual_score})
    CHECK(score_from_hash(score_to_hash(score, 5), 5) == score);
}

TEST_CASE("a score after a move is turned for its mover, a mate one ply later") {
  CHECK(for_mover({35, false}) == Score{-35, false});
  CHECK(for_mover({3, true}) == Score{-4, true});
  CHECK(for_mover({1, true}) == Score{-2, true});
  CHECK(for_mover({-2, true}) == Score{3, true});
  CHECK(for_mover({0, true}) == Score{1, true});
}

TEST_CASE("a move is judged by its loss, from each bound on") {
  const AnnotateOptions options;
  const auto judged = [&](double loss, auto change) {
    JudgedMove m;
    m.before_known = m.after_known = true;
    m.move = Move::board(Square(0), Square(1));
    m.better = {Move::board(Square(1), Square(2))};
    m.chance_before = 60;
    m.chance_after = 60 - loss;
    change(m);
    judge(m, options);
    return m;
  };
  const auto none = [](JudgedMove&) {};
  CHECK(judged(options.blunder, none).judgement == Judgement::blunder);
  CHECK(judged(options.blunder - 0.01, none).judgement == Judgement::mistake);
  CHECK(judged(options.mistake, none).judgement == Judgement::mistake);
  CHECK(judged(options.mistake - 0.01, none).judgement == Judgement::inaccuracy);
  CHECK(judged(options.inaccuracy, none).judgement == Judgement::inaccuracy);
  CHECK(judged(options.inaccuracy - 0.01, none).judgement == Judgement::none);
  CHECK(judged(-5, none).loss == 0);
  const double much = options.blunder;
  CHECK(judged(much, [](JudgedMove& m) { m.only_move = true; }).loss == 0);
  CHECK(judged(much, [](JudgedMove& m) { m.better = {m.move}; }).loss == 0);
  CHECK(judged(much, [](JudgedMove& m) { m.better.clear(); }).loss == 0);
  CHECK(judged(much, [](JudgedMove& m) { m.before_known = false; }).loss == 0);
  CHECK(judged(0, [](JudgedMove& m) {
          m.mate = MateChange::missed;
          m.better = {m.move};
        }).mate == MateChange::none);
  const JudgedMove book = judged(much, [](JudgedMove& m) { m.book = true; });
  CHECK(book.loss == Approx(much));
  CHECK(book.judgement == Judgement::none);
  CHECK(judged(0, [](JudgedMove& m) { m.before = {3, true}; }).mate == MateChange::missed);
  CHECK(judged(0, [](JudgedMove& m) { m.after = {-3, true}; }).mate == MateChange::allowed);
  CHECK(judged(0, [](JudgedMove& m) { m.before = m.after = {-3, true}; }).mate == MateChange::none);
  CHECK(judged(0, [](JudgedMove& m) { m.before = m.after = {3, true}; }).mate == MateChange::none);
}

TEST_CASE("where a game is decided there is a loss and no judgement") {
  AnnotateOptions options;
  options.decided = 20;
  const auto judged = [&](double before, double after) {
    JudgedMove m;
    m.move = Move::board(Square(0), Square(1));
    m.better = {Move::board(Square(1), Square(2))};
    m.chance_before = before;
    m.chance_after = after;
    judge(m, options);
    CHECK(m.loss == Approx(before - after));
    CHECK(m.accuracy < 100);
    return m.judgement;
  };
  CHECK(judged(20, 1) == Judgement::none);
  CHECK(judged(20.1, 1) == Judgement::blunder);
  CHECK(judged(100, 80) == Judgement::none);
  CHECK(judged(100, 79.9) == Judgement::blunder);
}

TEST_CASE("a move is in doubt where its loss is close to that of a mistake") {
  const AnnotateOptions options;
  JudgedMove m;
  m.move = Move::board(Square(0), Square(1));
  m.better = {Move::board(Square(1), Square(2))};
  m.chance_before = 60;
  m.chance_after = 50;
  const auto with_loss = [&](double loss) {
    m.loss = loss;
    return doubt(m, options);
  };
  CHECK(with_loss(options.mistake) == 1);
  CHECK(with_loss(options.mistake + 6) == Approx(std::exp(-1)));
  CHECK(with_loss(options.mistake - 6) == Approx(std::exp(-1)));
  CHECK(with_loss(options.mistake + 12) == Approx(std::exp(-4)));
  CHECK(with_loss(60) == Approx(0.001));
  // Of the engine's own choice there is little doubt, of a decided game least.
  m.better = {m.move};
  CHECK(doubt(m, options) == Approx(0.05));
  m.chance_before = options.decided;
  CHECK(doubt(m, options) == Approx(0.001));
}

TEST_CASE("only the engine's choice in a game that is not lost may be the only good move") {
  const AnnotateOptions options;
  const auto may_be = [&](auto change) {
    JudgedMove m;
    m.move = Move::board(Square(0), Square(1));
    m.better = {m.move};
    m.chance_before = m.chance_after = 60;
    change(m);
    return may_be_only_good(m, options);
  };
  CHECK(may_be([](JudgedMove&) {}));
  CHECK_FALSE(may_be([](JudgedMove& m) { m.better = {Move::board(Square(1), Square(2))}; }));
  CHECK_FALSE(may_be([](JudgedMove& m) { m.better.clear(); }));
  CHECK_FALSE(may_be([](JudgedMove& m) { m.after_known = false; }));
  CHECK_FALSE(may_be([](JudgedMove& m) { m.only_move = true; }));
  CHECK_FALSE(may_be([](JudgedMove& m) { m.book = true; }));
  CHECK_FALSE(may_be([&](JudgedMove& m) { m.chance_after = options.decided; }));
  CHECK(may_be([&](JudgedMove& m) { m.chance_after = options.decided + 0.1; }));
  CHECK_FALSE(may_be([&](JudgedMove& m) { m.chance_before = options.mistake; }));
  CHECK(may_be([&](JudgedMove& m) { m.chance_before = options.mistake + 0.1; }));
}

TEST_CASE("of several glyphs the worst is the judgement") {
  const auto judgement = [](std::vector<std::uint8_t> glyphs) {
    Note note;
    note.glyphs = std::move(glyphs);
    return judgement_of(&note);
  };
  CHECK(judgement({6, 2, 4}) == Judgement::blunder);
  CHECK(judgement({6, 2}) == Judgement::mistake);
  CHECK(judgement({6}) == Judgement::inaccuracy);
  CHECK(judgement({1, 3, 5}) == Judgement::none);
  CHECK(judgement_of(nullptr) == Judgement::none);
}

TEST_CASE("a comment says the judgement, the chances, the mate, the reason and the better line") {
  JudgedMove m;
  m.judgement = Judgement::blunder;
  m.chance_before = 62.4;
  m.chance_after = 11.6;
  CHECK(comment_text(m, {.better = "P-7f"}) == "Blunder: win chance 62 % to 12 %. Better: P-7f");
  CHECK(comment_text(m, {.better = "P-7f", .explanation = "It loses a rook"}) ==
        "Blunder: win chance 62 % to 12 %. It loses a rook. Better: P-7f");
  m.judgement = Judgement::mistake;
  m.mate = MateChange::missed;
  m.before = {1, true};
  CHECK(comment_text(m, {.better = "P-7f"}, true) ==
        "Mistake, as noted: win chance 62 % to 12 %, misses mate in 1 ply. Better: P-7f");
  m.mate = MateChange::allowed;
  m.after = {-4, true};
  CHECK(comment_text(m, {.better = "P-7f"}) ==
        "Mistake: win chance 62 % to 12 %, allows mate in 3 plies. Better: P-7f");
}

TEST_CASE("the chances of a record are Black's, whoever is to move") {
  const auto chances = [](int score) {
    Game game = new_game(Variant::shogi);
    NodeId node = root_node;
    for (const auto& [from, to] : {std::pair(24, 23), std::pair(20, 21)}) {
      node = game.moves.add(node, Move::board(Square(from), Square(to)));
      game.moves.edit_note(node).evaluations.emplace_back().score = score;
    }
    return black_chances(game, 600);
  };
  const auto better = chances(500), worse = chances(-500);
  REQUIRE(better.size() == 3);
  CHECK_FALSE(better[0]);
  for (const std::size_t ply : {1U, 2U}) {
    REQUIRE(better[ply]);
    CHECK(*better[ply] > 60);
    CHECK(*better[ply] + *worse[ply] == Approx(100));
  }
  CHECK(*better[1] == Approx(*better[2]));
}

TEST_CASE("a move stands alone from the bound on, before the second of two lines") {
  const ChanceModel chance{0.0012, 0};
  const Move best = Move::board(Square(0), Square(1)), other = Move::board(Square(1), Square(2));
  Analysis analysis;
  analysis.lines = {{{1, true}, 1, {best}}, {{0, false}, 1, {other}}};
  CHECK(stands_alone(analysis, best, 50, chance));
  CHECK_FALSE(stands_alone(analysis, best, 50.1, chance));
  CHECK_FALSE(stands_alone(analysis, other, 50, chance));
  analysis.lines.pop_back();
  CHECK_FALSE(stands_alone(analysis, best, 0, chance));
}

}  // namespace yari::test
