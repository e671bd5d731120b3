// Packing, finding and replacing of entries.
#include "analysis/engine/hash_table.h"

#include <algorithm>
#include <new>

namespace yari {
namespace {

// Bits 0-15 move, 16-31 score, 32-47 evaluation, 48-55 depth + 8, 56-57 bound, 58-63 generation.
constexpr int depth_offset = 8;

std::uint64_t pack(const HashEntry& e, unsigned generation) {
  const auto word = [](int value) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value));
  };
  const int depth = std::clamp(e.depth + depth_offset, 0, 255);
  return e.move.bits() | word(e.score) << 16 | word(e.evaluation) << 32 |
         static_cast<std::uint64_t>(depth) << 48 | static_cast<std::uint64_t>(e.bound) << 56 |
         static_cast<std::uint64_t>(generation) << 58;
}

HashEntry unpack(std::uint64_t data) {
  HashEntry e;
  e.move = Move::from_bits(static_cast<std::uint16_t>(data));
  e.score = static_cast<std::int16_t>(data >> 16);
  e.evaluation = static_cast<std::int16_t>(data >> 32);
  e.depth = static_cast<int>(data >> 48 & 0xFF) - depth_offset;
  e.bound = static_cast<Bound>(data >> 56 & 3);
  return e;
}

constexpr auto relaxed = std::memory_order_relaxed;

template <class T>
T* allocate(std::size_t count) {
  // Nearly every look at the table would miss the address cache with pages of 4 KiB.
  void* memory = platform::allocate_large(count * sizeof(T));
  if (memory == nullptr) throw std::bad_alloc();
  T* first = static_cast<T*>(memory);
  std::uninitialized_value_construct_n(first, count);
  return first;
}

}  // namespace

HashTable::HashTable(std::size_t mib)
    : capacity_(std::max<std::size_t>(mib, 1) * (1 << 20) / sizeof(Cluster)),
      count_(capacity_),
      clusters_(allocate<Cluster>(capacity_)) {}

std::optional<HashEntry> HashTable::find(Key key) const {
  for (const Slot& slot : clusters_[cluster_of(key)].slots) {
    const std::uint64_t data = slot.data.load(relaxed);
    if (data != 0 && (slot.check.load(relaxed) ^ data) == key) return unpack(data);
  }
  return std::nullopt;
}

int HashTable::worth(std::uint64_t data) const {
  if (data == 0) return -1000;
  const unsigned age = (generation_ - static_cast<unsigned>(data >> 58)) & generation_mask;
  return static_cast<int>(data >> 48 & 0xFF) - 8 * static_cast<int>(age);
}

void HashTable::store(Key key, const HashEntry& entry) {
  Slot* victim = nullptr;
  int least = 0;
  for (Slot& slot : clusters_[cluster_of(key)].slots) {
    const std::uint64_t data = slot.data.load(relaxed);
    if (data != 0 && (slot.check.load(relaxed) ^ data) == key) {
      const HashEntry old = unpack(data);
      // A much deeper result of this search is worth more than a fresh shallow bound.
      const bool stale = (data >> 58) != generation_;
      if (entry.bound != Bound::exact && !stale && entry.depth + 4 < old.depth) return;
      HashEntry merged = entry;
      if (!merged.move) merged.move = old.move;
      const std::uint64_t fresh = pack(merged, generation_);
      slot.data.store(fresh, relaxed);
      slot.check.store(key ^ fresh, relaxed);
      return;
    }
    const int value = worth(data);
    if (!victim || value < least) {
      victim = &slot;
      least = value;
    }
  }
  const std::uint64_t fresh = pack(entry, generation_);
  victim->data.store(fresh, relaxed);
  victim->check.store(key ^ fresh, relaxed);
}

void HashTable::clear(std::uint64_t nodes) {
  // Twice as many clusters as nodes: so few are ever full that a larger table is no better.
  constexpr std::uint64_t clusters_a_node = 2;
  constexpr std::uint64_t fewest = 1024;
  count_ = capacity_;
  if (nodes > 0 && nodes < capacity_ / clusters_a_node)
    count_ = std::min<std::size_t>(capacity_, std::max(fewest, clusters_a_node * nodes));
  for (std::size_t i = 0; i < count_; ++i) {
    for (Slot& slot : clusters_[i].slots) {
      slot.check.store(0, relaxed);
      slot.data.store(0, relaxed);
    }
  }
  generation_ = 0;
}

int HashTable::full() const {
  int used = 0;
  const std::size_t sample = std::min<std::size_t>(count_, 250);
  for (std::size_t i = 0; i < sample; ++i) {
    for (const Slot& slot : clusters_[i].slots) {
      const std::uint64_t data = slot.data.load(relaxed);
      if (data != 0 && (data >> 58) == generation_) ++used;
    }
  }
  return used * 250 / static_cast<int>(sample);
}

}  // namespace yari
