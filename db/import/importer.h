/// \file
/// Adds many games to a database, in batches that are each written whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "db/codec/prepared_game.h"
#include "db/database.h"
#include "db/import/united_game.h"
#include "db/origins.h"
#include "db/store/shared/connection_lost.h"

namespace yari {

/// What became of a game that was handed to an Importer.
enum class Added {
  imported,
  /// A game with the same start, rules and main line is stored already, and nothing that is known
  /// of both differs: players, date, result, or where damage cut them. (A game without moves is the
  /// same when its tags are too.) Nothing was added.
  duplicate,
  /// The same, but this one has tags, a result, an ending, variations or notes that the stored game
  /// lacked: it was given them.
  duplicate_with_more,
};

struct AddResult {
  Added added = Added::imported;
  /// The new game, or the one that was there.
  GameId game = 0;
  /// Of a game that was imported: one that has the same moves, but contradicts it, or is too large
  /// to take in what this one knows (a clash of size then says so); 0 when there is none.
  GameId same_moves = 0;
  /// Of a duplicate: what the stored game knows otherwise.
  std::vector<Clash> clashes = {};
};

struct ImportOptions {
  /// A batch is written when it holds this many postings, or is this old.
  std::size_t postings_per_batch = std::size_t{4} << 20;
  double seconds_per_batch = 5;
};

/// Writes games. The first `add` of a batch locks the file for writing until the batch is written:
/// do not wait for input in between, but collect prepared games and add them together. Importers
/// and others who write the same file take turns; who has waited a minute gets Busy, and nothing
/// of that batch is written.
///
/// Games that were there before are kept in the journal before they are given anything, in one
/// change, which `undo` takes back. Of two records that both are new, one becomes the same game in
/// either order (Preference::neither).
///
/// A crash, or an Importer that goes without `finish`, loses the last batch at most; the file stays
/// valid and what is in it complete, and importing the same files again adds the rest.
class Importer {
 public:
  explicit Importer(Database& database, const ImportOptions& options = {});
  /// Drops the batch that was not committed.
  ~Importer();

  /// `origin`: where a game that is new comes from; may be null.
  AddResult add(const PreparedGame& game, const Origin* origin = nullptr);
  AddResult add(const Game& game, std::span<const Key> keys = {}) {
    return add(prepare(game, keys));
  }

  /// Writes the batch.
  void commit();
  /// Whether the connection to the store can break: then `add`, `commit` and `finish` throw
  /// ConnectionLost. Whoever still has what was added since the last commit makes another Importer
  /// and adds it again; games that were stored nevertheless are recognised.
  bool can_lose_connection() const;
  /// Writes the batch and, where it pays, folds the postings into larger runs.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yari
