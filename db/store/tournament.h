/// \file
/// Which of several sorted runs comes next.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "db/codec/posting_block.h"

namespace yari::store {

/// Which of some runs has the least key; of equal keys the run of the lower number.
///
/// A tournament: the winners of all pairs are kept, so that a new key of one run is compared with
/// as few as the tree is deep (D. E. Knuth, The Art of Computer Programming, volume 3, 5.4.1).
class Tournament {
 public:
  static constexpr IndexKey none = ~IndexKey{0};

  /// Requires: at most 65,536 runs.
  explicit Tournament(std::size_t runs) : size_(std::bit_ceil(runs)), winners_(2 * size_, none) {}

  /// The run's next key, or `none`.
  void set(std::size_t run, IndexKey key) {
    std::size_t at = size_ + run;
    // The run's number, in the lowest bits, decides between equal keys.
    winners_[at] = key == none ? none : key << run_bits | run;
    for (at /= 2; at > 0; at /= 2) {
      winners_[at] = std::min(winners_[2 * at], winners_[2 * at + 1]);
    }
  }
  /// False when all runs are at their end.
  bool least(std::size_t& run) const {
    run = winners_[1] & ((1u << run_bits) - 1);
    return winners_[1] != none;
  }
  /// `none` when all runs are at their end.
  IndexKey least_key() const { return winners_[1] == none ? none : winners_[1] >> run_bits; }

 private:
  static constexpr int run_bits = 16;
  static_assert(index_key_bits + run_bits < 64);
  std::size_t size_;
  std::vector<std::uint64_t> winners_;
};

}  // namespace yari::store
