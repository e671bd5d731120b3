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

TEST_CASE("a chance of 90 % is nearly certain, before a move and after the last one") {
  const auto lost = [](std::initializer_list<double> black) {
    Annotation a = annotated(black);
    a.game.result = GameResult::white_wins;
    return kinds(a);
  };
  using Kinds = std::vector<std::pair<int, JudgedKind>>;
  CHECK(lost({50, 90, 40}) == Kinds{{1, JudgedKind::lost_win}});
  CHECK(lost({50, 89.9, 40}).empty());
  CHECK(lost({50, 60, 90}) == Kinds{{1, JudgedKind::lost_win}});
  CHECK(lost({50, 60, 89.9}).empty());
}

TEST_CASE("the words for the options of an annotation are what they always were") {
  const auto limits = [](const std::function<void(AnnotationRequest&)>& change) {
    AnnotationRequest request = request_of(1000);
    change(request);
    return stored_form(annotated({50}), request).limits;
  };
  CHECK(limits([](AnnotationRequest&) {}) == "nodes 1000");
  CHECK(limits([](AnnotationRequest& r) { r.judging.mistake = 12.5; }) ==
        "nodes 1000; losses 5 12.5 15");
  CHECK(limits([](AnnotationRequest& r) { r.judging.decided = 3; }) == "nodes 1000; decided 3");
  CHECK(limits([](AnnotationRequest& r) { r.judging.screen = 50; }) == "nodes 1000; screen 50");
  CHECK(limits([](AnnotationRequest& r) { r.book_games = 1; }) == "nodes 1000; book 1");
  CHECK(limits([](AnnotationRequest& r) { r.judging.explain = true; }) == "nodes 1000; explain");
  AnnotationRequest request = request_of(1000);
  request.judging.coefficient = 0.0021;
  CHECK(stored_form(annotated({50}), request).coefficient == 2100);
}

TEST_CASE("shares are stored in hundredths, of each player and phase") {
  Annotation a = annotated({50, 60, 20});
  a.moves[0].book = a.moves[1].book = true;
  a.moves[1].judgement = Judgement::inaccuracy;
  a.moves[1].loss = 12.345;
  a.moves[1].better = {Move::from_bits(7), Move::from_bits(9)};
  a.moves[1].move = Move::from_bits(8);
  PlayerSummary& white = a.players[index(Color::white)];
  white.moves = 31;
  white.accuracy = 87.654;
  white.mean_loss = 4.321;
  white.phases[1].moves = 9;
  white.phases[1].accuracy = 50.5;
  const StoredAnnotation stored = stored_form(a, request_of(1000));
  CHECK(stored.engine == engine);
  CHECK(stored.book_plies == 2);
  const StoredPlayer& player = stored.players[index(Color::white)];
  CHECK(player.all.moves == 31);
  CHECK(player.all.accuracy == 8765);
  CHECK(player.mean_loss == 432);
  CHECK(player.phases[1].moves == 9);
  CHECK(player.phases[1].accuracy == 5050);
  CHECK(stored.players[index(Color::black)].all.moves == 0);
  REQUIRE(stored.judgements.size() == 1);
  const StoredJudgement& row = stored.judgements[0];
  CHECK(row.ply == 1);
  CHECK(row.kind == JudgedKind::inaccuracy);
  CHECK(row.color == Color::white);
  CHECK(row.loss == 1235);
  CHECK(row.before == 4000);
  CHECK(row.after == 8000);
  CHECK(row.move == Move::from_bits(8));
  CHECK(row.better == Move::from_bits(7));
  CHECK_FALSE(row.mate);
}

TEST_CASE("the plies of a mate that was missed are the mover's") {
  Annotation a = annotated({50, 60});
  a.moves[0].mate = MateChange::missed;
  a.moves[0].before = {7, true};
  a.moves[0].judgement = Judgement::blunder;
  const auto rows = stored_form(a, request_of(1000)).judgements;
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].kind == JudgedKind::blunder);
  CHECK(rows[1].kind == JudgedKind::missed_mate);
  CHECK(rows[1].mate == 7);
}

TEST_CASE("settings of queued positions are read as they were written, and no others") {
  PositionSettings settings{{.depth = 8, .multipv = 3}, RuleSet::svp};
  const std::string text = write_position_settings(settings);
  CHECK(text == "depth 8 multipv 3; rules svp");
  const auto read = read_position_settings(text);
  REQUIRE(read);
  CHECK(read->rules == RuleSet::svp);
  CHECK(read->limits == settings.limits);
  for (const char* wrong :
       {"", "depth 8", "depth 8; rules", "depth 8; rules apples", "apples 3; rules svp",
        "depth 8; rules svp; rules svp", "depth 08; rules svp", "depth 8; rules svp "}) {
    INFO(wrong);
    CHECK_FALSE(read_position_settings(wrong));
  }
}

}  // namespace yari
