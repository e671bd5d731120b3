/// \file
/// What two records of one game say about its moves, in one tree.
#pragma once

#include "record/game.h"

namespace yari {

/// How often two trees contradict each other at a move.
struct NoteClashes {
  int clocks = 0;
  int bookmarks = 0;
  bool any() const { return clocks + bookmarks > 0; }
};

/// Adds the variations and the notes of `other` to `tree`.
///
/// Comments that differ are joined by a newline, unless one contains the other. Where clocks or
/// bookmarks differ, those of `tree` stay. Requires: both are played from the same position, and
/// the main line of one is the other's or begins it.
NoteClashes unite(MoveTree& tree, const MoveTree& other);

}  // namespace yari
