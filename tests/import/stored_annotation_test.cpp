// What goes into the database about an annotated game, and when a game is annotated again.
#include "import/annotation/stored_annotation.h"

#include <functional>

#include "import/annotation/work_settings.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

const std::string engine = "Some Engine 1";

AnnotationRequest request_of(std::uint64_t nodes) {
  AnnotationRequest request;
  request.limits.nodes = nodes;
  return request;
}

/// A game of moves with these chances of Black, the first before them.
Annotation annotated(std::initializer_list<double> black) {
  Annotation a;
  a.game = new_game(Variant::yari);
  a.identity = engine;
  for (const double after : std::vector<double>(black.begin() + 1, black.end())) {
    JudgedMove& m = a.moves.emplace_back();
    const double before = black.begin()[a.moves.size() - 1];
    m.ply = static_cast<int>(a.moves.size());
    m.mover = m.ply % 2 == 1 ? Color::black : Color::white;
    m.chance_before = m.mover == Color::black ? before : 100 - before;
    m.chance_after = m.mover == Color::black ? after : 100 - after;
  }
  return a;
}

std::vector<std::pair<int, JudgedKind>> kinds(const Annotation& a) {
  std::vector<std::pair<int, JudgedKind>> found;
  for (const StoredJudgement& j : stored_form(a, request_of(1000)).judgements)
    found.emplace_back(j.ply, j.kind);
  return found;
}

}  // namespace

TEST_CASE("an annotation is kept where the same is asked for, or less") {
  using Change = std::function<void(AnnotationRequest&)>;
  const std::pair<Change, Earlier> changes[] = {
      {[](AnnotationRequest&) {}, Earlier::kept},
      {[](AnnotationRequest& r) { r.limits.nodes = 500; }, Earlier::kept},
      {[](AnnotationRequest& r) { r.limits.nodes = 2000; }, Earlier::less_effort},
      {[](AnnotationRequest& r) { r.limits = {.depth = 8}; }, Earlier::limits},
      {[](AnnotationRequest& r) { r.judging.inaccuracy = 4; }, Earlier::judging},
      {[](AnnotationRequest& r) { r.judging.mistake = 11; }, Earlier::judging},
      {[](AnnotationRequest& r) { r.judging.blunder = 20; }, Earlier::judging},
      {[](AnnotationRequest& r) { r.judging.decided = 3; }, Earlier::judging},
      {[](AnnotationRequest& r) { r.judging.screen = 50; }, Earlier::judging},
      {[](AnnotationRequest& r) { r.judging.coefficient = 0.003; }, Earlier::judging},
      {[](AnnotationRequest& r) { r.judging.explain = true; }, Earlier::judging},
      {[](AnnotationRequest& r) { r.book_games = 2; }, Earlier::judging}};
  const StoredAnnotation stored = stored_form(annotated({50}), request_of(1000));
  for (const auto& [change, expected] : changes) {
    AnnotationRequest wanted = request_of(1000);
    change(wanted);
    CHECK(compare(stored, engine, wanted, Variant::yari) == expected);
    // What was made like that is kept.
    CHECK(compare(stored_form(annotated({50}), wanted), engine, wanted, Variant::yari) ==
          Earlier::kept);
  }
  CHECK(compare(std::nullopt, engine, request_of(1), Variant::yari) == Earlier::none);
  CHECK(compare(stored, "Some Engine 2", request_of(1), Variant::yari) == Earlier::engine);
  StoredAnnotation other = stored;
  other.limits = "apples 3";
  CHECK(compare(other, engine, request_of(1), Variant::yari) == Earlier::limits);
}

TEST_CASE("a move is stored once for each thing that it is noted for") {
  Annotation a = annotated({50, 60, 20});
  a.turned_at = 2;
  a.moves[0].only_good = a.moves[0].brilliant = true;
  a.moves[1].judgement = Judgement::mistake;
  a.moves[1].mate = MateChange::allowed;
  a.moves[1].after = {-6, true};
  const auto rows = stored_form(a, request_of(1000)).judgements;
  CHECK(kinds(a) == std::vector<std::pair<int, JudgedKind>>{{0, JudgedKind::only_move},
                                                            {0, JudgedKind::brilliant},
                                                            {1, JudgedKind::mistake},
                                                            {1, JudgedKind::allowed_mate},
                                                            {1, JudgedKind::turned}});
  REQUIRE(rows.size() == 5);
  CHECK(rows[3].mate == 5);
  CHECK(rows[2].before == 4000);
  CHECK(rows[2].after == 8000);
  CHECK_FALSE(rows[2].better);
}

TEST_CASE("a lost win is where the player was nearly certain last, and did not win") {
  const auto lost = [](std::initializer_list<double> black, GameResult result) {
    Annotation a = annotated(black);
    a.game.result = result;
    return kinds(a);
  };
  using Kinds = std::vector<std::pair<int, JudgedKind>>;
  const auto lost_win = JudgedKind::lost_win;
  CHECK(lost({50, 95, 92, 40, 10}, GameResult::white_wins) == Kinds{{2, lost_win}});
  CHECK(lost({50, 95, 92, 40, 10}, GameResult::black_wins) == Kinds{{3, lost_win}});
  CHECK(lost({50, 95, 92, 40, 10}, GameResult::unknown).empty());
  CHECK(lost({50, 60, 70}, GameResult::white_wins).empty());
  // The last position counts as well; and one move may have been the last chance of both.
  CHECK(lost({50, 60, 95}, GameResult::white_wins) == Kinds{{1, lost_win}});
  CHECK(lost({50, 95, 5}, GameResult::draw) == Kinds{{1, lost_win}});
}

TEST_CASE("settings of queued work are read as they were written, and no others") {
  WorkSettings settings{request_of(1000), true};
  settings.request.judging.coefficient = 0.0021;
  const std::string text = write_work_settings(settings);
  const auto read = read_work_settings(text);
  REQUIRE(read);
  CHECK(write_work_settings(*read) == text);
  CHECK(read->force);
  CHECK_FALSE(read->request.judging.explain);
  settings.request.judging.explain = true;
  const auto explained = read_work_settings(write_work_settings(settings));
  REQUIRE(explained);
  CHECK(explained->request.judging.explain);
  const auto [from, to] =
      GENERATE(table<std::string, std::string>({{"losses 5", "losses x"},
                                                {"losses 5 10", "losses 5 y"},
                                                {"losses 5 10 15", "losses 5 10"},
                                                {"decided 5", "decided 5x"},
                                                {"decided 5", "decided 05"},
                                                {"nodes 1000", "apples 3"},
                                                {"; force", "; force now"},
                                                {"screen", "screen 4 0"},
                                                {"book 0", "cook 0"}}));
  std::string wrong = text;
  wrong.replace(wrong.find(from), from.size(), to);
  INFO(wrong);
  CHECK_FALSE(read_work_settings(wrong));
}

}  // namespace yari
