// Which positions of annotated games are looked at for puzzles, and which are known.
#include "import/annotation/puzzle_source.h"

#include <sstream>

#include "analysis/engine/replayed.h"
#include "db/import/importer.h"
#include "db/reports/judgements.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

constexpr const char* line = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e";

Game played(const std::string& black, std::size_t plies) {
  Game game = new_game(Variant::shogi);
  game.set_tag(tags::black, black);
  NodeId node = root_node;
  std::istringstream words(line);
  std::string word;
  while (plies-- > 0 && words >> word)
    node = game.moves.add(node, *read_usi_move(word, Variant::shogi));
  return game;
}

/// Says of every position that it is even, and remembers after how many moves it was asked.
class EvenEngine final : public Engine {
 public:
  std::vector<std::size_t> asked;

  std::string name() const override { return "even"; }
  void new_game() override {}
  Analysis analyze(const GamePosition& position, const Limits&, std::stop_token,
                   const Progress&) override {
    if (asked.empty() || asked.back() != position.moves.size())
      asked.push_back(position.moves.size());
    return {};
  }
};

StoredJudgement judged(int ply, JudgedKind kind, int before, int after) {
  StoredJudgement j;
  j.ply = ply;
  j.kind = kind;
  j.before = before;
  j.after = after;
  return j;
}

struct Annotated {
  ScratchFolder folder;
  Database database{folder.path() / "a.db", OpenMode::create};
  EvenEngine engine;

  void add(const Game& game, std::vector<StoredJudgement> judgements, bool annotated = true) {
    Importer importer(database);
    const GameId id = importer.add(prepare(game)).game;
    importer.finish();
    StoredAnnotation annotation;
    annotation.engine = "e";
    annotation.judgements = std::move(judgements);
    if (annotated) store_annotation(database, id, annotation);
  }
  PuzzleSource source() {
    PuzzleOptions options;
    options.mate_nodes = 1;
    return {database, engine, options, database.ids({}),
            [this](GameId id) { return database.load_game(id); }};
  }
  /// After how many moves positions were looked at.
  std::vector<std::size_t> looked_at(PuzzleSource source) {
    engine.asked.clear();
    CHECK_FALSE(source.next({}));
    return engine.asked;
  }
};

using Plies = std::vector<std::size_t>;

Setup position_of(std::string_view sfen) { return *read_sfen(sfen, Variant::shogi); }

}  // namespace

TEST_CASE("positions with a chance of 75 % are looked at, before a move and after a mistake") {
  using enum JudgedKind;
  for (const auto& [judgements, plies] :
       std::vector<std::pair<std::vector<StoredJudgement>, Plies>>{
           {{judged(2, mistake, 7500, 5000)}, {2}},
           {{judged(2, mistake, 5000, 2500)}, {3}},
           {{judged(2, blunder, 9000, 1000), judged(0, only_move, 9000, 9000)}, {0, 2, 3}},
           {{judged(5, missed_mate, 9000, 1000)}, {5, 6}},
           {{judged(2, mistake, 7499, 2501), judged(6, blunder, 9000, 1000),
             judged(-1, blunder, 9000, 1000), judged(2, turned, 9000, 1000),
             judged(2, lost_win, 9000, 1000)},
            {}}}) {
    Annotated games;
    games.add(played("A", 6), judgements);
    INFO(plies.size());
    CHECK(games.looked_at(games.source()) == plies);
  }
}

TEST_CASE("the games of a source are the annotated ones of those chosen, in their order") {
  Annotated games;
  games.add(played("A", 6), {judged(4, JudgedKind::blunder, 9000, 9000),
                             judged(1, JudgedKind::blunder, 9000, 9000)});
  games.add(played("B", 5), {judged(2, JudgedKind::blunder, 9000, 9000)}, false);
  games.add(played("C", 4), {judged(3, JudgedKind::blunder, 9000, 9000),
                             judged(1, JudgedKind::blunder, 9000, 9000)});
  CHECK(games.source().games() == 2);
  // What two games share is looked at once.
  CHECK(games.looked_at(games.source()) == Plies{1, 4, 3});
  const auto after = [&](GameId game, int ply) {
    PuzzleSource source = games.source();
    source.begin_after(game, ply);
    return games.looked_at(std::move(source));
  };
  CHECK(after(1, 0) == Plies{1, 4, 3});
  CHECK(after(1, 1) == Plies{4, 1, 3});
  CHECK(after(1, 4) == Plies{1, 3});
  CHECK(after(2, 9) == Plies{1, 3});
  CHECK(after(3, 1) == Plies{3});
  CHECK(after(3, 3).empty());
  CHECK(after(4, 0).empty());
  std::vector<std::size_t> progress;
  PuzzleSource source = games.source();
  CHECK_FALSE(source.next({}, [&](std::size_t done) { progress.push_back(done); }));
  CHECK(progress == Plies{0, 1, 2});
  std::stop_source stopped;
  stopped.request_stop();
  games.engine.asked.clear();
  CHECK_FALSE(games.source().next(stopped.get_token()));
  CHECK(games.engine.asked.empty());
}

TEST_CASE("a position is known in its mirror image and with the colours changed") {
  const Setup setup = position_of("4k4/9/4P4/9/9/9/9/9/1K7 b G 1");
  for (const char* same : {"4k4/9/4P4/9/9/9/9/9/1K7 b G 5", "4k4/9/4P4/9/9/9/9/9/7K1 b G 1",
                           "7k1/9/9/9/9/9/4p4/9/4K4 w g 1", "1k7/9/9/9/9/9/4p4/9/4K4 w g 1"}) {
    KnownPuzzles known;
    CHECK(known.is_new(setup));
    CHECK_FALSE(known.is_new(setup));
    INFO(same);
    CHECK_FALSE(known.is_new(position_of(same)));
  }
  for (const char* other : {"4k4/9/4P4/9/9/9/9/9/2K6 b G 1", "4k4/9/4P4/9/9/9/9/9/1K7 w G 1",
                            "4k4/9/4P4/9/9/9/9/9/1K7 b S 1"}) {
    KnownPuzzles known;
    CHECK(known.is_new(setup));
    CHECK(known.is_new(position_of(other)));
  }
}

TEST_CASE("a puzzle is taken once, and none of which another is a part") {
  const auto move = [](const char* text) { return *read_usi_move(text, Variant::shogi); };
  Puzzle longer, shorter;
  longer.position = start_setup(Variant::shogi);
  longer.solution = {move("7g7f"), move("3c3d"), move("2g2f")};
  shorter.position = setup_of(GamePosition{longer.position, {move("7g7f"), move("3c3d")}});
  shorter.solution = {move("2g2f")};
  Puzzle after_one = shorter;
  after_one.position = setup_of(GamePosition{longer.position, {move("7g7f")}});
  after_one.solution = {move("3c3d")};
  KnownPuzzles known;
  CHECK(known.add(longer));
  CHECK_FALSE(known.add(longer));
  // What the solver comes to is no new problem; where the other side moves is.
  CHECK_FALSE(known.is_new(shorter.position));
  CHECK(known.is_new(after_one.position));
  CHECK(known.add(after_one));
  KnownPuzzles other;
  CHECK(other.add(shorter));
  CHECK_FALSE(other.add(longer));
}

}  // namespace yari::test
