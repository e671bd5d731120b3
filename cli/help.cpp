#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.h"

namespace yari::cli {

std::string overview() {
  std::string text =
      "Yaribase: a game-record database and analysis toolkit for Yari Shogi and Shogi.\n\n"
      "Usage: yari COMMAND [options] [arguments]\n\nCommands:\n";
  for (const Command* command : commands())
    text += hanging(fmt::format("  {}", command->name), 14, command->summary);
  text +=
      "\n'yari COMMAND --help' explains a command. The database is --db FILE, else $YARI_DB, else\n"
      "yari.db in the current folder. Exit codes: 0 done or found; 1 nothing found, or some input\n"
      "refused; 2 wrong usage, or the machine refused; 130 after Ctrl-C, 143 after SIGTERM.\n";
  return text;
}

std::string command_help(const Command& command, const OptionSet& options) {
  const std::string space = command.arguments.empty() ? "" : " ";
  std::string text = fmt::format("yari {}: {}\n\nUsage: yari {} [options]{}{}\n", command.name,
                                 command.summary, command.name, space, command.arguments);
  if (!command.details.empty()) text += fmt::format("\n{}\n", command.details);
  return text + options.help();
}

std::string version_text() { return "yari " YARI_VERSION "\n"; }

std::string unknown_command(std::string_view typed) {
  std::string text = fmt::format("unknown command '{}'", typed);
  std::vector<std::string> names;
  for (const Command* command : commands()) names.emplace_back(command->name);
  if (const auto near = nearest(typed, names)) text += fmt::format("; did you mean '{}'?", *near);
  return text;
}

bool asks_for_help(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::any_of(words.begin(), end,
                     [](const std::string& word) { return word == "--help" || word == "-h"; });
}

}  // namespace yari::cli
