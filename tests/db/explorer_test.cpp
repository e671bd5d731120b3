// The opening explorer counts what a replay of every game counts.
#include "db/explorer.h"

#include <catch2/catch.hpp>
#include <set>

#include "db/explorer_counter.h"
#include "db/sqlite_parts.h"
#include "db/upkeep.h"
#include "rules/sfen.h"
#include "tests/db/support.h"

using namespace yari;
using namespace yari::test;

namespace {

/// Games of the first moves of a few, so that openings are shared.
std::vector<Game> openings(Rng& rng, int count) {
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
                 {"Date", std::to_string(1980 + rng() % 30)}};
    game.result = static_cast<GameResult>(rng() % 4);
    games.push_back(game);
  }
  return games;
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
    position.all.add(id, h.result, h.plies, h.date);
    for (const std::uint16_t m : played) moves[m].add(id, h.result, h.plies, h.date);
    for (const std::string& name : std::set<std::string>{h.black, h.white}) ++players[name];
  }
  for (const auto& [bits, counts] : moves)
    position.moves.push_back({Move::from_bits(bits), counts});
  std::stable_sort(position.moves.begin(), position.moves.end(),
                   [](auto& a, auto& b) { return a.counts.games > b.counts.games; });
  position.players.assign(players.begin(), players.end());
  return position;
}

void check_all(Database& database) {
  int checked = 0;
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
    ++checked;
  }
  CHECK(checked > 10);
}

}  // namespace

TEST_CASE("the explorer counts what a replay counts, before and after counting ahead") {
  TempFolder folder;
  Rng rng(1);
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, openings(rng, 2500));
  check_all(database);
  database.compact();
  REQUIRE(connection_of(database).integer("SELECT count(*) FROM hot_positions") > 0);
  check_all(database);
  // Later games are counted on top.
  import_all(database, openings(rng, 300));
  check_all(database);
  // A change to counted games makes the stored counts worthless.
  delete_games(database, {1, 2, 3, 50, 51});
  check_all(database);
  undo(database);
  check_all(database);
  database.compact();
  check_all(database);
}

TEST_CASE("filters narrow what the explorer counts") {
  TempFolder folder;
  Rng rng(2);
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, openings(rng, 1500));
  database.compact();
  GameFilter filter;
  filter.black = "A";
  CHECK(explore(database, start_setup(Variant::yari), filter).all.games == database.count(filter));
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
  counts.add(1, GameResult::black_wins, 10, {});
  counts.add(2, GameResult::draw, 10, 19950000);
  counts.add(3, GameResult::unknown, 10, 19900000);
  CHECK(counts.score(Color::black) == 75.0);
  CHECK(counts.score(Color::white) == 25.0);
  CHECK(counts.last_game == 2);
  CHECK(counts.first_date == 19900000);
}

TEST_CASE("damaged counts are refused") {
  ExplorerCounter counter;
  counter.add({1, GameResult::draw, 9, 19950000, 1, 2}, Move::from_bits(0x1E3B));
  counter.add({2, GameResult::black_wins, 9, {}, 1, 3}, Move::none());
  const Bytes blob = counter.encode();
  REQUIRE(ExplorerCounter::decode(blob));
  CHECK(ExplorerCounter::decode(blob)->encode() == blob);
  Rng rng(3);
  for (int i = 0; i < 5000; ++i) {
    Bytes wrong = blob;
    wrong[rng() % wrong.size()] = static_cast<std::uint8_t>(rng());
    wrong.resize(rng() % (wrong.size() + 1));
    ExplorerCounter::decode(wrong);
  }
}
