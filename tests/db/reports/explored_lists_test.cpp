// Lists and numbers that are made of games: their order, their ends, and what bounds them.
#include <set>

#include "db/database_impl.h"
#include "db/explore/explorer.h"
#include "db/explore/game_openings.h"
#include "db/explore/main_lines.h"
#include "db/explore/name_prefix.h"
#include "db/explore/position_games.h"
#include "db/explore/search.h"
#include "db/reports/only_variant.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Game named_game(const std::string& black, const std::string& white, GameResult result,
                const std::string& moves = "7g7f") {
  Game game = game_of(Variant::yari, moves);
  game.tags = {{"Black", black}, {"White", white}};
  game.result = result;
  return game;
}

PlayCounts play_counts_of(std::int64_t black, std::int64_t draws, std::int64_t white) {
  PlayCounts counts;
  counts.games = black + draws + white;
  counts.black_wins = black;
  counts.draws = draws;
  counts.white_wins = white;
  return counts;
}

std::vector<GameId> found_games(Database& database, const char* text, const GameFilter& filter = {},
                                std::size_t most = 1000, int threads = 1) {
  std::vector<GameId> games;
  search(database, *query::parse(text, Variant::yari), filter, {.threads = threads, .progress = {}},
         [&](const Hit& hit) {
           games.push_back(hit.game);
           return games.size() < most;
         });
  return games;
}

}  // namespace

TEST_CASE(
    "the explorer lists the ten busiest players, the busiest first, equal ones as they came") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games;
  // L comes in one game, K in two, and so on, so that the busiest came last.
  for (int i = 0; i < 12; ++i)
    for (int n = 0; n <= i; ++n)
      games.push_back(
          named_game(std::string(1, static_cast<char>('L' - i)), "?", GameResult::draw));
  games.push_back(named_game("Z", "B", GameResult::draw));
  games.push_back(named_game("Y", "", GameResult::draw));
  add_games(database, "add", games);
  const ExplorerPosition here = explore(database, start_setup(Variant::yari));
  std::string players;
  for (const auto& [name, n] : here.players) players += name + std::to_string(n) + ' ';
  CHECK(players == "?78 B12 A12 C10 D9 E8 F7 G6 H5 I4 ");
}

TEST_CASE("a performance is 400 times the logarithm of the odds, and 800 at most") {
  CHECK_FALSE(play_counts_of(0, 0, 0).performance(Color::black));
  CHECK(*play_counts_of(1, 0, 1).performance(Color::black) == 0);
  CHECK(*play_counts_of(3, 0, 1).performance(Color::black) == Approx(190.8485));
  CHECK(*play_counts_of(3, 0, 1).performance(Color::white) == Approx(-190.8485));
  CHECK(*play_counts_of(1, 2, 1).performance(Color::white) == 0);
  CHECK(*play_counts_of(2, 0, 0).performance(Color::black) == 800);
  CHECK(*play_counts_of(2, 0, 0).performance(Color::white) == -800);
  CHECK(*play_counts_of(100, 0, 1).performance(Color::black) == 800);
  CHECK(*play_counts_of(99, 0, 1).performance(Color::black) == Approx(798.254).epsilon(1e-3));
}

TEST_CASE("the moves of a position come the most frequent first") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games;
  for (const auto& [move, n] : {std::pair("7g7f", 1), {"2g2f", 3}, {"1g1f", 2}})
    for (int i = 0; i < n; ++i) games.push_back(named_game("A", "B", GameResult::draw, move));
  games.push_back(game_of(Variant::yari, ""));
  add_games(database, "add", games);
  const ExplorerPosition here = explore(database, start_setup(Variant::yari));
  std::string moves;
  for (const ExplorerMove& move : here.moves)
    moves += write_usi_move(move.move, Variant::yari) + std::to_string(move.counts.games) + ' ';
  CHECK(moves == "2g2f3 1g1f2 7g7f1 ");
  CHECK(here.all.games == 7);
}

