/// \file
/// Conversion between UTF-8 and the other encodings of records, by tables: the same on every
/// system.
///
/// `shift_jis` is code page 932 and `euc_jp` is eucJP-ms, both as glibc has them. `latin1` is read
/// as Windows-1252 and written as ISO-8859-1. `iso_2022_jp` stands for `euc_jp` here;
/// iso_2022_jp.h has the escapes. Requires, of each function: the encoding is not `utf8`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "notation/encoding/encoding.h"

namespace yari {

/// Appends what `bytes` say in `from`, up to the first byte without a meaning, in UTF-8; returns
/// how many bytes that were.
///
/// A character that is cut off at the end has no meaning.
std::size_t decode_prefix(std::string& out, std::string_view bytes, Encoding from);
/// Appends the whole of `bytes` in UTF-8, with U+FFFD for each byte without a meaning; returns the
/// number of such bytes.
std::size_t decode_replacing(std::string& out, std::string_view bytes, Encoding from);
/// Appends `utf8` in `to`, up to the first character that `to` does not have, or that is not UTF-8;
/// returns how many bytes of `utf8` that were.
///
/// Some characters are written as others that look like them (written_as_others): "−" (U+2212) as
/// "－" (U+FF0D).
/// Any number of threads may call this.
std::size_t encode_prefix(std::string& out, std::string_view utf8, Encoding to);
/// The characters that encode_prefix writes as others, which they are read back as.
std::vector<std::string> written_as_others(Encoding to);

}  // namespace yari
