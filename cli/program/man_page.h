/// \file
/// Manual pages, made from the rows of commands and options.
#pragma once

#include <string>
#include <string_view>

#include "cli/options/command.h"

namespace yari::cli {

/// Text as roff prints it: backslashes, hyphens, quotes, and the signs at the beginning of a line
/// that roff takes for its own.
std::string roff(std::string_view text);

/// "Draw a position." of "draw a position".
std::string sentence(std::string_view text);

/// "yari-db-verify" of "db verify".
std::string page_name(const Command& command);
/// The page of a command, for `page_name` + ".1".
std::string man_page(const Command& command);
/// yari.1: what the program is, its commands, files and exit codes.
std::string program_page();

}  // namespace yari::cli
