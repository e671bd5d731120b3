/// \file
/// What an engine writes into stored games: written, taken out again, and known by tables, not by
/// its words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/change/upkeep.h"
#include "db/reports/judgements.h"

namespace yari {

/// A game without what an engine wrote into it.
struct OwnGame {
  Game game;
  /// Of a game that an older version of this program annotated, it is not known what was the
  /// engine's: `game` has all of it.
  bool mixed = false;
};

/// No value when there is no game of that number. Throws DamagedGame.
std::optional<OwnGame> load_own_game(Database& database, GameId id);
std::optional<OwnGame> load_own_game(store::Snapshot& snapshot, GameId id);

/// The annotations that one command writes or takes out: one change for `undo`.
class AnnotationChange {
 public:
  /// `what` is the change in words: "annotate".
  AnnotationChange(Database& database, std::string what);
  ~AnnotationChange();
  AnnotationChange(const AnnotationChange&) = delete;
  AnnotationChange& operator=(const AnnotationChange&) = delete;

  /// Stores the annotation with the record that holds its glyphs, comments and variations, or
  /// neither, in the place of an earlier one. `own` is the game that the engine was given.
  /// Requires: there is such a game, and `own` and `annotated` have its main line. Throws
  /// DatabaseError.
  void store(GameId id, const Game& own, const MoveTree& annotated,
             const StoredAnnotation& annotation);
  /// Takes an annotation out: `own` is the game without it. The same requirements.
  void clear(GameId id, const Game& own);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yari
