/// \file
/// What a back end must do for annotations.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "db/query/filter.h"
#include "db/store/annotation.h"

namespace yari::store {

class AnnotationReader {
 public:
  virtual ~AnnotationReader() = default;
  /// No value when the game is not annotated or there is no such game. Throws DamagedGame.
  virtual std::optional<StoredAnnotation> load(GameId game) = 0;
  /// In order; deleted ones may be among them.
  virtual std::vector<GameId> games() = 0;
  virtual bool has(GameId game) = 0;
  /// Judgements of the move after `ply` moves of a game of `v`, in order of kind.
  virtual std::vector<StoredJudgement> judgements(GameId game, int ply, Variant v) = 0;
};

class AnnotationWriter {
 public:
  virtual ~AnnotationWriter() = default;
  /// Puts the annotation in the place of the one the game has. Requires: there is such a game.
  virtual void store(GameId game, const StoredAnnotation& annotation) = 0;
  virtual void remove(GameId game) = 0;
  /// Where the engine wrote nothing into the game, its own notes are these now.
  virtual void set_own_notes(GameId game, const Bytes& notes) = 0;
  /// Removes the annotations of games that are gone for good. Requires: nothing can be undone.
  virtual void drop_lost() = 0;
};

}  // namespace yari::store
