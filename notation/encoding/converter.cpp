// What is regular in the encodings, and the way back from Unicode; jis_rows.h has what is not.
//
// The results are those of glibc's iconv for CP932, EUC-JP-MS, CP1252 and ISO-8859-1. Other systems
// have no such converter or another one, and a static program has none without glibc's files beside
// it. A test compares every code and every character where it runs with glibc.
#include "notation/encoding/converter.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "notation/encoding/encoding_guess.h"
#include "notation/encoding/jis_rows.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace yari {

namespace {

constexpr std::uint32_t row_length = 94;
/// Half-width katakana are one byte in Shift_JIS, A1 to DF, and the same after 8E in EUC-JP.
constexpr std::uint32_t half_width = 0xFF61;
/// What users and vendors defined themselves is in Unicode's private use area, in the order of its
/// codes, because nobody else knows what it is.
constexpr std::uint32_t private_use = 0xE000;
/// Unicode's tags are in no encoding. glibc writes nothing for them and goes on.
constexpr char32_t first_tag = 0xE0000;
constexpr char32_t last_tag = 0xE007F;

/// The character at the beginning of a text, and its length in bytes: 0 if it has no meaning.
struct Decoded {
  char16_t value = 0;
  std::size_t length = 0;
};

/// Of no length at a place without a character.
Decoded decoded(std::uint32_t value, std::size_t length) {
  if (value == 0 || value == ' ') return {};
  return {static_cast<char16_t>(value), length};
}

bool is_half_width(std::uint8_t b) { return b >= 0xA1 && b <= 0xDF; }
bool is_euc(std::uint8_t b) { return b >= 0xA1 && b <= 0xFE; }

// Each of these Requires: bytes is not empty and does not begin with ASCII.

/// Shift_JIS as Windows reads it: two rows to a lead byte, so that rows 95 to 120 have codes, too.
///
/// Windows takes 80, A0 and FD to FF alone for characters; glibc does not.
Decoded decode_shift_jis(std::string_view bytes) {
  constexpr std::uint32_t kanji_rows = std::size(jis_x_0208);
  constexpr std::uint32_t first_user_row = 94;  // from 0
  constexpr std::uint32_t first_ibm_row = 114;
  const std::uint8_t lead = octet(bytes[0]);
  if (is_half_width(lead)) return decoded(half_width + lead - 0xA1u, 1);
  if (lead == 0x80 || lead == 0xA0 || lead > 0xFC || bytes.size() < 2) return {};
  const std::uint8_t trail = octet(bytes[1]);
  if (trail < 0x40 || trail == 0x7F || trail > 0xFC) return {};
  const bool second = trail >= 0x9F;
  const std::uint32_t row = (lead - (lead < 0xA0 ? 0x81u : 0xC1u)) * 2 + (second ? 1 : 0);
  const std::uint32_t column = trail - (second ? 0x9Fu : 0x40u + (trail > 0x7F ? 1 : 0));
  if (row < kanji_rows) return decoded(jis_x_0208[row][column], 2);
  if (row < first_user_row) return {};
  if (row < first_ibm_row) {
    return decoded(private_use + (row - first_user_row) * row_length + column, 2);
  }
  return decoded(ibm_extensions[row - first_ibm_row][column], 2);
}

/// A row of EUC-JP: those after the 84th are left to users, in both standards.
Decoded decode_euc_row(const JisRow* rows, std::uint32_t users, std::string_view pair,
                       std::size_t length) {
  constexpr std::uint32_t first_user_row = 84;  // from 0
  if (pair.size() < 2 || !is_euc(octet(pair[0])) || !is_euc(octet(pair[1]))) return {};
  const std::uint32_t row = octet(pair[0]) - 0xA1u;
  const std::uint32_t column = octet(pair[1]) - 0xA1u;
  if (row < first_user_row) return decoded(rows[row][column], length);
  return decoded(users + (row - first_user_row) * row_length + column, length);
}

/// eucJP-ms: EUC-JP with the characters of Windows. So NEC's selection of IBM's has no codes here,
/// and what IBM added is in JIS X 0212.
Decoded decode_euc_jp(std::string_view bytes) {
  constexpr std::uint32_t users_0212 = private_use + 10 * row_length;
  const std::uint8_t lead = octet(bytes[0]);
  if (lead == 0x8F) return decode_euc_row(jis_x_0212, users_0212, bytes.substr(1), 3);
  if (lead == 0x8E) {
    if (bytes.size() < 2 || !is_half_width(octet(bytes[1]))) return {};
    return decoded(half_width + octet(bytes[1]) - 0xA1u, 2);
  }
  if (lead < 0xA0) return decoded(lead, 1);  // control codes of ISO 8859
  return decode_euc_row(jis_x_0208, private_use, bytes, 2);
}

/// Windows-1252 fills the gap of control codes in ISO-8859-1 with the quotes that people use.
Decoded decode_latin1(std::string_view bytes) {
  constexpr std::u16string_view windows =
      u"€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž "
      u" ‘’“”•–—˜™š›œ žŸ";
  static_assert(windows.size() == 32);
  const std::uint8_t b = octet(bytes[0]);
  return decoded(b < 0xA0 ? windows[b - 0x80u] : b, 1);
}

/// Copies ASCII. `convert` takes what stands at the beginning of the rest and returns its length,
/// or 0 to stop. Returns how many bytes were taken.
template <typename Convert>
std::size_t convert_with(std::string& out, std::string_view text, Convert convert) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_ascii(text[at])) {
      const std::size_t end = end_of_ascii(text, at);
      out += text.substr(at, end - at);
      at = end;
      continue;
    }
    const std::size_t length = convert(text.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

template <typename Decode>
std::size_t decode_with(std::string& out, std::string_view bytes, Decode decode) {
  return convert_with(out, bytes, [&](std::string_view rest) {
    const Decoded d = decode(rest);
    if (d.length != 0) append_utf8(out, d.value);
    return d.length;
  });
}

/// The code to write for each character of Unicode's first plane, 0 for none.
using Codes = std::vector<std::uint16_t>;
constexpr std::size_t first_plane = 0x10000;

/// Gives the character that `bytes` are the code `code`, unless it has one.
template <typename Decode>
void add_code(Codes& codes, std::uint32_t code, std::string_view bytes, Decode decode) {
  const Decoded d = decode(bytes);
  if (d.length != bytes.size() || codes[d.value] != 0) return;
  codes[d.value] = static_cast<std::uint16_t>(code);
}

/// Unicode has some characters of JIS twice. Windows reads one, other systems read the other (the
/// wave dash 〜, the minus −), so that both come to be written: as the one that Windows reads.
constexpr std::pair<char16_t, char16_t> look_alikes[] = {
    {u'¢', u'￠'}, {u'£', u'￡'}, {u'¬', u'￢'}, {u'—', u'―'},
    {u'‖', u'∥'},  {u'−', u'－'}, {u'〜', u'～'}};
/// JIS X 0201, the Japanese ASCII, has these two in place of a backslash and a tilde.
constexpr std::pair<char16_t, char16_t> in_place_of_ascii[] = {{u'¥', u'\\'}, {u'‾', u'~'}};
/// Not in glibc's CP932; EUC-JP has the other.
constexpr std::pair<char16_t, char16_t> broken_bar{u'¦', u'￤'};

void add_look_alikes(Codes& codes) {
  for (const auto& [other, windows] : look_alikes) codes[other] = codes[windows];
  for (const auto& [other, ascii] : in_place_of_ascii) codes[other] = ascii;
}

Codes shift_jis_codes() {
  Codes codes(first_plane);
  for (std::uint32_t c = 0xA1; c < 0xE0; ++c) {
    add_code(codes, c, std::string(1, static_cast<char>(c)), decode_shift_jis);
  }
  for (std::uint32_t lead = 0x81; lead < 0xFD; ++lead) {
    // NEC's selection has codes before or among IBM's (FA to FC), too, and those are written, as on
    // Windows. What row 13 (lead byte 87) has again keeps its code of row 2.
    if (lead == 0xED || lead == 0xEE) continue;
    for (std::uint32_t trail = 0x40; trail < 0xFD; ++trail) {
      const std::string bytes{static_cast<char>(lead), static_cast<char>(trail)};
      add_code(codes, lead << 8 | trail, bytes, decode_shift_jis);
    }
  }
  add_look_alikes(codes);
  return codes;
}

/// A code of three bytes is kept without the first, 8F, and without the high bit of the last.
Codes euc_jp_codes() {
  Codes codes(first_plane);
  for (std::uint32_t c = 0x80; c < 0xA0; ++c) {
    add_code(codes, c, std::string(1, static_cast<char>(c)), decode_euc_jp);
  }
  // JIS X 0208 comes first where the supplement has the same character (№, ～).
  for (const std::string_view prefix : {"", "\x8F"}) {
    for (std::uint32_t lead = 0x8E; lead < 0xFF; ++lead) {
      for (std::uint32_t trail = 0xA1; trail < 0xFF; ++trail) {
        std::string bytes(prefix);
        bytes += static_cast<char>(lead);
        bytes += static_cast<char>(trail);
        add_code(codes, lead << 8 | (prefix.empty() ? trail : trail & 0x7F), bytes, decode_euc_jp);
      }
    }
  }
  add_look_alikes(codes);
  codes[broken_bar.first] = codes[broken_bar.second];
  return codes;
}

std::uint16_t code_of(char32_t c, const Codes& codes) {
  return c < first_plane ? codes[c] : std::uint16_t{0};
}

void append_byte(std::string& out, std::uint32_t byte) { out += static_cast<char>(byte); }

// Each of these appends the code of `c`, which is above ASCII, and returns whether there is one.

bool append_shift_jis(std::string& out, char32_t c) {
  static const Codes codes = shift_jis_codes();
  const std::uint16_t code = code_of(c, codes);
  if (code > 0xFF) append_byte(out, code >> 8u);
  if (code != 0) append_byte(out, code);
  return code != 0;
}

bool append_euc_jp(std::string& out, char32_t c) {
  static const Codes codes = euc_jp_codes();
  const std::uint16_t code = code_of(c, codes);
  if (code <= 0xFF) {
    if (code != 0) append_byte(out, code);
    return code != 0;
  }
  const bool supplement = (code & 0x80u) == 0;
  if (supplement) out += '\x8F';
  append_byte(out, code >> 8u);
  append_byte(out, code | 0x80u);
  return true;
}

bool append_latin1(std::string& out, char32_t c) {
  if (c > 0xFF) return false;
  append_byte(out, c);
  return true;
}

template <typename Append>
std::size_t encode_with(std::string& out, std::string_view utf8, Append append) {
  return convert_with(out, utf8, [&](std::string_view rest) {
    const CodePoint c = code_point_at(rest, 0);
    const bool is_utf8 = c.length > 1;
    const bool is_tag = c.value >= first_tag && c.value <= last_tag;
    return is_utf8 && (is_tag || append(out, c.value)) ? c.length : std::size_t{0};
  });
}

}  // namespace

