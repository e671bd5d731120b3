/// \file
/// Games that may be one, in groups: what differs, and which of them says most.
#pragma once

#include <string>
#include <vector>

#include "db/change/upkeep.h"

namespace yari {

/// A game of a group.
struct DuplicateGame {
  GameHeader header;
  int tags = 0;
  bool has_notes = false;
  /// Damage cut it, and the text after that is kept.
  bool was_cut = false;
  /// Against the first of the group, as clauses: "40 plies fewer", "White is 'Sato'". Empty for the
  /// first.
  std::vector<std::string> differences;
  /// Players, date or result are known of both and differ from the first's.
  bool contradicts = false;
  /// Some of its moves are not the first's.
  bool other_moves = false;
  /// It knows a tag, the result or the ending, which the first does not.
  bool knows_more = false;
};

/// The first is the one to keep: more moves, then notes, more tags, the smaller number.
struct DuplicateGroup {
  std::vector<DuplicateGame> games;
  /// The pairs that make the group.
  std::vector<Twins> pairs;
};

/// The groups that the pairs of find_twins make, without beginnings of a few moves (Beginnings::
/// likely). Those in which a pair has the same players or the same date come first, then those with
/// the smaller number.
std::vector<DuplicateGroup> duplicate_groups(Database& database);

/// Players, date or result are known of both and differ.
bool contradicts(const GameHeader& a, const GameHeader& b);

/// Those that may be deleted for the first of their group: they contradict it in nothing, its moves
/// contain all of theirs, and they have no tag that it lacks, no notes and no text that could not
/// be read.
std::vector<GameId> superfluous(const DuplicateGroup& group);
/// Those of all groups.
std::vector<GameId> superfluous(const std::vector<DuplicateGroup>& groups);

}  // namespace yari
