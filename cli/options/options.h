/// \file
/// The options and arguments of one command: declared once as rows, read from the words typed, and
/// shown by the help, the man pages and the completions.
#pragma once

#include <charconv>
#include <chrono>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/option_row.h"
#include "cli/options/typed_words.h"
#include "cli/terminal/failure.h"

namespace yari::cli {

/// Throws UsageError: "OPTION: expected EXPECTED, found 'FOUND'".
[[noreturn]] void refuse(std::string_view option, std::string_view expected,
                         std::string_view found);

/// Reads the whole of `text` as a number of lo..hi. Throws UsageError that names `option`.
template <class T>
T read_number(std::string_view option, std::string_view text, T lo, T hi) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end && value >= lo && value <= hi) return value;
  throw UsageError(std::string(option) + ": expected a number from " + std::to_string(lo) +
                   (hi == std::numeric_limits<T>::max() ? " on" : " to " + std::to_string(hi)) +
                   ", found '" + std::string(text) + "'");
}

/// The same for a number with a decimal point.
double read_decimal(std::string_view option, std::string_view text, double lo, double hi);
/// The same for seconds, from `lo` to a day.
std::chrono::milliseconds read_seconds(std::string_view option, std::string_view text, double lo);

/// "NAME=VALUE" in its two parts; the name is not empty. Throws UsageError that names `option`.
std::pair<std::string, std::string> read_setting(std::string_view option, const std::string& text);

/// The arguments of a command that are not options.
struct ArgumentRow {
  std::vector<std::string>* target = nullptr;
  /// "a file or a folder": what is expected when there are too few.
  std::string name;
  std::size_t least = 0;
  std::size_t most = 0;
  ValueKind kind = ValueKind::text;
  std::vector<std::string> choices = {};

  ArgumentRow& is(ValueKind what) { return kind = what, *this; }
  ArgumentRow& suggest(std::vector<std::string> values) {
    return choices = std::move(values), *this;
  }
};

/// The rows of one command.
///
/// Names are given as "output" or, with a short name, "output,o". Targets must outlive `apply`;
/// what they contain before is the default. Of an option typed several times the last one counts,
/// unless it may be repeated, and `--no-NAME` undoes what came before it.
class OptionSet {
 public:
  using Reader = OptionRow::Reader;

  /// The options declared from now on are listed under `caption`.
  void group(std::string caption);
  OptionRow& flag(const char* name, bool& target, const std::string& help);
  /// A flag of which either state can be asked for: `set` receives true for `--NAME` and false for
  /// `--no-NAME`.
  OptionRow& toggle(const char* name, std::function<void(bool)> set, const std::string& help);
  OptionRow& text(const char* name, std::optional<std::string>& target, const char* value_name,
                  const std::string& help);
  /// May be given more than once.
  OptionRow& texts(const char* name, std::vector<std::string>& target, const char* value_name,
                   const std::string& help);
  /// A number of lo..hi.
  template <class T>
  OptionRow& number(const char* name, std::optional<T>& target, const std::string& help, T lo = 0,
                    T hi = std::numeric_limits<T>::max()) {
    return value(name, "N", help, [name, &target, lo, hi](const std::string& typed) {
      target = read_number<T>(long_name(name), typed, lo, hi);
    });
  }
  /// The same with a default.
  template <class T>
  OptionRow& number(const char* name, T& target, const std::string& help, T lo = 0,
                    T hi = std::numeric_limits<T>::max()) {
    return value(name, "N", help,
                 [name, &target, lo, hi](const std::string& typed) {
                   target = read_number<T>(long_name(name), typed, lo, hi);
                 })
        .assumed(std::to_string(target));
  }
  /// Any option with a value; `read` may throw UsageError.
  OptionRow& value(const char* name, const char* value_name, const std::string& help, Reader read);
  /// The arguments that are not options: at least `least`, at most `most` of them.
  ArgumentRow& arguments(std::vector<std::string>& target, const char* name, std::size_t least,
                         std::size_t most = std::numeric_limits<std::size_t>::max());

  /// Cuts the words typed into options and arguments. Throws UsageError for an unknown option and
  /// for a value that is missing.
  TypedWords cut(const std::vector<std::string>& words) const;
  /// Reads what was typed into the targets. Throws UsageError.
  void apply(const TypedWords& typed);
  void parse(const std::vector<std::string>& words) { apply(cut(words)); }

  /// What counted in the last `apply`, in order.
  std::span<const TypedOption> applied() const { return applied_; }

  std::span<const OptionRow> rows() const { return rows_; }
  std::span<const std::string> groups() const { return groups_; }
  const ArgumentRow& argument_row() const { return arguments_; }
  /// Null when there is no option of that long name.
  const OptionRow* find(std::string_view name) const;
  const OptionRow* find_letter(char letter) const;
  /// Requires: the option is declared.
  OptionRow& row(std::string_view name) { return const_cast<OptionRow&>(*find(name)); }
  /// Every long name that is shown, without dashes, in order of declaration.
  std::vector<std::string> names() const;

 private:
  /// "--output" from "output,o".
  static std::string long_name(std::string_view name);
  TypedOption understood(const std::string& name) const;

  std::vector<std::string> groups_;
  /// Of the rows declared now.
  std::size_t group_ = 0;
  std::vector<OptionRow> rows_;
  ArgumentRow arguments_;
  std::vector<TypedOption> applied_;
};

}  // namespace yari::cli
