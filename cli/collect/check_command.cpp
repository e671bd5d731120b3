// `yari check`: reads and replays records without a database.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/reading_options.h"
#include "cli/output/reading_report.h"
#include "cli/output/result_file.h"
#include "cli/terminal/text.h"
#include "import/repair.h"
#include "notation/json/position_json.h"

namespace yari::cli {

namespace {

/// `--fix`: the records, repaired where something was found.
class RepairedRecords {
 public:
  RepairedRecords(Terminal& terminal, const std::optional<std::string>& file,
                  const ReadOptions& options)
      : terminal_(terminal), file_(file), output_(terminal, file), options_(options) {}

  void add(const ReadRecord& read) {
    // Bytes without a meaning, text that is no record, and what was not read at all cannot be
    // written as they were.
    const bool is_record = read.verdict == Verdict::game || read.verdict == Verdict::refused;
    const bool is_whole = is_record && !read.record.refused;
    loses_ |= !is_whole || std::ranges::any_of(read.record.diagnostics, [](const Diagnostic& d) {
      return d.text.code == FindingCode::lost_characters || d.text.code == FindingCode::nul_bytes;
    });
    all_read_ &= read.verdict != Verdict::bad_file;
    if (read.verdict == Verdict::bad_file || read.verdict == Verdict::skipped_file) return;
    ++records_;
    const Repair made = repair(read, options_);
    // Of a record that is too long, the beginning and the end are all that there is.
    if (!read.record.refused) output_.write(made.text.value_or(read.record.text));
    if (made.text) ++repaired_;
    if (made.why_not.empty()) return;
    ++left_;
    terminal_.message(fmt::format("{}:{}: not repaired: {}", *read.record.file,
                                  read.record.first_line, made.why_not));
  }

  /// `sources` were read; `comments_between`: comment lines stood between the records.
  void finish(const std::vector<std::string>& sources, bool comments_between) {
    const bool would_lose = is_among(file_, sources) && (loses_ || comments_between);
    is_written_ = records_ > 0 && !would_lose;
    if (is_written_)
      output_.finish();
    else if (file_ && *file_ != "-")
      terminal_.message(fmt::format("{}: {}", untouched(*file_),
                                    would_lose ? "it would lose what is not a whole record; -o can "
                                                 "name another file"
                                               : "there is no record to write"));
    terminal_.message(fmt::format("{} repaired, {} with findings left as they were",
                                  counted(repaired_, "record"), grouped(left_)));
  }

  bool all_repaired() const { return left_ == 0 && all_read_ && is_written_; }

 private:
  Terminal& terminal_;
  const std::optional<std::string>& file_;
  ResultFile output_;
  const ReadOptions& options_;
  std::uint64_t records_ = 0;
  std::uint64_t repaired_ = 0;
  std::uint64_t left_ = 0;
  /// Something that was read is not in the output as it was.
  bool loses_ = false;
  bool all_read_ = true;
  bool is_written_ = false;
};

struct Check final : Task {
  ReaderOptions reader;
  bool fix = false;
  std::optional<std::string> output;
  std::vector<std::string> paths;

  void declare(OptionSet& options) override {
    options.group("Repair");
    options.flag("fix", fix, "write the records, repaired where something was found")
        .explained(
            "A record with findings is written as it was understood, in its own format and UTF-8, "
            "so that strict reading finds no fault and makes the same game of it; where that "
            "cannot be, and where nothing was found, it stays as it was. Every finding is "
            "printed. A file that is read is not replaced where it would lose something: text or "
            "comment lines between the records, a record that is too long, bytes without a "
            "meaning.");
    options.text("output,o", output, "FILE", "with --fix, where to [standard output]")
        .is(ValueKind::file);
    reader.declare(options);
    options.arguments(paths, "a file, a folder, or - for standard input", 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    if (output && !fix) throw UsageError("-o: --fix writes records, and is missing");
    if (fix && !output && terminal.wants_json())
      throw UsageError("--json: with --fix the records need -o FILE");
    const ReadingOptions reading = reader.read();
    RecordSource source(paths, reading.source);
    std::optional<RepairedRecords> repaired;
    if (fix) repaired.emplace(terminal, output, reading.read);
    ReadingReport report(terminal, true, fix);
    read_records(source, reading, [&](const ReadRecord& read) {
      report.add(read, source);
      if (repaired) repaired->add(read);
      if (terminal.wants_json())
        for (const Diagnostic& d : read.result.diagnostics) {
          Json json = object({{"file", *read.record.file}});
          json.update(finding_json(d));
          terminal.json(json);
        }
      return true;
    });
    report.finish();
    if (repaired) repaired->finish(paths, source.passed_comments());
    if (!fix || output) print_summary(report, terminal);
    const bool sound = fix ? repaired->all_repaired() : report.errors() == 0;
    return sound && report.has_records() ? Exit::done : Exit::nothing;
  }

  static void print_summary(const ReadingReport& report, Terminal& terminal) {
    if (terminal.wants_json())
      terminal.object({{"files", report.files() - report.skipped_files()},
                       {"skipped_files", report.skipped_files()},
                       {"games", report.games()},
                       {"refused", report.refused()},
                       {"cut", report.cut()},
                       {"plies", report.plies()},
                       {"errors", report.errors()},
                       {"warnings", report.warnings()},
                       {"notes", report.notes()}});
    else
      terminal.print("{} in {}, {}: {}, {}, {}\n", counted(report.games(), "game"),
                     counted(report.files() - report.skipped_files(), "file"),
                     counted(report.plies(), "ply", "plies"), counted(report.errors(), "error"),
                     counted(report.warnings(), "warning"), counted(report.notes(), "note"));
  }
};

}  // namespace

extern const Command check_command{
    "check", "PATH...", "read and replay records, and report what is wrong",
    R"(Findings are printed on standard error as a compiler prints them, FILE:LINE:COLUMN: error: ...,
three of each kind, then a count. With --json, all of them are on standard output as well. Files of
folders and archives that are not game records are skipped. Exit code 1 if there is an error; with
--fix, if a record with findings could not be repaired.

  yari check --strict games.psn
  yari check games.psn --fix -o mended.psn)",
    make_task<Check>};

}  // namespace yari::cli
