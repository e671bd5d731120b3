// The position index finds exactly what a replay finds, whatever happened to it before.
#include <fmt/format.h>

#include "db/explore/explorer.h"
#include "db/store/error.h"
#include "db/store/sqlite/index/posting_index.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

std::vector<Hit> find(Database& database, const Setup& setup, const GameFilter& filter = {}) {
  std::vector<Hit> hits;
  database.find_position(setup, filter, [&](const Hit& hit) {
    hits.push_back(hit);
    return true;
  });
  return hits;
}

std::vector<Game> shogi_games(int count) {
  Rng rng(static_cast<std::uint64_t>(count));
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) games.push_back(random_record(Variant::shogi, rng, 40, false));
  return games;
}

/// Every position of every game is found where it occurs and nowhere else.
void check_index(Database& database) {
  for (const auto& [key, hits] : occurrences(database)) {
    const Variant v = key.starts_with("yari") ? Variant::yari : Variant::shogi;
    const std::string sfen = key.substr(info(v).id.size()) + " 1";
    INFO(key);
    REQUIRE(find(database, read_sfen(sfen, v).value()) == hits);
  }
}

}  // namespace

TEST_CASE("finding agrees with a replay on the measuring data", "[slow]") {
  const std::vector<Game> games = shared_games();
  if (games.empty()) return;
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, games, {.postings_per_batch = 10'000, .seconds_per_batch = 1000});
  check_index(database);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("finding agrees with a replay on random games, in many runs and folded") {
  TempFolder folder;
  Rng rng(1);
  Database database(folder / "a.db", OpenMode::create);
  for (int batch = 0; batch < 6; ++batch) {
    std::vector<Game> games;
    for (int i = 0; i < 30; ++i) {
      games.push_back(random_record(i % 2 ? Variant::yari : Variant::shogi, rng,
                                    static_cast<int>(rng() % 60), false));
    }
    import_all(database, games, {.postings_per_batch = 200, .seconds_per_batch = 1000});
  }
  check_index(database);
  CHECK(database.verify().problems.empty());
  database.fold();
  CHECK(database.statistics().index_runs == 1);
  check_index(database);
  database.compact();
  check_index(database);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a position that occurs in every game is found in each") {
  TempFolder folder;
  Rng rng(2);
  Database database(folder / "a.db", OpenMode::create);
  // More than a block holds, and more than the writer gathers at once.
  constexpr int count = 6000;
  {
    Importer importer(database, {.postings_per_batch = 20'000, .seconds_per_batch = 1000});
    for (int added = 0; added < count;) {
      added += importer.add(random_game<YariShogi>(rng, 6)).added == Added::imported ? 1 : 0;
    }
    importer.finish();
  }
  const auto all_found = [&] {
    const std::vector<Hit> hits = find(database, start_setup(Variant::yari));
    REQUIRE(hits.size() >= count);
    int at_start = 0;
    for (const Hit& hit : hits) at_start += hit.ply == 0 ? 1 : 0;
    REQUIRE(at_start == count);
    REQUIRE(std::is_sorted(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
      return std::pair(a.game, a.ply) < std::pair(b.game, b.ply);
    }));
  };
  all_found();
  database.fold();
  all_found();
  CHECK(find(database, start_setup(Variant::shogi)).empty());
  CHECK(database.verify().problems.empty());
  int seen = 0;
  database.find_position(start_setup(Variant::yari), {}, [&](const Hit&) { return ++seen < 10; });
  CHECK(seen == 10);
}

TEST_CASE("filters narrow what is found") {
  TempFolder folder;
  Rng rng(3);
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games;
  for (int i = 0; i < 300; ++i) games.push_back(random_record(Variant::yari, rng, 10, false));
  import_all(database, games);
  GameFilter filter;
  filter.player = "habu";
  filter.min_plies = 5;
  std::vector<GameId> found;
  for (const Hit& hit : find(database, start_setup(Variant::yari), filter)) {
    if (hit.ply == 0) found.push_back(hit.game);
  }
  CHECK_FALSE(found.empty());
  CHECK(found.size() < 300);
  CHECK(found == database.ids(filter));
}

TEST_CASE("impossible positions are in no game") {
  TempFolder folder;
  Rng rng(4);
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {random_record(Variant::yari, rng, 10, false)});
  CHECK(find(database, Setup{}).empty());
}

TEST_CASE("runs stay few, and each keeps its order") {
  TempFolder folder;
  Rng rng(5);
  Database database(folder / "a.db", OpenMode::create);
  PostingIndex index(connection_of(database), "position");
  std::vector<Posting> all;
  for (std::uint32_t batch = 0; batch < 60; ++batch) {
    std::vector<Posting> postings;
    for (std::uint32_t i = 0; i < 1 + rng() % 300; ++i) {
      postings.push_back({rng() % 5 ? rng() >> 24 : rng() % 3, batch * 10 + i % 10, i / 10});
    }
    std::sort(postings.begin(), postings.end());
    all.insert(all.end(), postings.begin(), postings.end());
    Transaction transaction(connection_of(database), Transaction::Kind::write);
    index.append(postings);
    if (batch % 3 == 2)
      while (index.begin_merge(store::MergeReach::young)) index.merge_step({});
    transaction.commit();
    REQUIRE(index.runs().size() <= 12);
  }
  std::sort(all.begin(), all.end());
  for (const Posting& p : all) {
    std::vector<Posting> found;
    index.find(p.key, [&](std::span<const Posting> part) {
      found.insert(found.end(), part.begin(), part.end());
      return true;
    });
    const auto [begin, end] =
        std::equal_range(all.begin(), all.end(), p, [](auto& a, auto& b) { return a.key < b.key; });
    REQUIRE(found == std::vector<Posting>(begin, end));
  }
}

TEST_CASE("an index that has lost most of its games has few bytes for each posting") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(1500, 3));
  database.compact();
  const auto bytes_each = [&] {
    PostingIndex index(connection_of(database), "position");
    return static_cast<double>(index.block_bytes()) / static_cast<double>(index.count());
  };
  const double before = bytes_each();
  CHECK(before < 8);
  for (const std::size_t left : {std::size_t{150}, std::size_t{15}}) {
    std::vector<GameId> ids = database.ids({});
    ids.resize(ids.size() - left);
    delete_games(database, ids);
    database.compact();
    INFO(left << " games");
    // The keys are farther from each other, by as much as there are fewer.
    CHECK(bytes_each() < before + 2);
    CHECK(database.verify().problems.empty());
  }
}

