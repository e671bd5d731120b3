// Encodings: guesses line by line; converter.h converts.
#include "notation/encoding/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "notation/encoding/converter.h"
#include "notation/encoding/encoding_guess.h"
#include "notation/encoding/iso_2022_jp.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace yari {
namespace {

constexpr std::size_t longest_held_line = 64 * 1024;
constexpr int max_told = 24;

/// Three bytes of which any first one from E1 to EC, or EF, makes a character: kana, kanji and wide
/// digits are among them.
bool is_japanese(std::string_view text, std::size_t at) {
  if (text.size() - at < 3) return false;
  const std::uint8_t lead = octet(text[at]);
  return ((lead > 0xE0 && lead < 0xED) || lead == 0xEF) && is_continuation(text[at + 1]) &&
         is_continuation(text[at + 2]);
}

bool is_ascii_text(std::string_view text) { return end_of_ascii(text, 0) == text.size(); }

/// The first byte of a mark begins every wide digit; the second is rare.
bool has_byte_order_mark(std::string_view text) {
  for (std::size_t at = 0; (at = text.find(byte_order_mark[1], at)) != std::string_view::npos;
       ++at) {
    if (at > 0 && text.substr(at - 1).starts_with(byte_order_mark)) return true;
  }
  return false;
}

/// Whether anything in `text` needs more than copying.
bool has_special_byte(std::string_view text) {
  return text.find('\r') != std::string_view::npos || has_byte_order_mark(text);
}

std::string without_marks(std::string_view text) {
  std::string out;
  for (std::size_t at; (at = text.find(byte_order_mark)) != std::string_view::npos;) {
    out += text.substr(0, at);
    text.remove_prefix(at + byte_order_mark.size());
  }
  return out += text;
}

/// Whether an escape of ISO-2022-JP may be in `text`, which is then not plain although it is ASCII.
bool has_escape(std::string_view text) { return text.find('\x1B') != std::string_view::npos; }

/// Where a block may end although its line goes on: after the last byte that no encoding has
/// inside a character.
///
/// In ISO-2022-JP: after the last return to ASCII.
std::size_t safe_cut(std::string_view text) {
  constexpr std::string_view to_ascii = "\x1B(B";
  if (const std::size_t at = text.rfind(to_ascii); at != std::string_view::npos) {
    return at + to_ascii.size();
  }
  std::size_t i = text.size();
  while (i > 0 && octet(text[i - 1]) >= 0x40) --i;
  return i > 0 ? i : text.size();
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  for (std::size_t i = end_of_ascii(text, 0); i < text.size();) {
    const std::size_t length = is_japanese(text, i) ? 3 : utf8_length(text, i);
    if (length == 0) return false;
    i += length;
    if (length == 1) i = end_of_ascii(text, i);
  }
  return true;
}

Decoder::Decoder(std::optional<Encoding> forced) : forced_(forced) {}

void Decoder::add_bytes(std::string_view bytes, bool at_end) {
  std::string first;
  if (!saw_mark_) {
    first = std::exchange(pending_, {}) + std::string(bytes);
    bytes = first;
    saw_mark_ = bytes.size() >= 2;
    if (saw_mark_ && !forced_ && is_utf16(bytes)) utf16_.emplace();
  }
  if (!utf16_) {
    pending_ += bytes;
    return;
  }
  if (const std::size_t lost = utf16_->read(bytes, at_end, pending_); lost != 0) {
    tell({FindingCode::lost_characters,
          {fmt::format("{} character{} of this text", lost, lost == 1 ? "" : "s"), "UTF-16"}});
  }
}

void Decoder::decode(std::string_view bytes, bool at_end, std::string& out) {
  add_bytes(bytes, at_end);
  std::size_t end = pending_.size();
  if (!at_end) {
    end = pending_.rfind('\n') + 1;  // 0 when there is none
    if (end == 0 && pending_.size() >= longest_held_line) end = safe_cut(pending_);
  }
  if (end == 0) return;
  decode_block(std::string_view(pending_).substr(0, end), out);
  pending_.erase(0, end);
}

std::vector<Diagnostic> Decoder::take_diagnostics() { return std::exchange(diagnostics_, {}); }

void Decoder::tell(FindingText text, std::size_t lines_on) {
  if (++told_ > max_told) return;
  Diagnostic d;
  d.severity = severity_of(text.code);
  d.line = line_ + lines_on;
  d.say(std::move(text));
  if (told_ == max_told) d.message += "; more of the kind are not listed";
  diagnostics_.push_back(std::move(d));
}

void Decoder::decode_block(std::string_view block, std::string& out) {
  // No encoding has a NUL within a character, so that one in there must not break it.
  std::string kept;
  if (const std::size_t nul = block.find('\0'); nul != std::string_view::npos) {
    if (!std::exchange(told_nul_, true)) {
      tell({FindingCode::nul_bytes}, line_feeds(block.substr(0, nul)));
    }
    std::remove_copy(block.begin(), block.end(), std::back_inserter(kept), '\0');
    block = kept;
  }
  if (!begun_) {
    declared_ = declared_encoding(block);
    begun_ = true;
  }
  if (forced_.value_or(Encoding::utf8) == Encoding::utf8 && is_valid_utf8(block) &&
      (forced_ || !has_escape(block))) {
    const bool other = !utf16_ && declared_.value_or(Encoding::utf8) != Encoding::utf8;
    if (!forced_ && other && !told_encoding_[0] && !is_ascii_text(block)) {
      told_encoding_[0] = true;
      tell({FindingCode::encoding_declared, {std::string(name(*declared_)), "UTF-8"}});
    }
    append_clean(block, out);
    return;
  }
  std::string unmarked;
  if (!forced_ && block.find(byte_order_mark) != std::string_view::npos) {
    // A mark may even stand within a character.
    unmarked = without_marks(block);
    if (is_valid_utf8(unmarked) && !has_escape(unmarked)) return append_clean(unmarked, out);
  }
  damaged_utf8_ = !forced_ && is_damaged_utf8(block);
  if (!forced_ && !legacy_ && !damaged_utf8_) settle_legacy(block);
  while (!block.empty()) {
    const std::size_t end = std::min(block.find('\n'), block.size() - 1) + 1;
    decode_line(block.substr(0, end), out);
    block.remove_prefix(end);
  }
}

void Decoder::settle_legacy(std::string_view block) {
  // A first block in ASCII, with escapes or without, says nothing about the lines to come.
  if (is_ascii_text(block)) return;
  constexpr int by_declaration = 4;
  const auto score = [&](Encoding e, int by_bytes) {
    return by_bytes + (declared_ == e ? by_declaration : 0);
  };
  const int shift_jis = score(Encoding::shift_jis, shift_jis_score(block));
  const int euc_jp = score(Encoding::euc_jp, euc_jp_score(block));
  // Two characters of ISO-8859-1 (°É) may pass for one of EUC-JP.
  constexpr int least_euc_jp = 2;
  if (euc_jp >= least_euc_jp && euc_jp > shift_jis) {
    legacy_ = Encoding::euc_jp;
  } else {
    legacy_ = shift_jis > 0 ? Encoding::shift_jis : Encoding::latin1;
  }
}

Encoding Decoder::encoding_of(std::string_view line) const {
  if (forced_) return *forced_;
  if (is_iso_2022_jp(line)) return Encoding::iso_2022_jp;
  const Utf8Share share = utf8_share(line);
  // Half-width katakana can pass for two-byte UTF-8, so that Japanese in UTF-8 must show itself.
  if (share.broken == 0 &&
      (damaged_utf8_ || legacy_ == Encoding::latin1 || has_three_byte_character(line))) {
    return Encoding::utf8;
  }
  if (damaged_utf8_ && share.sound >= share.broken) return Encoding::utf8;
  constexpr int sure = 6;
  const int score = shift_jis_score(line);
  if (may_be_euc_jp(line)) {
    const int euc_jp = euc_jp_score(line);
    // In a file of EUC-JP, half-width katakana look more like kanji of Shift_JIS.
    const bool is_euc_jp =
        legacy_ == Encoding::euc_jp ? euc_jp > -sure : euc_jp >= sure && euc_jp >= score;
    if (is_euc_jp) return Encoding::euc_jp;
  }
  if (score >= sure) return Encoding::shift_jis;
  if (score <= -sure && declared_ != Encoding::shift_jis) return Encoding::latin1;
  if (damaged_utf8_) return score < 0 ? Encoding::latin1 : Encoding::utf8;
  return legacy_.value_or(Encoding::utf8);
}

void Decoder::decode_line(std::string_view line, std::string& out) {
  const bool seven_bits = forced_ ? *forced_ == Encoding::iso_2022_jp : is_iso_2022_jp(line);
  if (is_ascii_text(line) && !seven_bits) {
    append_clean(line, out);
    return;
  }
  const Encoding from = encoding_of(line);
  const auto which = static_cast<std::size_t>(from);
  if (!forced_ && from != Encoding::utf8 && !told_encoding_[which]) {
    told_encoding_[which] = true;
    const std::string found(name(from));
    if (declared_ == Encoding::utf8)
      tell({FindingCode::encoding_declared, {"UTF-8", found}});
    else
      tell({FindingCode::encoding_guessed, {found}});
  }
  convert(line, from, out);
}

void Decoder::convert(std::string_view line, Encoding from, std::string& out) {
  std::string text;
  std::size_t lost = 0;
  if (from == Encoding::utf8) {
    lost = append_valid_utf8(text, line);
  } else if (from == Encoding::iso_2022_jp) {
    lost = decode_replacing(text, euc_jp_of_iso_2022_jp(line), from);
  } else {
    lost = decode_replacing(text, line, from);
  }
  if (lost != 0) {
    tell({FindingCode::lost_characters,
          {fmt::format("{} byte{} of this line", lost, lost == 1 ? "" : "s"),
           std::string(name(from))}});
  }
  append_clean(text, out);
}

void Decoder::append_clean(std::string_view utf8, std::string& out) {
  if (!after_cr_ && !has_special_byte(utf8)) {
    out += utf8;
    line_ += line_feeds(utf8);
    return;
  }
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const char c = utf8[i];
    if (c == '\r' || (c == '\n' && !after_cr_)) {
      out += '\n';
      ++line_;
    } else if (utf8.substr(i).starts_with(byte_order_mark)) {
      i += byte_order_mark.size() - 1;
    } else if (c != '\n') {
      out += c;
    }
    after_cr_ = c == '\r';
  }
}

std::string to_utf8(std::string_view bytes, std::optional<Encoding> forced) {
  Decoder decoder(forced);
  std::string out;
  decoder.decode(bytes, true, out);
  return out;
}

}  // namespace yari
