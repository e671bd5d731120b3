// Statistics of bytes: what one encoding has often, another never has.
#include "notation/encoding_guess.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "notation/text.h"

namespace yari {
namespace {

std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }

bool is_shift_jis_lead(std::uint8_t b) {
  return (b >= 0x81 && b <= 0x9F) || (b >= 0xE0 && b <= 0xFC);
}
bool is_shift_jis_trail(std::uint8_t b) { return b >= 0x40 && b <= 0xFC && b != 0x7F; }

// The next byte above ASCII, or the end.
std::size_t behind_ascii(std::string_view text, std::size_t i) {
  for (std::uint64_t word; i + 8 <= text.size(); i += 8) {
    std::memcpy(&word, text.data() + i, 8);
    if ((word & 0x8080808080808080ULL) != 0) break;
  }
  while (i < text.size() && byte(text[i]) < 0x80) ++i;
  return i;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t i) {
  const std::uint8_t lead = byte(text[i]);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || i + length > text.size()) return 0;
  const std::uint8_t second = byte(text[i + 1]);
  const std::uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (second < low || second > high) return 0;
  for (std::size_t k = 2; k < length; ++k) {
    if ((byte(text[i + k]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

int shift_jis_score(std::string_view text) {
  int score = 0;
  bool after_letter = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t b = byte(text[i]);
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (b < 0x80) {
      after_letter = is_letter(text[i]);
      continue;
    }
    if (!is_shift_jis_lead(b)) {
      score -= after_letter || is_letter(next) ? 3 : 0;
    } else if (!is_shift_jis_trail(byte(next))) {
      score -= 3;
    } else {
      score += after_letter && is_letter(next) ? -3 : b < 0xA0 ? 3 : b <= 0xEA ? 1 : -2;
      ++i;
    }
    after_letter = false;
  }
  return score;
}

bool has_three_byte_character(std::string_view utf8) {
  return std::any_of(utf8.begin(), utf8.end(), [](char c) { return byte(c) >= 0xE0; });
}

Utf8Share utf8_share(std::string_view text) {
  Utf8Share share;
  for (std::size_t i = behind_ascii(text, 0); i < text.size(); i = behind_ascii(text, i)) {
    const std::size_t length = utf8_length(text, i);
    const std::size_t next = i + std::max<std::size_t>(length, 1);
    const bool beside_letter =
        (i > 0 && is_letter(text[i - 1])) || (next < text.size() && is_letter(text[next]));
    if (length == 0) ++share.broken;
    if (length > 2 || (length == 2 && beside_letter)) share.sound += length;
    i = next;
  }
  return share;
}

bool is_damaged_utf8(std::string_view block) {
  constexpr std::size_t sound_per_broken = 4;
  const Utf8Share share = utf8_share(block);
  return share.sound > sound_per_broken * share.broken;
}

}  // namespace yari
