/// \file
/// The configuration file: options that a user gives in every call, or in every call of a command.
///
///     # for every command that has the option
///     color = never
///     [find]
///     limit = 20
///     count = yes
///
/// A name is a long option, without dashes; a flag has the value yes or no. A value that stands in
/// double quotes keeps its blanks. A line that begins with # or ; is a comment.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"

namespace yari::cli {

/// One line that gives an option a value.
struct ConfigLine {
  /// The command; empty before the first section.
  std::string section;
  std::string name;
  std::string value;
  /// "FILE:LINE:COLUMN" of the name, of the value.
  std::string place;
  std::string value_place;
};

/// `path` with the user's folder for a leading "~/".
std::string from_home(const std::string& path);

/// Throws Failure when the file cannot be read, UsageError with the place of a line that is
/// neither a section nor a setting.
std::vector<ConfigLine> read_config(const std::filesystem::path& file);

/// Puts what the configuration says about `command` before what was typed: the file that --config
/// or $YARI_CONFIG names, else yari/config in $XDG_CONFIG_HOME or ~/.config. No file is read after
/// --no-config, or where $YARI_CONFIG is empty. Throws as `read_config`, and UsageError for an
/// option that no command has.
void add_configured(TypedWords& typed, const OptionSet& options, std::string_view command);

}  // namespace yari::cli
