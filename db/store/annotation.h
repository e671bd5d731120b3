/// \file
/// An annotation as it is stored: the moves of note, and the players in numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/codec/bytes.h"
#include "db/query/judged_kind.h"
#include "rules/move.h"

namespace yari {

/// A move is in the database once for each kind it is noted for.
struct StoredJudgement {
  /// Moves played before it, as in Hit.
  int ply = 0;
  JudgedKind kind = JudgedKind::inaccuracy;
  /// Who made the move; for lost_win, whose win it was.
  Color color = Color::black;
  /// In hundredths of a point of win chance, 0..10000; before and after from the mover's view.
  int loss = 0;
  int before = 0;
  int after = 0;
  /// Plies of the mate that was missed or allowed.
  std::optional<int> mate;
  Move move;
  /// The engine's choice; Move::none() where it is not known.
  Move better;
  bool operator==(const StoredJudgement&) const = default;
};

/// A part of a game and how well it was played.
struct StoredAccuracy {
  int moves = 0;
  /// In hundredths of a percent, 0..10000.
  int accuracy = 0;
  bool operator==(const StoredAccuracy&) const = default;
};

/// A player in numbers; what can be counted is counted from the judgements.
struct StoredPlayer {
  StoredAccuracy all;
  /// Loss of win chance a move, in hundredths of a point.
  int mean_loss = 0;
  /// Opening, middle and end of the game.
  std::array<StoredAccuracy, 3> phases;
  bool operator==(const StoredPlayer&) const = default;
};

/// The annotation of one game.
struct StoredAnnotation {
  /// By what its evaluations are stored under.
  std::string engine;
  /// The limits of the analysis and the options of the judgements, in the caller's words:
  /// "nodes 20000; screen 50".
  std::string limits;
  /// Of the win chance formula, in millionths.
  int coefficient = 0;
  /// Moves from the start on that are known from other games, and were not judged for that.
  int book_plies = 0;
  /// By index(Color).
  std::array<StoredPlayer, 2> players;
  /// In order of ply and kind.
  std::vector<StoredJudgement> judgements;
  /// The notes (db/codec/notes_blob.h) that the record had before the engine wrote into it. No
  /// value where an older version of this program annotated the game, which did not keep them.
  std::optional<Bytes> own_notes;
  bool operator==(const StoredAnnotation&) const = default;
};

}  // namespace yari
