// Queries run over a database: the same hits as a slow reading of every game, however they are
// found.
#include "db/explore/search.h"

#include <fmt/ranges.h>

#include <set>
#include <thread>

#include "db/skipped_games.h"
#include "rules/sfen.h"
#include "tests/db/tools/query_writer.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

BruteGame brute_game(Database& database, GameId id) {
  const Game game = database.load_game(id).value();
  const GameHeader header = *database.header(id);
  BruteGame brute(game.start, game.moves.main_moves());
  brute.black = header.black;
  brute.white = header.white;
  brute.event = header.event;
  brute.site = header.site;
  brute.date = header.date;
  brute.result = header.result;
  brute.ending = header.ending;
  return brute;
}

std::vector<Hit> hits(Database& database, const query::Query& query, const GameFilter& filter,
                      int threads) {
  std::vector<Hit> found;
  search(database, query, filter, {.threads = threads, .progress = {}}, [&](const Hit& hit) {
    found.push_back(hit);
    return true;
  });
  return found;
}

/// The slow way.
std::vector<Hit> slow_hits(const std::vector<BruteGame>& games, const query::Query& query,
                           const std::vector<GameId>& allowed) {
  std::vector<Hit> found;
  for (const GameId id : allowed) {
    const BruteGame& game = games[static_cast<std::size_t>(id - 1)];
    if (query.variant && *query.variant != game.start().variant) continue;
    for (const int ply : game.matches(query)) {
      const auto i = static_cast<std::size_t>(ply);
      found.push_back({id, ply, i < game.moves().size() ? game.moves()[i] : Move::none()});
    }
  }
  return found;
}

void fill(Database& database, Rng& rng, int count) {
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(random_record(rng() % 2 ? Variant::yari : Variant::shogi, rng,
                                  static_cast<int>(rng() % 70), false));
  }
  import_all(database, games, {.postings_per_batch = 4000, .seconds_per_batch = 1000});
}

}  // namespace

TEST_CASE("random queries over random databases find what a slow reading finds", "[slow]") {
  constexpr int queries_each = 150;
  const int databases = std::max(1, query_count(1500) / queries_each);
  int found = 0;
  for (int n = 0; n < databases; ++n) {
    TempFolder folder;
    Rng rng(static_cast<std::uint64_t>(n) + 1);
    Database database(folder / "a.db", OpenMode::create);
    fill(database, rng, 10 + static_cast<int>(rng() % 60));
    if (n % 3 == 1) database.compact();
    std::vector<BruteGame> games;
    for (const GameId id : database.ids({})) games.push_back(brute_game(database, id));
    for (int i = 0; i < queries_each; ++i) {
      const BruteGame& about = games[rng() % games.size()];
      const std::string text = random_query(about, rng);
      INFO(text);
      const auto query = query::parse(text, about.start().variant);
      REQUIRE(query);
      GameFilter filter;
      if (rng() % 4 == 0) filter.player = "habu";
      if (rng() % 4 == 0) filter.min_plies = 30;
      if (rng() % 8 == 0) filter.variant = Variant::shogi;
      const std::vector<Hit> expected = slow_hits(games, *query, database.ids(filter));
      REQUIRE(hits(database, *query, filter, 1) == expected);
      REQUIRE(hits(database, *query, filter, 3) == expected);
      found += expected.empty() ? 0 : 1;
    }
  }
  CHECK(found > databases * queries_each / 3);
}

TEST_CASE("a search on several threads gives the same hits in the same order") {
  TempFolder folder;
  Rng rng(2);
  Database database(folder / "a.db", OpenMode::create);
  fill(database, rng, 3000);
  for (const char* text : {"check", "capture", "drop then promotion within 4", "black Habu"}) {
    const auto query = query::parse(text, Variant::yari);
    INFO(text);
    REQUIRE(query);
    const std::vector<Hit> one = hits(database, *query, {}, 1);
    REQUIRE(hits(database, *query, {}, 3) == one);
    CHECK_FALSE(one.empty());
  }
}

