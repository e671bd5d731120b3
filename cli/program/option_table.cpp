// Options that are spelt and explained alike share a row.
#include "cli/program/option_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <tuple>

#include "answers/conditions.h"
#include "cli/options/command.h"
#include "cli/options/common_options.h"
#include "cli/program/help.h"

namespace yari::cli {

namespace {

/// Name, spelling and meaning.
using Meaning = std::tuple<std::string, std::string, std::string>;

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

Meaning meaning_of(const OptionRow& row) {
  const std::string letter = row.letter != 0 ? fmt::format("`-{}`, ", row.letter) : "";
  const std::string value = row.is_flag() ? "" : " " + row.value_name;
  return {row.name, fmt::format("{}`--{}{}`", letter, row.name, value), option_line(row, true)};
}

void add(std::map<Meaning, std::string>& table, const OptionSet& options,
         std::string_view command) {
  for (const OptionRow& row : options.rows()) {
    std::string& commands = table[meaning_of(row)];
    commands += fmt::format("{}{}", commands.empty() ? "" : ", ", command);
  }
}

}  // namespace

std::string option_table() {
  std::map<Meaning, std::string> table;
  for (const Command* command : commands()) {
    OptionSet options;
    const std::unique_ptr<Task> task = command->make();
    task->declare(options);
    add(table, options, command->name);
  }
  OptionSet everywhere;
  CommonOptions common;
  common.declare(everywhere);
  add(table, everywhere, "all");
  std::string text = "| option | meaning [default] | commands |\n|---|---|---|\n";
  for (const auto& [meaning, commands] : table)
    text += fmt::format("| {} | {} | {} |\n", cell(std::get<1>(meaning)),
                        cell(std::get<2>(meaning)), commands);
  return text;
}

std::string condition_table() {
  std::string text = "| option | parameter, keyword | values | which games |\n|---|---|---|---|\n";
  for (const Condition& row : conditions()) {
    const std::string values =
        row.choices != nullptr ? fmt::format("`{}`", fmt::join(row.choices(), "`, `")) : "";
    text += fmt::format("| `--{} {}` | `{}` | {} | {} |\n", row.name, cell(row.value),
                        with_underscores(row.name), values, cell(row.help));
  }
  return text;
}

std::string finding_table() {
  std::string text = "| code | | finding | 日本語 | what is done |\n|---|---|---|---|---|\n";
  for (const FindingCode code : finding_codes()) {
    const FindingText places{code, {"…", "…", "…", "…"}};
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", name(code), name(severity_of(code)),
                        cell(sentence(places)), cell(sentence(places, Language::japanese)),
                        cell(help(code)));
  }
  return text;
}

}  // namespace yari::cli
