/// \file
/// The options and arguments of one command: declared once, read from the words typed, and listed
/// for `--help`.
#pragma once

#include <boost/program_options.hpp>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/failure.h"

namespace yari::cli {

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

/// "NAME=VALUE" in its two parts; the name is not empty. Throws UsageError that names `option`.
std::pair<std::string, std::string> read_setting(std::string_view option, const std::string& text);

/// Thin, typed cover over Boost.ProgramOptions.
///
/// Names are given as Boost takes them: "output,o" is `-o, --output`. Targets must outlive the
/// parsing; what they hold before is the default.
class OptionSet {
 public:
  using Reader = std::function<void(const std::string&)>;

  /// The options declared from now on are listed under `caption`.
  void group(std::string caption);
  void flag(const char* name, bool& target, const std::string& help);
  void text(const char* name, std::optional<std::string>& target, const char* value,
            const std::string& help);
  /// May be given more than once.
  void texts(const char* name, std::vector<std::string>& target, const char* value,
             const std::string& help);
  /// A number of lo..hi.
  template <class T>
  void number(const char* name, std::optional<T>& target, const std::string& help, T lo = 0,
              T hi = std::numeric_limits<T>::max()) {
    value(name, "N", help, [name, &target, lo, hi](const std::string& typed) {
      target = read_number<T>(long_name(name), typed, lo, hi);
    });
  }
  /// The same with a default, which the help tells.
  template <class T>
  void number(const char* name, T& target, const std::string& help, T lo = 0,
              T hi = std::numeric_limits<T>::max()) {
    value(name, "N", help + " [" + std::to_string(target) + "]",
          [name, &target, lo, hi](const std::string& typed) {
            target = read_number<T>(long_name(name), typed, lo, hi);
          });
  }
  /// Any option with a value; `read` may throw UsageError.
  void value(const char* name, const char* value_name, const std::string& help, Reader read);
  /// The arguments that are no options: at least `least`, at most `most` of them.
  void arguments(std::vector<std::string>& target, const char* name, std::size_t least,
                 std::size_t most = std::numeric_limits<std::size_t>::max());

  /// Reads `words` into the targets. Throws UsageError.
  void parse(const std::vector<std::string>& words);

  /// The list of options for `--help`, in groups.
  std::string help() const;
  /// Every long name, without dashes, in order of declaration.
  std::vector<std::string> names() const;

 private:
  /// "--output" from "output,o".
  static std::string long_name(std::string_view name);
  void add(const char* name, const boost::program_options::value_semantic* semantic,
           const std::string& help);

  struct Group {
    std::string caption;
    boost::program_options::options_description options;
  };
  std::vector<Group> groups_;
  std::vector<std::string>* arguments_ = nullptr;
  std::string argument_name_;
  std::size_t least_ = 0;
  std::size_t most_ = 0;
};

}  // namespace yari::cli