namespace {

/// Gives all games the same Black, in one change.
void rename_all(Database& database, const std::string& black) {
  set_tags(database, database.ids({}), {{"Black", black}});
}

}  // namespace

TEST_CASE("a search on several threads reads the moment of the snapshot that is open") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(700, 1));
  rename_all(database, "Habu");
  const auto habu = query::parse("black Habu", Variant::yari);
  const Snapshot snapshot(database);
  const std::vector<Hit> before = hits(database, *habu, {}, 1);
  REQUIRE_FALSE(before.empty());
  CHECK(hits(database, *habu, {}, 3) == before);
  {
    Database other(folder / "a.db", OpenMode::read_write);
    rename_all(other, "Tanaka");
    delete_games(other, {1, 2, 3});
  }
  CHECK(hits(database, *habu, {}, 1) == before);
  CHECK(hits(database, *habu, {}, 3) == before);
}

TEST_CASE("beside a writer each search sees all of a change or nothing of it", "[slow]") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(600, 2));
  rename_all(database, "Habu");
  std::jthread writer([&](const std::stop_token& stop) {
    Database other(folder / "a.db", OpenMode::read_write);
    for (bool habu = false; !stop.stop_requested(); habu = !habu)
      rename_all(other, habu ? "Habu" : "Tanaka");
  });
  const auto habu = query::parse("black Habu", Variant::yari);
  const auto tanaka = query::parse("black Tanaka", Variant::yari);
  for (int i = 0; i < 30; ++i) {
    const Snapshot snapshot(database);
    const std::vector<Hit> one = hits(database, *habu, {}, 4);
    const std::vector<Hit> other = hits(database, *tanaka, {}, 4);
    CHECK(one.empty() != other.empty());
    CHECK(hits(database, *habu, {}, 1) == one);
  }
}

TEST_CASE("names match in a query as they do in a filter") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(5);
  std::vector<Game> games;
  for (const char* event : {"F-Pla 1", "Pla F", "fpla", "Play: for fun", "Läufer-Cup (final)", "F",
                            "名人戦・第1局", "a_b", "O'Neil"}) {
    games.push_back(random_record(Variant::yari, rng, 20, false));
    games.back().set_tag("Event", event);
  }
  import_all(database, games);
  std::size_t found = 0;
  for (const char* text : {"f-pla", "pla-f", "f pla", "f.p", "cup läufer", "Läufer-C", "laufer/cup",
                           "名人戦", "戦・第", "第1", "b_a", "a_b", "neil'o", "-", "'", "f\"pla"}) {
    INFO(text);
    GameFilter filter;
    filter.event = text;
    query::Query query;
    query.nodes.emplace_back(query::HeaderTest(query::NameIs{query::NameIs::Field::event, text}));
    std::vector<GameId> by_query;
    for (const Hit& hit : hits(database, query, {}, 1)) by_query.push_back(hit.game);
    CHECK(by_query == database.ids(filter));
    found += by_query.size();
  }
  CHECK(found > 20);
  GameFilter filter;
  filter.event = "f-pla";
  CHECK(database.ids(filter) == std::vector<GameId>{1, 2, 4});
}

TEST_CASE("a search tells how far it is, and of how many games") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(700, 1));
  const auto query = query::parse("ply = 0", Variant::yari);
  REQUIRE(query);
  using Steps = std::vector<std::pair<std::int64_t, std::int64_t>>;
  const auto steps = [&](const GameFilter& filter, int threads) {
    Steps told;
    search(database, *query, filter,
           {.threads = threads,
            .progress = [&](std::int64_t done, std::int64_t all) { told.emplace_back(done, all); }},
           [](const Hit&) { return true; });
    return told;
  };
  GameFilter some;
  for (GameId id = 1; id <= 600; ++id) some.ids.push_back(id);
  for (const int threads : {1, 3}) {
    CHECK(steps({}, threads) == Steps{{700, 700}});
    // A list is read in parts of 256.
    CHECK(steps(some, threads) == Steps{{200, 600}, {400, 600}, {600, 600}});
  }
  // Where few of the numbers belong to a game, they alone are looked at.
  std::vector<GameId> gone;
  for (GameId id = 2; id <= 690; ++id) gone.push_back(id);
  delete_games(database, gone);
  CHECK(steps({}, 1) == Steps{{700, 700}});
  delete_games(database, {691});
  CHECK(steps({}, 1) == Steps{{700, 700}});
  delete_games(database, {692});
  CHECK(steps({}, 1) == Steps{{9, 9}});
  // The filter and the query ask for different games.
  GameFilter shogi;
  shogi.variant = Variant::shogi;
  const auto of_yari = query::parse("position startpos", Variant::yari);
  REQUIRE(of_yari);
  CHECK(hits(database, *of_yari, shogi, 1).empty());
}

