/// \file
/// Any number of games out of nothing: an opening tree that all share, then guided random play.
#pragma once

#include <cstdint>

#include "record/game.h"

namespace yari::bench {

/// Game `number` of a collection; the same every time, whichever others were made.
///
/// The first plies follow a tree in which the likelier moves of a position are always the same, so
/// that openings are shared as in real collections; then captures and promotions are preferred.
/// About a hundred plies, with players, event, site, date, result and ending; odd numbers of a
/// `mixed` collection are Shogi. Requires: 0 < players <= 2^32.
Game generated_game(std::uint64_t number, bool mixed, std::uint64_t players = 4000);

}  // namespace yari::bench
