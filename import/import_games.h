/// \file
/// Imports record files into a database.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "db/import/importer.h"
#include "import/read_records.h"

namespace yari {

/// What an import did so far.
struct ImportSummary {
  std::int64_t files = 0;
  /// Records that hold a game, or should: imported + duplicates + rejected.
  std::int64_t games = 0;
  std::int64_t imported = 0;
  std::int64_t duplicates = 0;
  std::int64_t rejected = 0;
  /// Of the games that were imported or duplicates: those of which only the legal part was read.
  std::int64_t cut = 0;
  /// Of the games imported: those with the moves of another game, but other players, another date,
  /// another result or damage at another place.
  std::int64_t same_moves = 0;
  /// Files that could not be read, or not to their end, or that the user named and contain no game.
  std::int64_t bad_files = 0;
  /// Files of folders and archives that are no game records.
  std::int64_t skipped_files = 0;
  /// Of the main lines of the games imported; a game has a position more than plies.
  std::int64_t plies = 0;
  std::int64_t positions = 0;
  double seconds = 0;
  /// Bytes of files read, and of all files where that is known.
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;
  /// Ended by the stop flag; all that is counted here is in the database.
  bool stopped = false;
};

/// One record and what became of it.
struct ImportEvent {
  /// Of a record with a game, without text and bytes, and without the game but for `keep_games`.
  const ReadRecord& read;
  /// No value where there is no game.
  std::optional<AddResult> added;
};

struct ImportPlan {
  ReadingOptions reading;
  ImportOptions batches;
  /// Events come with their games.
  bool keep_games = false;
  /// Called for every record in order, when it is in the database; may be empty.
  std::function<void(const ImportEvent&)> on_record;
  /// Called now and then; may be empty.
  std::function<void(const ImportSummary&)> on_progress;
  /// Ends the import soon after it becomes true; may be null.
  const std::atomic<bool>* stop = nullptr;
};

/// Imports every game of `paths`.
///
/// The same paths give the same games the same numbers, whatever the number of threads. One bad
/// record is rejected alone. The file is locked only while a batch is written, not while input is
/// read or awaited. A batch is written when it is as large or as old as `plan.batches` says, when
/// it takes much memory, and when no input has come for half a second. Throws DatabaseError when
/// the database fails; the records that were given to `on_record` before are in the file.
ImportSummary import_games(Database& database, const std::vector<std::string>& paths,
                           const ImportPlan& plan);

}  // namespace yari
