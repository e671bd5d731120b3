#include "cli/program/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

/// Of rows with a hanging text.
constexpr std::size_t usual_width = 79;

std::size_t row_width(std::size_t width) {
  return width == 0 ? usual_width : std::min(width - 1, usual_width);
}

/// Paragraphs are folded; what is indented stays: rows, which have been folded, and examples.
std::string fitted_help(const std::string& text, std::size_t width) {
  constexpr std::size_t widest = 99;
  if (width == 0 || width > widest) return text;
  std::string out, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += folded(paragraph, width) + '\n';
    paragraph.clear();
  };
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.empty() || line.front() == ' ') {
      end_paragraph();
      out += std::string(line) + '\n';
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
  }
  end_paragraph();
  return out;
}

std::string listing(std::span<const Command* const> listed, std::size_t width) {
  // Behind the longest name, "book repertoire".
  constexpr std::size_t column = 19;
  std::string text;
  for (const Command* command : listed)
    text += hanging(fmt::format("  {}", command->name), column, command->summary, row_width(width));
  return text;
}

std::string joined_words(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string option_text(const OptionRow& row, bool in_full, std::size_t width) {
  constexpr std::size_t narrow = 60;
  const std::size_t rows = row_width(width), column = rows < narrow ? 8 : 26;
  std::string text = hanging("  " + spelling(row), column, option_line(row, in_full), rows);
  if (in_full && !row.details.empty())
    text += hanging(std::string(column - 2, ' '), column, row.details, rows);
  return text;
}

}  // namespace

std::string option_line(const OptionRow& row, bool all) {
  std::string text = row.help;
  const std::string choices =
      row.only_choices ? alternatives(row.choices) : joined_words(row.choices);
  constexpr std::size_t few = 45;
  if (!choices.empty() && !row.choices_in_help && (all || choices.size() <= few))
    text += ": " + choices;
  if (!row.fallback.empty()) text += fmt::format(" [{}]", row.fallback);
  return text;
}

std::string overview(std::size_t width) {
  std::string text =
      "Yaribase: a game-record database and analysis toolkit for Yari Shogi and Shogi.\n\n"
      "Usage: yari COMMAND [options] [arguments]\n";
  for (const CommandGroup& group : command_groups())
    text += fmt::format("\n{}:\n{}", group.caption, listing(group.commands, width));
  text +=
      "\n'yari COMMAND -h' lists the options of a command, 'yari COMMAND --help' explains them. "
      "The\n"
      "database is --db FILE, else $YARI_DB, else yari.db in the current folder. Exit codes: 0 "
      "done\n"
      "or found; 1 nothing found, or some input refused; 2 wrong usage, or the machine refused;\n"
      "130 after Ctrl-C, 143 after SIGTERM.\n";
  return fitted_help(text, width);
}

std::string family_help(std::string_view family, std::size_t width) {
  const std::vector<const Command*> members = family_of(family);
  return fitted_help(fmt::format("Usage: yari {} COMMAND [options] [arguments]\n\nCommands:\n{}",
                                 family, listing(members, width)),
                     width);
}

std::string command_help(const Command& command, const OptionSet& options, bool in_full,
                         std::size_t width) {
  const std::string space = command.arguments.empty() ? "" : " ";
  std::string text = fmt::format("yari {}: {}\n\nUsage: yari {} [options]{}{}\n", command.name,
                                 command.summary, command.name, space, command.arguments);
  if (in_full && !command.details.empty()) text += fmt::format("\n{}\n", command.details);
  for (std::size_t group = 0; group < options.groups().size(); ++group) {
    std::string rows;
    for (const OptionRow& row : options.rows())
      if (row.group == group) rows += option_text(row, in_full, width);
    if (!rows.empty()) text += fmt::format("\n{}:\n{}", options.groups()[group], rows);
  }
  if (!in_full) text += fmt::format("\n'yari {} --help' says more.\n", command.name);
  return fitted_help(text, width);
}

std::string version_text() { return "yari " YARI_VERSION "\n"; }

std::string unknown_command(std::string_view typed) {
  std::string text = fmt::format("unknown command '{}'", typed);
  std::vector<std::string> names{"help"};
  for (const Command* command : commands()) names.emplace_back(command->name);
  if (const auto close = nearest(typed, names)) text += fmt::format("; did you mean '{}'?", *close);
  return text;
}

bool asks_for_help(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::any_of(words.begin(), end,
                     [](const std::string& word) { return word == "--help" || word == "-h"; });
}

}  // namespace yari::cli
