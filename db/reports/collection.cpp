// Lengths counted by the store; common positions by one walk over the index.
#include "db/reports/collection.h"

#include <algorithm>
#include <set>

#include "db/database_impl.h"
#include "db/people/bye.h"

namespace yari {

namespace {

using CountedKey = std::pair<std::int64_t, IndexKey>;

/// The `count` keys that stand in the most games, the most frequent first.
std::vector<CountedKey> frequent_keys(store::PostingReader& index, std::size_t count) {
  // A heap with the least of them on top.
  std::vector<CountedKey> heap;
  index.each_key([&](IndexKey key, std::int64_t n) {
    if (heap.size() == count && n <= heap.front().first) return;
    if (heap.size() == count) {
      std::pop_heap(heap.begin(), heap.end(), std::greater<>());
      heap.pop_back();
    }
    heap.emplace_back(n, key);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  });
  std::sort(heap.begin(), heap.end(), std::greater<>());
  return heap;
}

/// The position of a key, from the first game that still has it.
std::optional<Setup> position_of(store::Snapshot& snapshot, store::DamagedGames& damaged,
                                 IndexKey key) {
  std::optional<Setup> setup;
  snapshot.positions().find(key, [&](std::span<const Posting> postings) {
    for (const Posting& p : postings) {
      const std::optional<StoredLine> line = damaged.line(snapshot.games(), p.game);
      if (line) setup = position_at(*line, static_cast<int>(p.ply));
      if (setup) return false;
    }
    return true;
  });
  return setup;
}

std::vector<GameHeader> byes(Database& database) {
  std::vector<GameHeader> all;
  GameFilter filter;
  filter.player = "bye";
  database.list(filter, {}, [&](const GameHeader& game) {
    if (people::is_bye(game.black, game.white)) all.push_back(game);
    return true;
  });
  return all;
}

template <class Key>
void take_one(std::map<Key, std::int64_t>& counts, const Key& key) {
  const auto at = counts.find(key);
  if (at != counts.end() && --at->second <= 0) counts.erase(at);
}

Statistics counted_without(const std::vector<GameHeader>& byes, Statistics s) {
  std::set<std::string> nobody;
  for (const GameHeader& bye : byes) {
    --s.games;
    s.plies -= bye.plies;
    for (const std::string& player : {bye.black, bye.white})
      if (people::is_bye(player)) nobody.insert(player);
    take_one(s.variants, std::string(info(bye.variant).id));
    take_one(s.results, std::string(name(bye.result)));
    take_one(s.endings, std::string(name(bye.ending)));
    if (!bye.handicap.empty() || !bye.start.empty())
      take_one(s.handicaps, bye.handicap.empty() ? "other position" : bye.handicap);
    take_one(s.years, bye.date.value_or(0) / 10000);
  }
  s.players -= std::ssize(nobody);
  return s;
}

Lengths lengths_without(const std::vector<GameHeader>& byes, const Statistics& s) {
  Lengths lengths;
  std::map<std::int64_t, std::int64_t> games;
  double plies = 0;
  for (const auto& [length, n] : s.lengths)
    games[std::clamp<std::int64_t>(length, 0, INT32_MAX)] += n;
  for (const GameHeader& bye : byes) take_one(games, std::int64_t{bye.plies});
  if (games.empty()) return lengths;
  for (const auto& [length, n] : games) {
    lengths.games += n;
    plies += static_cast<double>(length) * static_cast<double>(n);
  }
  lengths.min = static_cast<int>(games.begin()->first);
  lengths.max = static_cast<int>(games.rbegin()->first);
  lengths.mean = plies / static_cast<double>(lengths.games);
  for (int from = lengths.min / Lengths::step * Lengths::step;
       from <= lengths.max && lengths.histogram.size() < Lengths::max_steps;
       from += Lengths::step) {
    lengths.histogram[from] = 0;
  }
  std::int64_t before = 0;
  for (const auto& [length, n] : games) {
    const int from = static_cast<int>(length) / Lengths::step * Lengths::step;
    lengths.histogram[from] += n;
    if (before < (lengths.games + 1) / 2) lengths.median = static_cast<int>(length);
    before += n;
  }
  return lengths;
}

}  // namespace

PlayedGames played_games(Database& database) {
  const Snapshot snapshot(database);
  const std::vector<GameHeader> nobody_played = byes(database);
  const Statistics all = database.statistics();
  return {counted_without(nobody_played, all), lengths_without(nobody_played, all)};
}

std::vector<CommonPosition> common_positions(Database& database, std::size_t count) {
  const auto snapshot = store_of(database).snapshot();
  store::DamagedGames& damaged = DatabaseParts::of(database).damaged;
  std::vector<CommonPosition> positions;
  for (const auto& [n, key] : frequent_keys(snapshot->positions(), count)) {
    const std::optional<Setup> setup = position_of(*snapshot, damaged, key);
    if (setup) positions.push_back({*setup, explore(database, *setup).all});
  }
  // Of several that are as common the earlier one comes first.
  std::stable_sort(positions.begin(), positions.end(), [](const auto& a, const auto& b) {
    if (a.counts.games != b.counts.games) return a.counts.games > b.counts.games;
    return a.position.move_number < b.position.move_number;
  });
  return positions;
}

}  // namespace yari
