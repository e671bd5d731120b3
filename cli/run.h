/// \file
/// From the words typed to an exit code.
#pragma once

#include <string>
#include <vector>

namespace yari::cli {

/// Runs the command line `words` (without the program's name) and returns the exit code: 0 done or
/// found, 1 nothing found or some input refused, 2 usage or environment error.
int run(const std::vector<std::string>& words);

}  // namespace yari::cli
