// Folding by utf8proc. What most names consist of, ASCII letters, kana and kanji, is copied without
// asking it.
#include "db/query/names.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"

namespace yari::query {
namespace {

/// Letters that Unicode does not decompose and people write without their strokes.
constexpr std::array<std::pair<char32_t, std::string_view>, 9> plain_letters{{{U'ø', "o"},
                                                                              {U'đ', "d"},
                                                                              {U'ð', "d"},
                                                                              {U'ł', "l"},
                                                                              {U'ħ', "h"},
                                                                              {U'þ', "th"},
                                                                              {U'æ', "ae"},
                                                                              {U'œ', "oe"},
                                                                              {U'ı', "i"}}};

/// Folding changes nothing, and no decomposition is wanted: kana, kanji, Hangul.
bool stays(char32_t c) {
  return (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FE) ||
         (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3);
}

/// An accent: a mark that belongs to no script of its own.
bool is_accent(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x1AB0 && c <= 0x1AFF) ||
         (c >= 0x1DC0 && c <= 0x1DFF) || (c >= 0x20D0 && c <= 0x20FF) ||
         (c >= 0xFE20 && c <= 0xFE2F);
}

/// Characters that may join the one before: the voicing of kana, the vowels of Hangul.
bool may_join(char32_t c) { return c == 0x3099 || c == 0x309A || (c >= 0x1160 && c <= 0x11FF); }

/// Composes what stands apart; the text as it is where that is impossible.
std::string composed(std::string text) {
  utf8proc_uint8_t* out = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &out,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> owner(out, std::free);
  if (size < 0) return text;
  return std::string(reinterpret_cast<const char*>(out), static_cast<std::size_t>(size));
}

/// Appends what a character is without case, width and accents. True where it may join the one
/// before.
bool append_folded(std::string& out, char32_t c) {
  std::array<utf8proc_int32_t, 32> parts;
  int last_class = 0;
  const utf8proc_ssize_t count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                     UTF8PROC_CASEFOLD),
      &last_class);
  if (count < 0 || count > static_cast<utf8proc_ssize_t>(parts.size())) {
    append_utf8(out, c);
    return false;
  }
  bool joins = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto part = static_cast<char32_t>(parts[i]);
    if (is_accent(part)) continue;
    const auto plain =
        std::ranges::find(plain_letters, part, &decltype(plain_letters)::value_type::first);
    if (plain != plain_letters.end())
      out += plain->second;
    else
      append_utf8(out, part);
    joins = joins || may_join(part);
  }
  return joins;
}

/// The folded letters of Latin alphabets, U+0080 to U+024F; none of them joins the one before.
const std::string& folded_latin(char32_t c) {
  static const std::array<std::string, 0x250 - 0x80> all = [] {
    std::array<std::string, 0x250 - 0x80> made;
    for (char32_t letter = 0x80; letter < 0x250; ++letter)
      static_cast<void>(append_folded(made[letter - 0x80], letter));
    return made;
  }();
  return all[c - 0x80];
}

/// The character of two or three bytes at the beginning of `text`; 0 for any other.
char32_t short_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(text[i] & 0xFF); };
  if (text.size() > 1 && byte(0) >= 0xC2 && byte(0) < 0xE0 && is_continuation(text[1]))
    return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  if (text.size() > 2 && byte(0) >= 0xE3 && byte(0) < 0xEE && is_continuation(text[1]) &&
      is_continuation(text[2]))
    return (byte(0) & 0xF) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  return 0;
}

/// Appends the first character of `text` folded, and moves on to the next. True where it may join
/// the one before.
bool fold_next(std::string& out, std::string_view& text) {
  const char32_t known = short_character(text);
  const bool is_latin = known >= 0x80 && known < 0x250;
  std::size_t length = is_latin ? 2 : 3;
  bool joins = false;
  if (is_latin) {
    out += folded_latin(known);
  } else if (stays(known)) {
    out.append(text.data(), 3);
  } else {
    const CodePoint c = code_point_at(text, 0);
    length = c.length;
    if (length == 1)
      out += text[0];
    else
      joins = append_folded(out, c.value);
  }
  text.remove_prefix(length);
  return joins;
}

/// Puts the folded text into `out`. Millions of names come this way: the letters of ASCII are taken
/// many at a time.
void fold_into(std::string& out, std::string_view text) {
  out.clear();
  bool joins = false;
  while (!text.empty()) {
    const auto end = std::ranges::find_if_not(text, [](char c) { return is_ascii(c); });
    const auto ascii = static_cast<std::size_t>(end - text.begin());
    const std::size_t before = out.size();
    out.append(text.data(), ascii);
    for (std::size_t i = before; i < out.size(); ++i) out[i] = ascii_lower(out[i]);
    text.remove_prefix(ascii);
    while (!text.empty() && !is_ascii(text[0])) joins = fold_next(out, text) || joins;
  }
  if (joins) out = composed(std::move(out));
}

/// Calls `visit` with each word of a text until it returns false.
template <class Visit>
void each_word(std::string_view text, Visit visit) {
  std::size_t begin = text.size();
  for (std::size_t at = 0; at < text.size();) {
    const auto [c, length] = code_point_at(text, at);
    // A byte that is not UTF-8 is no letter.
    const bool inside = is_word_character(c) && (length > 1 || c < 0x80);
    if (inside) {
      begin = std::min(begin, at);
    } else if (begin < at) {
      if (!visit(text.substr(begin, at - begin))) return;
      begin = text.size();
    }
    at += length;
  }
  if (begin < text.size()) visit(text.substr(begin));
}

}  // namespace

std::string fold(std::string_view text) {
  std::string folded;
  fold_into(folded, text);
  return folded;
}

bool is_word_character(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
  if (stays(c)) return c != 0x30FB;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO) ||
         category == UTF8PROC_CATEGORY_CO;
}

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  each_word(text, [&](std::string_view word) {
    words.push_back(word);
    return true;
  });
  return words;
}

NameTest::NameTest(std::string_view condition) : condition_(condition), whole_(fold(condition)) {
  for (const std::string_view word : words_in(whole_)) words_.emplace_back(word);
}

bool NameTest::matches(std::string_view name) {
  if (name.empty()) return false;
  // An accent alone folds to nothing, which every name contains.
  if (whole_.empty()) return name.find(condition_) != name.npos;
  fold_into(name_, name);
  if (name_.find(whole_) != name_.npos) return true;
  // A single word that begins a word of the name would stand in it.
  if (words_.empty() || (words_.size() == 1 && words_[0] == whole_)) return false;
  const auto stands_somewhere = [&](const std::string& word) {
    return name_.find(word) != name_.npos;
  };
  if (!std::ranges::all_of(words_, stands_somewhere)) return false;
  return std::ranges::all_of(words_, [&](const std::string& prefix) {
    bool found = false;
    each_word(name_, [&](std::string_view word) {
      found = word.starts_with(prefix);
      return !found;
    });
    return found;
  });
}

bool name_matches(std::string_view condition, std::string_view name) {
  return NameTest(condition).matches(name);
}

}  // namespace yari::query
