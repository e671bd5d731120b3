/// \file
/// Small text files named on the command line.
#pragma once

#include <string>

namespace yari::cli {

/// The whole of a file, or of standard input for "-". Throws Failure when it cannot be read or is
/// over 16 MiB.
std::string read_text_file(const std::string& path);

}  // namespace yari::cli
