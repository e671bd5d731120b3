/// \file
/// "Did you mean P-2f?": the legal move whose spelling is nearest to what was written.
#pragma once

#include <string>
#include <string_view>

#include "rules/position.h"

namespace yari {

/// The legal moves, one or two ("P-2f", "P-2f or P-1f"), that are spelled most like `text` in
/// Hodges notation, or in USI where it begins with a digit; empty where none is spelled nearly so,
/// or where more are as near.
template <class V>
std::string nearest_moves(const Position<V>& position, std::string_view text);

/// "; did you mean P-2f?", or nothing.
template <class V>
std::string did_you_mean(const Position<V>& position, std::string_view text) {
  const std::string nearest = nearest_moves(position, text);
  return nearest.empty() ? "" : "; did you mean " + nearest + '?';
}

}  // namespace yari
