/// \file
/// A set of index keys in one flat array, for asking "have we seen this?" a million times a second.
#pragma once

#include <cstdint>
#include <vector>

#include "db/codec/posting_block.h"

namespace yari {

/// Keys are hashes already, so the slot is taken from their own bits.
class KeySet {
 public:
  bool has(IndexKey key) const {
    for (std::size_t i = slot(key); !slots_.empty(); i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i] == key + 1) return true;
      if (slots_[i] == 0) return false;
    }
    return false;
  }
  void insert(IndexKey key) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    if (place(key)) ++size_;
  }
  std::size_t size() const { return size_; }

 private:
  std::size_t slot(IndexKey key) const {
    return slots_.empty() ? 0 : (key ^ key >> 20) & (slots_.size() - 1);
  }
  bool place(IndexKey key) {
    std::size_t i = slot(key);
    for (; slots_[i] != 0; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i] == key + 1) return false;
    }
    slots_[i] = key + 1;  // 0 is an empty slot
    return true;
  }
  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? 1024 : 2 * slots_.size());
    slots_.swap(old);
    for (const std::uint64_t stored : old) {
      if (stored != 0) place(stored - 1);
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

}  // namespace yari
