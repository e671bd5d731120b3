// Encoding and decoding of posting blocks.
#include "db/codec/posting_block.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "db/codec/bits.h"
#include "db/codec/bytes.h"
#include "db/codec/checksum.h"

namespace yari {

namespace {

constexpr std::size_t header_size = 11;
constexpr std::size_t checksum_size = 4;
/// In the byte of the Rice bits: the block ends with a checksum.
constexpr std::uint8_t has_checksum = 0x80;
/// In the same byte: before the checksum stands the place.
constexpr std::uint8_t has_place = 0x40;
constexpr std::size_t place_size = 6;
constexpr std::uint8_t is_first_bit = 1, has_next_bit = 2, of_contents_bit = 4;
constexpr std::size_t max_count = 0xFFFF;
/// Game and ply of a posting are read and written together up to this width.
constexpr int most_field_bits = 56;
constexpr IndexKey key_limit = IndexKey{1} << index_key_bits;

std::size_t to_bytes(std::size_t bits) { return (bits + 7) / 8; }

void write_place(Bytes& blob, const BlockPlace& place) {
  ByteWriter out(blob);
  out.byte(static_cast<std::uint8_t>((place.is_first ? is_first_bit : 0) |
                                     (place.next ? has_next_bit : 0) |
                                     (place.of_contents ? of_contents_bit : 0)));
  const IndexKey next = place.next.value_or(0);
  out.byte(static_cast<std::uint8_t>(next >> 32));
  out.u32(static_cast<std::uint32_t>(next));
}

BlockPlace read_place(ByteView data) {
  ByteReader in(data);
  const std::uint8_t bits = in.byte();
  const IndexKey high = in.byte();
  const IndexKey next = high << 32 | in.u32();
  return {.is_first = (bits & is_first_bit) != 0,
          .of_contents = (bits & of_contents_bit) != 0,
          .next = (bits & has_next_bit) != 0 ? std::optional(next) : std::nullopt,
          .shard = 0};
}

/// What the checksum is mixed with.
std::uint64_t checksum_place(std::int64_t id, int shard) {
  return static_cast<std::uint64_t>(id) + static_cast<std::uint64_t>(shard) * 0x9E3779B97F4A7C15;
}

}  // namespace

int rice_bits_for(IndexKey distance) {
  // The best parameter is log2(distance * ln 2).
  return std::max(0, static_cast<int>(std::bit_width(distance * 69 / 100)) - 1);
}

namespace {

std::size_t bits_of_code(IndexKey distance, int rice_bits) {
  if (distance == 0) return 1;
  return 2 + ((distance - 1) >> rice_bits) + static_cast<std::size_t>(rice_bits);
}

}  // namespace

std::size_t BlockBuilder::code_bits(IndexKey key) const {
  return empty() ? 0 : bits_of_code(key - last_key(), rice_bits_);
}

std::size_t BlockBuilder::all_code_bits(int rice_bits) const {
  std::size_t bits = 0;
  for (std::size_t i = 1; i < postings_.size(); ++i)
    bits += bits_of_code(postings_[i].key - postings_[i - 1].key, rice_bits);
  return bits;
}

bool BlockBuilder::shorten(std::optional<IndexKey> next) {
  if (empty()) return false;
  const IndexKey last = next.value_or(last_key());
  IndexKey steps = last != last_key() ? 1 : 0;
  for (std::size_t i = 1; i < postings_.size(); ++i)
    if (postings_[i].key != postings_[i - 1].key) ++steps;
  if (steps == 0) return false;
  const int best = rice_bits_for((last - first_key()) / steps);
  const std::size_t bits = all_code_bits(best), code = bits_of_code(last - last_key(), best);
  if (bits + code >= key_bits_ + code_bits(last)) return false;
  rice_bits_ = best;
  key_bits_ = bits;
  return true;
}

bool BlockBuilder::fits(std::span<const Posting> group) const {
  const std::size_t count = size() + group.size();
  if (count > max_count) return false;
  std::uint32_t ply = high_ply_;
  for (const Posting& p : group) ply = std::max(ply, p.ply);
  // A group is sorted by game.
  const std::uint32_t low = std::min(low_game_, group.front().game);
  const std::uint32_t high = std::max(high_game_, group.back().game);
  const std::size_t key_bits = key_bits_ + code_bits(group.front().key) + group.size() - 1;
  const auto width = static_cast<std::size_t>(std::bit_width(high - low) + std::bit_width(ply));
  return header_size + to_bytes(key_bits) + to_bytes(count * width) + place_size + checksum_size <=
         block_capacity;
}

bool BlockBuilder::try_add(std::span<const Posting> group) {
  if (!fits(group)) return false;
  for (const Posting& p : group) add(p);
  return true;
}

void BlockBuilder::add(const Posting& posting) {
  assert(empty() || postings_.back() < posting);
  key_bits_ += code_bits(posting.key);
  low_game_ = std::min(low_game_, posting.game);
  high_game_ = std::max(high_game_, posting.game);
  high_ply_ = std::max(high_ply_, posting.ply);
  postings_.push_back(posting);
}

void BlockBuilder::write_keys(Bytes& blob) const {
  BitWriter codes(blob, to_bytes(key_bits_));
  const int rice_bits = rice_bits_;
  const IndexKey low_bits = (IndexKey{1} << rice_bits) - 1;
  IndexKey last = first_key();
  for (const Posting& p : postings_) {
    if (&p == postings_.data()) continue;
    const IndexKey distance = p.key - last;
    last = p.key;
    if (distance == 0) {
      codes.write(1, 1);
      continue;
    }
    const IndexKey zeros = 1 + ((distance - 1) >> rice_bits);
    const IndexKey low = (distance - 1) & low_bits;
    if (zeros + 1 + static_cast<IndexKey>(rice_bits) <= 56) {
      codes.write((low << 1 | 1) << zeros, static_cast<int>(zeros) + 1 + rice_bits);
    } else {
      codes.unary(zeros);
      codes.write(low, rice_bits);
    }
  }
  codes.flush();
}

void BlockBuilder::write_fields(Bytes& blob, int game_bits, int ply_bits) const {
  BitWriter fields(blob, to_bytes(size() * static_cast<std::size_t>(game_bits + ply_bits)));
  const std::uint32_t low_game = low_game_;
  if (game_bits + ply_bits <= most_field_bits) {
    for (const Posting& p : postings_)
      fields.write(std::uint64_t{p.ply} << game_bits | (p.game - low_game), game_bits + ply_bits);
  } else {
    for (const Posting& p : postings_) {
      fields.write(p.game - low_game, game_bits);
      fields.write(p.ply, ply_bits);
    }
  }
  fields.flush();
}

Bytes BlockBuilder::take(std::int64_t id, const std::optional<BlockPlace>& place) {
  assert(!empty() && block_key(id) == first_key());
  Bytes blob;
  blob.reserve(block_capacity + 64);
  const auto game_bits = static_cast<int>(std::bit_width(high_game_ - low_game_));
  const auto ply_bits = static_cast<int>(std::bit_width(high_ply_));
  ByteWriter header(blob);
  header.u16(static_cast<std::uint16_t>(size()));
  header.u16(static_cast<std::uint16_t>(to_bytes(key_bits_)));
  header.u32(low_game_);
  header.byte(static_cast<std::uint8_t>(rice_bits_ | has_checksum | (place ? has_place : 0)));
  header.byte(static_cast<std::uint8_t>(game_bits));
  header.byte(static_cast<std::uint8_t>(ply_bits));
  write_keys(blob);
  write_fields(blob, game_bits, ply_bits);
  if (place) write_place(blob, *place);
  add_checksum(checksum_place(id, place ? place->shard : 0), blob);
  *this = BlockBuilder(rice_bits_);
  return blob;
}

BlockReader::BlockReader(std::int64_t id, ByteView blob, int shard)
    : first_key_(block_key(id)), data_(blob) {
  if (blob.size() >= header_size && (blob[8] & has_checksum) != 0) {
    const bool is_placed = (blob[8] & has_place) != 0;
    data_ = without_checksum(checksum_place(id, is_placed ? shard : 0), blob).value_or(ByteView{});
  }
  if (data_.size() >= header_size + place_size && (data_[8] & has_place) != 0) {
    place_ = read_place(data_.last(place_size));
    place_->shard = shard;
    data_ = data_.first(data_.size() - place_size);
  }
  ByteReader header(data_);
  count_ = header.u16();
  key_bytes_ = header.u16();
  low_game_ = header.u32();
  rice_bits_ = header.byte() & ~(has_checksum | has_place);
  game_bits_ = header.byte();
  ply_bits_ = header.byte();
  valid_ = header.ok() && count_ > 0 && rice_bits_ <= index_key_bits && game_bits_ <= 32 &&
           ply_bits_ <= 32 && first_key_ < key_limit &&
           data_.size() == header_size + key_bytes_ +
                               to_bytes(count_ * static_cast<std::size_t>(game_bits_ + ply_bits_));
  if (!valid_) count_ = 0;
}

BitReader BlockReader::fields_from(std::size_t i) const {
  const std::size_t begin = header_size + key_bytes_;
  BitReader bits(data_.data() + begin, data_.size() - begin);
  bits.seek(i * static_cast<std::size_t>(game_bits_ + ply_bits_));
  return bits;
}

Posting BlockReader::next_field(BitReader& fields, IndexKey key) const {
  if (game_bits_ + ply_bits_ > most_field_bits) {
    const auto game = static_cast<std::uint32_t>(low_game_ + fields.read(game_bits_));
    return {key, game, static_cast<std::uint32_t>(fields.read(ply_bits_))};
  }
  const std::uint64_t both = fields.read(game_bits_ + ply_bits_);
  const std::uint64_t game = both & ((std::uint64_t{1} << game_bits_) - 1);
  return {key, static_cast<std::uint32_t>(low_game_ + game),
          static_cast<std::uint32_t>(both >> game_bits_)};
}

bool BlockReader::next_key(BitReader& codes, IndexKey& key) const {
  const std::uint64_t word = codes.peek();
  const int zeros = std::countr_zero(word);
  if (zeros == 0) {
    codes.skip(1);
  } else if (zeros + 1 + rice_bits_ <= 56) {
    // The usual case: the whole code lies in one word.
    const std::uint64_t low = word >> (zeros + 1) & ((std::uint64_t{1} << rice_bits_) - 1);
    key += (static_cast<std::uint64_t>(zeros - 1) << rice_bits_) + low + 1;
    codes.skip(zeros + 1 + rice_bits_);
  } else {
    const std::uint64_t all_zeros = codes.unary();
    if (all_zeros != 0) key += ((all_zeros - 1) << rice_bits_) + codes.read(rice_bits_) + 1;
  }
  return !codes.past_end() && key < key_limit;
}

bool BlockReader::find(IndexKey wanted, std::vector<Posting>& out) const {
  if (!valid_) return false;
  BitReader codes(data_.data() + header_size, key_bytes_);
  IndexKey key = first_key_;
  for (std::size_t i = 0;;) {
    if (key == wanted) {
      BitReader fields = fields_from(i);
      out.push_back(next_field(fields, key));
    }
    if (++i == count_ || key > wanted) return true;
    if (!next_key(codes, key)) return false;
  }
}

bool BlockReader::all(std::vector<Posting>& out) const {
  if (!valid_) return false;
  BitReader codes(data_.data() + header_size, key_bytes_);
  BitReader fields = fields_from(0);
  IndexKey key = first_key_;
  for (std::size_t i = 0;;) {
    out.push_back(next_field(fields, key));
    if (++i == count_) return true;
    if (!next_key(codes, key)) return false;
  }
}

}  // namespace yari
