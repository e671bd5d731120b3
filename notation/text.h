/// \file
/// Widths, words and places in a text: what every reader of this folder needs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "notation/format.h"
#include "rules/ascii.h"
#include "rules/utf8.h"

namespace yari {

/// Characters (code points), not bytes.
std::size_t characters(std::string_view text);
/// Columns on a terminal: East Asian wide characters take two.
std::size_t columns(std::string_view text);

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\0';
}
/// A character of a tag's name.
constexpr bool is_name_char(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }
/// Equal but for the case of ASCII letters.
inline bool same_word(std::string_view a, std::string_view b) { return same_ignoring_case(a, b); }
/// Without white space (and NULs) at both ends.
std::string_view trimmed(std::string_view text);
/// The rest of the line at `at`, without its line end.
std::string_view line_at(std::string_view text, std::size_t at);

/// Collects the findings about one record, with places worked out from byte offsets.
///
/// At most `max_findings` errors and as many others are kept, and a last one that says how many
/// more there were: a broken file must not fill the memory with complaints.
class Findings {
 public:
  static constexpr std::size_t max_findings = 100;

  /// Strict reading makes every warning an error.
  Findings(std::string_view text, const ReadOptions& options)
      : text_(text), first_line_(options.first_line), strict_(options.strict) {}

  void note(std::size_t offset, std::string message) {
    add(Severity::note, offset, std::move(message));
  }
  void warning(std::size_t offset, std::string message) {
    add(Severity::warning, offset, std::move(message));
  }
  void error(std::size_t offset, std::string message) {
    add(Severity::error, offset, std::move(message));
  }
  void add(Severity severity, std::size_t offset, std::string message);
  bool has_errors() const { return errors_ != 0; }
  /// The findings in order of place. The collection is empty afterwards.
  std::vector<Diagnostic> take();

 private:
  struct Finding {
    std::size_t offset;
    Diagnostic diagnostic;
  };
  void place(Finding& finding);

  std::string_view text_;
  std::size_t first_line_;
  bool strict_;
  std::vector<Finding> findings_;
  std::size_t left_out_ = 0;
  std::size_t errors_ = 0;
  std::size_t others_ = 0;
  // Where the last search for a line stood: places are asked for in rising order.
  std::size_t line_ = 0;
  std::size_t line_start_ = 0;
  std::size_t column_ = 1;
  std::size_t column_at_ = 0;
};

/// "'text'" for a message: cut when long, control characters shown as '.', "the end" when empty.
std::string in_quotes(std::string_view text);

}  // namespace yari
