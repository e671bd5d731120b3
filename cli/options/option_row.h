/// \file
/// One option, as everything that reads or shows options needs it: the parser, the help, the man
/// pages, the completions and the tables in docs/.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace yari::cli {

/// What a value or an argument is, so that a shell can complete it.
enum class ValueKind { text, file, folder, player, event, saved_query, command };

/// One option of a command. The functions return the row, so that a declaration is one expression.
struct OptionRow {
  using Reader = std::function<void(const std::string&)>;

  /// Without dashes: "output".
  std::string name;
  /// The short name, 'o'; 0 for none.
  char letter = 0;
  /// What the help calls the value: "FILE"; empty for a flag, which has none.
  std::string value_name;
  /// One line, without a full stop.
  std::string help;
  /// Index into OptionSet::groups().
  std::size_t group = 0;
  /// Receives the value; the empty string for a flag. May throw UsageError.
  Reader read;

  ValueKind kind = ValueKind::text;
  /// The values that can be typed, for help and completion; empty when they cannot be listed.
  std::vector<std::string> choices;
  /// A value that is not among `choices` is refused before `read` is called.
  bool only_choices = false;
  /// For completion alone: `help` names them already.
  bool choices_in_help = false;
  /// As the help shows it; empty when nothing is assumed.
  std::string fallback;
  /// A paragraph for `--help` and the man page, where one line is not enough.
  std::string details;
  /// Every occurrence counts, not the last one alone.
  bool repeatable = false;
  /// `--no-NAME` gives this value; empty: it undoes what came before.
  std::string off_value;
  /// The configuration file sets this variable of the environment, unless it is set, and not the
  /// option; empty: the option itself.
  std::string environment;
  /// Has no `--no-NAME`, and no place in a configuration file.
  bool only_typed = false;

  bool is_flag() const { return value_name.empty(); }
  bool can_be_undone() const { return !only_typed; }

  OptionRow& one_of(std::vector<std::string> values);
  /// The same, where `read` takes more than these, or lists of them.
  OptionRow& suggest(std::vector<std::string> values);
  /// The same, where `help` says so.
  OptionRow& complete_with(std::vector<std::string> values) {
    return choices_in_help = true, suggest(std::move(values));
  }
  OptionRow& is(ValueKind what) { return kind = what, *this; }
  OptionRow& assumed(std::string value) { return fallback = std::move(value), *this; }
  OptionRow& explained(std::string text) { return details = std::move(text), *this; }
  OptionRow& off_is(std::string value) { return off_value = std::move(value), *this; }
  OptionRow& from_environment(std::string variable) {
    return environment = std::move(variable), *this;
  }
  OptionRow& typed_only() { return only_typed = true, *this; }
};

/// "-o, --output FILE"; four blanks in the place of a short name that does not exist.
std::string spelling(const OptionRow& row);

}  // namespace yari::cli
