/// \file
/// A block of postings: the page-sized blob that the index consists of.
///
/// Layout (docs/storage.md, "Posting blocks"; on disk: never change):
///
///     u16 postings   u16 bytes of key codes   u32 lowest game
///     u8 rice bits, and 128 where a checksum follows, 64 where a place does
///     u8 game bits   u8 ply bits
///     key codes: for every posting but the first, whose key the block's row holds, `1` for the
///       same key again, else a Rice code of the distance to the key before
///     fields: for every posting `game - lowest game` and `ply`, of fixed widths
///     place: u8, 1 for the first block of a run, 2 where another follows, 4 in the index of
///       contents; u8 and u32, high bits and low bits of the first key of the block that follows,
///       else 0; blocks that were written before schema 7 have none
///     u32 checksum of all bytes before it, at the place of the row's number and, where a place
///       stands before it, of the shard; blocks that were written before schema 4 have none
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/codec/bits.h"
#include "db/codec/bytes.h"

namespace yari {

/// The part of a key that the index keeps.
inline constexpr int index_key_bits = 40;
using IndexKey = std::uint64_t;
constexpr IndexKey index_key(std::uint64_t key) { return key >> (64 - index_key_bits); }

/// A key, a game in which it stands, and the plies played there before.
struct Posting {
  IndexKey key = 0;
  std::uint32_t game = 0;
  std::uint32_t ply = 0;
  bool operator==(const Posting&) const = default;
};

/// The number of a block's row: run, first key, and which of the blocks that begin with this key.
/// On disk: never change.
inline constexpr int block_sequence_bits = 18;
constexpr std::int64_t block_id(int slot, IndexKey key, std::uint32_t sequence) {
  return static_cast<std::int64_t>(slot) << (index_key_bits + block_sequence_bits) |
         static_cast<std::int64_t>(key << block_sequence_bits) |
         static_cast<std::int64_t>(sequence);
}
inline constexpr std::uint32_t max_sequence = (1u << block_sequence_bits) - 1;
constexpr std::int64_t last_block_id(int slot) {
  return block_id(slot, (IndexKey{1} << index_key_bits) - 1, max_sequence);
}
constexpr IndexKey block_key(std::int64_t id) {
  return static_cast<IndexKey>(id) >> block_sequence_bits & ((IndexKey{1} << index_key_bits) - 1);
}
constexpr std::uint32_t block_sequence(std::int64_t id) {
  return static_cast<std::uint32_t>(id) & max_sequence;
}

/// Order of an index: by key, then game, then ply.
constexpr bool operator<(const Posting& a, const Posting& b) {
  if (a.key != b.key) return a.key < b.key;
  return a.game != b.game ? a.game < b.game : a.ply < b.ply;
}

/// Blocks grow to this size: with its row around it, such a blob fills one page of 4096 bytes with
/// its checksum.
inline constexpr std::size_t block_capacity = 4053;

/// The Rice parameter that gives the shortest codes for keys with this mean distance.
int rice_bits_for(IndexKey distance);

/// Where a block stands in its run, so that a neighbour that is gone is noticed.
struct BlockPlace {
  bool is_first = false;
  /// Both indexes number their blocks alike.
  bool of_contents = false;
  /// The first key of the block after it; no value where none was known when it was written.
  std::optional<IndexKey> next;
  /// Not stored: it is mixed into the checksum, since all shards number their blocks alike.
  int shard = 0;
  bool operator==(const BlockPlace&) const = default;
};

/// Gathers sorted postings until a block is full.
class BlockBuilder {
 public:
  /// `rice_bits` should be near the logarithm of the usual distance of neighbouring keys; shorten()
  /// finds the best.
  explicit BlockBuilder(int rice_bits) : rice_bits_(rice_bits) {}

  bool empty() const { return postings_.empty(); }
  std::size_t size() const { return postings_.size(); }
  IndexKey first_key() const { return postings_.front().key; }
  IndexKey last_key() const { return postings_.back().key; }
  /// Whether `group`, postings of one key, still fits. Requires: it sorts after the last posting.
  bool fits(std::span<const Posting> group) const;
  /// Adds it, if it fits.
  bool try_add(std::span<const Posting> group);
  /// Adds it even where the block then is larger than a page.
  void add(const Posting& posting);
  /// Takes the Rice parameter that makes the postings shortest, with `next`, a key that would
  /// follow; false when no other one makes them shorter.
  bool shorten(std::optional<IndexKey> next = {});
  /// The blob for the row of that number; the builder is empty afterwards. Requires: not empty, and
  /// `id` has the first key.
  Bytes take(std::int64_t id, const std::optional<BlockPlace>& place = {});

 private:
  std::size_t code_bits(IndexKey key) const;
  std::size_t all_code_bits(int rice_bits) const;
  void write_keys(Bytes& blob) const;
  void write_fields(Bytes& blob, int game_bits, int ply_bits) const;

  int rice_bits_;
  std::vector<Posting> postings_;
  std::size_t key_bits_ = 0;
  std::uint32_t low_game_ = ~0u, high_game_ = 0, high_ply_ = 0;
};

/// A block taken apart lazily; whatever its bytes are, reading it is safe.
class BlockReader {
 public:
  /// The blob of the row with the number `id`, of a shard; it must outlive the reader.
  BlockReader(std::int64_t id, ByteView blob, int shard = 0);

  /// False when the header does not fit the blob, or the checksum is not that of the bytes; then
  /// there are no postings.
  bool valid() const { return valid_; }
  int rice_bits() const { return rice_bits_; }
  /// No value in a block that does not say.
  const std::optional<BlockPlace>& place() const { return place_; }
  /// Appends the postings of `key`; false when the block is damaged.
  bool find(IndexKey key, std::vector<Posting>& out) const;
  /// Appends all postings; false when the block is damaged.
  bool all(std::vector<Posting>& out) const;

 private:
  BitReader fields_from(std::size_t i) const;
  Posting next_field(BitReader& fields, IndexKey key) const;
  /// Goes on to the next posting's key; false when the codes are damaged.
  bool next_key(BitReader& codes, IndexKey& key) const;

  IndexKey first_key_;
  ByteView data_;
  std::optional<BlockPlace> place_;
  bool valid_ = false;
  std::size_t count_ = 0, key_bytes_ = 0;
  std::uint32_t low_game_ = 0;
  int rice_bits_ = 0, game_bits_ = 0, ply_bits_ = 0;
};

}  // namespace yari
