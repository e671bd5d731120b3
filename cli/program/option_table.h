/// \file
/// All options of all commands in one table, for docs/command-line.md.
#pragma once

#include <string>

namespace yari::cli {

/// A table in Markdown: each option once for each meaning, by name, with the commands that have it.
std::string option_table();

}  // namespace yari::cli
