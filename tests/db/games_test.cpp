// Games go in and come out unchanged; duplicates stay out; filters pick.
#include "db/evaluation_cache.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

std::vector<Game> random_records(Rng& rng, int count, bool noted = true) {
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(random_record(i % 2 ? Variant::yari : Variant::shogi, rng,
                                  static_cast<int>(20 + rng() % 80), noted));
  }
  return games;
}

Game tagged(const std::string& moves, std::vector<Tag> tags, Variant v = Variant::yari) {
  Game game = game_of(v, moves);
  game.tags = std::move(tags);
  return game;
}

}  // namespace

TEST_CASE("games come out of a reopened database as they went in") {
  TempFolder folder;
  Rng rng(1);
  const std::vector<Game> games = random_records(rng, 200);
  {
    Database database(folder / "a.db", OpenMode::create);
    for (const AddResult& r : import_all(database, games)) CHECK(r.added == Added::imported);
  }
  Database database(folder / "a.db", OpenMode::read_only);
  REQUIRE(database.count() == 200);
  for (std::size_t i = 0; i < games.size(); ++i) {
    REQUIRE(database.load_game(static_cast<GameId>(i) + 1) == games[i]);
  }
  CHECK_FALSE(database.load_game(201));
  CHECK_FALSE(database.header(0));
  CHECK(database.verify().problems.empty());
}

TEST_CASE("handicaps and other starts are kept with their move number") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games;
  for (const char* handicap : {"YR", "YR1a+YN", "7a 1a"}) {
    Game game = new_game(Variant::yari);
    game.start = read_handicap(handicap, Variant::yari).value();
    games.push_back(game);
  }
  Game problem = new_game(Variant::shogi);
  problem.start = read_sfen("7nl/7k1/9/7P1/9/9/9/9/9 b GS 17", Variant::shogi).value();
  games.push_back(problem);
  import_all(database, games);
  for (std::size_t i = 0; i < games.size(); ++i) {
    CHECK(database.load_game(static_cast<GameId>(i) + 1) == games[i]);
  }
  CHECK(database.header(4)->start == "7nl/7k1/9/7P1/9/9/9/9/9 b GS 17");
  CHECK_FALSE(database.header(1)->handicap.empty());
  CHECK(database.verify().problems.empty());
  GameFilter filter;
  filter.handicap = "any";
  CHECK(database.ids(filter) == std::vector<GameId>{1, 2, 3});
  filter.handicap = "yr";
  CHECK(database.ids(filter) == std::vector<GameId>{1});
}

TEST_CASE("a second import adds nothing and says so") {
  TempFolder folder;
  Rng rng(2);
  Database database(folder / "a.db", OpenMode::create);
  const std::vector<Game> games = random_records(rng, 100);
  import_all(database, games);
  const std::string before = content_of(database);
  // In the same session, and in one that knows nothing of the first.
  Database again(folder / "a.db", OpenMode::read_write);
  for (Database* db : {&database, &again}) {
    const auto results = import_all(*db, games);
    for (std::size_t i = 0; i < games.size(); ++i) {
      CHECK(results[i].added == Added::duplicate);
      CHECK(results[i].game == static_cast<GameId>(i) + 1);
    }
  }
  CHECK(content_of(database) == before);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("games with the same start and moves are one where their headers agree") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Importer importer(database);
  const std::string moves = "7g7f 3c3d 2g2f";
  CHECK(importer.add(tagged(moves, {{"Black", "A"}})).added == Added::imported);
  const AddResult same = importer.add(tagged(moves, {{"Black", " a"}, {"Event", "Cup"}}));
  CHECK(same.added == Added::duplicate_with_more);
  CHECK(same.game == 1);
  CHECK(database.header(1)->black == "A");
  CHECK(database.header(1)->event == "Cup");
  CHECK(importer.add(tagged("7g7f 3c3d", {{"Black", "A"}})).added == Added::imported);
  CHECK(importer.add(tagged(moves, {}, Variant::shogi)).added == Added::imported);
  Game numbered = tagged(moves, {});
  numbered.start.move_number = 5;
  CHECK(importer.add(numbered).added == Added::duplicate);
}

