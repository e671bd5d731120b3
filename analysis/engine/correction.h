/// \file
/// What a search learns about the errors of the static evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "analysis/engine/history.h"
#include "rules/position.h"
#include "rules/zobrist.h"

namespace yari {

/// How far searches came out above the evaluation of positions that have something in common.
///
/// A table each for the pawns, the mover's other pieces, the other side's, and the last two moves;
/// what they say is added up. Source: Chess Programming Wiki, "Static Evaluation Correction
/// History". docs/engine.md has what was tried.
template <class V>
class CorrectionHistory {
 public:
  /// Where a position stands in each table.
  using Keys = std::array<std::uint16_t, 4>;

  void clear() { std::memset(static_cast<void*>(this), 0, sizeof *this); }

  /// `last` and `before` stand for the last two moves, each below 4096.
  static Keys keys_of(const Position<V>& p, std::size_t last, std::size_t before) {
    using Board = Bitboard<V>;
    const Color us = p.side_to_move();
    const Board pawns = p.pieces(pawn);
    return {slot_of(folded(pawns & p.pieces(us)) + 3 * folded(pawns & p.pieces(~us))),
            slot_of(folded(p.pieces(us) - pawns)), slot_of(folded(p.pieces(~us) - pawns)),
            slot_of(last << 12 | before)};
  }

  /// Centipawns to add to the evaluation, from the view of the side to move, `us`.
  int of(Color us, const Keys& keys) const {
    int sum = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) sum += tables_[side(us)][i][keys[i]];
    return sum / share;
  }

  /// A search of `depth` plies ended `error` centipawns above the corrected evaluation.
  void learn(Color us, const Keys& keys, int error, int depth) {
    const int capped = std::clamp(error, -largest_error, largest_error);
    const int bonus = std::clamp(capped * std::min(depth, 16) / 8, -most, most);
    for (std::size_t i = 0; i < keys.size(); ++i) pull(tables_[side(us)][i][keys[i]], bonus, bound);
  }

 private:
  static constexpr int slot_bits = 14;
  static constexpr int bound = 1024;
  static constexpr int largest_error = 1000;
  /// What one search may teach.
  static constexpr int most = bound / 4;
  /// Of an entry, the part that counts.
  static constexpr int share = 15;

  static std::size_t side(Color c) { return static_cast<std::size_t>(index(c)); }
  static std::uint64_t folded(Bitboard<V> set) {
    const auto beyond = static_cast<std::uint64_t>(set.bits() >> 32 >> 32);
    return static_cast<std::uint64_t>(set.bits()) + beyond * 0x9E3779B97F4A7C15;
  }
  static std::uint16_t slot_of(std::uint64_t x) {
    return static_cast<std::uint16_t>(splitmix64(x) >> (64 - slot_bits));
  }

  std::array<std::array<std::array<std::int16_t, 1 << slot_bits>, 4>, 2> tables_;
};

}  // namespace yari
