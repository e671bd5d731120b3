/// \file
/// Findings about records on standard error: the first of each kind in full, the others counted.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "cli/terminal/terminal.h"

namespace yari::cli {

/// Prints findings as they come.
class FindingOutput {
 public:
  /// `all`: every finding is printed in full. `notes`: so are the first notes of a kind, which are
  /// only counted otherwise, and that where there are more than three.
  FindingOutput(Terminal& terminal, bool all, bool notes)
      : terminal_(terminal), all_(all), notes_(notes) {}

  void add(const std::string& file, const Diagnostic& finding);
  /// A finding that is counted, and printed where all are; one line for its kind at the end,
  /// however few there are.
  void add_counted(const std::string& file, const Diagnostic& finding);
  /// A file that is skipped: counted, and named where all findings are printed.
  void add_skipped(const std::string& file, const Diagnostic& why);
  /// One line for each kind of which some were not printed, and one for skipped files.
  void finish() const;

  std::uint64_t skipped_files() const { return skipped_files_; }

 private:
  struct Kind {
    std::uint64_t count = 0;
    std::uint64_t printed = 0;
    std::uint64_t files = 0;
    std::string last_file;
    bool always_summed = false;
    /// Of the first.
    std::string message;
  };
  Kind& count(const std::string& file, const Diagnostic& finding);

  Terminal& terminal_;
  bool all_;
  bool notes_;
  std::map<std::pair<Severity, FindingText>, Kind> kinds_;
  std::uint64_t skipped_files_ = 0;
};

}  // namespace yari::cli