TEST_CASE("a block that is gone is noticed by every look-up that needs it") {
  TempFolder folder;
  Rng rng(5);
  Database database(folder / "a.db", OpenMode::create);
  Connection& connection = connection_of(database);
  // Two runs, of several blocks each; the first position fills blocks of its own.
  for (const int count : {2000, 60}) {
    std::vector<Game> games;
    for (int i = 0; i < count; ++i)
      games.push_back(random_record(Variant::yari, rng, count == 60 ? 60 : 4, false));
    import_all(database, games);
  }
  const auto all = occurrences(database);
  std::vector<std::int64_t> blocks;
  Statement ids(connection, "SELECT id FROM position_blocks ORDER BY id");
  for (ids.start({}); ids.step();) blocks.push_back(ids.integer(0));
  REQUIRE(blocks.size() > 8);
  for (const std::int64_t gone : blocks) {
    connection.execute(fmt::format("BEGIN; DELETE FROM position_blocks WHERE id = {}", gone));
    int noticed = 0;
    for (const auto& [key, hits] : all) {
      const std::string sfen = key.substr(info(Variant::yari).id.size()) + " 1";
      try {
        const std::vector<Hit> found = find(database, read_sfen(sfen, Variant::yari).value());
        REQUIRE(found == hits);
      } catch (const DamagedFile& error) {
        REQUIRE_THAT(error.what(), Contains("position index lacks blocks"));
        ++noticed;
      }
    }
    CHECK(noticed > 0);
    CHECK(std::ranges::any_of(database.verify().problems, [](const std::string& problem) {
      return problem.starts_with("position index:") && problem.find(" is missing") != problem.npos;
    }));
    connection.execute("ROLLBACK");
  }
  check_index(database);
}

TEST_CASE("a run that is gone is noticed") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    for (const int count : {60, 4}) import_all(database, shogi_games(count));
    REQUIRE(database.statistics().index_runs == 2);
  }
  const auto reason = [&](auto action) -> std::string {
    try {
      Database database(folder / "a.db", OpenMode::read_write);
      action(database);
    } catch (const DamagedFile& error) {
      return error.what();
    }
    return "";
  };
  const auto look_up = [](Database& d) { find(d, start_setup(Variant::shogi)); };
  const auto add = [](Database& d) { import_all(d, shogi_games(3)); };
  CHECK(reason(look_up).empty());
  {
    Connection connection(folder / "a.db", OpenMode::read_write);
    connection.execute("DELETE FROM position_runs WHERE slot = 1");
  }
  CHECK_THAT(reason(look_up), Contains("a run of the position index is gone"));
  CHECK_THAT(reason(add), Contains("a run of the position index is gone"));
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK_FALSE(database.verify().ok());
  database.reindex();
  CHECK(database.verify().problems.empty());
  check_index(database);
}