TEST_CASE("a tree goes as deep as it may, and no further") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {game_of(Variant::yari, "7g7f 3c3d 2g2f 7c7d")});
  const auto depths = [&](int depth) {
    std::string all;
    for (const ExplorerNode& node :
         explore_tree(database, start_setup(Variant::yari), {}, depth, 1))
      all += std::to_string(node.depth) + (node.next.empty() || node.next[0] ? "" : "-") + ' ';
    return all;
  };
  CHECK(depths(0) == "0- ");
  CHECK(depths(1) == "0 1- ");
  CHECK(depths(3) == "0 1 2 3- ");
  CHECK(depths(9) == "0 1 2 3 4 ");
}

TEST_CASE("names are completed without regard to the case of Latin letters alone") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database,
             {named_game("Abe Ai", "abc", GameResult::draw),
              named_game("ABE Zen", "Zabe", GameResult::draw),
              named_game("Ab", "[x", GameResult::draw), named_game("{x", "@x", GameResult::draw)});
  const auto names = [&](std::string_view typed, int most = 9) {
    return names_beginning(database, NameKind::player, typed, most);
  };
  using Names = std::vector<std::string>;
  CHECK(names("abe") == Names{"ABE Zen", "Abe Ai"});
  CHECK(names("ABE A") == Names{"Abe Ai"});
  CHECK(names("ab").size() == 4);
  CHECK(names("abe ai x").empty());
  CHECK(names("zABE") == Names{"Zabe"});
  CHECK(names("", 3).size() == 3);
}

TEST_CASE("games with a position are counted, with a look at who waits now and then") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  DatabaseParts::of(database).count_limits = {
      .in_batch = 4, .in_run = 6, .most_stored = 1000, .together = 40, .changed = 3};
  std::vector<Game> games;
  for (int i = 0; i < 300; ++i)
    games.push_back(named_game("A", i < 260 ? "B" : "C", GameResult::draw));
  add_games(database, "add", games);
  GameFilter filter;
  filter.white = "B";
  int checks = 0;
  const auto check = [&] { ++checks; };
  CHECK(games_with(database, start_setup(Variant::yari), filter, check) == 260);
  CHECK(checks == 2);
  CHECK(games_with(database, start_setup(Variant::yari), filter) == 260);
  database.compact();
  checks = 0;
  // Counted beforehand, where no filter is in the way.
  CHECK(games_with(database, start_setup(Variant::yari), {}, check) == 300);
  CHECK(checks == 0);
  CHECK(games_counted(database, start_setup(Variant::yari)) == 300);
  filter.variant = Variant::yari;
  CHECK_FALSE(games_counted(database, start_setup(Variant::yari), filter));
  filter.white.reset();
  CHECK(games_counted(database, start_setup(Variant::yari), filter) == 300);
  filter.variant = Variant::shogi;
  CHECK_FALSE(games_counted(database, start_setup(Variant::yari), filter));
}

TEST_CASE("main lines come in order, of the games that are wanted, until there are enough") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game other = game_of(Variant::yari, "");
  other.start = *read_sfen("3k3/7/3+B3/7/7/7/7/7/3K3 b R 1", Variant::yari);
  add_games(database, "add",
            {named_game("A", "B", GameResult::black_wins, "7g7f 3c3d"), other,
             named_game("A", "B", GameResult::draw, "2g2f"),
             named_game("C", "D", GameResult::draw, "1g1f")});
  const auto lines = [&](const GameFilter& filter, GameId unwanted, std::size_t most) {
    std::string all;
    std::size_t n = 0;
    each_main_line(
        database, filter, [&](GameId id) { return id != unwanted; },
        [&](const MainLine& line) {
          all += std::to_string(line.id) + ':' + std::to_string(line.moves.size()) +
                 (line.start == start_setup(Variant::yari) ? "" : "*") +
                 (line.result == GameResult::draw ? "=" : "") + ' ';
          return ++n < most;
        });
    return all;
  };
  CHECK(lines({}, 0, 9) == "1:2 2:0* 3:1= 4:1= ");
  CHECK(lines({}, 3, 9) == "1:2 2:0* 4:1= ");
  CHECK(lines({}, 0, 2) == "1:2 2:0* ");
  GameFilter filter;
  filter.black = "A";
  CHECK(lines(filter, 0, 9) == "1:2 3:1= ");
}

