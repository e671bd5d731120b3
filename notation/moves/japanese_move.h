/// \file
/// A move in Japanese notation among moves of another.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/position.h"

namespace yari {

/// A move in Japanese notation, and the legal moves that it can mean.
struct JapaneseMove {
  /// In bytes, with ▲△☗☖ before it.
  std::size_t length = 0;
  MoveList meanings;
  /// Why it means none, as a clause.
  std::string why_impossible;
};
/// Reads the one at the start of `text`; no value where there is none. `last_target` is where the
/// last move ended.
template <class V>
std::optional<JapaneseMove> read_japanese_move(std::string_view text, const Position<V>& position,
                                               std::optional<Square> last_target);

}  // namespace yari
