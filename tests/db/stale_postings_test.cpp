// What runs say of games that have changed since is left out, and goes when they are merged.
#include <map>
#include <set>

#include "db/change/upkeep.h"
#include "db/database_impl.h"
#include "db/explore/explorer.h"
#include "db/merging.h"
#include "tests/db/tools/back_ends.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

using Found = std::vector<Posting>;

constexpr IndexKey frequent = 1'000'000'000;

/// Postings of a game: some at keys that all games share, one of them many times, others anywhere.
Found random_postings(std::uint32_t game, Rng& rng) {
  Found all;
  const auto count = 1 + rng() % 40;
  for (std::uint32_t ply = 0; ply < count; ++ply) {
    const std::uint64_t kind = rng() % 8;
    const IndexKey key = kind < 2   ? frequent
                         : kind < 4 ? 500 + rng() % 3 * 1'000'000'007
                                    : rng() >> 24;
    all.push_back({key, game, ply});
  }
  return all;
}

/// The positions of a store, and what should be there.
class Indexed {
 public:
  Indexed(std::unique_ptr<store::Store> store, Rng& rng) : store_(std::move(store)), rng_(rng) {}

  /// New games, and others of those that are there, in one run; not if `is_dropped`.
  void write(int added, int changed, bool is_dropped = false) {
    std::map<std::uint32_t, Found> after = games_;
    std::set<std::int64_t> ids;
    for (int i = 0; i < changed && !games_.empty(); ++i)
      ids.insert(std::next(games_.begin(), static_cast<long>(rng_() % games_.size()))->first);
    std::uint32_t next = games_.empty() ? 1 : games_.rbegin()->first + 1;
    Found run;
    const auto put = [&](std::uint32_t game) {
      after[game] = random_postings(game, rng_);
      run.insert(run.end(), after[game].begin(), after[game].end());
    };
    for (const std::int64_t id : ids) put(static_cast<std::uint32_t>(id));
    for (int i = 0; i < added; ++i) put(next++);
    std::ranges::sort(run, std::less<>());
    const std::vector<std::int64_t> stale(ids.begin(), ids.end());
    const auto batch = store_->batch();
    batch->positions().append(run, stale);
    if (is_dropped) return;
    batch->commit();
    games_ = std::move(after);
  }
  /// Some steps of a merge, each of a key or of a shard.
  void merge(store::MergeReach reach, int steps) {
    for (int i = 0; i < steps; ++i) {
      const auto batch = store_->batch();
      if (!batch->positions().begin_merge(reach)) return;
      batch->positions().merge_step({.most_bytes = 4096});
      batch->commit();
    }
  }
  /// All runs become one, without some of the games.
  void fold() {
    merge(store::MergeReach::young, 10'000);
    const auto is_kept = [](std::uint32_t game) { return game % 11 != 0; };
    const auto batch = store_->batch();
    batch->positions().begin_merge(store::MergeReach::all);
    while (batch->positions().merge_step({.keep = is_kept})) continue;
    batch->commit();
    std::erase_if(games_, [&](const auto& game) { return !is_kept(game.first); });
  }
  void check() {
    const auto snapshot = store_->snapshot();
    store::PostingReader& index = snapshot->positions();
    std::map<IndexKey, Found> by_key, found;
    for (const auto& [game, postings] : games_)
      for (const Posting& p : postings) by_key[p.key].push_back(p);
    // Of keys with a posting or two some are enough: each look-up reads a block.
    std::map<IndexKey, Found> some;
    std::vector<IndexKey> keys;
    std::size_t rare = 0;
    for (auto& [key, postings] : by_key) {
      std::ranges::sort(postings, std::less<>());
      if (postings.size() < 3 && ++rare % 40 != 1) continue;
      keys.push_back(key);
      some[key] = postings;
      Found of_key;
      index.find(key, [&](std::span<const Posting> part) {
        of_key.insert(of_key.end(), part.begin(), part.end());
        return true;
      });
      REQUIRE(of_key == postings);
    }
    index.find_all(keys, [&](IndexKey key, std::span<const Posting> part) {
      found[key].insert(found[key].end(), part.begin(), part.end());
      return true;
    });
    REQUIRE(found == some);
    const auto sorted = [&](auto read) {
      found.clear();
      read([&](std::span<const Posting> part) {
        for (const Posting& p : part) found[p.key].push_back(p);
      });
      for (auto& [key, postings] : found) std::ranges::sort(postings, std::less<>());
      return found;
    };
    REQUIRE(sorted([&](const auto& visit) { index.each(visit); }) == by_key);
    REQUIRE(sorted([&](const auto& visit) {
              index.check(visit, [](const std::string& fault) { FAIL_CHECK(fault); });
            }) == by_key);
  }
  store::Store& store() { return *store_; }

 private:
  std::unique_ptr<store::Store> store_;
  Rng& rng_;
  std::map<std::uint32_t, Found> games_;
};

}  // namespace

FOR_EACH_BACK_END("of games that change again and again, what they have last is found") {
  SKIP_WITHOUT_SERVER;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(effort(20, 3)); ++seed) {
    TestType back_end;
    Rng rng(seed);
    Indexed indexed(back_end.open(), rng);
    for (int step = 0; step < 40; ++step) {
      INFO(seed << " " << step);
      const std::uint64_t what = rng() % 8;
      if (what < 2)
        indexed.write(static_cast<int>(rng() % 300), 0);
      else if (what < 5)
        indexed.write(rng() % 3 == 0 ? 20 : 0, static_cast<int>(1 + rng() % (rng() % 4 ? 5 : 200)));
      else if (what == 5)
        indexed.write(10, 10, true);
      else
        indexed.merge(rng() % 3 ? store::MergeReach::young : store::MergeReach::all,
                      static_cast<int>(rng() % 12));
      if (step % 3 == 2) indexed.check();
    }
    indexed.fold();
    indexed.check();
    CHECK(indexed.store().snapshot()->positions().pieces() <= 1);
  }
}

