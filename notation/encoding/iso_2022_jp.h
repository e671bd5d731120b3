/// \file
/// ISO-2022-JP is EUC-JP in seven bits: escapes say which bytes belong to a Japanese character.
///
/// Mail also uses characters of vendors (①), and the wide tilde and minus of Windows, which the
/// standard does not have; eucJP-ms has them. So text goes by way of EUC-JP.
#pragma once

#include <string>
#include <string_view>

namespace yari {

/// Whether `text` is of seven bits and begins Japanese with an escape (ESC $ B, ESC $ @, ESC ( I).
bool is_iso_2022_jp(std::string_view text);
/// The text in EUC-JP. Every line begins in ASCII; bytes that no escape explains stay.
std::string euc_jp_of_iso_2022_jp(std::string_view text);
/// The text in ISO-2022-JP, every line in ASCII at its end.
///
/// Half-width katakana and JIS X 0212 go by ESC ( I and ESC $ ( D, as code page 50221 and
/// ISO-2022-JP-1 have them. Requires: `euc` is whole EUC-JP.
std::string iso_2022_jp_of_euc_jp(std::string_view euc);

}  // namespace yari
