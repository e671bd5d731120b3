/// \file
/// Handicaps: pieces taken off White's side of the start position; White then moves first.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/setup.h"
#include "text/result.h"

namespace yari {

/// A handicap of the fixed list of Shogi.
struct NamedHandicap {
  std::string_view name;                    ///< "Rook and left lance"
  std::string_view removed;                 ///< squares: "8b 1a"
  std::array<std::string_view, 4> aliases;  ///< other names, in small letters, or empty
};

/// The handicaps of Shogi, from the smallest; even is not among them.
std::span<const NamedHandicap> shogi_handicaps();

/// The start position without the pieces on `squares`. Requires: each holds a piece of White's.
Setup handicap_setup(Variant v, const std::vector<Square>& squares);

/// Reads a handicap by its English name, ignoring case; names in kanji are read by
/// read_handicap_text (notation/words/handicap_text.h).
///
/// "even" or "none"; in Shogi the names of the list, "2 pieces", "rook", "nine-piece handicap"; in
/// both games pieces and squares: "YR", "YR1a", "YR+YN", "7a 1a", "two lances", "left yari rook".
/// A piece that White has several of is taken from White's left first (square 1a outward).
Result<Setup> read_handicap(std::string_view text, Variant v);

/// How read_handicap understands a name that counts the pieces: "Four pieces" for "4-piece", "4
/// pieces" or "four pieces"; empty for any other text.
std::string counted_handicap(std::string_view text);

/// Whether the name leaves open which of several pieces of a kind are taken ("yari bishop", "seven
/// pieces"); read_handicap decides. Requires: read_handicap reads it.
bool is_open_handicap(std::string_view text, Variant v);

/// The squares of White's pieces that `setup` lacks, if it is a handicap start; else no value.
/// Empty for the even start.
std::optional<std::vector<Square>> handicap_squares(const Setup& setup);

/// The name to write: "Rook", "YR1a+YN5a"; no value for the even start and for other positions.
std::optional<std::string> handicap_name(const Setup& setup);

}  // namespace yari
