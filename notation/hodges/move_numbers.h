/// \file
/// The numbers before moves in Hodges notation.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>

namespace yari {

/// Compares the numbers before moves with the moves: they count pairs ("1. P-7f P-3d 2. P-2f"; or
/// "1... P-3d 2. P-7f P-8d" where the second player begins) or single moves, and which of these
/// shows itself as they go on.
class MoveNumbers {
 public:
  struct Start {
    /// The game begins from its first position and so with 1; from others with any number.
    bool is_first;
    /// Black moves first.
    bool black_first;
  };
  explicit MoveNumbers(Start start);

  /// The number that was expected at move `ply` (from 1), or no value where `number` fits. After
  /// one that does not fit the others are counted from it, so that a gap is noticed once.
  std::optional<std::size_t> expected_instead_of(std::size_t number, std::size_t ply);

 private:
  /// Where the second player begins, a pair may end with the first move.
  enum Count : unsigned char { pairs, pairs_from_second, moves, all_counts };
  struct Place {
    std::size_t number, ply;
  };

  /// What they can be counting.
  std::bitset<all_counts> counts_;
  std::bitset<all_counts> possible_;
  std::optional<Place> first_;
  /// Of the last number.
  std::size_t last_ply_ = 0;
};

}  // namespace yari
