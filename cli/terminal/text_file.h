/// \file
/// Small text files named on the command line.
#pragma once

#include <string>

namespace yari::cli {

/// The whole of a file, or of standard input for "-", without a byte order mark. Throws Failure
/// when it cannot be read, is UTF-16 or over 16 MiB.
std::string read_text_file(const std::string& path);

}  // namespace yari::cli
