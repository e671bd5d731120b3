/// \file
/// Help texts, all made from the table of commands and their options. `width` is that of the
/// terminal, 0 where there is none: examples are never folded, because they are pasted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options/command.h"

namespace yari::cli {

/// `yari --help`: what the program is, and every command in a line.
std::string overview(std::size_t width = 0);
/// `yari db --help`: the commands whose names begin with "db".
std::string family_help(std::string_view family, std::size_t width = 0);
/// "what it does: a, b or c [a]"; without choices that are many, unless `all` are to be shown.
std::string option_line(const OptionRow& row, bool all);
/// `yari COMMAND -h`, or `in_full` `yari COMMAND --help`.
std::string command_help(const Command& command, const OptionSet& options, bool in_full,
                         std::size_t width = 0);
std::string version_text();
/// "unknown command 'improt'; did you mean 'import'?"
std::string unknown_command(std::string_view typed);
/// Whether `--help` or `-h` stands among the words (before a `--`), which cannot be read otherwise.
bool asks_for_help(const std::vector<std::string>& words);

}  // namespace yari::cli
