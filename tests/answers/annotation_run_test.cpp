// A run that annotates games: what it says, what it adds up, and when it ends.
#include "answers/annotation_run.h"

#include <nlohmann/json.hpp>

#include "db/change/upkeep.h"
#include "db/reports/judgements.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "tests/platform/scratch.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using Sentences = std::vector<std::string>;

std::string unscored_plies(const std::vector<int>& plies) {
  Annotation a;
  for (const int ply : plies) a.unscored.push_back({ply, "no score at " + std::to_string(ply)});
  return unscored_text(a);
}

/// Plays the only move that there is, or fails at the games that it is to fail at.
class OneMoveEngine final : public Engine {
 public:
  OneMoveEngine(std::function<bool()> works, std::string identity)
      : begin_(std::move(works)), identity_(std::move(identity)) {}
  std::string name() const override { return "odd"; }
  std::string identity() const override { return identity_; }
  void new_game() override { works_ = begin_(); }
  Analysis analyze(const GamePosition& position, const Limits&, std::stop_token,
                   const Progress&) override {
    if (!works_) throw EngineFailure("it broke");
    Analysis analysis;
    analysis.lines = {{{10, false}, 1, {legal(position)}}};
    analysis.score = {10, false};
    analysis.nodes = 100;
    return analysis;
  }
  std::vector<std::string> take_notes() override { return {"a note"}; }

 private:
  static Move legal(const GamePosition& position) {
    return *read_usi_move(position.moves.empty() ? "7g7f" : "3c3d", Variant::shogi);
  }
  std::function<bool()> begin_;
  bool works_ = true;
  std::string identity_;
};

struct HeardRun final : RunListener {
  std::vector<GameId> done, not_done;
  Sentences notes;
  std::vector<RunProgress> seen;
  void progress(const RunProgress& p) override { seen.push_back(p); }
  void annotated(const Job& job) override { done.push_back(job.id); }
  void failed(const Job& job) override { not_done.push_back(job.id); }
  void note(const std::string& sentence) override { notes.push_back(sentence); }
};

/// A database of games with one move, another one in each, and a run over them. Engines fail for
/// games of `failing`.
struct RunPlace {
  explicit RunPlace(int games) : database(scratch / "a.db", OpenMode::create) {
    const MoveList moves = Position<Shogi>::start().legal_moves();
    for (int i = 0; i < games; ++i) {
      Game game = new_game(Variant::shogi);
      game.moves.add(root_node, moves[i]);
      ids.push_back(add_game(database, "add", game));
    }
  }

  /// The engines work game by game as the sequence says, and then always.
  AnnotationTotals run(const std::vector<bool>& working, Json* summary = nullptr) {
    std::size_t game = 0;
    made = 0;
    const auto works = [&] {
      const bool answer = game >= working.size() || working[game];
      ++game;
      return answer;
    };
    AnnotationEngines engines([&] {
      ++made;
      return std::make_unique<OneMoveEngine>(works, "odd");
    });
    AnnotationRun run({database, mutex}, engines, heard, {});
    WorkSettings settings;
    settings.request.limits.nodes = 100;
    settings.request.judging.screen = 100;
    ListedGames source({database, mutex}, ids, settings, {});
    run.run(source, 1);
    given_up = run.is_given_up();
    if (summary) *summary = run.summary(ids.size());
    return run.totals();
  }

  platform::test::Scratch scratch;
  Database database;
  std::mutex mutex;
  std::vector<GameId> ids;
  HeardRun heard;
  bool given_up = false;
  /// Engines that were started.
  int made = 0;
};

}  // namespace

TEST_CASE("positions without evaluations are named, five of them at most") {
  CHECK(unscored_plies({}).empty());
  CHECK(unscored_plies({34}) == "no evaluation after ply 34: no score at 34");
  CHECK(unscored_plies({1, 2}) == "no evaluation after plies 1, 2: no score at 1");
  CHECK(unscored_plies({1, 2, 3, 4, 5}) ==
        "no evaluation after plies 1, 2, 3, 4, 5: no score at 1");
  CHECK(unscored_plies({1, 2, 3, 4, 5, 6, 7}) ==
        "no evaluation after plies 1, 2, 3, 4, 5 and 2 more: no score at 1");
}

TEST_CASE("a game that failed is named with its reason") {
  Job job;
  job.id = 7;
  job.failure = "it broke";
  CHECK(failure_text(job) == "game 7 is not annotated: it broke");
  CHECK(annotated_json(job)["game"] == 7);
}