// Of the postings of a key in a run, the first blocks are stale.
FOR_EACH_BACK_END("a merge stops before a key of which whole blocks are stale") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  const auto store = back_end.open();
  constexpr std::uint32_t all = 9000, stale = 6000;
  Found run, edited;
  std::vector<std::int64_t> ids;
  for (std::uint32_t game = 1; game <= all; ++game) {
    run.push_back({game, game, 0});
    run.push_back({frequent, game, 1});
    if (game > stale) continue;
    edited.push_back({frequent + 1, game, 1});
    ids.push_back(game);
  }
  std::ranges::sort(run, std::less<>());
  const auto write = [&](const Found& postings, const std::vector<std::int64_t>& changed) {
    const auto batch = store->batch();
    batch->positions().append(postings, changed);
    batch->commit();
  };
  write(run, {});
  write(edited, ids);
  const auto postings_of = [&](IndexKey key) {
    std::size_t found = 0;
    store->snapshot()->positions().find(
        key, [&](std::span<const Posting> part) { return (found += part.size()) > 0; });
    return found;
  };
  for (bool more = true; more;) {
    CHECK(postings_of(frequent) == all - stale);
    CHECK(postings_of(frequent + 1) == stale);
    const auto batch = store->batch();
    more = batch->positions().begin_merge(store::MergeReach::all) &&
           batch->positions().merge_step({.most_bytes = 1}) &&
           store->snapshot()->positions().pieces() > 1;
    batch->commit();
  }
  CHECK(postings_of(frequent) == all - stale);
  CHECK(postings_of(frequent + 1) == stale);
}

namespace {

/// Gives games other moves.
void edit(Database& database, const std::vector<GameId>& ids, Rng& rng) {
  edit_games(database, "other moves", ids, [&](GameId, Game& game) {
    game.moves = random_record(game.variant, rng, 12, false).moves;
    return true;
  });
}

/// That what is found is what a replay finds, as far as this looks.
void check_found(Database& database) {
  REQUIRE(database.verify().problems == std::vector<std::string>());
  std::size_t positions = 0;
  for (const auto& [sfen, hits] : occurrences(database)) {
    if (hits.size() < 4 && ++positions % 50 != 0) continue;
    const auto setup = database.position(hits.front().game, hits.front().ply);
    std::vector<Hit> found;
    database.find_position(*setup, {}, [&](const Hit& hit) {
      found.push_back(hit);
      return true;
    });
    INFO(sfen);
    REQUIRE(found == hits);
    std::set<GameId> games;
    for (const Hit& hit : hits) games.insert(hit.game);
    REQUIRE(explore(database, *setup).all.games == std::ssize(games));
  }
}

}  // namespace

FOR_EACH_BACK_END("a database whose games are edited answers as a replay, also amid a merge") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Rng rng(3);
  Database database(back_end.open());
  Database::Impl& db = DatabaseParts::of(database);
  db.merge_bytes = 4096;
  db.count_limits = of_few_games;
  import_all(database, short_games(120, 1), {.postings_per_batch = 400});
  for (int step = 0; step < effort(120, 30); ++step) {
    INFO(step);
    const std::vector<GameId> ids = database.ids({});
    const GameId any = ids[rng() % ids.size()];
    switch (rng() % 9) {
      case 0:
        import_all(database, short_games(6, 100 + static_cast<unsigned>(step)));
        break;
      case 1:
      case 2:
        for (int i = 0; i < 14; ++i) edit(database, {any}, rng);
        break;
      case 3:
        edit(database, ids, rng);
        break;
      case 4:
        delete_games(database, {any, ids.front()});
        break;
      case 5:
      case 6:
        undo(database);
        break;
      case 7:
        if (rng() % 3 == 0) database.fold();
        break;
      default: {
        const Writing writing(db);
        if (writing.batch->positions().begin_merge(store::MergeReach::all))
          writing.batch->positions().merge_step({.most_bytes = 4096});
        writing.batch->commit();
      }
    }
    if (step % 5 == 4) check_found(database);
  }
  database.compact();
  check_found(database);
}

FOR_EACH_BACK_END("whoever reads keeps the moment while games are edited and merged") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Rng rng(4);
  Database database(back_end.open());
  Database reader(back_end.open());
  // All that have it open read one moment.
  if (store_of(database).name() == "memory") return;
  import_all(database, short_games(60, 1), {.postings_per_batch = 300});
  const auto all_of = [](store::Snapshot& snapshot) {
    Found all;
    snapshot.positions().each(
        [&](std::span<const Posting> part) { all.insert(all.end(), part.begin(), part.end()); });
    std::ranges::sort(all, std::less<>());
    return all;
  };
  for (int round = 0; round < 4; ++round) {
    const auto moment = store_of(reader).snapshot();
    const Found before = all_of(*moment);
    edit(database, database.ids({}), rng);
    if (round % 2 == 1) database.fold();
    const Found after = all_of(*store_of(database).snapshot());
    CHECK(after != before);
    CHECK(all_of(*moment) == before);
    for (const Posting& p : {before.front(), before[before.size() / 2]}) {
      Found expected, found;
      std::ranges::copy_if(before, std::back_inserter(expected),
                           [&](const Posting& other) { return other.key == p.key; });
      moment->positions().find(p.key, [&](std::span<const Posting> part) {
        found.insert(found.end(), part.begin(), part.end());
        return true;
      });
      CHECK(found == expected);
    }
  }
}

}  // namespace yari::test
