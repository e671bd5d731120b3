// Pages in the macros of man(7), which groff and mandoc both know.
#include "cli/program/man_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options/common_options.h"
#include "cli/program/help.h"

namespace yari::cli {

namespace {

// Of the text, not of the build: two builds must give the same pages.
constexpr std::string_view date = "2026-11-23";
constexpr std::size_t width = 78;

/// A paragraph in lines that a person can read in the source. Roff finds the ends of sentences by
/// itself.
std::string filled(std::string_view text) {
  std::string out;
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) out += roff(line) + '\n';
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && roff(line).size() + 1 + roff(word).size() > width) flush();
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  flush();
  return out;
}

std::string header(std::string_view name) {
  std::string title(name);
  std::ranges::transform(title, title.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".TH {} 1 {} \"yari {}\" \"Yaribase\"\n", roff(title), date, YARI_VERSION);
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }

std::string option_entry(const OptionRow& row) {
  std::string text = ".TP\n";
  if (row.letter != 0) text += bold(fmt::format("-{}", row.letter)) + ", ";
  text += bold("--" + row.name);
  if (!row.is_flag()) text += fmt::format(" \\fI{}\\fR", roff(row.value_name));
  text += '\n' + filled(sentence(option_line(row, true)));
  if (!row.details.empty()) text += ".IP\n" + filled(row.details);
  return text;
}

std::string options_section(const OptionSet& options) {
  std::string text;
  for (std::size_t group = 0; group < options.groups().size(); ++group) {
    std::string entries;
    for (const OptionRow& row : options.rows())
      if (row.group == group) entries += option_entry(row);
    if (!entries.empty())
      text += fmt::format(".SS \"{}\"\n{}", roff(options.groups()[group]), entries);
  }
  return text.empty() ? "" : ".SH OPTIONS\n" + text;
}

/// The paragraphs of a command's text; lines that begin with blanks are examples.
struct Details {
  std::string prose;
  std::string examples;

  explicit Details(std::string_view text) {
    std::string paragraph;
    const auto end_paragraph = [&] {
      if (!paragraph.empty()) prose += (prose.empty() ? "" : ".PP\n") + filled(paragraph);
      paragraph.clear();
    };
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.starts_with("  "))
        examples += roff(line.substr(2)) + '\n';
      else
        paragraph += std::string(line) + '\n';
      if (line.empty()) end_paragraph();
    }
    end_paragraph();
  }
};

std::string exit_codes() {
  return ".SH \"EXIT STATUS\"\n"
         ".TP\n0\nDone, or found.\n"
         ".TP\n1\nNothing found, or some input refused; the rest was done.\n"
         ".TP\n2\nWrong usage, or the machine failed.\n"
         ".TP\n130\nStopped by Ctrl\\-C; 143 by SIGTERM.\n";
}

std::string command_table() {
  std::string text = ".SH COMMANDS\n";
  for (const CommandGroup& group : command_groups()) {
    text += fmt::format(".SS \"{}\"\n", roff(group.caption));
    for (const Command* command : group.commands)
      text += fmt::format(".TP\n.BR {} (1)\n{}", roff(page_name(*command)),
                          filled(sentence(command->summary)));
  }
  return text;
}

}  // namespace

std::string sentence(std::string_view text) {
  std::string out(text);
  if (!out.empty()) out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  return out + '.';
}

std::string roff(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    line_start = c == '\n';
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '"':
        out += "\\(dq";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string page_name(const Command& command) {
  std::string name = "yari-" + std::string(command.name);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string man_page(const Command& command) {
  OptionSet options;
  CommonOptions common;
  const std::unique_ptr<Task> task = command.make();
  task->declare(options);
  common.declare(options);
  const Details details(command.details);
  std::string text = header(page_name(command));
  text += fmt::format(".SH NAME\n{} \\- {}\n", roff(page_name(command)), roff(command.summary));
  text +=
      fmt::format(".SH SYNOPSIS\n{} [\\fIoptions\\fR]", bold(fmt::format("yari {}", command.name)));
  if (!command.arguments.empty()) text += fmt::format(" \\fI{}\\fR", roff(command.arguments));
  text += "\n.SH DESCRIPTION\n";
  text += details.prose.empty() ? filled(sentence(command.summary)) : details.prose;
  text += options_section(options) + exit_codes();
  if (!details.examples.empty()) text += ".SH EXAMPLES\n.EX\n" + details.examples + ".EE\n";
  return text + ".SH \"SEE ALSO\"\n.BR yari (1)\n";
}

std::string program_page() {
  std::string text = header("yari");
  text +=
      ".SH NAME\nyari \\- game\\-record database and analysis toolkit for Yari Shogi and Shogi\n"
      ".SH SYNOPSIS\n\\fByari\\fR \\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]\n"
      ".SH DESCRIPTION\n";
  text += filled(
      "yari imports collections of games, searches them by player, date, position, pattern and "
      "material, and shows what was played from a position. An engine marks the mistakes in one "
      "game or in ten thousand. Each command has a page of its own; 'yari COMMAND --help' says the "
      "same.");
  text +=
      ".PP\n" +
      filled(
          "Results are printed on standard output, everything else on standard error. With --json, "
          "every command that has results prints one JSON object a line. Of an option that is "
          "given "
          "several times, the last one counts, unless it can be repeated. --no-OPTION undoes an "
          "option. Arguments that begin with a hyphen stand after --.");
  text += command_table() + exit_codes();
  text += ".SH ENVIRONMENT\n";
  const auto entry = [&](std::string_view name, std::string_view what) {
    text += fmt::format(".TP\n{}\n{}", bold(name), filled(what));
  };
  entry("YARI_DB",
        "The database, where --db does not name one; yari.db in the current folder otherwise.");
  entry("YARI_VARIANT", "yari or shogi: the game that is meant where nothing else says it.");
  entry("YARI_CONFIG", "The configuration file; empty for none.");
  entry("YARI_PAGER", "The pager for long results, before $PAGER; empty for none.");
  entry("NO_COLOR", "No colours, unless --color always is given.");
  text += ".SH FILES\n";
  entry("~/.config/yari/config",
        "Options for every command, or for one: lines 'option = value', after a line '[command]' "
        "for that command alone. A flag has the value yes or no. $XDG_CONFIG_HOME is used if set.");
  text += ".SH EXAMPLES\n.EX\n" + roff("yari import games/") + '\n' +
          roff("yari find --moves \"P-7f P-3d\" --player habu") + '\n' + roff("yari annotate 12") +
          '\n' + roff("yari report 12 -o game.html") + "\n.EE\n";
  return text;
}

}  // namespace yari::cli
