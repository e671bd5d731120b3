// The opening explorer counts what a replay of every game counts.
#include "db/explore/explorer.h"

#include <algorithm>
#include <set>

#include "db/change/upkeep.h"
#include "db/database_impl.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

/// A year, a month, a day; or none.
std::string random_date(Rng& rng) {
  if (rng() % 8 == 0) return "";
  std::string date = std::to_string(1980 + rng() % 12);
  if (rng() % 2 == 0) date += "." + std::to_string(1 + rng() % 12);
  if (date.size() > 4 && rng() % 2 == 0) date += "." + std::to_string(1 + rng() % 28);
  return date;
}

/// One that counts by year and result can answer, for all games or those of a range of dates.
GameFilter random_filter(Rng& rng) {
  GameFilter filter;
  const auto date = [&] { return read_date(random_date(rng)); };
  filter.date_from = date();
  filter.date_to = date();
  // Whole years, as people ask for them.
  if (rng() % 2 == 0 && filter.date_from) *filter.date_from = *filter.date_from / 10000 * 10000;
  if (rng() % 3 == 0) filter.result = static_cast<GameResult>(rng() % 4);
  if (rng() % 3 == 0) filter.variant = Variant::yari;
  return filter;
}

/// Games of the first moves of a few, so that openings are shared.
std::vector<Game> random_openings(Rng& rng, int count) {
  std::vector<Game> games;
  while (static_cast<int>(games.size()) < count) {
    Game game = new_game(Variant::yari);
    Position<YariShogi> position = Position<YariShogi>::start();
    NodeId node = root_node;
    const auto plies = rng() % 12;
    for (std::size_t ply = 0; ply < plies; ++ply) {
      const MoveList moves = position.legal_moves();
      const Move move = moves[static_cast<int>(rng() % (ply < 4 ? 2 : 20)) % moves.size()];
      node = game.moves.add(node, move);
      position.play(move);
    }
    game.tags = {{"Black", std::string(1, static_cast<char>('A' + rng() % 15))},
                 {"White", std::string(1, static_cast<char>('A' + rng() % 15))},
                 {"Date", random_date(rng)}};
    game.result = static_cast<GameResult>(rng() % 4);
    games.push_back(game);
  }
  return games;
}

void add(PlayCounts& c, GameId game, GameResult result, int plies, std::optional<DateNumber> date) {
  ++c.games;
  c.black_wins += result == GameResult::black_wins ? 1 : 0;
  c.white_wins += result == GameResult::white_wins ? 1 : 0;
  c.draws += result == GameResult::draw ? 1 : 0;
  c.plies += plies;
  if (date && (!c.first_date || *date < *c.first_date)) c.first_date = date;
  if (c.last_game == 0 || !c.last_date || (date && *date >= *c.last_date)) {
    c.last_game = game;
    if (date) c.last_date = date;
  }
}

/// The games of Black `filter.black` between the days, by a look at each.
std::vector<GameId> with_slow_filter(Database& database, const GameFilter& filter) {
  std::vector<GameId> ids;
  database.list({}, {}, [&](const GameHeader& game) {
    const bool dated = game.date && latest(*game.date) >= earliest(*filter.date_from) &&
                       earliest(*game.date) <= latest(*filter.date_to);
    if (game.black == *filter.black && dated) ids.push_back(game.id);
    return true;
  });
  return ids;
}

/// The slow way, for a position given as SFEN without number.
ExplorerPosition slow(Database& database, const std::vector<Hit>& hits) {
  ExplorerPosition position;
  std::map<GameId, std::set<std::uint16_t>> moves_of;
  for (const Hit& hit : hits) {
    moves_of[hit.game];
    if (hit.next) moves_of[hit.game].insert(hit.next.bits());
  }
  std::map<std::uint16_t, PlayCounts> moves;
  std::map<std::string, std::int64_t> players;
  for (const auto& [id, played] : moves_of) {
    const GameHeader h = *database.header(id);
    add(position.all, id, h.result, h.plies, h.date);
    for (const std::uint16_t m : played) add(moves[m], id, h.result, h.plies, h.date);
    for (const std::string& name : std::set<std::string>{h.black, h.white}) ++players[name];
  }
  players.erase("");
  for (const auto& [bits, counts] : moves)
    position.moves.push_back({Move::from_bits(bits), counts});
  std::stable_sort(position.moves.begin(), position.moves.end(),
                   [](auto& a, auto& b) { return a.counts.games > b.counts.games; });
  position.players.assign(players.begin(), players.end());
  return position;
}

