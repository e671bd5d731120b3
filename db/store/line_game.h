/// \file
/// Replays what is stored: whether the moves of a tree, or of a line, can be played.
#pragma once

#include <optional>
#include <string>

#include "db/store/stored_line.h"
#include "record/game.h"
#include "rules/position.h"

namespace yari::store {

/// Why the tree cannot be played from `start`; empty when it can.
template <class V>
std::string fault_of_tree(const Position<V>& start, const MoveTree& tree);
extern template std::string fault_of_tree(const Position<YariShogi>& start, const MoveTree& tree);
extern template std::string fault_of_tree(const Position<Shogi>& start, const MoveTree& tree);

/// The start and the main line alone; no value when they are damaged, or there are no moves.
std::optional<Game> game_of_line(const StoredLine& line);

}  // namespace yari::store
