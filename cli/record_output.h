/// \file
/// Writing games in a format, and saying once what it could not hold.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "cli/options.h"
#include "cli/result_file.h"
#include "notation/format.h"

namespace yari::cli {

/// `--to` and `-o`.
struct OutputOptions {
  const Format* to = nullptr;
  std::optional<std::string> file;

  /// `fallback`: the format when none is named; null: `--to` or the ending of `-o` must name it.
  void declare(OptionSet& options, const Format* fallback);
  /// Throws UsageError when no format was named, or one that cannot be written.
  const Format& format() const;
};

/// Writes games one after the other.
class RecordOutput {
 public:
  RecordOutput(Terminal& terminal, const OutputOptions& options)
      : terminal_(terminal), format_(options.format()), file_(terminal, options.file) {}

  /// `origin` opens the object that is written for `--json`.
  void write(const Game& game, Json origin);
  /// Completes the file and tells what was left out.
  void finish();
  std::uint64_t games() const { return games_; }

 private:
  Terminal& terminal_;
  const Format& format_;
  ResultFile file_;
  std::uint64_t games_ = 0;
  /// Games by what they lost.
  std::map<std::string, std::uint64_t> losses_;
};

}  // namespace yari::cli