/// What is counted beforehand, by parts or not, is what a count of the games gives.
void check_filters(Database& database, const Setup& setup, Rng& rng) {
  for (int i = 0; i < 4; ++i) {
    const GameFilter filter = random_filter(rng);
    GameFilter by_games = filter;
    by_games.min_plies = 0;
    INFO(filter.date_from.value_or(0) << " to " << filter.date_to.value_or(0));
    REQUIRE(explore(database, setup, filter) == explore(database, setup, by_games));
  }
}

int check_all(Database& database) {
  int checked = 0;
  Rng rng(static_cast<std::uint64_t>(database.count()));
  for (const auto& [key, hits] : occurrences(database)) {
    if (hits.size() < 3) continue;
    const Setup setup = read_sfen(key.substr(4) + " 1", Variant::yari).value();
    const ExplorerPosition found = explore(database, setup);
    const ExplorerPosition expected = slow(database, hits);
    INFO(key);
    REQUIRE(found.all == expected.all);
    REQUIRE(found.moves == expected.moves);
    std::map<std::string, std::int64_t> players(expected.players.begin(), expected.players.end());
    REQUIRE(found.players.size() == std::min<std::size_t>(10, players.size()));
    for (const auto& [name, games] : found.players) REQUIRE(players[name] == games);
    check_filters(database, setup, rng);
    ++checked;
  }
  return checked;
}

}  // namespace

TEST_CASE("the mean length of games is rounded to the nearest ply") {
  CHECK_FALSE(PlayCounts{}.mean_plies());
  const auto mean = [](std::int64_t games, std::int64_t plies) {
    PlayCounts counts;
    counts.games = games;
    counts.plies = plies;
    return counts.mean_plies();
  };
  CHECK(mean(9, 958) == 106);
  CHECK(mean(9, 962) == 107);
  CHECK(mean(9, 963) == 107);
  CHECK(mean(2, 5) == 3);
}

TEST_CASE("the explorer counts what a replay counts, before and after counting ahead") {
  TempFolder folder;
  Rng rng(1);
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, random_openings(rng, 2500));
  CHECK(check_all(database) > 10);
  database.compact();
  REQUIRE(connection_of(database).integer("SELECT count(*) FROM counted_positions") > 0);
  CHECK(check_all(database) > 10);
  // Later games are counted on top.
  import_all(database, random_openings(rng, 300));
  CHECK(check_all(database) > 10);
  // Changes to counted games are counted, too.
  delete_games(database, {1, 2, 3, 50, 51});
  CHECK(check_all(database) > 10);
  undo(database);
  CHECK(check_all(database) > 10);
  database.compact();
  CHECK(check_all(database) > 10);
}

TEST_CASE("filters narrow what the explorer counts") {
  TempFolder folder;
  Rng rng(2);
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, random_openings(rng, 1500));
  database.compact();
  GameFilter filter;
  filter.black = "A";
  CHECK(explore(database, start_setup(Variant::yari), filter).all.games == database.count(filter));
  filter.date_from = 19830000;
  filter.date_to = 19860600;
  const ExplorerPosition dated = explore(database, start_setup(Variant::yari), filter);
  CHECK(dated.all.games == std::ssize(with_slow_filter(database, filter)));
  CHECK(dated.all.games > 10);
  filter = {};
  filter.variant = Variant::yari;
  CHECK(explore(database, start_setup(Variant::yari), filter).all.games == database.count());
  CHECK(explore(database, start_setup(Variant::shogi)).all.games == 0);
  CHECK(explore(database, Setup{}).all.games == 0);
}

