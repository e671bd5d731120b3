// Lengths and common positions agree with a count by hand.
#include "db/reports/collection.h"

#include <algorithm>
#include <set>

#include "db/change/upkeep.h"
#include "db/saved_queries.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

using namespace yari;
using namespace yari::test;

namespace {

std::vector<Game> random_games(Rng& rng, int count) {
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(random_record(i % 2 ? Variant::yari : Variant::shogi, rng,
                                  static_cast<int>(rng() % 70), false));
  }
  return games;
}

/// How many games went through each position, the most first.
std::vector<std::int64_t> slow_counts(Database& database) {
  std::vector<std::int64_t> counts;
  for (const auto& [sfen, hits] : occurrences(database)) {
    std::set<GameId> games;
    for (const Hit& hit : hits) games.insert(hit.game);
    counts.push_back(static_cast<std::int64_t>(games.size()));
  }
  std::sort(counts.rbegin(), counts.rend());
  return counts;
}

}  // namespace

TEST_CASE("lengths are those of a sorted list") {
  TempFolder folder;
  Rng rng(1);
  Database database(folder / "a.db", OpenMode::create);
  CHECK(played_games(database).lengths.games == 0);
  import_all(database, random_games(rng, 101));
  for (const int deleted : {0, 1}) {
    if (deleted == 1) delete_games(database, {50});
    std::vector<int> plies;
    database.list({}, {}, [&](const GameHeader& h) { return plies.push_back(h.plies), true; });
    std::sort(plies.begin(), plies.end());
    const Lengths lengths = played_games(database).lengths;
    CHECK(lengths.games == static_cast<std::int64_t>(plies.size()));
    CHECK(lengths.min == plies.front());
    CHECK(lengths.max == plies.back());
    CHECK(lengths.median == plies[(plies.size() - 1) / 2]);
    double sum = 0;
    for (const int n : plies) sum += n;
    CHECK(lengths.mean == Approx(sum / static_cast<double>(plies.size())));
    std::int64_t counted = 0;
    for (const auto& [from, n] : lengths.histogram) {
      CHECK(n == std::count_if(plies.begin(), plies.end(), [from = from](int length) {
              return length >= from && length < from + Lengths::step;
            }));
      counted += n;
    }
    CHECK(counted == lengths.games);
  }
}

TEST_CASE("the most common positions are those that most games share, in one run or in many") {
  TempFolder folder;
  Rng rng(2);
  Database database(folder / "a.db", OpenMode::create);
  CHECK(common_positions(database, 5).empty());
  for (int batch = 0; batch < 5; ++batch) {
    import_all(database, random_games(rng, 60),
               {.postings_per_batch = 300, .seconds_per_batch = 1000});
  }
  // The postings of deleted games stay until the file is compacted, and do not count.
  std::vector<GameId> deleted;
  for (GameId id = 1; id <= 150; ++id) deleted.push_back(id);
  delete_games(database, deleted);
  for (const bool compacted : {false, true}) {
    if (compacted) database.compact();
    const std::vector<std::int64_t> counts = slow_counts(database);
    const std::vector<CommonPosition> found = common_positions(database, 6);
    REQUIRE(found.size() == 6);
    for (std::size_t i = 0; i < found.size(); ++i) {
      GameId games = 0, last = 0;
      database.find_position(found[i].position, {}, [&](const Hit& hit) {
        games += hit.game != std::exchange(last, hit.game) ? 1 : 0;
        return true;
      });
      CHECK(found[i].counts.games == games);
      CHECK(found[i].counts.games == counts[i]);
    }
  }
}

TEST_CASE("queries are kept under names, replaced and forgotten") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    save_query(database, "b", "one");
    save_query(database, "a", "two");
    save_query(database, "b", "three");
  }
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(saved_query(database, "b") == "three");
  CHECK_FALSE(saved_query(database, "c"));
  CHECK(saved_queries(database) ==
        std::vector<std::pair<std::string, std::string>>{{"a", "two"}, {"b", "three"}});
  CHECK(forget_query(database, "a"));
  CHECK_FALSE(forget_query(database, "a"));
  CHECK(saved_queries(database).size() == 1);
}
