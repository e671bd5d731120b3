/// \file
/// What was found while records were read.
#pragma once

#include <cstdint>

#include "cli/output/finding_output.h"
#include "cli/terminal/terminal.h"
#include "import/read_records.h"

namespace yari::cli {

/// What reading came to, in numbers; and the findings, printed as they come.
class ReadingReport {
 public:
  /// With --quiet, notes are not printed; with --verbose, or `all`, every finding is, and skipped
  /// files. Without `notes` they are not printed either.
  explicit ReadingReport(Terminal& terminal, bool notes = true, bool all = false)
      : terminal_(terminal),
        findings_(terminal, all || terminal.is_verbose(), notes && !terminal.is_quiet()),
        notes_(notes && !terminal.is_quiet()) {}

  /// Prints the findings of `read` and how far the work is; `source` is where it came from.
  void add(const ReadRecord& read, const RecordSource& source);
  /// Prints what was only counted.
  void finish() const { findings_.finish(); }

  std::uint64_t files() const { return files_; }
  std::uint64_t skipped_files() const { return findings_.skipped_files(); }
  /// Pieces of text among records that are no records.
  std::uint64_t others() const { return others_; }
  /// False where all files were skipped.
  bool has_records() const { return games_ + refused_ > 0 || skipped_files() == 0; }
  std::uint64_t games() const { return games_; }
  std::uint64_t refused() const { return refused_; }
  std::uint64_t cut() const { return cut_; }
  std::uint64_t plies() const { return plies_; }
  std::uint64_t errors() const { return errors_; }
  std::uint64_t warnings() const { return warnings_; }
  std::uint64_t notes() const { return notes_found_; }

 private:
  Terminal& terminal_;
  FindingOutput findings_;
  bool notes_;
  std::uint64_t files_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t refused_ = 0;
  std::uint64_t others_ = 0;
  std::uint64_t cut_ = 0;
  std::uint64_t plies_ = 0;
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
  std::uint64_t notes_found_ = 0;
};

}  // namespace yari::cli