TEST_CASE("games without moves are told apart by their tags") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Importer importer(database);
  CHECK(importer.add(tagged("", {{"Black", "A"}})).added == Added::imported);
  CHECK(importer.add(tagged("", {{"Black", "B"}})).added == Added::imported);
  CHECK(importer.add(tagged("", {{"White", "B"}})).added == Added::imported);
  CHECK(importer.add(tagged("", {{"Black", "A"}})).game == 1);
}

TEST_CASE("a duplicate lends its notes to a game, once") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game plain = game_of(Variant::yari, "7g7f 3c3d 2g2f");
  Game noted = plain;
  noted.moves.edit_note(1).comment = "a joseki word";
  Game other = plain;
  other.moves.edit_note(1).comment = "something else";
  const auto results = import_all(database, {plain, noted, other, plain});
  CHECK(results[1].added == Added::duplicate_with_more);
  CHECK(results[2].added == Added::duplicate_with_more);
  CHECK(results[3].added == Added::duplicate);
  CHECK(database.count() == 1);
  CHECK(database.load_game(1)->moves.note(1)->comment == "something else\na joseki word");
  CHECK(import_all(database, {noted, other})[1].added == Added::duplicate);
  GameFilter filter;
  filter.text = "JOSEKI";
  CHECK(database.count(filter) == 1);
}

