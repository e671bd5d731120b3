/// \file
/// Commands in a text, and what they print.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace yari::test {

/// A command, as it is typed into a shell, and all that it prints, errors too.
struct Example {
  std::string command;
  std::string output;
};

/// The lines "$ COMMAND" of a text, each with the lines that follow it.
std::vector<Example> examples_of(const std::string& text);
/// Those between "```console" and "```" in a page of Markdown.
std::vector<Example> examples_of_page(const std::string& text);

/// What a command of a shell prints in `folder`, with "yari" in PATH; an exit code that is not 0
/// follows in a line of its own, "[2]", where `with_code`.
std::string output_of(const std::string& command, const std::filesystem::path& folder,
                      bool with_code);

/// Times differ from run to run: "0.25 s", "3 min 20 s" and "2 h 5 min" become "TIME".
std::string without_times(const std::string& text);

}  // namespace yari::test
