// A table of escapes, and a walk that sets or clears the eighth bit.
#include "notation/encoding/iso_2022_jp.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/ascii.h"

namespace yari {

namespace {

enum class Set { ascii, kanji, katakana, more_kanji };

struct Escape {
  std::string_view bytes;
  Set set;
};

/// The first one of a set is written. JIS X 0201 Roman is taken for ASCII, as Windows does.
constexpr std::array<Escape, 8> escapes{{{"\x1B(B", Set::ascii},
                                         {"\x1B$B", Set::kanji},
                                         {"\x1B(I", Set::katakana},
                                         {"\x1B$(D", Set::more_kanji},
                                         {"\x1B(J", Set::ascii},
                                         {"\x1B(H", Set::ascii},
                                         {"\x1B$@", Set::kanji},
                                         {"\x1B$(B", Set::kanji}}};

constexpr char half_width_lead = '\x8E';
constexpr char more_kanji_lead = '\x8F';

char with_high_bit(char c) { return static_cast<char>(octet(c) | 0x80); }
char without_high_bit(char c) { return static_cast<char>(octet(c) & 0x7F); }
bool is_graphic(char c) { return c > ' ' && c < '\x7F'; }

const Escape* escape_at(std::string_view text, std::size_t at) {
  const auto it = std::find_if(escapes.begin(), escapes.end(), [&](const Escape& e) {
    return text.substr(at).starts_with(e.bytes);
  });
  return it == escapes.end() ? nullptr : &*it;
}

void switch_to(Set set, Set& now, std::string& out) {
  if (set == now) return;
  now = set;
  out += std::find_if(escapes.begin(), escapes.end(), [set](const Escape& e) {
           return e.set == set;
         })->bytes;
}

}  // namespace

bool is_iso_2022_jp(std::string_view text) {
  bool found = false;
  for (std::size_t at = 0; (at = text.find('\x1B', at)) != std::string_view::npos; ++at) {
    const Escape* e = escape_at(text, at);
    found = found || (e && e->set != Set::ascii);
  }
  return found && std::all_of(text.begin(), text.end(), [](char c) { return octet(c) < 0x80; });
}

std::string euc_jp_of_iso_2022_jp(std::string_view text) {
  std::string out;
  Set now = Set::ascii;
  for (std::size_t at = 0; at < text.size();) {
    if (const Escape* e = text[at] == '\x1B' ? escape_at(text, at) : nullptr) {
      now = e->set;
      at += e->bytes.size();
      continue;
    }
    const char c = text[at++];
    if (c == '\n' || c == '\r') now = Set::ascii;
    if (now == Set::ascii || !is_graphic(c)) {
      out += c;
      continue;
    }
    if (now == Set::katakana) out += half_width_lead;
    if (now == Set::more_kanji) out += more_kanji_lead;
    out += with_high_bit(c);
    // The second byte of a pair; one that is missing leaves the first alone, without a meaning.
    if (now != Set::katakana && at < text.size() && is_graphic(text[at])) {
      out += with_high_bit(text[at++]);
    }
  }
  return out;
}

std::string iso_2022_jp_of_euc_jp(std::string_view euc) {
  std::string out;
  Set now = Set::ascii;
  for (std::size_t at = 0; at < euc.size();) {
    const char lead = euc[at];
    const Set set = octet(lead) < 0x80        ? Set::ascii
                    : lead == half_width_lead ? Set::katakana
                    : lead == more_kanji_lead ? Set::more_kanji
                                              : Set::kanji;
    switch_to(set, now, out);
    if (set == Set::katakana || set == Set::more_kanji) ++at;
    const std::size_t length = set == Set::ascii || set == Set::katakana ? 1 : 2;
    for (const char c : euc.substr(at, length)) out += without_high_bit(c);
    at += length;
  }
  switch_to(Set::ascii, now, out);
  return out;
}

}  // namespace yari
