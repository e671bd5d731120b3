// Each game is read once for all positions that it may come to.
#include "db/stored_counts.h"

#include <algorithm>
#include <utility>

#include "db/database_impl.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// The position of a key, from a game that still has it.
std::optional<Setup> position_of_key(const Writing& writing, IndexKey key) {
  std::optional<Setup> setup;
  writing.snapshot->positions().find(key, [&](std::span<const Posting> postings) {
    for (const Posting& p : postings) {
      const std::optional<StoredLine> line = writing.db.damaged.line(writing.games(), p.game);
      if (line) setup = position_at(*line, static_cast<int>(p.ply));
      if (setup) return false;
    }
    return true;
  });
  return setup;
}

}  // namespace

std::map<IndexKey, std::size_t> count_postings(store::PostingReader& index,
                                               std::span<const IndexKey> keys, std::size_t most) {
  std::map<IndexKey, std::size_t> counts;
  index.find_all(keys, [&](IndexKey key, std::span<const Posting> postings) {
    return (counts[key] += postings.size()) <= most;
  });
  return counts;
}

void add_candidates(std::vector<Posting>& to, std::span<const Posting> postings,
                    std::uint32_t position) {
  for (const Posting& p : postings) to.push_back({position, p.game, p.ply});
}

void count_candidates(store::GameReader& games, store::DamagedGames& damaged,
                      PositionCounter& counter, std::vector<Posting>& candidates) {
  std::sort(candidates.begin(), candidates.end(), [](const Posting& a, const Posting& b) {
    return a.game != b.game ? a.game < b.game : a.ply < b.ply;
  });
  std::vector<Candidate> of_game;
  for (std::size_t i = 0; i < candidates.size();) {
    const std::uint32_t game = candidates[i].game;
    of_game.clear();
    for (; i < candidates.size() && candidates[i].game == game; ++i)
      of_game.push_back({static_cast<std::uint32_t>(candidates[i].key), candidates[i].ply});
    const std::optional<StoredLine> line = damaged.line(games, game);
    const std::optional<CountedGame> known = games.facts(game);
    if (line && known) counter.add(*known, 1, *line, of_game);
  }
  candidates.clear();
}

std::optional<Setup> counted_setup(IndexKey key, const std::string& sfen) {
  // The board says which game it is.
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    const auto setup = read_sfen(sfen + " 1", v);
    const bool right = setup && with_variant(v, [&]<class V>(V) {
                         const auto position = Position<V>::from(*setup);
                         return position && index_key(position->key()) == key;
                       });
    if (right) return *setup;
  }
  return std::nullopt;
}

void count_stored(
    Database::Impl& db, store::Snapshot& snapshot, std::span<const KeyedPosition> positions,
    const std::function<void(const KeyedPosition&, std::span<const store::KeyCounts>)>& visit) {
  PositionCounter counter;
  std::vector<std::map<CountPart, PositionCounts>> sums;
  std::vector<Posting> candidates;
  const std::size_t most = db.count_limits.together;
  std::size_t first = 0, postings_read = 0;
  const auto count = [&] {
    count_candidates(snapshot.games(), db.damaged, counter, candidates);
    counter.finish([&](std::uint32_t number, CountPart part, const PositionCounts& counts) {
      PositionCounts& sum = sums[number][part];
      sum.add(counts);
      sum.settle(false);
    });
  };
  const auto hand_over = [&] {
    count();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      std::vector<store::KeyCounts> of_position;
      for (auto& [part, counts] : sums[i])
        of_position.push_back({positions[first + i].key, part, std::move(counts)});
      visit(positions[first + i], of_position);
    }
    first += sums.size();
    sums.clear();
    counter = PositionCounter();
    postings_read = 0;
  };
  for (const auto& [key, position, by_part] : positions) {
    const std::uint32_t number = counter.add_position(position, by_part);
    sums.emplace_back();
    snapshot.positions().find(key, [&](std::span<const Posting> postings) {
      add_candidates(candidates, postings, number);
      postings_read += postings.size();
      if (candidates.size() >= most) count();
      return true;
    });
    if (postings_read >= most) hand_over();
  }
  hand_over();
}

bool wants_parts(const Writing& writing, IndexKey key, std::int64_t postings,
                 std::int64_t uncounted, bool compacts) {
  const std::int64_t least = writing.db.count_limits.by_part;
  if (postings < least / 8) return false;
  const std::optional<PositionCounts> counts = store::read_counts(writing.snapshot->counts(), key);
  const std::int64_t games = counts ? counts->all().games + uncounted : 0;
  return games >= least && (compacts || games <= least * 8);
}

void append_stored(Writing& writing, std::span<const KeyedPosition> positions, bool parts_only) {
  for (const KeyedPosition& p : positions)
    writing.batch->counts().add_position(p.key, {write_sfen_without_number(p.position), p.by_part});
  std::vector<store::KeyCounts> run;
  count_stored(writing.db, *writing.snapshot, positions,
               [&](const KeyedPosition&, std::span<const store::KeyCounts> counts) {
                 for (const store::KeyCounts& c : counts)
                   if (!parts_only || c.part != all_games) run.push_back(c);
               });
  writing.batch->counts().append(run);
}

void begin_counting_stored(Writing& writing, std::span<const FrequentKey> keys, bool compacts) {
  const CountLimits& limits = writing.db.count_limits;
  std::vector<KeyedPosition> positions, without_parts;
  std::vector<IndexKey> uncounted;
  for (const auto& [key, postings] : keys) {
    const std::optional<store::CountedPosition> counted = writing.snapshot->counts().position(key);
    if (!counted) uncounted.push_back(key);
    if (!counted || counted->by_part || !wants_parts(writing, key, postings, 0, compacts)) continue;
    if (const auto setup = counted_setup(key, counted->sfen))
      without_parts.push_back({key, *setup, true});
  }
  const std::size_t most = compacts ? SIZE_MAX : limits.most_stored;
  for (const auto& [key, stored] : count_postings(writing.snapshot->positions(), uncounted, most)) {
    if (stored > most) continue;
    const std::optional<Setup> setup = position_of_key(writing, key);
    if (setup) positions.push_back({key, *setup, std::cmp_greater_equal(stored, limits.by_part)});
  }
  append_stored(writing, positions, false);
  append_stored(writing, without_parts, true);
}

}  // namespace yari
