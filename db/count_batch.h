/// \file
/// Keeps the counts of positions up to date: with each batch of new games, and with each change.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "db/codec/posting_block.h"
#include "db/codec/prepared_game.h"
#include "db/database_impl.h"
#include "db/position_counter.h"

namespace yari {

/// Collects games that are added, changed and deleted, and writes what that makes of the counts.
class CountBatch {
 public:
  /// A new game. Requires: its number is above those added before.
  void added(const CountedGame& facts, const PreparedGame& game);
  /// Call it before a stored game is changed, deleted or brought back.
  /// Requires: changes that were noted before are made.
  void changing(Writing& writing, GameId id);
  /// Writes a run with everything since the last `write`; `postings` are those of the new games,
  /// sorted, and not yet in the index, where those of changed games are. Requires: an open write
  /// transaction.
  void write(Writing& writing, std::span<const Posting> postings = {});

 private:
  struct NewGame {
    CountedGame facts;
    Variant variant = Variant::yari;
    std::string start;
    std::size_t first_byte = 0, bytes = 0;
  };
  struct Changed {
    std::optional<CountedGame> before;
    std::optional<StoredLine> line;
  };
  /// That a new game may stand at a position that is counted.
  struct Occurrence {
    std::uint32_t game = 0;
    Candidate candidate;
  };

  LineView line_of(const NewGame& game) const;
  std::size_t place_of(std::uint32_t id) const;
  void count_new(std::span<const Posting> postings);
  void count_changes();
  void count_change(GameId id, Changed& change, const std::vector<IndexKey>* counted);
  std::optional<std::uint32_t> number_of(IndexKey key);
  /// Requires: it has no number yet.
  std::uint32_t number_of(IndexKey key, const Setup& position);
  void begin_counting(const std::vector<std::span<const Posting>>& frequent);
  std::optional<Setup> position_of(const Posting& p) const;
  void append_counts();
  store::CountReader& counts() const { return writing_->snapshot->counts(); }
  std::optional<StoredLine> line(GameId id) const;
  void count_again();

  /// That of the present call.
  Writing* writing_ = nullptr;
  std::vector<NewGame> new_games_;
  Bytes moves_;
  std::map<GameId, Changed> changed_;
  /// Of the run that is being made: the numbers of its positions, and their keys.
  PositionCounter counter_;
  std::map<IndexKey, std::uint32_t> numbers_;
  std::vector<IndexKey> keys_;
  /// Positions that lost games.
  std::map<IndexKey, Setup> reduced_;
  /// A changed game is damaged: what it counted for is not known.
  bool lost_ = false;
};

/// A key, and the position that is counted under it.
using KeyedPosition = std::pair<IndexKey, Setup>;

/// The position that is counted under a key; no value when the SFEN is not of one with this key.
std::optional<Setup> counted_setup(IndexKey key, const std::string& sfen);

/// Counts the stored games through the positions, by the index: calls `visit` with each position
/// and its counts, settled.
void count_stored(Database::Impl& db, store::Snapshot& snapshot,
                  std::span<const KeyedPosition> positions,
                  const std::function<void(const KeyedPosition&, const PositionCounts&)>& visit);

/// Begins to count those of the positions of `keys` that are not counted and have at most
/// `most_stored` postings.
void begin_counting_stored(Writing& writing, std::span<const IndexKey> keys,
                           std::size_t most_stored);

}  // namespace yari
