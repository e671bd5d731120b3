// The postings of an edited game are exchanged where they stand.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "db/change/upkeep.h"
#include "db/index_batch.h"
#include "db/merging.h"
#include "db/store/sqlite/index/posting_index.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

struct InOrder {
  bool operator()(const Posting& a, const Posting& b) const { return a < b; }
};
using Postings = std::set<Posting, InOrder>;

/// Postings of a game: some at keys that all games share, one of them many times, others anywhere.
std::vector<Posting> random_postings(std::uint32_t game, Rng& rng) {
  Postings all;
  const auto count = 1 + rng() % 60;
  for (std::uint32_t ply = 0; ply < count; ++ply) {
    const std::uint64_t kind = rng() % 8;
    const IndexKey key = kind < 2   ? 1'000'000'000
                         : kind < 4 ? 500 + rng() % 3 * 1'000'000'007
                                    : rng() >> 24;
    all.insert({key, game, ply});
  }
  return {all.begin(), all.end()};
}

/// An index in several runs, and what it holds.
class Indexed {
 public:
  explicit Indexed(Rng& rng) : rng_(rng) {
    Transaction transaction(connection_of(database_), Transaction::Kind::write);
    for (std::uint32_t run = 0; run < 3; ++run) {
      std::vector<Posting> postings;
      for (std::uint32_t game = 1 + 400 * run; game <= 400 * (run + 1); ++game) {
        games_[game] = random_postings(game, rng);
        postings.insert(postings.end(), games_[game].begin(), games_[game].end());
      }
      std::ranges::sort(postings, std::less<>());
      index_.append(postings);
    }
    transaction.commit();
  }
  /// Gives some games other postings, mostly those they had.
  void edit(int games) {
    Transaction transaction(connection_of(database_), Transaction::Kind::write);
    for (int i = 0; i < games; ++i) {
      auto& [game, before] = *std::next(games_.begin(), static_cast<long>(rng_() % games_.size()));
      Postings after;
      if (rng_() % 4 != 0)
        std::ranges::copy_if(before, std::inserter(after, after.end()),
                             [&](const Posting&) { return rng_() % 8 != 0; });
      const std::vector<Posting> others = random_postings(game, rng_);
      after.insert(others.begin(), others.begin() + static_cast<long>(1 + rng_() % others.size()));
      const std::vector<Posting> now(after.begin(), after.end());
      REQUIRE(index_.exchange(before, now));
      before = now;
    }
    transaction.commit();
  }
  void check() {
    std::vector<Posting> found, expected;
    index_.check(
        [&](std::span<const Posting> part) { found.insert(found.end(), part.begin(), part.end()); },
        [](const std::string& fault) { FAIL_CHECK(fault); });
    std::map<IndexKey, std::vector<Posting>> by_key;
    for (const auto& [game, postings] : games_)
      for (const Posting& p : postings) by_key[p.key].push_back(p);
    for (auto& [key, postings] : by_key) {
      std::ranges::sort(postings, std::less<>());
      std::vector<Posting> of_key;
      index_.find(key, [&](std::span<const Posting> part) {
        of_key.insert(of_key.end(), part.begin(), part.end());
        return true;
      });
      REQUIRE(of_key == postings);
      expected.insert(expected.end(), postings.begin(), postings.end());
    }
    std::ranges::sort(found, std::less<>());
    CHECK(found == expected);
  }
  void merge() {
    Transaction transaction(connection_of(database_), Transaction::Kind::write);
    index_.begin_merge(store::MergeReach::all);
    index_.merge_step({});
    transaction.commit();
  }
  std::size_t runs() { return index_.runs().size(); }

 private:
  TempFolder folder_;
  Rng& rng_;
  Database database_{folder_ / "a.db", OpenMode::create};
  PostingIndex index_{connection_of(database_), "position"};
  std::map<std::uint32_t, std::vector<Posting>> games_;
};

int pages_committed = 0;
int note_pages(void*, sqlite3* handle, const char* name, int pages) {
  pages_committed = pages;
  return sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

/// Another legal main line of the game.
void change_line(Game& game, Rng& rng) {
  game.moves = random_record(game.variant, rng, 50, false).moves;
}

}  // namespace

TEST_CASE("postings that are exchanged where they stand leave a whole index", "[slow]") {
  Rng rng(static_cast<std::uint64_t>(GENERATE(1, 2, 3)));
  Indexed indexed(rng);
  indexed.check();
  for (int round = 0; round < effort(6, 3); ++round) {
    indexed.edit(40);
    INFO(round);
    indexed.check();
    if (round == effort(3, 1)) indexed.merge();
  }
  CHECK(indexed.runs() == 1);
}

