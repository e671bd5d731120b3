// Folding by utf8proc; what Unicode does not call the same, and people do, stands in tables.
#include "db/people/letters.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "text/ascii.h"
#include "text/kanji_forms.h"
#include "text/utf8.h"

namespace yari::people {

namespace {

/// Letters that Unicode does not decompose: dropped, expanded.
struct Plain {
  char32_t letter;
  const char* dropped;
  const char* expanded;
};
constexpr std::array<Plain, 8> plain_letters{{{U'ø', "o", "oe"},
                                              {U'đ', "d", "d"},
                                              {U'ð', "d", "d"},
                                              {U'ł', "l", "l"},
                                              {U'þ', "th", "th"},
                                              {U'æ', "ae", "ae"},
                                              {U'œ', "oe", "oe"},
                                              {U'ı', "i", "i"}}};

/// The result of utf8proc_map; no value where the text is not UTF-8.
std::string mapped(std::string_view text, int options, bool& valid) {
  utf8proc_uint8_t* out = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                             static_cast<utf8proc_ssize_t>(text.size()), &out,
                                             static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> owner(out, std::free);
  valid = size >= 0;
  if (!valid) return {};
  return std::string(reinterpret_cast<const char*>(out), static_cast<std::size_t>(size));
}

bool is_mark(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

/// A mark that makes another kana, not an accent.
bool is_voicing(char32_t c) { return c == 0x3099 || c == 0x309A; }

/// "e" for the two dots after a, o or u, "a" for the ring after a.
std::string_view expansion(char32_t mark, char before) {
  if (mark == 0x308 && (before == 'a' || before == 'o' || before == 'u')) return "e";
  if (mark == 0x30A && before == 'a') return "a";
  return "";
}

std::string without_marks(std::string_view decomposed, Accents accents) {
  std::string out;
  for (const char32_t c : code_points(decomposed)) {
    const auto plain = std::ranges::find(plain_letters, c, &Plain::letter);
    if (plain != plain_letters.end()) {
      out += accents == Accents::expanded ? plain->expanded : plain->dropped;
    } else if (is_mark(c) && !is_voicing(c)) {
      if (accents == Accents::expanded && !out.empty()) out += expansion(c, out.back());
    } else {
      out += utf8(common_form(c));
    }
  }
  return out;
}

bool joins(char32_t c) {
  return c == U'\'' || c == U'-' || c == U'’' || c == U'‘' || c == U'`' || c == U'ʼ' ||
         (c >= 0x2010 && c <= 0x2014);
}

bool is_word_character(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

}  // namespace

std::vector<char32_t> code_points(std::string_view text) {
  std::vector<char32_t> points;
  points.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    points.push_back(c.value);
    at += c.length;
  }
  return points;
}

std::string utf8(char32_t c) {
  std::string text;
  append_utf8(text, c);
  return text;
}

std::string folded(std::string_view text, Accents accents) {
  if (std::ranges::all_of(text, is_ascii)) return ascii_lower(text);
  bool valid = false;
  const std::string decomposed = mapped(
      text, UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD, valid);
  if (!valid) return ascii_lower(text);
  const std::string plain = without_marks(decomposed, accents);
  std::string composed = mapped(plain, UTF8PROC_STABLE | UTF8PROC_COMPOSE, valid);
  return valid ? composed : plain;
}

std::vector<std::string> words_of(std::string_view folded) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char32_t c : code_points(folded)) {
    if (joins(c)) continue;
    if (!is_word_character(c)) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    words.back() += utf8(c);
  }
  return words;
}

}  // namespace yari::people
