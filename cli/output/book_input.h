/// \file
/// Books on their way into a command: read one position after the other, with what is wrong.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/book/book_format.h"
#include "answers/study/book_source.h"
#include "cli/options/options.h"
#include "cli/options/position_options.h"
#include "cli/output/result_file.h"
#include "cli/terminal/terminal.h"
#include "notation/json/object.h"

namespace yari::cli {

/// `--from` and `--variant`.
struct BookInputOptions {
  const BookFormat* from = nullptr;
  std::optional<Variant> variant;

  void declare(OptionSet& options);
};

/// Declares an option that names a format of books.
OptionRow& declare_book_format(OptionSet& options, const char* name, const BookFormat*& target,
                               const std::string& help);

/// So many findings of a book are printed without --verbose.
inline constexpr std::uint64_t most_book_findings = 100;

/// Shows how many bytes of a file were read.
std::function<void(std::uint64_t)> book_progress(Terminal& terminal, const std::string& file);

/// A book as it is read. A file may be packed, or be "-".
class BookInput {
 public:
  /// Throws UnreadableBook when it cannot be read.
  BookInput(Terminal& terminal, const std::string& file, const BookInputOptions& options);

  /// The next position; no value at the end. Throws UnreadableBook.
  std::optional<BookEntry> next() { return source_.reader().next(); }
  std::vector<std::string> last_comments() { return source_.reader().last_comments(); }
  std::optional<Variant> variant() const { return source_.reader().variant(); }
  /// See BookReader::in_order.
  std::optional<bool> in_order() const { return source_.reader().in_order(); }
  const BookFormat& format() const { return source_.format(); }

  /// The same for what a command finds itself.
  void tell(Severity severity, std::size_t line, std::string message);
  /// Says how many findings were not printed.
  void finish();
  std::uint64_t errors() const { return errors_; }
  std::uint64_t warnings() const { return warnings_; }

 private:
  void tell(const Diagnostic& finding);

  Terminal& terminal_;
  std::uint64_t errors_ = 0, warnings_ = 0, told_ = 0;
  BookSource source_;
};

/// `-o` and `--to`: a book as it is written.
struct BookOutputOptions {
  std::optional<std::string> file;
  const BookFormat* to = nullptr;

  void declare(OptionSet& options);
  /// What was asked for, else what the ending of the file says, else `assumed`.
  /// Throws UsageError where the book and JSON would both go to standard output.
  const BookFormat& format(const BookFormat& assumed, const Terminal& terminal) const;
};

/// Writes positions to a file that appears whole or not at all.
class BookOutput {
 public:
  BookOutput(Terminal& terminal, const BookOutputOptions& options, const BookFormat& format);
  void write(const BookEntry& entry);
  void write_comments(const std::vector<std::string>& lines);
  /// Says what was written: on a terminal, after `made_of`; or as JSON, with `more` of it.
  void finish(std::string_view made_of, const Json& more);
  void finish();
  std::uint64_t positions() const { return positions_; }

 private:
  Terminal& terminal_;
  std::string name_;
  ResultFile file_;
  const BookFormat& format_;
  /// Not in the file yet.
  std::string text_;
  std::unique_ptr<BookWriter> writer_;
  std::uint64_t positions_ = 0, moves_ = 0;
};

/// "12 positions, 34 moves".
std::string book_size(std::uint64_t positions, std::uint64_t moves);

}  // namespace yari::cli