TEST_CASE("a search looks at the games of the filter and of the query, where both name some") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games;
  for (int i = 0; i < 12; ++i) {
    const char* const third[] = {"1g1f", "3g3f", "4g4f", "5g5f", "6g6f", "9g9f"};
    games.push_back(yari::test::game_of(Variant::shogi, (i % 4 == 0 ? "7g7f 3c3d " : "2g2f 3c3d ") +
                                                            std::string(third[i % 6]) +
                                                            (i < 6 ? "" : " 8c8d")));
    games.back().set_tag("Black", i % 3 == 0 ? "Habu" : "Tanaka");
  }
  REQUIRE(import_all(database, games).size() == 12);
  const auto found = [&](const char* text, const GameFilter& filter) {
    const auto query = query::parse(text, Variant::shogi);
    REQUIRE(query);
    std::vector<GameId> ids;
    for (const Hit& hit : hits(database, *query, filter, 1)) ids.push_back(hit.game);
    return ids;
  };
  const char* const opening = "position \"startpos moves 7g7f\"";
  // So few of the games that the index names them.
  CHECK(found(opening, {}) == std::vector<GameId>{1, 5, 9});
  GameFilter filter;
  filter.ids = {5, 2, 3, 5};
  CHECK(found(opening, filter) == std::vector<GameId>{5});
  CHECK(found("ply = 0", filter) == std::vector<GameId>{2, 3, 5});
  filter.player = "Habu";
  CHECK(found("ply = 0", filter).empty());
  filter.ids = {};
  CHECK(found(opening, filter) == std::vector<GameId>{1});
  CHECK(found("position \"startpos moves 1g1f\"", filter).empty());
  CHECK(found("ply = 0", filter) == std::vector<GameId>{1, 4, 7, 10});
}

TEST_CASE("a search ends when its visitor has had enough") {
  TempFolder folder;
  Rng rng(3);
  Database database(folder / "a.db", OpenMode::create);
  fill(database, rng, 1500);
  const auto query = query::parse("capture", Variant::yari);
  REQUIRE(query);
  int seen = 0;
  search(database, *query, {}, {.threads = 2, .progress = {}},
         [&](const Hit&) { return ++seen < 5; });
  CHECK(seen == 5);
}

TEST_CASE("a search skips damaged games") {
  TempFolder folder;
  Rng rng(4);
  Database database(folder / "a.db", OpenMode::create);
  fill(database, rng, 40);
  for (GameId id = 1; id <= 40; ++id) {
    Bytes noise(rng() % 90);
    for (std::uint8_t& b : noise) b = static_cast<std::uint8_t>(rng());
    Statement(connection_of(database), "UPDATE records SET moves = ? WHERE id = ?")
        .run({noise, id});
  }
  connection_of(database).execute("DELETE FROM records WHERE id % 7 = 0");
  for (const char* text : {"check", "capture", "drop", "mate"}) {
    for (const Variant v : {Variant::yari, Variant::shogi}) {
      hits(database, *query::parse(text, v), {}, 1);
    }
  }
  // Each is named once.
  const std::vector<std::string> skipped = take_skipped_games(database);
  REQUIRE(skipped.size() > 20);
  CHECK_THAT(fmt::format("{}", fmt::join(skipped, "\n")), Contains("game 7"));
  CHECK(std::set<std::string>(skipped.begin(), skipped.end()).size() == skipped.size());
  CHECK(take_skipped_games(database).empty());
}
