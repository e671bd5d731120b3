#include "tests/cli/program/examples.h"

#include <regex>
#include <sstream>

#include "tests/cli/program.h"

namespace yari::test {

std::vector<Example> examples_of(const std::string& text) {
  std::vector<Example> examples;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("$ "))
      examples.push_back({line.substr(2), ""});
    else if (!examples.empty())
      examples.back().output += line + '\n';
  }
  return examples;
}

std::vector<Example> examples_of_page(const std::string& text) {
  std::string inside;
  bool fenced = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```"))
      fenced = line == "```console";
    else if (fenced)
      inside += line + '\n';
  }
  return examples_of(inside);
}

std::string output_of(const std::string& command, const std::filesystem::path& folder,
                      bool with_code) {
  const RunOptions here{.environment = {{"PATH", path_with_yari()}}, .folder = folder};
  const Outcome outcome = run_program("/bin/sh", {"-c", "exec 2>&1; " + command}, here);
  std::string text = outcome.out;
  if (!text.empty() && text.back() != '\n') text += '\n';
  if (with_code && outcome.code != 0) text += "[" + std::to_string(outcome.code) + "]\n";
  return text;
}

std::string without_times(const std::string& text) {
  static const std::regex time(R"((\d+ h \d+ min|\d+ min \d+ s|\d+(\.\d+)? s)\b)");
  return std::regex_replace(text, time, "TIME");
}

}  // namespace yari::test
