/// \file
/// Encodings of record files: found from the bytes of a file, and how text is written in them.
///
/// Everything after this step works on valid UTF-8 with "\n" line ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/encoding/utf16.h"
#include "notation/format.h"

namespace yari {

/// `shift_jis` is Windows code page 932, a superset of Shift_JIS; `latin1` is ISO-8859-1, read as
/// its superset Windows-1252; `euc_jp` is eucJP-ms; `iso_2022_jp` has the same characters in seven
/// bits.
enum class Encoding : std::uint8_t { utf8, shift_jis, latin1, euc_jp, iso_2022_jp };
inline constexpr std::size_t encoding_count = 5;

inline constexpr std::array all_encodings{Encoding::utf8, Encoding::shift_jis, Encoding::latin1,
                                          Encoding::euc_jp, Encoding::iso_2022_jp};

/// U+FEFF in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
/// By the byte order mark, in either order.
inline bool is_utf16(std::string_view bytes) {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

/// "UTF-8", "Shift_JIS", "ISO-8859-1", "EUC-JP", "ISO-2022-JP".
std::string_view name(Encoding e);
/// By the names in use ("utf-8", "cp932", "sjis", "latin1", ...), ignoring case and `-`, `_`.
std::optional<Encoding> encoding_named(std::string_view name);
/// The names to offer a user: all that --from-encoding takes.
inline constexpr std::string_view encoding_choices =
    "utf-8, shift_jis, euc-jp, iso-2022-jp or latin1";
/// What a first line like "#KIF version=2.0 encoding=UTF-8" or "'CSA encoding=SHIFT_JIS" states.
std::optional<Encoding> declared_encoding(std::string_view head);

bool is_valid_utf8(std::string_view text);

/// Turns the bytes of one file, fed in blocks, into UTF-8.
///
/// UTF-16 is known by the byte order mark that it begins with, and read as such unless an encoding
/// is forced. A block that is valid UTF-8 is taken as such, whatever was declared: well-known
/// programs declare the wrong thing. Other blocks are judged by line, for files put together from
/// several sources: ISO-2022-JP by its escapes, UTF-8 where valid, else Shift_JIS, EUC-JP or
/// ISO-8859-1, whichever the bytes look like; the declaration and the block's whole text settle
/// what one line leaves open. In a block that is UTF-8 but for a few bytes, so are the lines that
/// hold them. Byte order marks and NULs are left out, "\r\n" and
/// "\r" become "\n", and bytes without a meaning become U+FFFD; all but the marks and line ends is
/// noted. The result depends on where blocks end only if one line is over 64 KiB.
class Decoder {
 public:
  /// With `forced` nothing is guessed.
  explicit Decoder(std::optional<Encoding> forced = std::nullopt);

  /// Appends the text of the lines that `bytes` completes to `out`, and with `at_end` of the rest.
  void decode(std::string_view bytes, bool at_end, std::string& out);
  /// Takes what was found since the last call: guesses as notes, lost bytes as warnings.
  ///
  /// Lines count from 1 in the file; at most a few dozen findings a file.
  std::vector<Diagnostic> take_diagnostics();
  /// Whether the bytes began as UTF-16 does, and are read so.
  bool reads_utf16() const { return utf16_.has_value(); }

 private:
  void add_bytes(std::string_view bytes, bool at_end);
  void decode_block(std::string_view block, std::string& out);
  void decode_line(std::string_view line, std::string& out);
  void settle_legacy(std::string_view block);
  Encoding encoding_of(std::string_view line) const;
  void append_clean(std::string_view utf8, std::string& out);
  void convert(std::string_view line, Encoding from, std::string& out);
  void tell(FindingText text, std::size_t lines_on = 0);

  std::optional<Encoding> forced_;
  std::optional<Encoding> declared_;
  std::optional<Encoding> legacy_;
  /// The block at hand is UTF-8 but for a few bytes.
  bool damaged_utf8_ = false;
  std::string pending_;
  std::optional<Utf16Reader> utf16_;
  /// The first two bytes have been seen.
  bool saw_mark_ = false;
  std::vector<Diagnostic> diagnostics_;
  std::size_t line_ = 1;
  int told_ = 0;
  bool begun_ = false;
  std::array<bool, encoding_count> told_encoding_{};
  bool told_nul_ = false;
  bool after_cr_ = false;
};

/// The whole of `bytes` as UTF-8; for short input. Long files: Decoder.
std::string to_utf8(std::string_view bytes, std::optional<Encoding> forced = std::nullopt);

/// Text in another encoding, and what was lost on the way.
struct Encoded {
  std::string bytes;
  /// "characters that Shift_JIS does not have: 3 (☗ ☖)", and "characters that Shift_JIS has in
  /// another form alone: 1 (—)", which come back as others that look like them.
  std::vector<std::string> losses;
};

/// A record as a writer gave it, in `to`: where its first line declares an encoding, it then
/// declares that one.
Encoded encode_record(std::string_view record, Encoding to);

/// Writes valid UTF-8 in `to`; a character that it lacks becomes "〓" or "?" and is reported.
Encoded encode(std::string_view utf8, Encoding to);

}  // namespace yari
