/// \file
/// Where the program speaks: results on standard output, everything else on standard error.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "cli/terminal/csv.h"
#include "cli/terminal/pager.h"
#include "notation/format.h"
#include "notation/json/object.h"

namespace yari::cli {

/// One line with its end, in UTF-8: a byte that is not UTF-8 becomes U+FFFD, and control characters
/// become \uXXXX as in escaped_json.
std::string json_line(const Json& object);

/// Thrown when nobody reads standard output any more (`| head -1`): the program ends quietly.
struct PipeClosed {};

enum class Paint { none, bold, red, yellow, green, cyan };

enum class ColorWhen { automatic, always, never };

/// What every command lets a user choose about its output.
struct TerminalOptions {
  /// Results are JSON lines.
  bool json = false;
  /// `automatic`: on a terminal, unless $NO_COLOR is set.
  ColorWhen color = ColorWhen::automatic;
  /// No progress, advice, notes or summaries: results, warnings and errors alone.
  bool quiet = false;
  /// Every finding, not a few of each kind.
  bool verbose = false;
  /// Long results may be shown in a pager where standard output is a terminal.
  bool pager = false;
};

/// Both output streams and what is known about them. Used by one thread, but for `progress` and
/// `waiting`, which any may call.
class Terminal {
 public:
  explicit Terminal(const TerminalOptions& options = {});
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  /// True when the user asked for JSON, or for the same objects as rows of CSV: `print` nothing
  /// then but `json` and `object`.
  bool wants_json() const { return options_.json || csv_.has_value(); }
  /// From here on each object is a row of a table.
  void write_objects_as_csv() { csv_.emplace(); }
  bool is_quiet() const { return options_.quiet; }
  bool is_verbose() const { return options_.verbose; }

  /// Result text for people, with escapes as printable_lines makes them. Throws PipeClosed, or
  /// Failure when it cannot be written.
  void write(std::string_view text);
  /// The same in colour, when standard output shows colours.
  void write(Paint paint, std::string_view text);
  /// Result text that programs read: a pipe or a file gets every byte as it is, a terminal escapes.
  void write_record(std::string_view text);
  /// Whole lines. On a terminal, one that is too long is folded between words, unless it is a row
  /// of a table: it begins with a blank or has two blanks in a row.
  void write_lines(std::string_view text);
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    write_lines(fmt::format(format, std::forward<Args>(args)...));
  }
  /// Columns of the terminal that standard output is; 0 where it is none.
  std::size_t width() const { return width_; }
  /// True where results may be in colour.
  bool colors() const { return color_out_; }
  /// What is written from here on may be long: it goes through a pager where a terminal shows it.
  /// Requires: the command handles no signals of its own.
  void page() { pages_ = pager_allowed_; }
  /// One object on a line of its own.
  void json(const Json& object);
  void object(std::initializer_list<Field> fields);
  /// The same as text, for a file.
  std::string object_line(const Json& object);
  /// Everything written so far reaches the reader. Throws like `write`.
  void flush();

  /// A line on standard error: "yari: TEXT".
  void message(std::string_view text);
  /// The same where standard error is a terminal and the user did not ask for quiet: advice.
  void hint(std::string_view text);
  /// A finding as a compiler shows it, "FILE:LINE:COLUMN: error: ...", with the line and a caret.
  void diagnostic(const std::string& file, const Diagnostic& diagnostic);

  /// Shows how far the work is, on a terminal alone and a few times a second at most: part done,
  /// what is being done, and when it will be ready. `all` 0: unknown.
  void progress(std::string_view what, std::uint64_t done, std::uint64_t all);
  /// Shows that work goes on, with what `progress` last said, unless that is new.
  void waiting(std::string_view what, std::chrono::seconds passed);
  bool shows_progress() const { return shows_progress_; }

 private:
  using Clock = std::chrono::steady_clock;
  void put(std::string_view text);
  void show_progress(const std::string& line);
  void clear_progress();
  /// Requires: the mutex is held.
  void erase_progress();
  void write_error(std::string_view text);

  TerminalOptions options_;
  std::optional<CsvObjects> csv_;
  bool to_terminal_;
  bool color_out_;
  bool color_err_;
  std::atomic<bool> shows_progress_;
  /// For the line of progress.
  std::mutex mutex_;
  bool progress_shown_ = false;
  bool pager_allowed_;
  bool pages_ = false;
  std::size_t width_;
  std::unique_ptr<platform::Pager> pager_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_progress_{};
  /// Of `progress`.
  std::string last_line_;
  Clock::time_point last_flush_{};
  std::string buffer_;
};

}  // namespace yari::cli
