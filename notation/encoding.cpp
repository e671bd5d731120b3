// Encodings: guesses line by line, conversion by iconv.
#include "notation/encoding.h"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "notation/encoding_guess.h"

namespace yari {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view geta_mark = "\x81\xAC";  // what Japanese type has for a missing sort
constexpr std::size_t longest_held_line = 64 * 1024;
constexpr int max_told = 24;

std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }

bool is_ascii(std::string_view text) {
  std::uint64_t all = 0;
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    all |= word;
  }
  for (; i < text.size(); ++i) all |= byte(text[i]);
  return (all & 0x8080808080808080ULL) == 0;
}

/// Appends `text` to `out` with every byte that is no UTF-8 replaced; returns how many there were.
std::size_t scrub_utf8(std::string_view text, std::string& out) {
  std::size_t lost = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) ++lost;
    out += length == 0 ? replacement : text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return lost;
}

/// Whether anything in `text` needs more than copying.
bool has_special_byte(std::string_view text) {
  return text.find('\r') != std::string_view::npos ||
         text.find(byte_order_mark) != std::string_view::npos;
}

std::string without_marks(std::string_view text) {
  std::string out;
  for (std::size_t at; (at = text.find(byte_order_mark)) != std::string_view::npos;) {
    out += text.substr(0, at);
    text.remove_prefix(at + byte_order_mark.size());
  }
  return out += text;
}

