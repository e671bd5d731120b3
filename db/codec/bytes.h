/// \file
/// Bytes of a blob, written and read in one place: little endian, varints, bounds always checked.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace yari {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

/// Appends values to a blob.
class ByteWriter {
 public:
  explicit ByteWriter(Bytes& out) : out_(out) {}

  void byte(std::uint8_t value) { out_.push_back(value); }
  void u16(std::uint16_t value) {
    byte(static_cast<std::uint8_t>(value));
    byte(static_cast<std::uint8_t>(value >> 8));
  }
  void u32(std::uint32_t value) {
    u16(static_cast<std::uint16_t>(value));
    u16(static_cast<std::uint16_t>(value >> 16));
  }
  /// Seven bits a byte, the lowest first, the high bit on all but the last.
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
  }
  /// Small negative numbers are short too: 0, -1, 1, -2 become 0, 1, 2, 3.
  void zigzag(std::int64_t value) {
    varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
  }
  void text(std::string_view value) {
    varint(value.size());
    out_.insert(out_.end(), value.begin(), value.end());
  }

 private:
  Bytes& out_;
};

/// Takes values off a blob that may be damaged. After a read beyond the end, `ok()` is false and
/// every value is 0 or empty.
class ByteReader {
 public:
  explicit ByteReader(ByteView data) : data_(data) {}

  bool ok() const { return ok_; }
  bool at_end() const { return position_ == data_.size(); }
  std::size_t left() const { return data_.size() - position_; }

  std::uint8_t byte() {
    if (at_end()) return fail();
    return data_[position_++];
  }
  std::uint16_t u16() {
    const unsigned low = byte();
    return static_cast<std::uint16_t>(low | static_cast<unsigned>(byte()) << 8);
  }
  std::uint32_t u32() {
    const std::uint32_t low = u16();
    return low | static_cast<std::uint32_t>(u16()) << 16;
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint64_t b = byte();
      value |= (b & 0x7F) << shift;
      if (b < 0x80) return ok_ ? value : 0;
    }
    return fail();
  }
  /// A varint that must not be above `limit`.
  std::uint64_t varint_up_to(std::uint64_t limit) {
    const std::uint64_t value = varint();
    return value <= limit ? value : fail();
  }
  std::int64_t zigzag() {
    const std::uint64_t value = varint();
    return static_cast<std::int64_t>(value >> 1 ^ (0 - (value & 1)));
  }
  std::string_view text() {
    std::uint64_t size = varint();
    // Judged only now: the length itself takes bytes.
    if (size > left()) size = fail();
    const auto* begin = reinterpret_cast<const char*>(data_.data()) + position_;
    position_ += size;
    return {begin, size};
  }
  /// Marks the input as damaged, as a read past the end does, and returns 0.
  std::uint8_t fail() {
    ok_ = false;
    position_ = data_.size();
    return 0;
  }

 private:
  ByteView data_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace yari
