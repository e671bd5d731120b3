/// \file
/// The words in which a Hodges or PSN record says how the game ended.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "notation/hodges/scanner.h"
#include "rules/outcome.h"

namespace yari {

/// Words among the moves.
struct EndingPhrase {
  std::size_t last_token = 0;
  Span span;
  Outcome outcome;
};

/// The longest phrase of up to five words, from token `i` on, that says how the game ended.
std::optional<EndingPhrase> ending_phrase(const ScannedMoves& moves, std::size_t i);

}  // namespace yari
