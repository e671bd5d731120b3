/// \file
/// Telling what was found while records were read.
#pragma once

#include <cstdint>

#include "cli/terminal.h"
#include "import/read_records.h"

namespace yari::cli {

/// What reading came to, in numbers; and the findings, told as they come.
class ReadingReport {
 public:
  /// `notes`: guesses are told too, not only warnings and errors.
  ReadingReport(Terminal& terminal, bool notes) : terminal_(terminal), notes_(notes) {}

  /// Tells the findings of `read` and how far the work is; `source` is where it came from.
  void add(const ReadRecord& read, const RecordSource& source);

  std::uint64_t files() const { return files_; }
  std::uint64_t games() const { return games_; }
  std::uint64_t refused() const { return refused_; }
  std::uint64_t cut() const { return cut_; }
  std::uint64_t plies() const { return plies_; }
  std::uint64_t errors() const { return errors_; }
  std::uint64_t warnings() const { return warnings_; }
  std::uint64_t notes() const { return notes_found_; }

 private:
  Terminal& terminal_;
  bool notes_;
  std::uint64_t files_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t refused_ = 0;
  std::uint64_t cut_ = 0;
  std::uint64_t plies_ = 0;
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
  std::uint64_t notes_found_ = 0;
};

/// The fields of `yari check --json`'s findings.
Json finding_json(const std::string& file, const Diagnostic& finding);

}  // namespace yari::cli
