// One table for what is printed and for the names of files.
#include "text/unseen.h"

#include <algorithm>
#include <array>

namespace yari {
namespace {

struct CharacterRange {
  char32_t first, last;
};

constexpr bool is_in(char32_t c, CharacterRange range) {
  return c >= range.first && c <= range.last;
}

constexpr std::array<CharacterRange, 19> unseen_ranges{{
    {0x00, 0x1F},     {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
    {0x115F, 0x1160}, {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
}};

bool is_in_table(char32_t c) {
  return std::ranges::any_of(unseen_ranges, [&](CharacterRange range) { return is_in(c, range); });
}

bool is_variation_selector(char32_t c) {
  return is_in(c, {0xFE00, 0xFE0F}) || is_in(c, {0xE0100, 0xE01EF});
}

/// Whether `c`, unseen by itself, is part of the sign before it: a variant of a kanji or an emoji,
/// an emoji of several, letters that join in scripts from Arabic to Burmese.
bool belongs_to(char32_t before, char32_t c) {
  const bool is_emoji = is_in(before, {0x1F000, 0x1FAFF}) || is_in(before, {0x2190, 0x2BFF});
  if (is_variation_selector(c)) {
    const bool is_keycap = is_in(before, {'0', '9'}) || before == '#' || before == '*';
    return is_keycap || (before >= 0xA0 && !is_in_table(before));
  }
  if (c == 0x200D && (is_emoji || before == 0xFE0F)) return true;
  return is_in(c, {0x200C, 0x200D}) && is_in(before, {0x600, 0x109F}) && !is_in_table(before);
}

}  // namespace

bool is_unseen(char32_t before, char32_t c) { return is_in_table(c) && !belongs_to(before, c); }

}  // namespace yari
