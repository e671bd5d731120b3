/// \file
/// Large collections out of small ones: real games with random legal endings.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "record/game.h"

namespace yari::bench {

/// Every game that lenient reading finds in `paths`, without those that were cut or have fewer than
/// eight plies.
std::vector<Game> read_games(const std::vector<std::string>& paths);

/// The first plies of `game`, up to a random one, and then random legal moves up to its length or
/// the end of the game. Tags and result stay; comments and variations go.
Game varied(const Game& game, std::mt19937_64& rng);

/// Calls `give` with games in turn, each varied anew, until they hold `plies` plies together. The
/// same seed gives the same games. Requires: `games` is not empty.
void vary(const std::vector<Game>& games, std::int64_t plies, std::uint64_t seed,
          const std::function<void(const Game&)>& give);

}  // namespace yari::bench
