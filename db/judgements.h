/// \file
/// What annotation found in stored games: the moves of note and the players in numbers, as rows
/// that searches, profiles and people's own SQL read.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/database.h"
#include "db/query/judged_kind.h"
#include "db/store/sqlite/connection.h"
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

/// Puts the annotation in the place of the one the game has. Inside a transaction where one is
/// open. Requires: there is such a game. Throws DatabaseError, as every function here does.
void store_annotation(Database& database, GameId game, const StoredAnnotation& annotation);

/// No value when the game is not annotated or there is no such game.
std::optional<StoredAnnotation> load_annotation(Database& database, GameId game);

/// What was found about single moves of many games; keeps its statement.
class JudgementReader {
 public:
  explicit JudgementReader(Connection& connection);
  /// Of the move after `ply` moves of a game of `v`, in order of kind.
  std::vector<StoredJudgement> at(GameId game, int ply, Variant v);

 private:
  Statement rows_;
};

/// The numbers of the games that have an annotation, in order; deleted ones may be among them.
std::vector<GameId> annotated_games(Connection& connection);

/// Drops the annotations of games that are gone for good. Requires: nothing can be undone.
void drop_lost_annotations(Connection& connection);

/// One sentence for each judgement, and each annotation, that does not fit its game or holds
/// numbers that cannot be; no more than verify tells.
std::vector<std::string> faults_of_judgements(Connection& connection);

}  // namespace yari
