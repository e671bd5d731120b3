// Reading the configuration file, and what of it a command takes.
#include "cli/program/config_file.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "cli/options/command.h"
#include "cli/program/help.h"
#include "cli/terminal/text.h"
#include "cli/terminal/text_file.h"
#include "platform/user.h"
#include "text/text.h"

namespace yari::cli {

namespace {

/// The file to read; empty for none.
std::filesystem::path config_path(const TypedWords& typed) {
  if (const TypedOption* named = typed.last("config")) return named->value;
  for (const TypedOption& option : typed.options)
    if (option.name == "config") return {};  // --no-config
  if (const auto named = platform::variable("YARI_CONFIG")) return *named;
  const std::filesystem::path folder = platform::config_folder();
  if (folder.empty()) return {};
  std::filesystem::path file = folder / "yari/config";
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file : std::filesystem::path();
}

std::size_t column_of(const std::string& line, std::string_view part) {
  const auto offset = static_cast<std::size_t>(part.data() - line.data());
  return columns(std::string_view(line).substr(0, offset)) + 1;
}

std::string section_of(std::string_view text, const std::string& place) {
  if (!text.ends_with(']')) throw UsageError(place + ": expected ']' at the end of the line");
  std::string name(trimmed(text.substr(1, text.size() - 2)));
  if (command_named(name) == nullptr)
    throw UsageError(fmt::format("{}: {}", place, unknown_command(name)));
  return name;
}

std::string unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

/// Whether any command has the option, which it may then have for all of them.
bool is_known(const std::string& name, std::vector<std::string>& names) {
  for (const Command* command : commands()) {
    OptionSet options;
    const std::unique_ptr<Task> task = command->make();
    task->declare(options);
    if (options.find(name) != nullptr) return true;
    for (std::string& other : options.names()) names.push_back(std::move(other));
  }
  return false;
}

void require_known(const ConfigLine& line, const OptionSet& options) {
  std::vector<std::string> names = options.names();
  if (line.section.empty() && is_known(line.name, names)) return;
  std::string message = fmt::format("{}: unknown option '{}'", line.place, line.name);
  if (const auto close = nearest(line.name, names))
    message += fmt::format("; did you mean {}?", *close);
  throw UsageError(message);
}

/// Whether the flag is meant to be set.
bool read_switch(const ConfigLine& line) {
  for (const char* word : {"yes", "true", "on", "1"})
    if (line.value == word) return true;
  for (const char* word : {"no", "false", "off", "0"})
    if (line.value == word) return false;
  throw UsageError(fmt::format("{}: {}: expected yes or no, found '{}'", line.value_place,
                               line.name, line.value));
}

/// A shell would have replaced the "~" of a name that is typed.
std::string as_path(const OptionRow& row, const std::string& value) {
  const bool is_path = row.kind == ValueKind::file || row.kind == ValueKind::folder;
  return is_path ? from_home(value) : value;
}

TypedOption as_typed(const ConfigLine& line, const OptionRow& row) {
  if (!row.is_flag())
    return {.name = row.name, .value = as_path(row, line.value), .place = line.value_place};
  const bool on = read_switch(line);
  if (!on && !row.off_value.empty())
    return {.name = row.name, .value = row.off_value, .place = line.value_place};
  return {.name = row.name, .off = !on, .place = line.value_place};
}

}  // namespace

std::string from_home(const std::string& path) {
  return path.starts_with("~/") ? platform::home_folder().string() + path.substr(1) : path;
}

std::vector<ConfigLine> read_config(const std::filesystem::path& file) {
  std::istringstream text(read_text_file(file.string()));
  std::vector<ConfigLine> lines;
  std::string section;
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '#' || content.front() == ';') continue;
    const auto place = [&](std::string_view part) {
      return fmt::format("{}:{}:{}", file.string(), number, column_of(line, part));
    };
    if (content.front() == '[') {
      section = section_of(content, place(content));
      continue;
    }
    const std::size_t equals = content.find('=');
    if (equals == content.npos || equals == 0)
      throw UsageError(fmt::format("{}: expected OPTION = VALUE or [COMMAND], found '{}'",
                                   place(content), content));
    const std::string_view value = trimmed(content.substr(equals + 1));
    lines.push_back({section, std::string(trimmed(content.substr(0, equals))), unquoted(value),
                     place(content), place(value)});
  }
  return lines;
}

void add_configured(TypedWords& typed, const OptionSet& options, std::string_view command) {
  const std::filesystem::path file = config_path(typed);
  if (file.empty()) return;
  std::vector<TypedOption> general;
  std::vector<TypedOption> own;
  for (const ConfigLine& line : read_config(file)) {
    if (!line.section.empty() && line.section != command) continue;
    const OptionRow* row = options.find(line.name);
    if (row == nullptr) {
      require_known(line, options);
      continue;
    }
    if (row->only_typed || row->name == "config")
      throw UsageError(fmt::format("{}: {} cannot be configured", line.place, line.name));
    if (!row->environment.empty())
      platform::set_missing_variable(row->environment, as_path(*row, line.value));
    else
      (line.section.empty() ? general : own).push_back(as_typed(line, *row));
  }
  typed.put_before(std::move(own));
  typed.put_before(std::move(general));
}

}  // namespace yari::cli
