// Statistics of bytes: what one encoding has often, another never has.
#include "notation/encoding/encoding_guess.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "text/text.h"
#include "text/utf8.h"

namespace yari {
namespace {

bool is_shift_jis_lead(std::uint8_t b) {
  return (b >= 0x81 && b <= 0x9F) || (b >= 0xE0 && b <= 0xFC);
}
bool is_shift_jis_trail(std::uint8_t b) { return b >= 0x40 && b <= 0xFC && b != 0x7F; }

/// The kanji of headers, moves and frequent names of players, as EUC-JP has them:
/// 位井一引右羽王下会開角割間丸寄期棋久級京局玉金銀九桂五後考香合佐左阪三山四始時七手終順所勝
/// 将上場森人成生先川戦村打対大第谷段中直田渡投東藤同内二日馬八飛備不負平辺保歩本名木竜龍了六
constexpr std::array<std::uint16_t, 90> record_kanji{
    0xB0CC, 0xB0E6, 0xB0EC, 0xB0FA, 0xB1A6, 0xB1A9, 0xB2A6, 0xB2BC, 0xB2F1, 0xB3AB, 0xB3D1, 0xB3E4,
    0xB4D6, 0xB4DD, 0xB4F3, 0xB4FC, 0xB4FD, 0xB5D7, 0xB5E9, 0xB5FE, 0xB6C9, 0xB6CC, 0xB6E2, 0xB6E4,
    0xB6E5, 0xB7CB, 0xB8DE, 0xB8E5, 0xB9CD, 0xB9E1, 0xB9E7, 0xBAB4, 0xBAB8, 0xBAE5, 0xBBB0, 0xBBB3,
    0xBBCD, 0xBBCF, 0xBBFE, 0xBCB7, 0xBCEA, 0xBDAA, 0xBDE7, 0xBDEA, 0xBEA1, 0xBEAD, 0xBEE5, 0xBEEC,
    0xBFB9, 0xBFCD, 0xC0AE, 0xC0B8, 0xC0E8, 0xC0EE, 0xC0EF, 0xC2BC, 0xC2C7, 0xC2D0, 0xC2E7, 0xC2E8,
    0xC3AB, 0xC3CA, 0xC3E6, 0xC4BE, 0xC5C4, 0xC5CF, 0xC5EA, 0xC5EC, 0xC6A3, 0xC6B1, 0xC6E2, 0xC6F3,
    0xC6FC, 0xC7CF, 0xC8AC, 0xC8F4, 0xC8F7, 0xC9D4, 0xC9E9, 0xCABF, 0xCAD5, 0xCADD, 0xCAE2, 0xCBDC,
    0xCCBE, 0xCCDA, 0xCEB5, 0xCEB6, 0xCEBB, 0xCFBB};

}  // namespace

std::size_t end_of_ascii(std::string_view text, std::size_t i) {
  for (std::uint64_t word; i + 8 <= text.size(); i += 8) {
    std::memcpy(&word, text.data() + i, 8);
    if ((word & 0x8080808080808080ULL) != 0) break;
  }
  while (i < text.size() && octet(text[i]) < 0x80) ++i;
  return i;
}

int shift_jis_score(std::string_view text) {
  int score = 0;
  bool after_letter = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t b = octet(text[i]);
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (b < 0x80) {
      after_letter = is_letter(text[i]);
      continue;
    }
    if (!is_shift_jis_lead(b)) {
      score -= after_letter || is_letter(next) ? 3 : 0;
    } else if (!is_shift_jis_trail(octet(next))) {
      score -= 3;
    } else {
      score += after_letter && is_letter(next) ? -3 : b < 0xA0 ? 3 : b <= 0xEA ? 1 : -2;
      ++i;
    }
    after_letter = false;
  }
  return score;
}

namespace {

bool is_euc_byte(std::uint8_t b) { return b >= 0xA1 && b <= 0xFE; }

/// The length of the EUC-JP character at `i`, which is above ASCII; 0 where there is none.
std::size_t euc_jp_length(std::string_view text, std::size_t i) {
  const auto high = [&](std::size_t k) { return k < text.size() && is_euc_byte(octet(text[k])); };
  const std::uint8_t lead = octet(text[i]);
  if (lead == 0x8F) return high(i + 1) && high(i + 2) ? 3 : 0;
  if (lead == 0x8E) return high(i + 1) && octet(text[i + 1]) <= 0xDF ? 2 : 0;
  return high(i) && high(i + 1) ? 2 : 0;
}

/// How much a pair speaks for EUC-JP: rows 4 and 5 are kana, 0xB0..0xCF the frequent kanji.
int weight_of_pair(std::uint8_t lead, std::uint8_t trail) {
  if (lead == 0xA4 || lead == 0xA5) return 3;
  if (lead >= 0xA1 && lead <= 0xA3) return 1;
  const auto pair = static_cast<std::uint16_t>(lead << 8 | trail);
  if (std::binary_search(record_kanji.begin(), record_kanji.end(), pair)) return 2;
  const bool two_western_letters = lead >= 0xC0 && trail >= 0xC0;
  if (lead >= 0xB0 && lead <= 0xCF) return two_western_letters ? 0 : 1;
  return lead >= 0xD0 && lead <= 0xF4 ? -1 : -2;
}

}  // namespace

int euc_jp_score(std::string_view text) {
  constexpr int broken = -4;
  constexpr int unsure = 5;
  int score = 0;
  bool after_letter = false;
  bool can_be_katakana = true;
  for (std::size_t i = 0; i < text.size();) {
    const std::uint8_t b = octet(text[i]);
    if (b < 0x80) {
      after_letter = is_letter(text[i++]);
      continue;
    }
    const std::size_t length = euc_jp_length(text, i);
    if (length == 0) score += broken;
    if (length == 2 && b != 0x8E) {
      const std::uint8_t trail = octet(text[i + 1]);
      const bool before_letter = i + 2 < text.size() && is_letter(text[i + 2]);
      const int weight = weight_of_pair(b, trail);
      // Boards write v歩v歩, and 0xA1 leads punctuation; others within a Western word are letters.
      const bool in_word = after_letter && before_letter && b != 0xA1;
      score += weight < 2 && in_word ? -3 : weight;
      if (b == 0xA4 || b == 0xA5 || std::max(b, trail) >= 0xE0) can_be_katakana = false;
    }
    after_letter = false;
    i += std::max<std::size_t>(length, 1);
  }
  return can_be_katakana ? std::min(score, unsure) : score;
}

bool may_be_euc_jp(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return octet(c) == 0xA0 || (octet(c) >= 0x80 && octet(c) < 0xA0 && c != '\x8E' && c != '\x8F');
  });
}

bool has_three_byte_character(std::string_view utf8) {
  return std::any_of(utf8.begin(), utf8.end(), [](char c) { return octet(c) >= 0xE0; });
}

Utf8Share utf8_share(std::string_view text) {
  Utf8Share share;
  for (std::size_t i = end_of_ascii(text, 0); i < text.size(); i = end_of_ascii(text, i)) {
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
