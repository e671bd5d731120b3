/// \file
/// The main line of a stored game, for replaying without the rest of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/codec/bytes.h"
#include "record/game.h"
#include "rules/position.h"

namespace yari {

/// A main line as it is stored, whose bytes lie elsewhere; not yet judged.
struct LineView {
  Variant variant = Variant::yari;
  /// SFEN; empty for the even start.
  std::string_view start;
  ByteView moves;

  int plies() const { return static_cast<int>(moves.size() / 2); }
  Move move(int ply) const {
    const auto i = static_cast<std::size_t>(ply) * 2;
    return Move::from_bits(static_cast<std::uint16_t>(moves[i] | moves[i + 1] << 8));
  }
};

/// The same with its bytes.
struct StoredLine {
  Variant variant = Variant::yari;
  /// SFEN; empty for the even start.
  std::string start;
  Bytes moves;
  RuleSet rules = RuleSet::standard;

  bool operator==(const StoredLine&) const = default;
  operator LineView() const { return {variant, start, moves}; }
  int plies() const { return LineView(*this).plies(); }
  Move move(int ply) const { return LineView(*this).move(ply); }
};

/// The start position of a line; no value when it is damaged.
template <class V>
std::optional<Position<V>> start_of(const LineView& line);
extern template std::optional<Position<YariShogi>> start_of(const LineView& line);
extern template std::optional<Position<Shogi>> start_of(const LineView& line);

/// The position of a line after `ply` moves; no value when the line does not lead there.
std::optional<Setup> position_at(const LineView& line, int ply);

/// The first moves of a line, `plies` at most, up to one that is not legal; none when the start is
/// damaged.
std::vector<Move> first_moves(const LineView& line, int plies);

}  // namespace yari