std::vector<std::string> written_as_others(Encoding to) {
  std::vector<std::string> characters;
  if (to == Encoding::latin1) return characters;
  const auto add = [&](char16_t c) { append_utf8(characters.emplace_back(), c); };
  for (const auto& pair : look_alikes) add(pair.first);
  for (const auto& pair : in_place_of_ascii) add(pair.first);
  if (to != Encoding::shift_jis) add(broken_bar.first);
  return characters;
}

std::size_t decode_prefix(std::string& out, std::string_view bytes, Encoding from) {
  assert(from != Encoding::utf8);
  if (from == Encoding::shift_jis) return decode_with(out, bytes, decode_shift_jis);
  if (from == Encoding::latin1) return decode_with(out, bytes, decode_latin1);
  return decode_with(out, bytes, decode_euc_jp);
}

std::size_t decode_replacing(std::string& out, std::string_view bytes, Encoding from) {
  std::size_t lost = 0;
  while (true) {
    bytes.remove_prefix(decode_prefix(out, bytes, from));
    if (bytes.empty()) return lost;
    // A damaged pair loses its lead alone: the next byte may be a line end or a bracket.
    ++lost;
    append_utf8(out, U'\uFFFD');
    bytes.remove_prefix(1);
  }
}

std::size_t encode_prefix(std::string& out, std::string_view utf8, Encoding to) {
  assert(to != Encoding::utf8);
  if (to == Encoding::shift_jis) return encode_with(out, utf8, append_shift_jis);
  if (to == Encoding::latin1) return encode_with(out, utf8, append_latin1);
  return encode_with(out, utf8, append_euc_jp);
}

}  // namespace yari
