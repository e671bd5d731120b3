/// \file
/// How SQL shows moves: db/ knows USI alone, and Hodges notation comes from notation/.
#pragma once

#include <string>

#include "rules/move.h"
#include "rules/setup.h"

namespace yari {

/// The move in Hodges notation. Requires: it is legal in the position.
std::string hodges_move(const Setup& position, Move move);

}  // namespace yari
