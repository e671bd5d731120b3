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

  /// A position, and the parts of its games that some went from.
  struct Reduced {
    Setup position;
    std::vector<CountPart> parts;
  };

  LineView line_of(const NewGame& game) const;
  std::size_t place_of(std::uint32_t id) const;
  void count_new(std::span<const Posting> postings);
  void count_changes();
  void count_change(GameId id, Changed& change, const std::vector<IndexKey>* counted);
  std::optional<std::uint32_t> number_of(IndexKey key);
  std::optional<std::uint32_t> number_of(IndexKey key, const store::CountedPosition& position);
  /// Requires: it has no number yet.
  std::uint32_t add_number(IndexKey key, const Setup& position, bool by_part);
  void begin_counting(const std::vector<std::span<const Posting>>& frequent);
  void begin_counting_by_part(const std::vector<std::span<const Posting>>& counted);
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
  std::map<IndexKey, Reduced> reduced_;
  /// A changed game is damaged: what it counted for is not known.
  bool lost_ = false;
};

}  // namespace yari
