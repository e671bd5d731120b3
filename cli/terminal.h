/// \file
/// Where the program speaks: results on standard output, everything else on standard error.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "notation/format.h"

namespace yari::cli {

/// Keeps the fields in the order they were given.
using Json = nlohmann::ordered_json;

/// One line with its end, in UTF-8: a byte that is not UTF-8 becomes U+FFFD, and control characters
/// become \uXXXX as in escaped_json.
std::string json_line(const Json& object);

/// Thrown when nobody reads standard output any more (`| head -1`): the program ends quietly.
struct PipeClosed {};

enum class Paint { none, bold, red, yellow, green, cyan };

/// Both output streams and what is known about them. Used by one thread.
class Terminal {
 public:
  /// `json`: results are JSON lines; `color`: colours may be used where a terminal listens.
  Terminal(bool json, bool color);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  /// True when the user asked for JSON: `print` nothing then but `json`.
  bool wants_json() const { return json_; }

  /// Result text for people, with escapes as printable_lines makes them. Throws PipeClosed, or
  /// Failure when it cannot be written.
  void write(std::string_view text);
  /// The same in colour, when standard output shows colours.
  void write(Paint paint, std::string_view text);
  /// Result text that programs read: a pipe or a file gets every byte as it is, a terminal escapes.
  void write_record(std::string_view text);
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    write(fmt::format(format, std::forward<Args>(args)...));
  }
  /// One object on a line of its own.
  void json(const Json& object);
  /// Everything written so far reaches the reader. Throws like `write`.
  void flush();

  /// A line on standard error: "yari: TEXT".
  void message(std::string_view text);
  /// The same where standard error is a terminal: advice for a person.
  void hint(std::string_view text);
  /// A finding as a compiler shows it, "FILE:LINE:COLUMN: error: ...", with the line and a caret.
  void diagnostic(const std::string& file, const Diagnostic& diagnostic);

  /// Shows how far the work is, on a terminal alone and a few times a second at most: part done,
  /// what is being done, and when it will be ready. `all` 0: unknown.
  void progress(std::string_view what, std::uint64_t done, std::uint64_t all);

 private:
  using Clock = std::chrono::steady_clock;
  void put(std::string_view text);
  void clear_progress();
  void write_error(std::string_view text);

  bool json_;
  bool to_terminal_;
  bool color_out_;
  bool color_err_;
  bool shows_progress_;
  bool progress_shown_ = false;
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_progress_{};
  Clock::time_point last_flush_{};
  std::string buffer_;
};

}  // namespace yari::cli
