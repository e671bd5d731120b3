/// \file
/// The annotated games of a player, each with the player's own numbers.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "db/reports/judgements.h"

namespace yari {

/// One side of an annotated game.
struct PlayerGame {
  GameHeader header;
  Color color = Color::black;
  StoredPlayer numbers;
  /// By JudgedKind; the first is not used.
  std::array<int, judged_kind_count + 1> judgements{};
  /// The first moves of the game, fewer where it was shorter or is damaged.
  std::vector<Move> opening;
};

/// Calls `visit` for every annotated game in which a player whose name matches `name` (as names in
/// GameFilter do) had a side, once for each such side, in order of number.
///
/// `filter` narrows the games. Returns how many games there are in all, annotated or not.
std::int64_t each_player_game(Database& database, const std::string& name, GameFilter filter,
                              int opening_plies,
                              const std::function<void(const PlayerGame&)>& visit);

}  // namespace yari