TEST_CASE("an index of few blocks is emptied and filled again by exchanging") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  PostingIndex index(connection_of(database), "position");
  Transaction transaction(connection_of(database), Transaction::Kind::write);
  std::vector<Posting> before;
  for (std::uint32_t ply = 0; ply < 5000; ++ply) before.push_back({7 + ply / 2500, 1, ply});
  index.append(before);
  // From two long keys to one posting, before, between and after them, and back.
  for (const Posting& only :
       {Posting{8, 1, 3}, Posting{1, 1, 0}, Posting{7, 1, 9'000}, Posting{9, 1, 0}}) {
    const std::vector<Posting> one{only};
    REQUIRE(index.exchange(before, one));
    REQUIRE(index.exchange(one, before));
    std::vector<Posting> found;
    index.check(
        [&](std::span<const Posting> part) { found.insert(found.end(), part.begin(), part.end()); },
        [](const std::string& fault) { FAIL_CHECK(fault); });
    CHECK(found == before);
    for (const IndexKey key : {IndexKey{7}, IndexKey{8}}) {
      std::size_t of_key = 0;
      index.find(key, [&](std::span<const Posting> part) { return (of_key += part.size()) > 0; });
      CHECK(of_key == 2500);
    }
  }
  CHECK_FALSE(index.exchange(std::vector<Posting>{{7, 2, 0}}, before));
  // The first block gets room, then a key before that of all its postings.
  const std::vector<Posting> fewer(before.begin() + 100, before.end());
  std::vector<Posting> with_less(fewer);
  with_less.insert(with_less.begin(), {1, 1, 0});
  REQUIRE(index.exchange(before, fewer));
  REQUIRE(index.exchange(fewer, with_less));
  std::size_t of_key = 0;
  index.find(7, [&](std::span<const Posting> part) { return (of_key += part.size()) > 0; });
  CHECK(of_key == 2400);
}

TEST_CASE("an edit adds to the index what it did not know of the game") {
  constexpr GameId id = 30;
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(5);
  std::vector<Game> games;
  for (int i = 0; i < 60; ++i) games.push_back(random_record(Variant::shogi, rng, 50, false));
  import_all(database, games, {.postings_per_batch = 1'000, .seconds_per_batch = 1000});
  Game other = games[id - 1];
  change_line(other, rng);
  const std::size_t last = other.moves.main_moves().size();
  std::vector<Posting> known, known_now;
  for (std::size_t ply = 0; ply <= games[id - 1].moves.main_moves().size(); ++ply)
    known.push_back(position_posting(id, prepare(games[id - 1]), ply));
  std::ranges::sort(known, std::less<>());
  SECTION("its first posting") { known_now.assign(known.begin() + 1, known.end()); }
  SECTION("another posting") {
    known_now = known;
    known_now.erase(known_now.begin() + 20);
  }
  SECTION("any") { known_now = {{1, id, 0}}; }
  SECTION("but a posting of the later moves") {
    known_now = known;
    known_now.push_back(position_posting(id, prepare(other), last));
    std::ranges::sort(known_now, std::less<>());
  }
  {
    Transaction transaction(connection_of(database), Transaction::Kind::write);
    REQUIRE(PostingIndex(connection_of(database), "position").exchange(known, known_now));
    transaction.commit();
  }
  CHECK(database.verify().problems.size() > 0);
  edit_games(database, "other moves", {id}, [&](GameId, Game& game) {
    game.moves = other.moves;
    return true;
  });
  CHECK(database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("an edit of the moves of one game writes little, however large the index is", "[slow]") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(4);
  std::vector<Game> games;
  for (int i = 0; i < 8'000; ++i)
    games.push_back(random_record(i % 2 == 0 ? Variant::yari : Variant::shogi, rng, 50, false));
  import_all(database, games, {.postings_per_batch = 200'000, .seconds_per_batch = 1000});
  const std::int64_t pages =
      connection_of(database).integer("SELECT count(*) FROM position_blocks");
  const std::string before = content_of(database);
  connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  sqlite3_wal_hook(connection_of(database).handle(), note_pages, nullptr);
  const auto edit = [&](const std::vector<GameId>& ids) {
    edit_games(database, "other moves", ids, [&](GameId, Game& game) {
      change_line(game, rng);
      return true;
    });
    return pages_committed;
  };
  for (const GameId id : {1, 700, 7'000}) {
    CHECK(edit({id}) < pages / 2);
    CHECK(database.verify().problems == std::vector<std::string>{});
  }
  const Occurrences all = occurrences(database);
  for (const Hit& hit : all.begin()->second) CHECK(database.header(hit.game));
  CHECK(undo(database)->games == 1);
  CHECK(pages_committed < pages / 2);
  undo(database);
  undo(database);
  CHECK(content_of(database) == before);
  CHECK(database.verify().problems == std::vector<std::string>{});
  // Many are exchanged by a merge of all runs.
  std::vector<GameId> many(100);
  std::iota(many.begin(), many.end(), 1);
  CHECK(edit(many) > pages / 2);
  CHECK(database.verify().problems == std::vector<std::string>{});
}
