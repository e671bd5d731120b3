/// \file
/// Lines of a file of any size, and of any content.
#pragma once

#include <string>
#include <string_view>

#include "analysis/book/book.h"

namespace yari {

/// Takes lines off a file, without keeping more of it than a line and a buffer.
class BookLines {
 public:
  /// Longer lines are cut there, and `too_long`. `buffer_size`: so many bytes are read at once.
  explicit BookLines(BookBytes bytes, std::size_t longest,
                     std::size_t buffer_size = std::size_t{64} << 10);

  /// Goes to the next line; false at the end.
  bool next();
  /// Without line feed and carriage return; valid until the next one.
  std::string_view text() const { return line_; }
  bool too_long() const { return too_long_; }
  /// From 1.
  std::size_t number() const { return number_; }
  /// The byte of the file at which the line begins.
  std::uint64_t begin() const { return begin_; }

  /// A finding about this line, at the byte `offset` of it.
  Diagnostic finding(Severity severity, std::size_t offset, std::string message) const;

 private:
  BookBytes bytes_;
  std::size_t longest_;
  std::string buffer_;
  std::size_t at_ = 0, filled_ = 0;
  std::string line_;
  bool too_long_ = false;
  std::size_t number_ = 0;
  std::uint64_t begin_ = 0, taken_ = 0;
};

}  // namespace yari
