/// \file
/// A position of a stored game, named by the number of the game and a ply: "12", "12:40",
/// "12:last", "12:-2".
#pragma once

#include <string_view>

#include "analysis/engine/engine.h"
#include "db/query/filter.h"
#include "record/game.h"
#include "text/result.h"

namespace yari {

/// A number of plies from the start of a game, or back from its end.
struct PlyPlace {
  int plies = 0;
  bool from_end = false;
  bool operator==(const PlyPlace&) const = default;
};
inline constexpr PlyPlace last_ply{0, true};

/// Reads "40", "last", or a number below 0: "-1" is the last ply, "-2" the one before it.
Result<PlyPlace> read_ply(std::string_view text);
/// The ply in a main line of `plies`; the error says how many there are.
Result<int> ply_in(const PlyPlace& place, GameId game, int plies);

struct GamePlace {
  GameId game = 0;
  PlyPlace ply = last_ply;
  bool operator==(const GamePlace&) const = default;
};

/// Reads "12" (its last position) and "12:PLY".
Result<GamePlace> read_game_place(std::string_view text);
/// The position with the moves that led to it and the game's rule set; the error says how many
/// plies there are. Requires: `game` is the game that `place` names.
Result<GamePosition> position_at(const Game& game, const GamePlace& place);

}  // namespace yari
