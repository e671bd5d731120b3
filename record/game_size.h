/// \file
/// Whether a game is within what a record may hold (record/record_limits.h): what is written of it
/// can be read again.
#pragma once

#include <cstddef>
#include <string>

#include "record/game.h"

namespace yari {

/// How much a game holds of what a record may hold so much of.
struct GameSize {
  std::size_t tags = 0;
  std::size_t moves = 0;
  std::size_t evaluations = 0;
  /// Moves, signs and comments.
  std::size_t words = 0;
  /// How many variations the deepest one is in, itself counted.
  std::size_t nesting = 0;
  /// As text in the game's own notation; somewhat more than is written.
  std::size_t bytes = 0;
};

/// Takes time by the length of the record.
GameSize size_of_record(const Game& game);

/// What a game has more of than a record may hold, as "more than 5000 tags"; empty when nothing.
std::string beyond_limits(const Game& game);

/// The same of a change that makes `after` of `before`: empty, too, where `before` had as much, so
/// that a game of an older version can still be corrected.
std::string grows_beyond_limits(const Game& before, const Game& after);

}  // namespace yari
