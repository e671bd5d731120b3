/// \file
/// A cursor over the text of a query, with the first thing found wrong with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/cursor.h"

namespace yari::query {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Reads from left to right. After a failure every further step fails too, and `error()` stays
/// what went wrong first.
class Cursor : public yari::Cursor {
 public:
  using yari::Cursor::Cursor;

  /// Skips blanks, line ends, and comments from "#" to the end of the line.
  void skip_blanks();
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
  std::optional<Error> error_;
};

}  // namespace yari::query