TEST_CASE("notes are replaced, and text search follows") {
  TempFolder folder;
  Rng rng(3);
  Database database(folder / "a.db", OpenMode::create);
  Game game = random_record(Variant::shogi, rng, 40, true);
  game.moves.edit_note(3).comment = "oldword";
  game.unread = "tail";
  import_all(database, {game});
  Game annotated = game_of(Variant::shogi, "");
  NodeId node = root_node;
  for (const Move m : game.moves.main_moves()) node = annotated.moves.add(node, m);
  annotated.moves.edit_note(2).comment = "newword";
  database.replace_notes(1, annotated.moves);
  CHECK(database.load_game(1)->moves == annotated.moves);
  CHECK(database.load_game(1)->unread == "tail");
  GameFilter filter;
  filter.text = "oldword";
  CHECK(database.count(filter) == 0);
  filter.text = "neww";
  CHECK(database.count(filter) == 1);
  CHECK_THROWS_AS(database.replace_notes(1, game_of(Variant::shogi, "7g7f").moves), DatabaseError);
  CHECK_THROWS_AS(database.replace_notes(2, annotated.moves), DatabaseError);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("filters pick games by their headers") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game a = tagged("7g7f", {{"Black", "Habu Yoshiharu"},
                           {"White", "Müller, Jörg"},
                           {"Date", "1995.08.??"},
                           {"Event", "Meijin 53"},
                           {"Site", "Tōkyō"}});
  a.result = GameResult::black_wins;
  a.ending = Ending::resignation;
  Game b = tagged("7g7f 3c3d",
                  {{"Black", "Muller Anna"}, {"White", "100% O'Brien"}, {"Date", "2001-05-06"}});
  b.result = GameResult::draw;
  b.ending = Ending::repetition;
  Game c = tagged("7g7f 3c3d 2g2f", {{"White", "羽生善治"}, {"Date", "????"}}, Variant::shogi);
  c.rules = RuleSet::classic;
  c.moves.edit_note(1).comment = "A Fine Pawn, straße";
  import_all(database, {a, b, c});
  const auto ids = [&](auto set) {
    GameFilter filter;
    set(filter);
    return database.ids(filter);
  };
  using Ids = std::vector<GameId>;
  CHECK(ids([](GameFilter&) {}) == Ids{1, 2, 3});
  CHECK(ids([](GameFilter& f) { f.player = "muller"; }) == Ids{1, 2});
  CHECK(ids([](GameFilter& f) { f.player = "JÖRG müll"; }) == Ids{1});
  CHECK(ids([](GameFilter& f) { f.black = "yoshi habu"; }) == Ids{1});
  CHECK(ids([](GameFilter& f) { f.white = "habu"; }).empty());
  CHECK(ids([](GameFilter& f) { f.player = "善治"; }) == Ids{3});
  CHECK(ids([](GameFilter& f) {
          f.player = "muller";
          f.opponent = "habu";
        }) == Ids{1});
  CHECK(ids([](GameFilter& f) {
          f.player = "o'brien";
          f.opponent = "anna";
        }) == Ids{2});
  CHECK(ids([](GameFilter& f) {
          f.player = "muller";
          f.opponent = "muller";
        }).empty());
  CHECK(ids([](GameFilter& f) { f.player = "100%"; }) == Ids{2});
  CHECK(ids([](GameFilter& f) { f.player = "o'brien"; }) == Ids{2});
  CHECK(ids([](GameFilter& f) { f.player = "_"; }).empty());
  CHECK(ids([](GameFilter& f) { f.player = "\" OR 1 --"; }).empty());
  CHECK(ids([](GameFilter& f) { f.event = "meijin"; }) == Ids{1});
  CHECK(ids([](GameFilter& f) { f.site = "tokyo"; }) == Ids{1});
  CHECK(ids([](GameFilter& f) { f.text = "fine pawn"; }) == Ids{3});
  CHECK(ids([](GameFilter& f) { f.text = "meij"; }) == Ids{1});
  CHECK(ids([](GameFilter& f) { f.result = GameResult::draw; }) == Ids{2});
  CHECK(ids([](GameFilter& f) { f.ending = Ending::resignation; }) == Ids{1});
  CHECK(ids([](GameFilter& f) { f.variant = Variant::shogi; }) == Ids{3});
  CHECK(ids([](GameFilter& f) { f.rules = RuleSet::classic; }) == Ids{3});
  CHECK(ids([](GameFilter& f) { f.min_plies = 2; }) == Ids{2, 3});
  CHECK(ids([](GameFilter& f) { f.max_plies = 2; }) == Ids{1, 2});
  CHECK(ids([](GameFilter& f) {
          f.date_from = 19950831;
          f.date_to = 20010506;
        }) == Ids{1, 2});
  CHECK(ids([](GameFilter& f) { f.date_from = 19950901; }) == Ids{2});
  CHECK(ids([](GameFilter& f) { f.date_to = 19950000; }) == Ids{1});
  CHECK(ids([](GameFilter& f) { f.handicap = "even"; }) == Ids{1, 2, 3});
  CHECK(ids([](GameFilter& f) { f.ids = {3, 1, 77}; }) == Ids{1, 3});
  CHECK(ids([](GameFilter& f) {
          f.player = "muller";
          f.result = GameResult::draw;
        }) == Ids{2});

  std::vector<std::string> listed;
  database.list({}, {.sort = SortBy::date, .descending = true, .limit = 2, .offset = 0},
                [&](const GameHeader& h) {
                  listed.push_back(h.black + "|" + h.white);
                  return true;
                });
  CHECK(listed ==
        std::vector<std::string>{"Muller Anna|100% O'Brien", "Habu Yoshiharu|Müller, Jörg"});
}

TEST_CASE("statistics count what is there") {
  TempFolder folder;
  Rng rng(4);
  Database database(folder / "a.db", OpenMode::create);
  const std::vector<Game> games = random_records(rng, 50);
  import_all(database, games);
  const Statistics s = database.statistics();
  std::int64_t plies = 0;
  for (const Game& g : games) plies += g.moves.main_plies();
  CHECK(s.games == 50);
  CHECK(s.plies == plies);
  CHECK(s.annotated == 0);
  CHECK(s.postings == plies + 50);
  CHECK(s.variants.at("yari") == 25);
  std::int64_t by_result = 0, by_year = 0;
  for (const auto& [name, count] : s.results) by_result += count;
  for (const auto& [year, count] : s.years) by_year += count;
  CHECK(by_result == 50);
  CHECK(by_year == 50);
}

