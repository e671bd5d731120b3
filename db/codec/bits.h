/// \file
/// Bits of a posting block, written and read fast: the lowest bit of the first byte comes first.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "db/codec/bytes.h"

namespace yari {

/// Appends fields of up to 56 bits to a blob, whole words at a time.
class BitWriter {
 public:
  /// Makes room for `bytes`. Requires: no more are written.
  BitWriter(Bytes& out, std::size_t bytes) : out_(out), at_(out.size()) {
    out.resize(at_ + bytes + sizeof pending_);
    data_ = out.data();
  }

  /// Requires: width <= 56 and value < 2^width.
  void write(std::uint64_t value, int width) {
    pending_ |= value << count_;
    count_ += width;
    put();
  }
  /// `zeros` zeros and a one.
  void unary(std::uint64_t zeros) {
    for (; zeros >= 32; zeros -= 32) write(0, 32);
    write(std::uint64_t{1} << zeros, static_cast<int>(zeros) + 1);
  }
  /// Fills the last byte with zeros; until then the blob is longer than its content. Comes last.
  void flush() {
    if (count_ > 0) write(0, 8 - count_);
    out_.resize(at_);
  }

 private:
  /// Writes the whole bytes of what is pending; fewer than eight bits stay.
  void put() {
    assert(at_ + sizeof pending_ <= out_.size());
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(data_ + at_, &pending_, sizeof pending_);
    at_ += static_cast<std::size_t>(count_ >> 3);
    pending_ >>= count_ & ~7;
    count_ &= 7;
  }

  Bytes& out_;
  std::uint8_t* data_;
  std::size_t at_;
  std::uint64_t pending_ = 0;
  int count_ = 0;
};

/// Reads bits at any place of a buffer; beyond its end there are zeros.
class BitReader {
 public:
  BitReader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::size_t position() const { return position_; }
  bool past_end() const { return position_ > size_ * 8; }
  void seek(std::size_t bit) { position_ = bit; }

  /// The next 57 bits or more, without going on.
  std::uint64_t peek() const {
    const std::size_t byte = position_ / 8;
    std::uint64_t word = 0;
    static_assert(std::endian::native == std::endian::little);
    if (byte + sizeof word <= size_) {
      std::memcpy(&word, data_ + byte, sizeof word);
    } else if (byte < size_) {
      std::memcpy(&word, data_ + byte, size_ - byte);
    }
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
  std::size_t size_;
  std::size_t position_ = 0;
};

}  // namespace yari