TEST_CASE("a search ends when nobody wants more, and looks at no game of the other kind") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games;
  for (int i = 0; i < 5; ++i) games.push_back(named_game("A", "B", GameResult::draw, "7g7f 3c3d"));
  games.push_back(game_of(Variant::shogi, "7g7f 3c3d"));
  add_games(database, "add", games);
  const std::vector<GameId> all{1, 2, 3, 4, 5};
  CHECK(found_games(database, "black A and ply = 1") == all);
  CHECK(found_games(database, "black A and ply = 1", {}, 2) == std::vector<GameId>{1, 2});
  CHECK(found_games(database, "ply = 1") == std::vector<GameId>{1, 2, 3, 4, 5, 6});
  GameFilter shogi;
  shogi.variant = Variant::shogi;
  CHECK(found_games(database, "ply = 1", shogi) == std::vector<GameId>{6});
  GameFilter some;
  some.ids = {2, 4};
  CHECK(found_games(database, "ply = 1", some) == std::vector<GameId>{2, 4});
  some.black = "nobody";
  CHECK(found_games(database, "ply = 1", some).empty());
}

TEST_CASE("a search reports the games it has looked at, up to all of them") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(600, 3));
  for (const int threads : {1, 3}) {
    std::vector<std::pair<std::int64_t, std::int64_t>> seen;
    GameFilter filter;
    filter.min_plies = 1;
    search(database, *query::parse("check", Variant::yari), filter,
           {.threads = threads,
            .progress = [&](std::int64_t done, std::int64_t all) { seen.emplace_back(done, all); }},
           [](const Hit&) { return true; });
    const auto all = static_cast<std::int64_t>(database.count(filter));
    REQUIRE(all > 512);
    // Parts of 256 games.
    REQUIRE(seen.size() == 3);
    CHECK(std::ranges::is_sorted(seen));
    CHECK(seen[0] == std::pair(all / 3, all));
    CHECK(seen[2] == std::pair(all, all));
  }
}

TEST_CASE("numbers of games that are far apart are looked at by a list") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(1300, 4));
  std::vector<GameId> gone;
  for (GameId id = 1; id <= 1300; ++id)
    if (id % 100 != 0 && id != 1299) gone.push_back(id);
  delete_games(database, gone);
  const std::vector<GameId> left = database.ids({});
  CHECK(left.size() == 14);
  CHECK(found_games(database, "ply = 0") == left);
  CHECK(found_games(database, "ply = 0", {}, 1000, 3) == left);
}

TEST_CASE("a database is of one game where the other has neither a start nor a game") {
  TempFolder folder;
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    Database database(folder / (v == Variant::yari ? "a.db" : "b.db"), OpenMode::create);
    CHECK_FALSE(only_variant(database));
    import_all(database, {game_of(v, "7g7f")});
    CHECK(only_variant(database) == v);
    Game other = game_of(v == Variant::yari ? Variant::shogi : Variant::yari, "");
    const char* const sfen =
        v == Variant::yari ? "4k4/9/9/9/9/9/9/9/4K4 b - 1" : "3k3/7/7/7/7/7/7/7/3K3 b - 1";
    other.start = *read_sfen(sfen, other.variant);
    import_all(database, {other});
    CHECK_FALSE(only_variant(database));
  }
}

TEST_CASE("an opening has the first two moves of its game") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {game_of(Variant::yari, "7g7f 3c3d 2g2f"), game_of(Variant::yari, "7g7f")});
  const auto& names = openings::OpeningList::shipped();
  CHECK(opening_of(database, 1, names).first_moves.size() == 2);
  CHECK(opening_of(database, 2, names).first_moves.size() == 1);
  CHECK(opening_of(database, 3, names).first_moves.empty());
  CHECK(opening_of(database, 1, names).start == start_setup(Variant::yari));
}

}  // namespace yari::test
