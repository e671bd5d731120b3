/// \file
/// Making one game of those in a group of duplicates.
#pragma once

#include <string>
#include <vector>

#include "db/change/duplicate_groups.h"

namespace yari {

struct DuplicatesMerged {
  std::int64_t deleted = 0;
  /// Games that were given what others of their group have.
  std::int64_t completed = 0;
  /// Sentences about damaged games, which stay as they are.
  std::vector<std::string> damaged;
};

/// Gives the first game of each group the tags, the result, the ending, the variations and the
/// notes of those that agree with it, and deletes these. One change.
///
/// A game stays when it contradicts the first in players, date or result, has moves that the
/// first has not, text that could not be read, or a clock or bookmark other than the first's, or
/// would make the first hold more than a record may (record/game_size.h). So
/// does an annotated game, and one with notes where the first is annotated: annotations would be
/// mixed with notes.
DuplicatesMerged merge_duplicates(Database& database, const std::vector<DuplicateGroup>& groups);

}  // namespace yari
