/// \file
/// The parts of a record that can be left out.
#pragma once

#include "record/game.h"

namespace yari {

/// What is kept. Tags, moves, glyphs, the result and the text after a damaged move always are.
struct RecordParts {
  /// Comments and bookmarks.
  bool comments = true;
  /// The time that a move took, and what was left.
  bool clocks = true;
  bool variations = true;
  /// Scores and lines of engines.
  bool evaluations = true;

  bool operator==(const RecordParts&) const = default;
};

/// Takes out what is not kept.
void keep_parts(Game& game, const RecordParts& parts);

}  // namespace yari
