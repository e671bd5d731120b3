// A damaged game, and an index that promises too much, cost an answer no more than that game.
#include <fmt/ranges.h>

#include "db/change/annotations.h"
#include "db/change/corrections.h"
#include "db/change/duplicate_merge.h"
#include "db/codec/prepared_game.h"
#include "db/explore/explorer.h"
#include "db/explore/game_openings.h"
#include "db/explore/search.h"
#include "db/reports/clock_mistakes.h"
#include "db/reports/judgements.h"
#include "db/reports/move_counts.h"
#include "db/reports/only_variant.h"
#include "db/reports/player_games.h"
#include "db/store/sqlite/index/posting_index.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

namespace yari::test {

namespace {

/// The first `kept` moves of a game, then random ones up to `plies`, with these names.
Game continued(const Game& base, int kept, int plies, Rng& rng, const char* black = "",
               const char* date = "") {
  Game game;
  game.variant = base.variant;
  game.start = base.start;
  if (*black != '\0') game.tags = {{"Black", black}, {"White", "Bob"}, {"Date", date}};
  auto position = *Position<Shogi>::from(base.start);
  const std::vector<Move> moves = base.moves.main_moves();
  NodeId node = root_node;
  for (int ply = 0; ply < plies; ++ply) {
    const Move move =
        ply < kept ? moves[static_cast<std::size_t>(ply)] : random_move(position, rng);
    node = game.moves.add(node, move);
    if (ply % 2 == 0) game.moves.edit_note(node).left_ms = 60'000;
    position.play(move);
  }
  return game;
}

/// From the even start 1 to 5, and from a handicap 6 to 10: the second has the moves of the first,
/// the third begins it, the fourth ends otherwise.
const std::vector<Game>& sample() {
  static const std::vector<Game> games = [] {
    std::vector<Game> all;
    Rng rng(21);
    Game from = new_game(Variant::shogi);
    for (const char* const sfen :
         {"", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"}) {
      if (*sfen != '\0') from.start = *read_sfen(sfen, Variant::shogi);
      const Game first = continued(from, 0, 40, rng, "Ann", "1995.08.23");
      all.push_back(first);
      all.push_back(continued(first, 40, 40, rng, "Cid", "1995.08.24"));
      all.push_back(continued(first, 20, 20, rng));
      all.push_back(continued(first, 36, 40, rng, "Ann", "1995.08.23"));
      all.push_back(continued(from, 0, 30, rng));
    }
    return all;
  }();
  return games;
}

StoredAnnotation annotation(const Game& game) {
  StoredAnnotation a;
  const Color color = game.start.side_to_move;
  const Move move = game.moves.main_moves()[2];
  a.coefficient = 2500;
  a.engine = "builtin";
  a.limits = "nodes=1000";
  a.book_plies = 1;
  a.judgements = {{2, JudgedKind::blunder, color, 2100, 5000, 2900, {}, move, {}},
                  {2, JudgedKind::turned, color, 2100, 5000, 2900, {}, move, {}}};
  return a;
}

/// A database of the sample, in which three games make a position a counted one.
class Sample {
 public:
  Sample() {
    Database::Impl& db = DatabaseParts::of(database);
    db.count_limits = {.in_batch = 3,
                       .in_run = 3,
                       .most_stored = 1000,
                       .by_part = 4,
                       .together = 40,
                       .changed = 3};
    import_all(database, sample());
    for (const GameId id : {1, 2, 6})
      store_annotation(database, id, annotation(sample()[static_cast<std::size_t>(id - 1)]));
  }
  void execute(const std::string& sql) {
    connection_of(database).execute(
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;" + sql +
        "; PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF");
    // Nothing is remembered of what was there.
    database = Database(folder / "a.db", OpenMode::read_write);
  }

  TempFolder folder;
  Database database{folder / "a.db", OpenMode::create};
};

/// Some positions of the sample.
std::vector<Setup> positions() {
  std::vector<Setup> all;
  for (const Game& game : sample()) {
    auto position = *Position<Shogi>::from(game.start);
    int ply = 0;
    for (const Move move : game.moves.main_moves()) {
      if (ply++ % 9 == 0) all.push_back(position.setup());
      position.play(move);
    }
  }
  return all;
}

void add_twins(Database& database, std::string& out) {
  const auto add = [&](const Twins& t) {
    out += fmt::format("{} {} {}\n", static_cast<int>(t.kind), t.first, t.second);
    return true;
  };
  for (const GameId from : {1, 3, 4, 8}) {
    out += fmt::format("from {}\n", from);
    find_contained(database, from, add);
  }
  for (const DuplicateGroup& group : duplicate_groups(database))
    for (const DuplicateGame& game : group.games)
      out += fmt::format("{}: {}\n", game.header.id, fmt::join(game.differences, ", "));
}

/// What is answered from moves, as text.
std::string answers(Database& database) {
  std::string out;
  for (const auto& [v, counts] : count_moves(database, {}))
    out += fmt::format("{} games, {} moves\n", counts.games, counts.moves);
  GameFilter of_ann;
  of_ann.black = "Ann";
  for (const ClockGroup& group : count_clock_mistakes(database, of_ann))
    out += fmt::format("{} {}, ", group.moves, group.judged[2]);
  each_player_game(database, "Ann", {}, 4, [&](const PlayerGame& game) {
    if (!game.opening.empty())
      out += fmt::format("{}: {} moves\n", game.header.id, game.opening.size());
  });
  add_twins(database, out);
  // With a filter nothing is answered from what was counted beforehand.
  GameFilter all;
  all.min_plies = 0;
  for (const Setup& setup : positions()) {
    database.find_position(setup, {}, [&](const Hit& hit) {
      out += fmt::format("{}/{}/{:x} ", hit.game, hit.ply, hit.next.bits());
      return true;
    });
    const ExplorerPosition explored = explore(database, setup, all);
    out += fmt::format("{} {}\n", explored.all.games, explored.moves.size());
  }
  for (const char* const query :
       {"check", "capture", "black \"Ann\" and capture", "judgement blunder"}) {
    INFO(query);
    const auto parsed = query::parse(query, Variant::shogi);
    REQUIRE(parsed);
    search(database, *parsed, {}, {.threads = 1, .progress = {}}, [&](const Hit& hit) {
      out += fmt::format("{}/{} ", hit.game, hit.ply);
      return true;
    });
  }
  return out;
}

/// Writes an index anew with more postings.
void add_postings(Database& database, const char* name, const std::vector<Posting>& more) {
  Transaction transaction(connection_of(database), Transaction::Kind::write);
  PostingIndex index(connection_of(database), name);
  std::vector<Posting> all = more;
  index.each(
      [&](std::span<const Posting> part) { all.insert(all.end(), part.begin(), part.end()); });
  std::sort(all.begin(), all.end());
  index.clear();
  index.append(all);
  transaction.commit();
}

/// Whether a game has a position after `ply` plies.
bool leads_to(Database& database, GameId id, int ply) {
  try {
    return database.position(id, ply).has_value();
  } catch (const DamagedGame&) {
    return false;
  }
}

}  // namespace

TEST_CASE("a damaged game is left out of every answer, as if it was deleted") {
  struct Damage {
    const char* what;
    const char* sql;
    std::vector<GameId> games;
  };
  const std::vector<GameId> from_handicap{6, 7, 8, 9, 10};
  for (const auto& [what, sql, damaged] :
       {Damage{"other moves", "UPDATE records SET moves = zeroblob(80) WHERE id = 1", {1}},
        Damage{"no record", "DELETE FROM records WHERE id IN (3, 10)", {3, 10}},
        Damage{"no such start", "UPDATE games SET start = 999 WHERE id >= 6", from_handicap},
        Damage{"no SFEN", "UPDATE starts SET sfen = 'x'", from_handicap},
        Damage{"no kings", "UPDATE starts SET sfen = '9/9/9/9/9/9/9/9/9 b - 1'", from_handicap},
        Damage{"a start of the other game",
               "UPDATE starts SET variant = 0, sfen = '3k3/7/3+B3/7/7/7/7/7/3K3 b R 1'",
               from_handicap}}) {
    INFO(what);
    Sample with, without;
    const std::vector<DuplicateGroup> groups = duplicate_groups(with.database);
    REQUIRE(answers(with.database) == answers(without.database));
    with.execute(sql);
    REQUIRE(delete_games(without.database, damaged) == static_cast<std::int64_t>(damaged.size()));
    CHECK(answers(with.database) == answers(without.database));
    for (const GameId id : damaged) {
      CHECK_THROWS_AS(with.database.load_game(id), DamagedGame);
      CHECK(opening_of(with.database, id, openings::OpeningList::shipped()).first_moves.empty());
      CHECK_FALSE(leads_to(with.database, id, 3));
    }
    CHECK_FALSE(with.database.verify().ok());
    Correction draw;
    draw.result = GameResult::draw;
    CHECK(correct_games(with.database, "correct", {{damaged[0], draw}}).edit.damaged.size() == 1);
    CHECK(set_tags(with.database, damaged, {{"Event", "Cup"}}).damaged.size() == damaged.size());
    CHECK(merge_duplicates(with.database, groups).damaged.size() > 0);
    Database other(with.folder / "other.db", OpenMode::create);
    CHECK(merge(other, with.database).rejected.size() == damaged.size());
    // What came in again is no duplicate of the damaged one.
    const auto again = static_cast<std::size_t>(damaged[0] - 1);
    CHECK(import_all(with.database, {sample()[again]})[0].game != damaged[0]);
    CHECK(with.database.reindex().size() == damaged.size());
  }
}

TEST_CASE("a database is not of one game alone where those of the other are damaged") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {sample()[0], game_of(Variant::yari, "3g3f 3c3d"), sample()[1]});
  CHECK_FALSE(only_variant(database));
  connection_of(database).execute("UPDATE records SET moves = x'01' WHERE id = 2");
  CHECK_FALSE(only_variant(database));
  delete_games(database, {2});
  CHECK(only_variant(database) == Variant::shogi);
}

