/// \file
/// A child process that is spoken to in lines: started without a shell, never waited for without
/// a bound.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "text/result.h"

namespace yari {

namespace platform {
class Child;
}

/// Splits a command as a shell would split simple words: blanks separate, '...' and "..." keep
/// blanks, a backslash takes the next character as it is (not inside '...', and not on Windows,
/// where it is part of a path). Nothing is expanded.
///
/// Error: an open quotation, a backslash at the end, or no word at all.
Result<std::vector<std::string>> split_command(std::string_view command);

/// The process could not be started, or has gone.
class ProcessFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A running program with pipes to its input and from its output.
///
/// It leads a process group of its own, so that what it started ends with it and a terminal's
/// Ctrl-C does not reach it. Not to be used by two threads at once.
class Process {
 public:
  using Clock = std::chrono::steady_clock;
  /// A longer line is a failure: nobody who speaks a line protocol writes such a thing.
  static constexpr std::size_t max_line = 1 << 20;

  /// Requires: `arguments` is not empty; its first element is looked up in PATH when it has no
  /// slash. Throws ProcessFailure.
  explicit Process(const std::vector<std::string>& arguments);
  /// Ends the process, by force when it does not go by itself within a moment.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Writes `line` and a newline. Throws ProcessFailure when the process has gone or does not
  /// read until `deadline`. Never raises SIGPIPE.
  void write_line(std::string_view line, Clock::time_point deadline);
  /// The next line without its end, or no value when there is none until `deadline`.
  /// Throws ProcessFailure when the output has ended or a line is too long.
  std::optional<std::string> read_line(Clock::time_point deadline);

  /// Closes its input and gives it until `deadline` to end by itself.
  void close(Clock::time_point deadline);
  /// The end of what it wrote to its error output, for messages.
  const std::string& complaints() const { return complaints_; }

 private:
  std::optional<std::string> take_line();
  void fill(Clock::time_point deadline);
  void trim_complaints();
  bool has_ended();
  bool wait_for_exit(Clock::time_point deadline);
  std::string how_it_ended();

  std::unique_ptr<platform::Child> child_;
  std::string buffer_;
  std::size_t taken_ = 0;     // bytes of buffer_ given away already
  std::size_t searched_ = 0;  // bytes of buffer_ known to hold no newline beyond those
  std::string complaints_;
};

}  // namespace yari