TEST_CASE("a tree of openings joins transpositions") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database,
             {game_of(Variant::yari, "7g7f 3c3d 2g2f"), game_of(Variant::yari, "2g2f 3c3d 7g7f"),
              game_of(Variant::yari, "2g2f 7c7d")});
  const auto nodes = explore_tree(database, start_setup(Variant::yari), {}, 3, 1);
  // Start; 7f, 2f; 7f+3d, 2f+3d, 2f+7d; and one position after both orders.
  REQUIRE(nodes.size() == 7);
  CHECK(nodes[0].statistics.all.games == 3);
  CHECK(nodes[0].statistics.moves.front().counts.games == 2);
  int joined = 0;
  for (const ExplorerNode& node : nodes) {
    for (const auto& next : node.next) {
      if (next && nodes[*next].statistics.all.games == 2 && node.statistics.all.games == 1)
        ++joined;
    }
  }
  CHECK(joined == 2);
  CHECK(explore_tree(database, start_setup(Variant::yari), {}, 3, 2).size() == 2);
  CHECK(explore_tree(database, start_setup(Variant::yari), {}, 3, 1, 4).size() == 4);
}

TEST_CASE("scores count draws half and leave unfinished games out") {
  PlayCounts counts;
  CHECK_FALSE(counts.score(Color::black));
  add(counts, 1, GameResult::black_wins, 10, {});
  add(counts, 2, GameResult::draw, 10, 19950000);
  add(counts, 3, GameResult::unknown, 10, 19900000);
  CHECK(counts.score(Color::black) == 75.0);
  CHECK(counts.score(Color::white) == 25.0);
  CHECK(counts.last_game == 2);
  CHECK(counts.first_date == 19900000);
}

namespace {

/// Makes the numbers small, so that a few games show what thousands do.
void count_early(Database& database) {
  Database::Impl& db = DatabaseParts::of(database);
  db.count_limits = {
      .in_batch = 4, .in_run = 6, .most_stored = 1000, .by_part = 40, .together = 40, .changed = 3};
  db.merge_bytes = 4096;
}

std::int64_t counted(Database& database) {
  return connection_of(database).integer("SELECT count(*) FROM counted_positions");
}

std::int64_t counted_by_part(Database& database) {
  return connection_of(database).integer("SELECT count(*) FROM counted_positions WHERE by_part");
}

std::vector<GameId> some_ids(Database& database, Rng& rng, std::size_t most) {
  std::vector<GameId> ids = database.ids({});
  std::shuffle(ids.begin(), ids.end(), rng);
  ids.resize(std::min(ids.size(), 1 + rng() % most));
  return ids;
}

/// Something that happens to a database.
void change(Database& database, Rng& rng) {
  switch (rng() % 10) {
    case 0:
    case 1:
      import_all(database, random_openings(rng, 1 + static_cast<int>(rng() % 60)));
      break;
    case 2:
      import_all(database, random_openings(rng, 1));
      break;
    case 3:
      set_tags(database, some_ids(database, rng, 30), {{"Date", random_date(rng)}});
      break;
    case 4:
      set_tags(database, some_ids(database, rng, 5),
               {{rng() % 2 == 0 ? "Black" : "White",
                 std::string(1, static_cast<char>('A' + rng() % 20))}});
      break;
    case 5:
      delete_games(database, some_ids(database, rng, rng() % 5 == 0 ? 300 : 6));
      break;
    case 6:
      undo(database);
      break;
    case 8:
      edit_games(database, "other moves", some_ids(database, rng, 4), [&](GameId, Game& game) {
        game.moves = random_openings(rng, 1).front().moves;
        return true;
      });
      break;
    case 7: {
      // The same moves, less known: the stored game and this one are one.
      std::vector<Game> games = random_openings(rng, 10);
      import_all(database, games);
      for (Game& game : games) {
        game.tags = {{"Event", "x"}};
        game.result = GameResult::unknown;
      }
      import_all(database, games);
      break;
    }
    default:
      if (rng() % 8 == 0)
        database.reindex();
      else if (rng() % 4 == 0)
        database.compact();
      else
        database.fold();
  }
}

/// How many random databases to try: a few, or as many as YARI_EXPLORERS says.
unsigned databases() { return number_from("YARI_EXPLORERS", 6U); }

}  // namespace

