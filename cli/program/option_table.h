/// \file
/// Tables in Markdown, for docs/: all options of all commands, all conditions on games, and all
/// kinds of findings.
#pragma once

#include <string>

namespace yari::cli {

/// Each option once for each meaning, by name, with the commands that have it.
std::string option_table();

/// Each condition with its name at every door, its values and what it asks.
std::string condition_table();

/// Each kind of finding with its code, its sentences and what is done about it.
std::string finding_table();

}  // namespace yari::cli
