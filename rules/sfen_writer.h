/// \file
/// SFENs of many positions that differ little.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "rules/setup.h"

namespace yari {

/// Writes SFENs one after the other, and makes the text of those ranks alone that differ from the
/// last board.
class SfenWriter {
 public:
  /// Appends the canonical SFEN, with the move number, as append_sfen does.
  void append(std::string& out, const Setup& setup);

 private:
  struct Rank {
    // A '+' and a letter for each square.
    std::array<char, 2 * max_squares / rank_count> text{};
    std::uint8_t size = 0;
  };

  /// The last board, and the texts of its ranks.
  ByAnySquare<Piece> board_{};
  /// Of that board; none before the first.
  std::optional<Variant> variant_;
  std::array<Rank, rank_count> ranks_{};
};

}  // namespace yari
