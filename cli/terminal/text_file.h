/// \file
/// Small text files named on the command line.
#pragma once

#include <string>

namespace yari::cli {

/// The whole of a file, or of standard input for "-", in UTF-8 and without a byte order mark: what
/// spreadsheets of Windows write is Shift_JIS or UTF-16. Line ends are "\n". Throws Failure when it
/// cannot be read, has bytes without a meaning or is over 16 MiB.
std::string read_text_file(const std::string& path);

}  // namespace yari::cli