TEST_CASE("a damaged evaluation is distinguished from a damaged file, and can be removed") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  EvaluationCache cache(database, Variant::yari, "e", "nodes=1");
  cache.store(1, {});
  cache.store(2, {});
  cache.flush();
  connection_of(database).execute("UPDATE evaluations SET lines = x'010203' WHERE key = 1");
  CHECK(database.verify().problems.size() == 1);
  CHECK_THROWS_AS(cache.find(1), DamagedEvaluation);
  cache.remove(1);
  CHECK_FALSE(cache.find(1));
  CHECK(cache.find(2));
  CHECK(database.verify().ok());
}

TEST_CASE("of several evaluations the one that took most nodes is the best, then the deepest") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  const auto store = [&](const char* engine, const char* limits, Key key, int score, int depth,
                         std::uint64_t nodes) {
    const Evaluation worse{-900, false, 1, nodes, "", {}};
    EvaluationCache(database, Variant::yari, engine, limits)
        .store(key, {{score, false, depth, nodes, "", {}}, worse});
  };
  store("b", "nodes=9", 1, 10, 3, 9);
  store("a", "nodes=9", 1, 20, 2, 9);
  store("a", "nodes=10", 1, 30, 1, 10);
  store("b", "nodes=9", 2, 40, 3, 9);
  store("a", "nodes=9", 2, 50, 2, 9);
  store("b", "nodes=9", 3, 60, 2, 9);
  store("a", "nodes=9", 3, 70, 2, 9);
  EvaluationCache(database, Variant::yari, "a", "nodes=11").store(1, {});
  BestEvaluations best(database, Variant::yari);
  CHECK(best.find(1)->score == 30);
  CHECK(best.find(1)->engine == "a");
  CHECK(best.find(2)->score == 40);
  CHECK(best.find(2)->engine == "b");
  CHECK(best.find(3)->score == 70);
  CHECK_FALSE(best.find(4));
  CHECK(best.damage().empty());
  connection_of(database).execute(
      "UPDATE evaluations SET lines = x'010203' WHERE key = 2 AND depth = 3");
  CHECK(best.find(2)->score == 50);
  CHECK(best.find(2)->score == 50);
  CHECK(best.damage().size() == 1);
}

TEST_CASE("evaluations are kept by position, engine and limits") {
  TempFolder folder;
  const std::vector<Evaluation> lines{
      {.score = 5,
       .mate = true,
       .depth = 9,
       .nodes = 77,
       .engine = "",
       .pv = {Move::from_bits(0x1E3B)}},
      {.score = -30, .mate = false, .depth = 9, .nodes = 77, .engine = "", .pv = {}}};
  {
    Database database(folder / "a.db", OpenMode::create);
    EvaluationCache cache(database, Variant::yari, "builtin 1", "nodes=1000");
    CHECK_FALSE(cache.find(~Key{0}));
    cache.store(~Key{0}, lines);
    cache.store(1, {});
  }
  Database database(folder / "a.db", OpenMode::read_only);
  EvaluationCache cache(database, Variant::yari, "builtin 1", "nodes=1000");
  CHECK(cache.find(~Key{0}) == lines);
  CHECK(cache.find(1) == std::vector<Evaluation>{});
  CHECK_FALSE(cache.find(2));
  CHECK_FALSE(EvaluationCache(database, Variant::yari, "builtin 1", "nodes=2000").find(1));
  CHECK_FALSE(EvaluationCache(database, Variant::yari, "builtin 2", "nodes=1000").find(1));
}
