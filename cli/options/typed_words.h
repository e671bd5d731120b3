/// \file
/// What was typed, cut into options and arguments but not yet understood.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yari::cli {

/// One occurrence of an option.
struct TypedOption {
  /// The long name, whatever was typed; an old name is replaced by the present one.
  std::string name;
  /// Empty for a flag.
  std::string value = {};
  /// `--no-NAME`.
  bool off = false;
  /// `-h` and not `--help`.
  bool by_letter = false;
  /// Where it stands when not on the command line: "FILE:LINE:COLUMN". Precedes error messages.
  std::string place = {};
};

/// A command line, in order.
struct TypedWords {
  std::vector<TypedOption> options = {};
  std::vector<std::string> arguments = {};

  /// The last occurrence of an option; null when there is none, or `--no-NAME` is the last.
  const TypedOption* last(std::string_view name) const;
  /// Puts `others` before all options: these win.
  void put_before(std::vector<TypedOption> others);
};

/// The occurrences that count: what a later `--no-NAME` undoes is removed, and all but the last of
/// an option that is not `repeatable`.
template <class IsRepeatable>
std::vector<TypedOption> settled(const std::vector<TypedOption>& options,
                                 IsRepeatable&& is_repeatable) {
  std::vector<TypedOption> result;
  for (const TypedOption& option : options) {
    if (option.off || !is_repeatable(option.name))
      std::erase_if(result, [&](const TypedOption& o) { return o.name == option.name; });
    if (!option.off) result.push_back(option);
  }
  return result;
}

}  // namespace yari::cli