TEST_CASE("moves that a stranger wrote are followed up to the first that is not legal") {
  Sample with;
  with.execute("UPDATE records SET moves = zeroblob(80), sums = NULL WHERE id = 6");
  with.execute("UPDATE records SET moves = substr(moves, 1, 41), sums = NULL WHERE id = 5");
  CHECK(answers(with.database).find("6/1/") == std::string::npos);
  CHECK(count_moves(with.database, {})[Variant::shogi].games == 10);
  CHECK_FALSE(leads_to(with.database, 6, 1));
  CHECK(with.database.position(6, 0) == sample()[5].start);
  CHECK(leads_to(with.database, 5, 20));
  CHECK_FALSE(leads_to(with.database, 5, 21));
  CHECK(opening_of(with.database, 6, openings::OpeningList::shipped()).first_moves.empty());
  for (const GameId id : {5, 6}) CHECK_THROWS_AS(with.database.load_game(id), DamagedGame);
}

TEST_CASE("a posting that is not true is never an answer, and verify names it") {
  Sample with;
  const std::string before = answers(with.database);
  delete_games(with.database, {10});
  const IndexKey key = index_key(Position<Shogi>::start().key());
  const IndexKey later = index_key(Position<Shogi>::from(positions()[1])->key());
  import_all(with.database, {game_of(Variant::yari, "7g7f 3c3d")});
  const std::string all = answers(with.database);
  CHECK(all != before);
  const PreparedGame first = prepare(sample()[0]), third = prepare(sample()[2]);
  add_postings(with.database, "position",
               {{key, 1, 5},
                {key, 1, 900},
                {key, 4, 2},
                {key, 6, 0},
                {key, 10, 0},
                {key, 11, 0},
                {later, 1, 8},
                {later, 5, 9}});
  add_postings(with.database, "content",
               {{index_key(first.content), 5, 0},
                {index_key(first.content), 10, 0},
                {index_key(third.content), 5, 0}});
  CHECK(answers(with.database) == all);
  const VerifyReport report = with.database.verify();
  REQUIRE_FALSE(report.ok());
  CHECK_THAT(fmt::format("{}", fmt::join(report.problems, "\n")),
             Contains("is wrong for game 1 ply 5") && Contains("is wrong for game 11 ply 0") &&
                 Contains("is wrong for game 5 ply 0"));
  // Duplicates are found, and positions counted, past what is wrong.
  const auto again = import_all(with.database, sample());
  for (const AddResult& result : std::span(again).first(9)) CHECK(result.added == Added::duplicate);
  Rng rng(4);
  std::vector<Game> more;
  for (int i = 0; i < 8; ++i) more.push_back(continued(sample()[0], 10, 30, rng));
  import_all(with.database, more);
  delete_games(with.database, {2, 3});
  GameFilter by_games;
  by_games.min_plies = 0;
  for (const Setup& setup : positions())
    CHECK(explore(with.database, setup) == explore(with.database, setup, by_games));
  with.database.reindex();
  CHECK(with.database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("counts under the key or SFEN of another position are not used") {
  Sample with;
  GameFilter by_games;
  by_games.min_plies = 0;
  const auto check = [&] {
    for (const Setup& setup : positions())
      CHECK(explore(with.database, setup) == explore(with.database, setup, by_games));
  };
  check();
  REQUIRE(connection_of(with.database).integer("SELECT count(*) FROM counted_positions") > 10);
  SECTION("the SFEN of another") {
    with.execute("UPDATE counted_positions SET sfen = (SELECT max(sfen) FROM counted_positions)");
    CHECK_THAT(with.database.verify().problems.back(), Contains("has the SFEN of another"));
  }
  SECTION("no SFEN") {
    with.execute("UPDATE counted_positions SET sfen = 'x'");
    CHECK_THAT(with.database.verify().problems.back(), Contains("the SFEN of another or none"));
  }
  SECTION("the counts of another") {
    // The sum of a row includes its number, so that it is no other's.
    with.execute(
        "UPDATE count_blocks SET data = (SELECT data FROM count_blocks ORDER BY id LIMIT 1)");
    CHECK_THAT(with.database.verify().problems.back(), Contains("are damaged"));
  }
  SECTION("no rows") {
    with.execute("DELETE FROM count_blocks");
    CHECK_FALSE(with.database.verify().ok());
    check();
    with.database.reindex();
  }
  SECTION("a run is gone") {
    with.execute("UPDATE count_runs SET slot = 31 - slot");
    CHECK_FALSE(with.database.verify().ok());
    check();
    with.database.reindex();
  }
  SECTION("keys and runs out of range") {
    with.execute(
        "INSERT INTO counted_positions(key, sfen) VALUES (-5, 'x'), (9223372036854775807, 'x');"
        "INSERT INTO count_runs(slot, age, bytes) VALUES (-1, -7, 1), (99, -8, 1);"
        "INSERT INTO position_runs(slot, age, postings, blocks) "
        "VALUES (-1, -7, 1, 1), (99, -8, 1, 1);"
        "INSERT INTO content_runs(slot, age, postings, blocks) "
        "VALUES (-1, -7, 1, 1), (99, -8, 1, 1)");
  }
  check();
  Rng rng(4);
  std::vector<Game> more;
  for (int i = 0; i < 8; ++i) more.push_back(continued(sample()[0], 10, 30, rng));
  import_all(with.database, more);
  check();
  delete_games(with.database, {2, 3});
  check();
  with.database.reindex();
  CHECK(with.database.verify().problems == std::vector<std::string>{});
  check();
}

TEST_CASE("games numbered out of range are reported, and in no index") {
  Sample with;
  const std::string columns =
      "variant, rules, start, black, white, event, site, date, result, ending, plies, tag_layout, "
      "tag_values FROM games WHERE id = 1;";
  for (const char* const id : {"-3", "1099511627776"})
    with.execute("INSERT INTO games SELECT " + std::string(id) + ", " + columns);
  const auto problems = [&] {
    return fmt::format("{}", fmt::join(with.database.verify().problems, "; "));
  };
  CHECK_THAT(problems(), Contains("game -3: the number is out of range") &&
                             Contains("game 1099511627776: the number is out of range"));
  with.database.reindex();
  CHECK_THAT(problems(), Contains("game -3: the number is out of range"));
  std::vector<GameId> found;
  with.database.find_position(start_setup(Variant::shogi), {},
                              [&](const Hit& hit) { return found.push_back(hit.game), true; });
  CHECK(found == std::vector<GameId>{1, 2, 3, 4, 5});
  std::vector<GameId> captures;
  search(with.database, *query::parse("ply = 0", Variant::shogi), {},
         {.threads = 1, .progress = {}},
         [&](const Hit& hit) { return captures.push_back(hit.game), true; });
  CHECK(std::ranges::count(captures, 1) == 1);
  int pairs = 0;
  find_twins(with.database, [&](const Twins&) { return ++pairs < 2; });
  CHECK(pairs == 2);
}

TEST_CASE("a search for twins ends when its visitor has had enough") {
  Sample with;
  std::vector<Twins> all;
  find_twins(with.database, [&](const Twins& t) { return all.push_back(t), true; });
  REQUIRE(all.size() == 6);
  for (std::size_t enough = 1; enough <= all.size(); ++enough) {
    std::vector<Twins> some;
    find_twins(with.database,
               [&](const Twins& t) { return some.push_back(t), some.size() < enough; });
    CHECK(some ==
          std::vector<Twins>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(enough)));
  }
  for (const GameId from : {1, 3}) {
    int told = 0;
    find_contained(with.database, from, [&](const Twins&) { return ++told < 1; });
    CHECK(told == 1);
  }
}

TEST_CASE("a handicap under another name is named by verify") {
  Sample with;
  const std::string sentence = "game 6: its start is written in another way than its position";
  for (const char* const name : {"'two lances'", "NULL"}) {
    with.execute(fmt::format("UPDATE starts SET handicap = {}", name).c_str());
    const VerifyReport report = with.database.verify();
    REQUIRE_FALSE(report.ok());
    CHECK(report.problems.front() == sentence);
  }
}

TEST_CASE("a handicap with pawns in hand may be without a name, as earlier versions left it") {
  Sample with;
  Game game = new_game(Variant::shogi);
  game.start = *read_handicap("Bare king with three pawns", Variant::shogi);
  import_all(with.database, {game});
  with.execute("UPDATE starts SET handicap = NULL WHERE sfen LIKE '%3p%'");
  CHECK(with.database.verify().ok());
}

TEST_CASE("a number that is no date is shown as none, by every reader") {
  Sample with;
  const std::string number = GENERATE("20019999", "20010229", "4302917528", "-20010203");
  CAPTURE(number);
  with.execute("UPDATE games SET date = " + number);
  for (const SortBy sort : {SortBy::id, SortBy::date})
    with.database.list({}, {.sort = sort, .limit = {}}, [&](const GameHeader& header) {
      CHECK_FALSE(header.date.has_value());
      return true;
    });
  GameFilter dated;
  dated.date_from = 10000;
  CHECK(with.database.ids(dated).empty());
  std::vector<GameId> found;
  search(with.database, *query::parse("date >= 1000", Variant::shogi), {},
         {.threads = 1, .progress = {}},
         [&](const Hit& hit) { return found.push_back(hit.game), true; });
  CHECK(found.empty());
}

TEST_CASE("words for numbers that SQL would join by are checked by verify, and made again") {
  for (const char* const change :
       {"DELETE FROM results WHERE id = 2", "UPDATE variants SET name = 'chess' WHERE id = 1",
        "UPDATE endings SET id = 90 WHERE id = 3", "DELETE FROM judgement_kinds",
        "UPDATE rule_sets SET name = 'other' WHERE id = 0"}) {
    INFO(change);
    Sample with;
    REQUIRE(with.database.verify().ok());
    with.execute(change);
    const VerifyReport report = with.database.verify();
    REQUIRE_FALSE(report.ok());
    CHECK(std::ranges::any_of(report.problems, [](const std::string& problem) {
      return problem.find(" is not called '") != problem.npos;
    }));
    with.database.reindex();
    CHECK(with.database.verify().ok());
  }
}

TEST_CASE("a start of another game is named by verify") {
  Sample with;
  with.execute("UPDATE starts SET variant = 7");
  const VerifyReport report = with.database.verify();
  REQUIRE_FALSE(report.ok());
  CHECK(report.problems.front() == "game 6: its start is of another game");
}

TEST_CASE("numbers of a header that mean nothing are read as unknown") {
  Sample with;
  with.execute(
      "UPDATE games SET result = 9, ending = -1, rules = 77, date = -5 WHERE id = 1;"
      "UPDATE games SET result = -1, ending = 99, date = 99999999 WHERE id = 2");
  for (const GameId id : {1, 2}) {
    const GameHeader header = *with.database.header(id);
    CHECK(header.result == GameResult::unknown);
    CHECK(header.ending == Ending::unknown);
    CHECK(header.rules == RuleSet::standard);
    CHECK_FALSE(header.date);
  }
}

}  // namespace yari::test