TEST_CASE("the explorer equals a count of the games, whatever is done to them", "[slow]") {
  std::int64_t most_counted = 0, most_by_part = 0;
  for (unsigned seed = 1; seed <= databases(); ++seed) {
    TempFolder folder;
    Rng rng(seed);
    Database database(folder / "a.db", OpenMode::create);
    count_early(database);
    import_all(database, random_openings(rng, 150), {.postings_per_batch = 300});
    for (int step = 0; step < 60; ++step) {
      change(database, rng);
      INFO(seed << " " << step);
      if (step % 6 == 5) {
        check_all(database);
        REQUIRE(database.verify().problems == std::vector<std::string>());
      }
    }
    most_counted = std::max(most_counted, counted(database));
    most_by_part = std::max(most_by_part, counted_by_part(database));
  }
  CHECK(most_counted > 30);
  CHECK(most_by_part > 5);
}

TEST_CASE("merging two databases counts what came in") {
  TempFolder folder;
  Rng rng(8);
  Database database(folder / "a.db", OpenMode::create);
  Database other(folder / "b.db", OpenMode::create);
  count_early(database);
  import_all(database, random_openings(rng, 200));
  import_all(other, random_openings(rng, 200));
  merge(database, other);
  CHECK(check_all(database) > 10);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a position that is counted is answered without looking at its games") {
  TempFolder folder;
  Rng rng(9);
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, random_openings(rng, 400));
  const ExplorerPosition before = explore(database, start_setup(Variant::yari));
  REQUIRE(before.all.games > 100);
  import_all(database, {game_of(Variant::yari, "7g7f")});
  connection_of(database).execute("DELETE FROM position_blocks");
  CHECK(explore(database, start_setup(Variant::yari)).all.games == before.all.games + 1);
}

namespace {

/// Games of one move, each of another player.
std::vector<Game> one_move_games(int first, int count) {
  std::vector<Game> games;
  for (int i = first; i < first + count; ++i) {
    Game& game = games.emplace_back(game_of(Variant::yari, "7g7f"));
    game.set_tag(tags::black, "Player " + std::to_string(i));
  }
  return games;
}

}  // namespace

TEST_CASE("an import begins to count by part at 40 games, and no longer above 320") {
  // Games before, which nobody counted by part, games of the batch, and whether they are then.
  struct Case {
    int before, batch;
    bool by_part;
  };
  for (const Case& c : {Case{34, 5, false}, Case{35, 5, true}, Case{36, 4, false},
                        Case{315, 5, true}, Case{316, 5, false}}) {
    INFO(c.before << " + " << c.batch);
    TempFolder folder;
    Database database(folder / "a.db", OpenMode::create);
    CountLimits& limits = DatabaseParts::of(database).count_limits;
    // No merge begins it.
    limits = {.in_batch = 4, .in_run = INT64_MAX, .by_part = INT64_MAX};
    import_all(database, one_move_games(0, c.before));
    limits.by_part = 40;
    import_all(database, one_move_games(c.before, c.batch));
    CHECK(counted(database) == 2);
    CHECK(counted_by_part(database) == (c.by_part ? 2 : 0));
    CHECK(database.verify().problems.empty());
  }
}

