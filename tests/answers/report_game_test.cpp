// Annotations of the database as a page shows them.
#include "answers/report_game.h"

#include <cmath>

#include "analysis/engine/win_chance.h"
#include "db/change/upkeep.h"
#include "db/reports/judgements.h"
#include "rules/sfen.h"
#include "tests/platform/scratch.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Move report_move(const char* text) { return *read_usi_move(text, Variant::yari); }

StoredJudgement stored_judgement(int ply, JudgedKind kind, Color color,
                                 std::optional<int> mate = {}) {
  StoredJudgement j;
  j.ply = ply;
  j.kind = kind;
  j.color = color;
  j.mate = mate;
  return j;
}

/// A game of four moves with this annotation, as a page shows it.
ReportGame reported_game(const std::optional<StoredAnnotation>& annotation) {
  const platform::test::Scratch scratch;
  Database database(scratch / "a.db", OpenMode::create);
  Game game = new_game(Variant::yari);
  NodeId node = root_node;
  for (const char* const move : {"7g7f", "3c3d", "2g2f", "7c7d"})
    node = game.moves.add(node, report_move(move));
  const GameId id = add_game(database, "add", game);
  if (annotation) store_annotation(database, id, *annotation);
  return report_game(database, id, game);
}

/// "3 only-move", "2 missed-mate 5", "1 lost-win w".
std::vector<std::string> mark_texts(const StoredAnnotation& annotation) {
  std::vector<std::string> all;
  for (const ReportMark& mark : reported_game(annotation).marks) {
    std::string text = std::to_string(mark.ply) + ' ' + mark.kind;
    if (mark.plies) text += ' ' + std::to_string(*mark.plies);
    if (mark.side) text += *mark.side == Color::black ? " b" : " w";
    all.push_back(text);
  }
  return all;
}

}  // namespace

TEST_CASE("a game without an annotation has neither players nor marks") {
  const ReportGame game = reported_game({});
  CHECK(game.id == 1);
  CHECK_FALSE(game.players);
  CHECK(game.marks.empty());
  CHECK(game.coefficient == 0);
}

TEST_CASE("players in numbers are those of the table, and judgements are counted by side") {
  StoredAnnotation a;
  a.engine = "E";
  a.players[0] = {{2, 8123}, 1050, {{{2, 8123}, {0, 10000}, {0, 10000}}}};
  a.players[1] = {{1, 9900}, 25, {{{0, 10000}, {1, 9900}, {0, 10000}}}};
  int ply = 0;
  const auto add = [&](JudgedKind kind, int black, int white) {
    for (int i = 0; i < black; ++i)
      a.judgements.push_back(stored_judgement(ply, kind, Color::black));
    ++ply;
    for (int i = 0; i < white; ++i)
      a.judgements.push_back(stored_judgement(ply, kind, Color::white));
    ply = 0;
  };
  add(JudgedKind::inaccuracy, 1, 0);
  add(JudgedKind::mistake, 0, 1);
  add(JudgedKind::missed_mate, 1, 0);
  add(JudgedKind::allowed_mate, 0, 1);
  add(JudgedKind::only_move, 1, 1);
  add(JudgedKind::brilliant, 1, 0);
  const ReportGame game = reported_game(a);
  REQUIRE(game.players);
  const auto& [black, white] = *game.players;
  CHECK(black.moves == 2);
  CHECK(black.accuracy == Approx(81.23));
  CHECK(black.mean_loss == Approx(10.5));
  CHECK(black.phases[0].moves == 2);
  CHECK(black.phases[0].accuracy == Approx(81.23));
  CHECK(white.phases[1].moves == 1);
  CHECK(white.accuracy == Approx(99));
  const auto counts = [](const PlayerSummary& p) {
    return std::vector<int>{p.inaccuracies,  p.mistakes,  p.blunders,  p.missed_mates,
                            p.allowed_mates, p.only_good, p.brilliant, p.book};
  };
  CHECK(counts(black) == std::vector<int>{1, 0, 0, 1, 0, 1, 1, 0});
  CHECK(counts(white) == std::vector<int>{0, 1, 0, 0, 1, 1, 0, 0});
  StoredAnnotation blunder;
  blunder.judgements = {stored_judgement(0, JudgedKind::blunder, Color::black)};
  CHECK(reported_game(blunder).players->front().blunders == 1);
}

TEST_CASE("marks are made of what a glyph does not show") {
  StoredAnnotation a;
  a.judgements = {stored_judgement(0, JudgedKind::inaccuracy, Color::black),
                  stored_judgement(0, JudgedKind::missed_mate, Color::black, 5),
                  stored_judgement(0, JudgedKind::lost_win, Color::white),
                  stored_judgement(1, JudgedKind::allowed_mate, Color::white, 3),
                  stored_judgement(2, JudgedKind::only_move, Color::black),
                  stored_judgement(3, JudgedKind::brilliant, Color::white),
                  stored_judgement(3, JudgedKind::turned, Color::white)};
  CHECK(mark_texts(a) == std::vector<std::string>{"1 missed-mate 5", "1 lost-win w",
                                                  "2 allowed-mate 3", "3 only-move", "4 turned"});
  // A stranger's table may name moves that the game does not have.
  a.judgements = {stored_judgement(4, JudgedKind::only_move, Color::black),
                  stored_judgement(3, JudgedKind::only_move, Color::white)};
  CHECK(mark_texts(a) == std::vector<std::string>{"4 only-move"});
}

TEST_CASE("moves of the book are marked and counted, as far as the game goes") {
  StoredAnnotation a;
  a.book_plies = 3;
  CHECK(mark_texts(a) == std::vector<std::string>{"1 book", "2 book", "3 book"});
  const ReportGame game = reported_game(a);
  CHECK(game.players->front().book == 2);
  CHECK(game.players->back().book == 1);
  a.book_plies = 9;
  CHECK(mark_texts(a).size() == 4);
}

TEST_CASE("the coefficient of a game is said where it is not the engine's own") {
  StoredAnnotation a;
  a.engine = "YaneuraOu 8";
  const double own = chance_model(Variant::shogi, a.engine).coefficient;
  a.coefficient = static_cast<int>(std::lround(own * 1e6));
  CHECK(judged_coefficient(a, Variant::shogi) == 0);
  ++a.coefficient;
  CHECK(judged_coefficient(a, Variant::shogi) == Approx(a.coefficient / 1e6));
  CHECK(judged_coefficient({}, Variant::shogi) == 0);
}

}  // namespace yari::test
