/// \file
/// Names and their numbers in memory, packed: millions of names without an allocation for each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace yari {

/// A hash table with open addressing over one string that holds all names.
class NameMemory {
 public:
  /// The number of a name; 0 when it is not known.
  std::int64_t find(std::string_view name) const;
  /// Requires: the name is not known, and `number` is not 0.
  void add(std::string_view name, std::int64_t number);
  std::size_t size() const { return size_; }
  /// Memory in use.
  std::size_t bytes() const { return names_.capacity() + slots_.size() * sizeof(Slot); }
  void clear();

 private:
  struct Slot {
    /// 0 in an empty slot.
    std::int64_t number = 0;
    /// In names_.
    std::uint32_t begin = 0, length = 0;
  };

  std::size_t place_of(std::string_view name) const;
  void grow();

  std::string names_;
  /// A power of two, or empty; never more than two thirds are in use.
  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace yari