TEST_CASE("the totals of a run are the sums over its games and both players") {
  AnnotationTotals totals;
  Annotation a;
  a.moves.resize(9);
  a.analysed = 6;
  a.from_store = 4;
  a.nodes = 1000;
  a.players[0].inaccuracies = 1;
  a.players[0].mistakes = 2;
  a.players[1].blunders = 3;
  a.players[1].brilliant = 4;
  totals.add(a, Earlier::none);
  a.players[1].inaccuracies = 5;
  a.players[1].mistakes = 6;
  a.players[0].blunders = 7;
  a.players[0].brilliant = 8;
  totals.add(a, Earlier::engine);
  totals.skipped = 3;
  totals.failed = 2;
  CHECK(totals.json().dump() ==
        R"({"annotated":2,"annotated_before":3,"again":{"less_effort":0,"other_limits":0,)"
        R"("other_judging":0,"other_engine":1,"forced":0},"failed":2,"positions":20,)"
        R"("analysed":12,"from_store":8,"nodes":2000,"inaccuracies":7,"mistakes":10,)"
        R"("blunders":13,"brilliant":16})");
}

TEST_CASE("a run annotates each game, and reports a note of the engine once") {
  RunPlace place(3);
  Json summary;
  const AnnotationTotals totals = place.run({}, &summary);
  CHECK(place.heard.done == place.ids);
  CHECK(place.heard.not_done.empty());
  CHECK(place.heard.notes == Sentences{"a note"});
  CHECK(totals.games == 3);
  CHECK(place.made == 1);
  CHECK(totals.positions == 6);
  for (const GameId id : place.ids) CHECK(load_annotation(place.database, id)->engine == "odd");
  CHECK(summary["games"] == 3);
  CHECK(summary["annotated"] == 3);
  CHECK(summary["stopped"] == false);
  CHECK(summary["given_up"] == false);
  // Before each game, and after each of its two positions.
  REQUIRE(place.heard.seen.size() == 9);
  CHECK(place.heard.seen[0].positions == 0);
  CHECK(place.heard.seen[1].positions_done == 1);
  CHECK(place.heard.seen[1].positions == 2);
  CHECK(place.heard.seen[1].all == 3);
  CHECK(place.heard.seen[8].positions_done == 2);
  CHECK(place.heard.seen[8].game == place.ids[2]);
  CHECK(place.heard.seen[8].positions_a_second > place.heard.seen[0].positions_a_second);
}

TEST_CASE("a second run over the same games skips them") {
  RunPlace place(2);
  place.run({});
  place.heard.done.clear();
  const AnnotationTotals totals = place.run({});
  CHECK(totals.skipped == 2);
  CHECK(totals.games == 0);
  CHECK(place.heard.done.empty());
}

TEST_CASE("a failed engine makes room for another, and ten failures in a row end the run") {
  RunPlace place(25);
  SECTION("nine, a success, and nine more") {
    // The game that works is the first for which the start is looked at: it asks twice.
    std::vector<bool> working(20, false);
    working[9] = working[10] = true;
    const AnnotationTotals totals = place.run(working);
    CHECK(totals.failed == 18);
    CHECK(totals.games == 7);
    CHECK_FALSE(place.given_up);
    // Who fails is not asked again.
    CHECK(place.made == 19);
    CHECK_FALSE(load_annotation(place.database, place.ids[8]));
    CHECK(load_annotation(place.database, place.ids[9]));
    CHECK_FALSE(load_annotation(place.database, place.ids[10]));
  }
  SECTION("ten") {
    Json summary;
    const AnnotationTotals totals = place.run(std::vector<bool>(10, false), &summary);
    CHECK(totals.failed == 10);
    CHECK(totals.games == 0);
    CHECK(place.given_up);
    CHECK(summary["given_up"] == true);
    CHECK(place.heard.notes == Sentences{"given up after 10 failures in a row"});
  }
}

TEST_CASE("engines are kept for the next game, and must all be of one identity") {
  int made = 0;
  AnnotationEngines engines([&] {
    ++made;
    return std::make_unique<OneMoveEngine>([] { return true; }, made == 3 ? "other" : "odd");
  });
  CHECK(engines.identity() == "odd");
  CHECK(engines.has_idle());
  std::unique_ptr<Engine> first = engines.take_same();
  CHECK(made == 1);
  CHECK_FALSE(engines.has_idle());
  std::unique_ptr<Engine> second = engines.take_same();
  CHECK(made == 2);
  CHECK_THROWS_WITH(engines.take_same(), "the engine was 'odd' before, and is 'other' now");
  engines.give_back(std::move(first));
  CHECK(engines.has_idle());
  CHECK(engines.identity() == "odd");
}

}  // namespace yari::test