TEST_CASE(
    "a merge begins to count positions that no batch had often, unless they have many games") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  CountLimits& limits = DatabaseParts::of(database).count_limits;
  limits = {.in_batch = SIZE_MAX, .in_run = 15, .most_stored = 19};
  import_all(database, one_move_games(0, 10));
  import_all(database, one_move_games(10, 10));
  CHECK(counted(database) == 0);
  limits.most_stored = 24;
  limits.by_part = 24;
  import_all(database, one_move_games(20, 4));
  CHECK(counted(database) == 2);
  CHECK(counted_by_part(database) == 2);
  CHECK(explore(database, start_setup(Variant::yari)).all.games == 24);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("games of years and results are counted beforehand where there are many") {
  TempFolder folder;
  Rng rng(12);
  Database database(folder / "a.db", OpenMode::create);
  count_early(database);
  const Setup start = start_setup(Variant::yari);
  const auto by_part = [&] { return counted_by_part(database); };
  import_all(database, random_openings(rng, 25));
  CHECK(by_part() == 0);
  // Where a batch has less than an eighth of what makes many, nobody asks.
  for (int batch = 0; batch < 6; ++batch) import_all(database, random_openings(rng, 2));
  CHECK(by_part() == 0);
  import_all(database, random_openings(rng, 5));
  CHECK(by_part() == 1);
  import_all(database, random_openings(rng, 200));
  CHECK(by_part() > 3);

  GameFilter years, days, of_year;
  years.date_from = 19830000;
  years.date_to = 19861231;
  years.result = GameResult::white_wins;
  days = years;
  days.date_from = 19840615;
  of_year.date_from = 19830105;
  of_year.date_to = 19830712;
  const auto all = [&] {
    std::vector<ExplorerPosition> found;
    for (const GameFilter& filter : {years, days, of_year})
      found.push_back(explore(database, start, filter));
    return found;
  };
  const std::vector<ExplorerPosition> before = all();
  REQUIRE(before[0].all.games > before[1].all.games);
  REQUIRE(before[2].all.games > 0);
  CHECK(games_counted(database, start, years) == before[0].all.games);
  CHECK_FALSE(games_counted(database, start, days));
  // Without an index only what was counted beforehand is found.
  connection_of(database).execute("DELETE FROM position_blocks");
  CHECK(explore(database, start, years) == before[0]);
  CHECK_THROWS_AS(explore(database, start, days), DamagedFile);
  years.date_from = 20500000;
  years.date_to.reset();
  CHECK(explore(database, start, years) == ExplorerPosition{});
  years.player = "A";
  CHECK_FALSE(games_counted(database, start, years));
}

TEST_CASE("years that a filter cuts are counted from their days, and others beforehand") {
  TempFolder folder;
  Rng rng(15);
  Database database(folder / "a.db", OpenMode::create);
  count_early(database);
  import_all(database, random_openings(rng, 600));
  const Setup start = start_setup(Variant::yari);
  REQUIRE(counted_by_part(database) > 3);
  // Dates as somebody types them, and whether a year between them is cut.
  struct Case {
    DateNumber from, to;
    bool cut;
  };
  for (const Case& c :
       {Case{19830000, 19860000, false}, Case{19830101, 19861231, false},
        Case{19840000, 19840000, false}, Case{19830102, 19861231, true},
        Case{19830101, 19861230, true}, Case{19830615, 19860302, true},
        Case{19830615, 19840302, true}, Case{19830300, 19830900, true},
        Case{19830101, 19830900, true}, Case{19830300, 19831231, true},
        Case{19860000, 19830000, false}, Case{0, 19830000, false}, Case{0, 19830400, true},
        Case{19860000, 0, false}, Case{19860400, 0, true}}) {
    INFO(c.from << " to " << c.to);
    GameFilter filter;
    if (c.from != 0) filter.date_from = c.from;
    if (c.to != 0) filter.date_to = c.to;
    GameFilter by_games = filter;
    by_games.min_plies = 0;
    const ExplorerPosition found = explore(database, start, filter);
    CHECK(found == explore(database, start, by_games));
    CHECK((found.all.games > 0) == (c.to == 0 || c.from <= c.to));
    CHECK(games_counted(database, start, filter).has_value() == !c.cut);
  }
}

