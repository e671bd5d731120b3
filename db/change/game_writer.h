/// \file
/// Writes edited games over stored ones.
#pragma once

#include "db/change/reposting.h"

namespace yari {

/// Whether two forms of a game differ in what its record holds.
bool has_other_record(const Game& a, const Game& b);

/// Whether the positions of their main lines are others.
bool has_other_line(const Game& a, const Game& b);

/// Writes an edited game: its header, and of the rest what is other than it was.
class GameWriter {
 public:
  /// Requires: the writing outlives this.
  explicit GameWriter(Writing& writing) : batch_(*writing.batch), moved_(writing) {}
  void write(GameId id, const Game& before, const Game& game);
  /// Writes the postings of the games whose positions are others.
  void finish() { moved_.write(); }

 private:
  store::Batch& batch_;
  Reposting moved_;
};

}  // namespace yari
