/// \file
/// Counts the stored games through positions, by the index.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/codec/posting_block.h"
#include "db/database_impl.h"
#include "db/position_counter.h"

namespace yari {

/// How many postings the keys have in the index, those that have any; more than `most` are not
/// counted.
std::map<IndexKey, std::size_t> count_postings(store::PostingReader& index,
                                               std::span<const IndexKey> keys, std::size_t most);

/// Appends the postings of a position, with its number in place of the key.
void add_candidates(std::vector<Posting>& to, std::span<const Posting> postings,
                    std::uint32_t position);

/// Adds stored games to the counter. Requires: `candidates` have numbers of positions for keys;
/// afterwards there are none.
void count_candidates(store::GameReader& games, store::DamagedGames& damaged,
                      PositionCounter& counter, std::vector<Posting>& candidates);

/// A position that is counted, and its key.
struct KeyedPosition {
  IndexKey key = 0;
  Setup position;
  bool by_part = false;
};

/// The position that is counted under a key; no value when the SFEN is not of one with this key.
std::optional<Setup> counted_setup(IndexKey key, const std::string& sfen);

/// Counts the stored games through the positions, by the index: calls `visit` with each position
/// and its counts, settled, sorted by part, those of all games first.
void count_stored(
    Database::Impl& db, store::Snapshot& snapshot, std::span<const KeyedPosition> positions,
    const std::function<void(const KeyedPosition&, std::span<const store::KeyCounts>)>& visit);

/// A key, and how many postings it has in a run.
struct FrequentKey {
  IndexKey key = 0;
  std::int64_t postings = 0;
};

/// Begins to count those of the positions that are not counted, and to count by part those that
/// are not counted so. Whose games are too many for an import is left out (CountLimits), unless
/// `compacts`.
void begin_counting_stored(Writing& writing, std::span<const FrequentKey> keys, bool compacts);

/// Whether a counted position has come to be one that is counted by part. `postings`: of one run or
/// batch; `uncounted`: how many of them are not yet in its counts.
bool wants_parts(const Writing& writing, IndexKey key, std::int64_t postings,
                 std::int64_t uncounted, bool compacts);

/// Counts the stored games of the positions from now on. `parts_only`: those of all together are
/// counted.
void append_stored(Writing& writing, std::span<const KeyedPosition> positions, bool parts_only);

}  // namespace yari
