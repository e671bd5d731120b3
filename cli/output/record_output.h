/// \file
/// Writing games in a format, and saying once what it could not hold.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "cli/output/result_file.h"
#include "notation/encoding/encoding.h"
#include "notation/format.h"

namespace yari::cli {

/// `--to`, `--to-encoding` and `-o`.
struct OutputOptions {
  const Format* to = nullptr;
  /// Where neither `--to` nor the ending of `-o` names a format; null: one of them must.
  const Format* fallback = nullptr;
  Encoding encoding = Encoding::utf8;
  std::optional<std::string> file;
  /// What `--to` also takes: tables, which the command writes itself. Set before `declare`.
  std::vector<std::string> tables = {};
  /// As typed; empty for none.
  std::string named_table = {};

  void declare(OptionSet& options, const Format* otherwise);
  /// Throws UsageError when no format was named, or one that cannot be written, or not in the
  /// encoding.
  const Format& format() const;
  /// The table that was asked for by name or by the ending of `-o`; no value for records.
  std::optional<std::string> table() const;

 private:
  void choose_format(const std::string& typed);
  void refuse_other_ending() const;
};

/// "csa cannot hold, and left out: comments (3), times": what records of `format` lack.
std::string losses_text(const Format& format, const std::vector<std::string>& losses);

/// Turns games into records, and counts what the records lack.
class RecordWriter {
 public:
  RecordWriter(Terminal& terminal, const OutputOptions& options)
      : terminal_(terminal), format_(options.format()), encoding_(options.encoding) {}

  const Format& format() const { return format_; }
  /// The record, in the encoding that was asked for.
  WriteResult write(const Game& game);
  /// Tells what was left out of all records.
  void tell_losses() const;

 private:
  Terminal& terminal_;
  const Format& format_;
  Encoding encoding_;
  /// Games by what they lost.
  std::map<std::string, std::uint64_t> losses_;
};

/// Writes games one after the other.
class RecordOutput {
 public:
  /// Throws UsageError when JSON, which is UTF-8, is asked for in another encoding.
  RecordOutput(Terminal& terminal, const OutputOptions& options);

  /// `origin` opens the object that is written for `--json`.
  void write(const Game& game, Json origin);
  /// Completes the file and reports what was left out. Where no game was written the file is left
  /// as it was.
  void finish();
  /// The same, but the file is also left as it was where it is among the `sources` and would lose
  /// games of theirs: not `all` of them were written.
  void finish(const std::vector<std::string>& sources, bool all);
  /// Ends output that was interrupted: the file is left as it was, and what is written of it kept
  /// beside it, and the message names it.
  void finish_part();
  std::uint64_t games() const { return games_; }
  /// Games that the format cannot hold at all.
  std::uint64_t unwritten() const { return unwritten_; }

 private:
  Terminal& terminal_;
  RecordWriter writer_;
  std::optional<std::string> name_;
  ResultFile file_;
  std::uint64_t games_ = 0;
  std::uint64_t unwritten_ = 0;
};

}  // namespace yari::cli
