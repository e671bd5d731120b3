#include "notation/encoding/utf16.h"

#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"

namespace yari {

namespace {

constexpr char32_t replacement = 0xFFFD;
constexpr char32_t mark = 0xFEFF;

bool is_high(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

std::size_t Utf16Reader::take_unit(char32_t unit, std::string& out) {
  if (!std::exchange(begun_, true)) {
    big_endian_ = unit == mark;
    return 0;
  }
  std::size_t lost = 0;
  const char32_t high = std::exchange(high_, 0);
  if (high != 0 && is_low(unit)) {
    append_utf8(out, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
    return 0;
  }
  if (high != 0) {
    append_utf8(out, replacement);
    ++lost;
  }
  if (is_high(unit)) {
    high_ = unit;
  } else if (is_low(unit)) {
    append_utf8(out, replacement);
    ++lost;
  } else if (unit != mark) {
    append_utf8(out, unit);
  }
  return lost;
}

std::size_t Utf16Reader::read(std::string_view bytes, bool at_end, std::string& out) {
  std::size_t lost = 0;
  for (const char c : bytes) {
    if (half_ < 0) {
      half_ = octet(c);
      continue;
    }
    const auto first = static_cast<char32_t>(std::exchange(half_, -1));
    const char32_t second = octet(c);
    // The mark itself is read as big endian.
    const bool first_is_high = !begun_ || big_endian_;
    lost += take_unit(first_is_high ? first << 8 | second : second << 8 | first, out);
  }
  if (!at_end) return lost;
  for (const bool left : {std::exchange(high_, 0) != 0, std::exchange(half_, -1) >= 0}) {
    if (!left) continue;
    append_utf8(out, replacement);
    ++lost;
  }
  return lost;
}

}  // namespace yari
