// Conditions on headers, and how names are compared.
#include "db/query/header.h"

#include <algorithm>
#include <string>

#include "rules/ascii.h"
#include "rules/handicap.h"

namespace yari::query {
namespace {

/// The plain letters under the accents of U+00C0 to U+024F, '.' where there is none.
/// Source: the canonical decompositions of the Unicode Character Database.
constexpr char32_t first_accented = 0xC0;
constexpr std::string_view plain_letters =
    "aaaaaa.ceeeeiiii.nooooo..uuuuy..aaaaaa.ceeeeiiii.nooooo..uuuuy.yaaaaaaccccccccdd"
    "..eeeeeeeeeegggggggghh..iiiiiiiii...jjkk.llllll....nnnnnn...oooooo..rrrrrrssssss"
    "sstttt..uuuuuuuuuuuuwwyyyzzzzzz.................................oo.............u"
    "u............................aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa...."
    "aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............................";

/// The character at `at`, which moves behind it; bytes that are no UTF-8 stand for themselves.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at++);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  if (more == 0 || text.size() - at < static_cast<std::size_t>(more)) return lead;
  char32_t c = lead & (0x3F >> more);
  for (int i = 0; i < more; ++i) c = c << 6 | (byte(at++) & 0x3F);
  return c;
}

/// Without case and accent, for Latin, Greek and Cyrillic letters; others as they are.
char32_t folded(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
  if (c >= first_accented && c < first_accented + plain_letters.size()) {
    const char plain = plain_letters[c - first_accented];
    if (plain != '.') return static_cast<char32_t>(plain);
    if (c <= 0xDE) return c + 0x20;
    return c >= 0x100 && c % 2 == 0 ? c + 1 : c;
  }
  if ((c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F)) return c + 0x20;
  return c >= 0x400 && c <= 0x40F ? c + 0x50 : c;
}

bool is_combining(char32_t c) { return c >= 0x300 && c <= 0x36F; }

/// Blanks and punctuation behind ASCII, as the tokenizer of the text index sees them.
bool is_separator(char32_t c) {
  constexpr std::pair<char32_t, char32_t> ranges[] = {
      {0xAB, 0xB1},     {0xB4, 0xB4},     {0xB6, 0xB8},     {0xBB, 0xBB},     {0xBF, 0xBF},
      {0xD7, 0xD7},     {0xF7, 0xF7},     {0x2000, 0x206F}, {0x3000, 0x3004}, {0x3008, 0x3020},
      {0x30FB, 0x30FB}, {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}};
  return std::ranges::any_of(ranges, [c](const auto& r) { return c >= r.first && c <= r.second; });
}

bool is_word_character(char32_t c) {
  return (c >= 0xAA && !is_separator(c)) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// The words of a text, folded.
std::vector<std::u32string> words_of(std::string_view text) {
  std::vector<std::u32string> words;
  for (const std::string_view word : words_in(text)) {
    words.emplace_back();
    for (std::size_t at = 0; at < word.size();) {
      const char32_t c = folded(next_character(word, at));
      if (!is_combining(c)) words.back() += c;
    }
  }
  return words;
}

bool contains(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return ascii_lower(a) == ascii_lower(b); }) != text.end();
}

struct Holds {
  const HeaderView& header;

  bool operator()(const NameIs& test) const {
    switch (test.field) {
      case NameIs::Field::player:
        return name_matches(test.text, header.black) || name_matches(test.text, header.white);
      case NameIs::Field::black:
        return name_matches(test.text, header.black);
      case NameIs::Field::white:
        return name_matches(test.text, header.white);
      case NameIs::Field::event:
        return name_matches(test.text, header.event);
      case NameIs::Field::site:
        return name_matches(test.text, header.site);
    }
    return false;
  }
  bool operator()(const DateIs& test) const {
    return header.date && latest(*header.date) >= test.from && earliest(*header.date) <= test.to;
  }
  bool operator()(GameResult result) const { return header.result == result; }
  bool operator()(Ending ending) const { return header.ending == ending; }
  bool operator()(const HandicapIs& test) const {
    if (test.name == "any") return !header.handicap.empty();
    if (test.name == "even") return header.start.empty() && header.handicap.empty();
    return same_ignoring_case(test.name, header.handicap);
  }
  bool operator()(const PliesAre& test) const { return test.range.has(header.plies); }
};

}  // namespace

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t begin = text.size();
  const auto close = [&](std::size_t end) {
    if (begin < end) words.push_back(text.substr(begin, end - begin));
    begin = text.size();
  };
  for (std::size_t at = 0, next = 0; at < text.size(); at = next) {
    const char32_t c = folded(next_character(text, next));
    if (is_combining(c)) continue;
    if (is_word_character(c))
      begin = std::min(begin, at);
    else
      close(at);
  }
  close(text.size());
  return words;
}

bool holds(const HeaderTest& test, const HeaderView& header) {
  return std::visit(Holds{header}, test);
}

bool name_matches(std::string_view condition, std::string_view name) {
  if (name.empty()) return false;
  if (contains(name, condition)) return true;
  const std::vector<std::u32string> wanted = words_of(condition);
  const std::vector<std::u32string> words = words_of(name);
  return !wanted.empty() &&
         std::all_of(wanted.begin(), wanted.end(), [&](const std::u32string& prefix) {
           return std::any_of(words.begin(), words.end(),
                              [&](const std::u32string& word) { return word.starts_with(prefix); });
         });
}

}  // namespace yari::query
