/// \file
/// A set of keys that may say "perhaps" of one that it does not have, in two bytes a key.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "db/codec/posting_block.h"

namespace yari {

/// A Bloom filter. All bits of a key lie in one cache line (F. Putze, P. Sanders, J. Singler:
/// Cache-, Hash- and Space-Efficient Bloom Filters, 2007). As long as it is not full, fewer than
/// one in a hundred keys that were not inserted seem to be there.
class KeyFilter {
 public:
  explicit KeyFilter(std::size_t capacity)
      : capacity_(capacity), lines_(std::max<std::size_t>(1, capacity / keys_per_line)) {}

  /// False for no key that was inserted.
  bool has(IndexKey key) const {
    const std::uint64_t hash = mixed(key);
    const Line& line = lines_[line_of(hash)];
    for (int i = 0; i < probes; ++i)
      if ((line[word(hash, i)] >> bit(hash, i) & 1) == 0) return false;
    return true;
  }
  void insert(IndexKey key) {
    const std::uint64_t hash = mixed(key);
    Line& line = lines_[line_of(hash)];
    for (int i = 0; i < probes; ++i) line[word(hash, i)] |= std::uint64_t{1} << bit(hash, i);
    ++size_;
  }
  bool full() const { return size_ > capacity_; }

 private:
  using Line = std::array<std::uint64_t, 8>;
  static constexpr int probes = 5;
  static constexpr std::size_t keys_per_line = 32;

  static std::uint64_t mixed(IndexKey key) {
    std::uint64_t x = key * 0x9E3779B97F4A7C15;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93;
    return x ^ x >> 32;
  }
  // The high half chooses the line, nine bits of the low half each bit.
  std::size_t line_of(std::uint64_t hash) const { return (hash >> 32) * lines_.size() >> 32; }
  static std::size_t word(std::uint64_t hash, int i) { return hash >> (6 * i) & 7; }
  static int bit(std::uint64_t hash, int i) {
    return static_cast<int>(mixed(hash) >> (6 * i) & 63);
  }

  std::size_t capacity_;
  std::size_t size_ = 0;
  std::vector<Line> lines_;
};

}  // namespace yari