TEST_CASE("an import leaves positions of very many games to compact, which counts them by part") {
  TempFolder folder;
  Rng rng(13);
  Database database(folder / "a.db", OpenMode::create);
  Database::Impl& db = DatabaseParts::of(database);
  count_early(database);
  db.count_limits.by_part = INT64_MAX;
  import_all(database, random_openings(rng, 400));
  db.count_limits.by_part = 40;
  import_all(database, random_openings(rng, 30));
  GameFilter draws;
  draws.result = GameResult::draw;
  const auto is_by_part = [&](const Setup& setup) {
    return games_counted(database, setup, draws).has_value();
  };
  CHECK(counted_by_part(database) > 0);
  CHECK_FALSE(is_by_part(start_setup(Variant::yari)));
  database.compact();
  CHECK(is_by_part(start_setup(Variant::yari)));
  CHECK(check_all(database) > 10);
  CHECK(database.verify().problems.empty());
  // Of a file that was written before, too.
  connection_of(database).execute(
      "UPDATE counted_positions SET by_part = 0; DELETE FROM count_blocks WHERE id % 262144 > 0");
  CHECK_FALSE(is_by_part(start_setup(Variant::yari)));
  database.compact();
  CHECK(is_by_part(start_setup(Variant::yari)));
  CHECK(database.verify().problems.empty());
}

TEST_CASE("parts that do not add up to all games are not used, and compact repairs them") {
  TempFolder folder;
  Rng rng(14);
  Database database(folder / "a.db", OpenMode::create);
  count_early(database);
  import_all(database, random_openings(rng, 300));
  REQUIRE(counted_by_part(database) > 3);
  CHECK(database.verify().problems.empty());
  const char* const one_part =
      "(SELECT id FROM count_blocks WHERE id % 262144 > 0 ORDER BY id LIMIT 1 OFFSET 5)";
  const char* expected = nullptr;
  SECTION("one is gone") {
    connection_of(database).execute(std::string("DELETE FROM count_blocks WHERE id = ") + one_part);
    expected = "are not those of the games";
  }
  SECTION("there is one more") {
    const Writing writing(DatabaseParts::of(database));
    const Position<YariShogi> start = Position<YariShogi>::start();
    PositionCounts counts;
    counts.add({.id = 1, .date = 18000101}, {}, 1);
    counts.settle(false);
    const std::vector<store::KeyCounts> run{
        {index_key(start.key()), part_of(1800, GameResult::unknown), counts}};
    writing.batch->counts().append(run);
    writing.batch->commit();
    expected = "do not add up";
  }
  SECTION("one is damaged") {
    connection_of(database).execute(
        std::string("UPDATE count_blocks SET data = substr(data, 2) WHERE id = ") + one_part);
    expected = "are damaged";
  }
  SECTION("all rows of a position are gone") {
    connection_of(database).execute(
        std::string("DELETE FROM count_blocks WHERE id / 262144 = (SELECT id / 262144 FROM "
                    "count_blocks WHERE id = ") +
        one_part + ")");
    expected = "are not those of the games";
  }
  for (const auto& [key, hits] : occurrences(database))
    if (hits.size() > 20)
      check_filters(database, read_sfen(key.substr(4) + " 1", Variant::yari).value(), rng);
  CHECK_THAT(database.verify().problems.front(), Contains(expected));
  import_all(database, random_openings(rng, 60));
  database.reindex();
  CHECK(database.verify().problems.empty());
  CHECK(check_all(database) > 10);
}

TEST_CASE("counts that are damaged are counted again, and compact repairs them") {
  TempFolder folder;
  Rng rng(10);
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, random_openings(rng, 400));
  const ExplorerPosition before = explore(database, start_setup(Variant::yari));
  REQUIRE(counted(database) > 0);
  connection_of(database).execute("UPDATE count_blocks SET data = substr(data, 1, 9)");
  CHECK(explore(database, start_setup(Variant::yari)) == before);
  CHECK_FALSE(database.verify().ok());
  database.reindex();
  CHECK(database.verify().problems.empty());
  CHECK(counted(database) > 0);
  CHECK(explore(database, start_setup(Variant::yari)) == before);
}
