/// \file
/// The main line of a stored game, for replaying without the rest of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/codec/bytes.h"
#include "rules/game.h"
#include "rules/position.h"

namespace yari {

/// A main line as it is stored, for replaying; not yet judged.
struct StoredLine {
  Variant variant = Variant::yari;
  /// SFEN; empty for the even start.
  std::string start;
  Bytes moves;

  bool operator==(const StoredLine&) const = default;
  int plies() const { return static_cast<int>(moves.size() / 2); }
  Move move(int ply) const {
    const auto i = static_cast<std::size_t>(ply) * 2;
    return Move::from_bits(static_cast<std::uint16_t>(moves[i] | moves[i + 1] << 8));
  }
};

/// The start position of a stored line; no value when it is damaged.
template <class V>
std::optional<Position<V>> start_of(const StoredLine& line);
extern template std::optional<Position<YariShogi>> start_of(const StoredLine& line);
extern template std::optional<Position<Shogi>> start_of(const StoredLine& line);

/// The position of a line after `ply` moves; no value when the line does not lead there.
std::optional<Setup> position_at(const StoredLine& line, int ply);

}  // namespace yari
