/// \file
/// The table in which a search remembers positions; several threads share it without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "platform/memory.h"
#include "rules/move.h"
#include "rules/position.h"

namespace yari {

enum class Bound : std::uint8_t { none, upper, lower, exact };

/// What is remembered about one position.
struct HashEntry {
  Move move;
  int score = 0;
  /// Static evaluation, or no_score.
  int evaluation = 0;
  int depth = 0;
  Bound bound = Bound::none;
};

/// Maps keys to entries, forgetting the shallow and the old first.
///
/// An entry is two words, one stored as `key ^ data`, so that an entry torn by two writers does not
/// match any key. Source: R. Hyatt and T. Mann, "A lockless transposition table implementation for
/// parallel search", ICGA Journal 25 (2002).
class HashTable {
 public:
  explicit HashTable(std::size_t mib);

  std::optional<HashEntry> find(Key key) const;
  /// Depths -7..247 are kept apart.
  void store(Key key, const HashEntry& entry);
  void prefetch(Key key) const { __builtin_prefetch(&clusters_[cluster_of(key)]); }

  /// Forgets everything. From then on no more of the table is used than a search of `nodes` nodes
  /// needs; 0: all of it.
  void clear(std::uint64_t nodes = 0);
  /// Entries of earlier searches become the first to be replaced.
  void start_search() { generation_ = (generation_ + 1) & generation_mask; }
  /// How full the table is with entries of this search, in thousandths.
  int full() const;

 private:
  static constexpr unsigned generation_mask = 63;
  struct Slot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Cluster {
    Slot slots[4];
  };

  std::size_t cluster_of(Key key) const {
    return static_cast<std::size_t>(static_cast<Uint128>(key) * count_ >> 64);
  }
  int worth(std::uint64_t data) const;

  std::size_t capacity_;
  /// The clusters in use, from the first.
  std::size_t count_;
  std::unique_ptr<Cluster[], platform::FreeLarge> clusters_;
  unsigned generation_ = 0;
};

}  // namespace yari
