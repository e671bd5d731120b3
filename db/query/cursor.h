/// \file
/// A place in the text of a query that is being read, and the first thing found wrong with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/result.h"

namespace yari::query {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads from left to right. After a failure every further step fails too, and `error()` stays
/// what went wrong first.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  std::string_view text() const { return text_; }
  /// The byte `ahead` of the place; 0 beyond the end.
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip(std::size_t bytes) { at_ += bytes; }
  /// Skips blanks, line ends, and comments from "#" to the end of the line.
  void skip_blanks();
  bool at_end() const { return at_ >= text_.size(); }

  bool take(std::string_view symbol);
  /// The letters here, not taken; empty when there are none.
  std::string_view word() const;
  /// Takes `word` when it stands here whole, and the blanks after it.
  bool take_word(std::string_view word);
  /// Everything up to a blank, bracket or quote.
  std::string_view take_run();

  /// A number of at most a million. Fails when there is none.
  std::optional<int> number();
  /// Text between quotes of either kind, which it cannot contain itself. Fails when there is none.
  std::optional<Cursor> quoted();

  /// Fails at this place: "expected WHAT, found ...".
  std::nullopt_t expected(std::string_view what);
  std::nullopt_t fail(std::string message, std::size_t offset);
  /// Takes over the failure of a cursor inside this one.
  std::nullopt_t fail(const Cursor& inner);
  bool failed() const { return error_.has_value(); }
  /// Requires: failed().
  const Error& error() const { return *error_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace yari::query
