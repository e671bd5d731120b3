// The position index finds exactly what a replay finds, whatever happened to it before.
#include <catch2/catch.hpp>

#include "db/store/sqlite/posting_index.h"
#include "rules/sfen.h"
#include "tests/db/support.h"
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

TEST_CASE("finding agrees with a replay on the measuring data") {
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
    if (batch % 3 == 2) index.tidy();
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
