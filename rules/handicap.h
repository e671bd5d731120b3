/// \file
/// Handicaps: pieces taken off White's side of the start position; White then moves first.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/result.h"
#include "rules/setup.h"

namespace yari {

/// A handicap of the fixed list of Shogi.
struct NamedHandicap {
  std::string_view name;      ///< "Rook and left lance"
  std::string_view kif_name;  ///< 飛香落ち
  std::string_view removed;   ///< squares: "8b 1a"
};

/// The handicaps of Shogi, from the smallest; even (平手) is not among them.
std::span<const NamedHandicap> shogi_handicaps();

/// The start position without the pieces on `squares`. Requires: each holds a piece of White's.
Setup handicap_setup(Variant v, const std::vector<Square>& squares);

/// Reads a handicap as records and users name it, ignoring case.
///
/// "even" or "none"; Shogi: English and KIF names, "2 pieces", "rook"; Yari Shogi, which has no
/// fixed list: pieces and squares, "YR", "YR1a", "YR+YN", "7a 1a". A piece that White has several of
/// is taken from White's left first (square 1a outward).
Result<Setup> read_handicap(std::string_view text, Variant v);

/// The squares of White's pieces that `setup` lacks, if it is a handicap start; else no value.
/// Empty for the even start.
std::optional<std::vector<Square>> handicap_squares(const Setup& setup);

/// The name to write: "Rook", "YR1a+YN5a"; no value for the even start and for other positions.
std::optional<std::string> handicap_name(const Setup& setup);

}  // namespace yari
