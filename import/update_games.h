/// \file
/// Importing files again: what changed in them is changed in the database.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "db/database.h"
#include "import/read_records.h"

namespace yari {

struct UpdateSummary {
  /// Files and members with records.
  std::int64_t files = 0;
  /// Records whose text is what it was.
  std::int64_t unchanged = 0;
  /// Games that were given what their record says now.
  std::int64_t updated = 0;
  /// Of records that are new.
  std::int64_t imported = 0, duplicates = 0;
  /// Records that contain no readable game, or no longer do.
  std::int64_t rejected = 0;
  /// Files that could not be read, or not to their end, or that the user named and contain no game.
  std::int64_t bad_files = 0;
  /// Games that came from a file and stand in it no longer. They stay.
  std::int64_t missing = 0;
  /// Annotated or damaged games whose record changed: they stay as they are.
  std::vector<std::string> kept;
  bool stopped = false;
};

struct UpdatePlan {
  ReadingOptions reading;
  /// Called for every record that is new or changed, and for faults of files; may be empty.
  std::function<void(const ReadRecord&)> on_record;
  /// Called for each game that stands in its file no longer; may be empty.
  std::function<void(const std::string& source, GameId)> on_missing;
  /// Ends the update after the present file once it is true; may be null.
  const std::atomic<bool>* stop = nullptr;
};

/// Reads the files again and brings the games that came from them up to date.
///
/// A record is the one it was when its text is. Others are changed records of games of the file, as
/// far as header and moves say so (db/import/pair_records.h), or new. A changed game keeps its number;
/// the games of a file are one change, which `undo` takes back. Throws DatabaseError; files before
/// are then done.
UpdateSummary update_games(Database& database, const std::vector<std::string>& paths,
                           const UpdatePlan& plan);

}  // namespace yari
