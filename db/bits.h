/// \file
/// Bits of a posting block, written and read fast: the lowest bit of the first byte comes first.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "db/sqlite.h"

namespace yari {

/// Appends fields of up to 56 bits to a blob.
class BitWriter {
 public:
  explicit BitWriter(Bytes& out) : out_(out) {}

  /// Requires: width <= 56 and value < 2^width.
  void write(std::uint64_t value, int width) {
    pending_ |= value << count_;
    count_ += width;
    for (; count_ >= 8; count_ -= 8, pending_ >>= 8) {
      out_.push_back(static_cast<std::uint8_t>(pending_));
    }
  }
  /// `zeros` zeros and a one.
  void unary(std::uint64_t zeros) {
    for (; zeros >= 32; zeros -= 32) write(0, 32);
    write(std::uint64_t{1} << zeros, static_cast<int>(zeros) + 1);
  }
  /// Fills the last byte with zeros.
  void flush() {
    if (count_ > 0) write(0, 8 - count_);
  }

 private:
  Bytes& out_;
  std::uint64_t pending_ = 0;
  int count_ = 0;
};

/// Reads bits at any place of a buffer.
class BitReader {
 public:
  /// Bytes that must be readable behind the last one of the fields.
  static constexpr std::size_t padding = 8;

  /// Requires: `padding` readable bytes behind `size`.
  BitReader(const std::uint8_t* data, std::size_t size) : data_(data), bits_(size * 8) {}

  std::size_t position() const { return position_; }
  bool past_end() const { return position_ > bits_; }
  void seek(std::size_t bit) { position_ = bit; }

  /// The next 57 bits or more, without going on; zeros may be padding. Past the end: 0.
  std::uint64_t peek() const {
    if (position_ >= bits_) return 0;
    std::uint64_t word;
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(&word, data_ + position_ / 8, sizeof word);
    return word >> position_ % 8;
  }
  void skip(int width) { position_ += static_cast<std::size_t>(width); }
  /// Requires: width <= 56.
  std::uint64_t read(int width) {
    const std::uint64_t value = peek() & ((std::uint64_t{1} << width) - 1);
    skip(width);
    return value;
  }
  /// Zeros before the next one, which is taken too. Goes past the end when there is none.
  std::uint64_t unary() {
    std::uint64_t zeros = 0;
    while (!past_end()) {
      const std::uint64_t word = peek() & ((std::uint64_t{1} << 56) - 1);
      if (word != 0) {
        const int n = std::countr_zero(word);
        skip(n + 1);
        return zeros + static_cast<std::uint64_t>(n);
      }
      skip(56);
      zeros += 56;
    }
    return zeros;
  }

 private:
  const std::uint8_t* data_;
  std::size_t bits_;
  std::size_t position_ = 0;
};

}  // namespace yari
