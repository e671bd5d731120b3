/// \file
/// What the rules say about a position: check, mate, repetition, and points where a general has
/// entered the enemy's camp.
#pragma once

#include <string>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari {

/// Sentences for people ("White is in check."); none where there is nothing to say. The same for
/// programs is in board_json (notation/json/position_json.h).
std::vector<std::string> rule_sentences(const GamePosition& position);

}  // namespace yari
