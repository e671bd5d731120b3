/// \file
/// A stored game goes on: moves are added at its end or as a variation, or a player gives up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"
#include "answers/game_place.h"
#include "db/database.h"

namespace yari {

/// What is added to a game.
struct Continuation {
  /// The ply of the main line after which the moves are played, as a variation where other moves
  /// follow there, or the game is over. No value: at the end of the game.
  std::optional<PlyPlace> at = {};
  std::vector<Move> moves = {};
  /// Of the last of the moves, or of the last move that was there.
  std::optional<std::string> comment = {};
  std::optional<std::uint32_t> spent_ms = {};
  /// How the players end the game after the moves. Where the board ends it, nothing need be said.
  std::optional<Outcome> outcome = {};
};

/// The position where the moves of a Continuation are played.
///
/// The error says why nothing can be played there: the game is over, by its record or by the board,
/// or has no such ply.
Result<GamePosition> place_to_play_on(const Game& game, GameId id,
                                      const std::optional<PlyPlace>& at);

/// Adds it as one change that `undo` takes back, with the outcome that the board gives the game,
/// and returns the position that it leads to.
///
/// The error is a sentence that says why the game stays as it is: as place_to_play_on, or a move
/// is not legal, the comment is none (typed_comment), a variation cannot end the game, or what is
/// known of an annotated game would be lost. Requires: `game` is the stored game `id`. Throws
/// DatabaseError.
Result<GamePosition> play_on(Database& database, GameId id, const Game& game,
                             const Continuation& continuation);

/// The side to move after the moves gives up.
Outcome resignation(const GamePosition& place, const std::vector<Move>& moves);

}  // namespace yari
