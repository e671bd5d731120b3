/// \file
/// The list of members of a 7z archive, looked at before libarchive makes room for all of it.
#pragma once

#include <string_view>

#include "text/result.h"

namespace yari {

/// The first bytes of every 7z archive.
inline constexpr std::string_view seven_zip_sign("7z\xBC\xAF\x27\x1C", 6);

/// Fails where the list has more than a million members or takes more than 64 MiB, which a hundred
/// bytes can promise, and where it is written in a form that packers do not use.
///
/// Format: 7zFormat.txt of the LZMA SDK. Requires: `file` can be read from any place.
Result<void> check_seven_zip(int file);

}  // namespace yari
