// Encodings by name: in options, and in the first lines of files that declare one.
#include <algorithm>
#include <array>
#include <utility>

#include "notation/encoding/encoding.h"
#include "text/ascii.h"
#include "text/text.h"

namespace yari {
namespace {

std::string without_case_and_dashes(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '-' && c != '_') out += ascii_lower(c);
  }
  return out;
}

/// What follows "encoding=" on the first line; empty when nothing does.
std::string_view declaration(std::string_view head) {
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  if (!head.starts_with('#') && !head.starts_with('\'')) return {};
  head = head.substr(0, head.find_first_of("\r\n"));
  constexpr std::string_view key = "encoding=";
  const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
  const auto at = std::search(head.begin(), head.end(), key.begin(), key.end(), same);
  if (at == head.end()) return {};
  const std::string_view value(at + key.size(), head.end());
  return value.substr(0, value.find_first_of(" \t,;"));
}

}  // namespace

std::string_view name(Encoding e) {
  constexpr std::array<std::string_view, encoding_count> names{"UTF-8", "Shift_JIS", "ISO-8859-1",
                                                               "EUC-JP", "ISO-2022-JP"};
  return names[static_cast<std::size_t>(e)];
}

std::optional<Encoding> encoding_named(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, Encoding>, 20> names{{
      {"utf8", Encoding::utf8},
      {"shiftjis", Encoding::shift_jis},
      {"sjis", Encoding::shift_jis},
      {"cp932", Encoding::shift_jis},
      {"windows31j", Encoding::shift_jis},
      {"ms932", Encoding::shift_jis},
      {"iso88591", Encoding::latin1},
      {"latin1", Encoding::latin1},
      {"ascii", Encoding::latin1},
      {"usascii", Encoding::latin1},
      {"xsjis", Encoding::shift_jis},
      {"windows1252", Encoding::latin1},
      {"cp1252", Encoding::latin1},
      {"eucjp", Encoding::euc_jp},
      {"xeucjp", Encoding::euc_jp},
      {"eucjpms", Encoding::euc_jp},
      {"ujis", Encoding::euc_jp},
      {"iso2022jp", Encoding::iso_2022_jp},
      {"cp50221", Encoding::iso_2022_jp},
      {"jis", Encoding::iso_2022_jp},
  }};
  const std::string wanted = without_case_and_dashes(text);
  for (const auto& [known, encoding] : names) {
    if (known == wanted) return encoding;
  }
  return std::nullopt;
}

std::optional<Encoding> declared_encoding(std::string_view head) {
  const std::string_view declared = declaration(head);
  return declared.empty() ? std::nullopt : encoding_named(declared);
}

Encoded encode_record(std::string_view record, Encoding to) {
  const std::string_view declared = declaration(record);
  if (declared.empty()) return encode(record, to);
  const auto at = static_cast<std::size_t>(declared.data() - record.data());
  std::string text(record);
  text.replace(at, declared.size(), name(to));
  return encode(text, to);
}

}  // namespace yari