/// Where a block may end although its line goes on: behind the last byte that no encoding has
/// inside a character.
std::size_t safe_cut(std::string_view text) {
  std::size_t i = text.size();
  while (i > 0 && byte(text[i - 1]) >= 0x40) --i;
  return i > 0 ? i : text.size();
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  if (is_ascii(text)) return true;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

/// An open iconv conversion.
class Converter {
 public:
  Converter(const char* to, const char* from) : handle_(iconv_open(to, from)) {
    if (handle_ == reinterpret_cast<iconv_t>(-1)) {
      throw std::runtime_error(fmt::format("iconv cannot convert {} to {}", from, to));
    }
  }
  ~Converter() { iconv_close(handle_); }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  /// Appends what `text` says to `out` and returns how many bytes of it were converted: all, or
  /// those before the first that has no meaning.
  std::size_t append(std::string_view text, std::string& out) {
    std::size_t done = 0;
    std::array<char, 4096> buffer;
    iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    while (done < text.size()) {
      char* in = const_cast<char*>(text.data() + done);
      std::size_t in_left = text.size() - done;
      char* to = buffer.data();
      std::size_t to_left = buffer.size();
      const std::size_t status = iconv(handle_, &in, &in_left, &to, &to_left);
      const int why = errno;
      out.append(buffer.data(), buffer.size() - to_left);
      done = text.size() - in_left;
      if (status == static_cast<std::size_t>(-1) && why != E2BIG) break;
    }
    return done;
  }

  /// Appends the whole of `text` with U+FFFD for every byte without a meaning; returns how many.
  std::size_t replace(std::string_view text, std::string& out) {
    std::size_t lost = 0;
    while (true) {
      text.remove_prefix(append(text, out));
      if (text.empty()) return lost;
      // A damaged pair loses its lead alone: the next byte may be a line end or a bracket.
      ++lost;
      out += replacement;
      text.remove_prefix(1);
    }
  }

 private:
  iconv_t handle_;
};

Decoder::Decoder(std::optional<Encoding> forced) : forced_(forced) {}
Decoder::~Decoder() = default;

void Decoder::decode(std::string_view bytes, bool at_end, std::string& out) {
  pending_ += bytes;
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

void Decoder::tell(Severity severity, std::string message, std::size_t lines_on) {
  if (++told_ > max_told) return;
  if (told_ == max_told) message += "; more of the kind are not listed";
  Diagnostic d;
  d.severity = severity;
  d.line = line_ + lines_on;
  d.message = std::move(message);
  diagnostics_.push_back(std::move(d));
}

void Decoder::decode_block(std::string_view block, std::string& out) {
  // No encoding has a NUL within a character, so that one in there must not break it.
  std::string kept;
  if (const std::size_t nul = block.find('\0'); nul != std::string_view::npos) {
    const auto before =
        std::count(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
    if (!std::exchange(told_nul_, true)) {
      tell(Severity::note, "NUL bytes are left out", static_cast<std::size_t>(before));
    }
    std::remove_copy(block.begin(), block.end(), std::back_inserter(kept), '\0');
    block = kept;
  }
  if (!begun_) {
    declared_ = declared_encoding(block);
    begun_ = true;
  }
  if (forced_.value_or(Encoding::utf8) == Encoding::utf8 && is_valid_utf8(block)) {
    if (!forced_ && declared_ == Encoding::shift_jis && !told_encoding_[0] && !is_ascii(block)) {
      told_encoding_[0] = true;
      tell(Severity::note, "Shift_JIS is declared, but the text is UTF-8; read as UTF-8");
    }
    append_clean(block, out);
    return;
  }
  std::string unmarked;
  if (!forced_ && block.find(byte_order_mark) != std::string_view::npos) {
    // A mark may even stand within a character.
    unmarked = without_marks(block);
    if (is_valid_utf8(unmarked)) return append_clean(unmarked, out);
  }
  damaged_utf8_ = !forced_ && is_damaged_utf8(block);
  if (!forced_ && !legacy_ && !damaged_utf8_) {
    const int score = shift_jis_score(block) + (declared_ == Encoding::shift_jis ? 4 : 0);
    legacy_ = score > 0 ? Encoding::shift_jis : Encoding::latin1;
  }
  while (!block.empty()) {
    const std::size_t end = std::min(block.find('\n'), block.size() - 1) + 1;
    decode_line(block.substr(0, end), out);
    block.remove_prefix(end);
  }
}

Encoding Decoder::encoding_of(std::string_view line) const {
  if (forced_) return *forced_;
  const Utf8Share share = utf8_share(line);
  // Half-width katakana can pass for two-byte UTF-8, so that Japanese in UTF-8 must show itself.
  if (share.broken == 0 &&
      (damaged_utf8_ || legacy_ == Encoding::latin1 || has_three_byte_character(line))) {
    return Encoding::utf8;
  }
  if (damaged_utf8_ && share.sound >= share.broken) return Encoding::utf8;
  constexpr int sure = 6;
  const int score = shift_jis_score(line);
  if (score >= sure) return Encoding::shift_jis;
  if (score <= -sure && declared_ != Encoding::shift_jis) return Encoding::latin1;
  if (damaged_utf8_) return score < 0 ? Encoding::latin1 : Encoding::utf8;
  return *legacy_;
}

void Decoder::decode_line(std::string_view line, std::string& out) {
  if (is_ascii(line)) {
    append_clean(line, out);
    return;
  }
  const Encoding from = encoding_of(line);
  const auto which = static_cast<std::size_t>(from);
  if (!forced_ && from != Encoding::utf8 && !told_encoding_[which]) {
    told_encoding_[which] = true;
    tell(Severity::note,
         declared_ == Encoding::utf8
             ? fmt::format("UTF-8 is declared, but the text is not; read as {}", name(from))
             : fmt::format("not UTF-8; read as {}", name(from)));
  }
  convert(line, from, out);
}

void Decoder::convert(std::string_view line, Encoding from, std::string& out) {
  std::string text;
  const std::size_t lost =
      from == Encoding::utf8 ? scrub_utf8(line, text) : converter(from).replace(line, text);
  if (lost != 0) {
    tell(Severity::warning,
         fmt::format("{} byte{} of this line {} no meaning in {}; replaced by U+FFFD", lost,
                     lost == 1 ? "" : "s", lost == 1 ? "has" : "have", name(from)));
  }
  append_clean(text, out);
}

Converter& Decoder::converter(Encoding from) {
  std::unique_ptr<Converter>& made = converters_[static_cast<std::size_t>(from)];
  if (!made) {
    // Windows-1252 fills the gap of control codes in ISO-8859-1 with the quotes that people use.
    made = std::make_unique<Converter>("UTF-8", from == Encoding::shift_jis ? "CP932" : "CP1252");
  }
  return *made;
}

void Decoder::append_clean(std::string_view utf8, std::string& out) {
  if (!after_cr_ && !has_special_byte(utf8)) {
    out += utf8;
    line_ += static_cast<std::size_t>(std::count(utf8.begin(), utf8.end(), '\n'));
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

Encoded encode(std::string_view utf8, Encoding to) {
  Encoded result;
  if (to == Encoding::utf8) {
    result.bytes = utf8;
    return result;
  }
  Converter converter(to == Encoding::shift_jis ? "CP932" : "ISO-8859-1", "UTF-8");
  std::size_t lost = 0;
  std::vector<std::string_view> kinds;
  while (true) {
    utf8.remove_prefix(converter.append(utf8, result.bytes));
    if (utf8.empty()) break;
    const std::string_view character =
        utf8.substr(0, std::max<std::size_t>(utf8_length(utf8, 0), 1));
    ++lost;
    if (std::find(kinds.begin(), kinds.end(), character) == kinds.end()) kinds.push_back(character);
    result.bytes += to == Encoding::shift_jis ? geta_mark : "?";
    utf8.remove_prefix(character.size());
  }
  if (lost != 0) {
    constexpr std::size_t shown = 8;
    const bool more = kinds.size() > shown;
    kinds.resize(std::min(kinds.size(), shown));
    result.losses.push_back(fmt::format("characters that {} does not have: {} ({}{})", name(to),
                                        lost, fmt::join(kinds, " "), more ? " ..." : ""));
  }
  return result;
}

}  // namespace yari
