// `yari check`: reads and replays records without a database.
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/shared_options.h"
#include "cli/output/reading_report.h"
#include "cli/terminal/text.h"
#include "notation/json/position_json.h"

namespace yari::cli {

namespace {

struct Check final : Task {
  ReaderOptions reader;
  std::vector<std::string> paths;

  void declare(OptionSet& options) override {
    reader.declare(options);
    options.arguments(paths, "a file, a folder, or - for standard input", 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    const ReadingOptions reading = reader.read();
    RecordSource source(paths, reading.source);
    ReadingReport report(terminal);
    read_records(source, reading, [&](const ReadRecord& read) {
      report.add(read, source);
      if (terminal.wants_json())
        for (const Diagnostic& d : read.result.diagnostics) {
          Json json = object({{"file", *read.record.file}});
          json.update(finding_json(d));
          terminal.json(json);
        }
      return true;
    });
    report.finish();
    print_summary(report, terminal);
    return report.errors() == 0 && report.has_records() ? Exit::done : Exit::nothing;
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
folders and archives that are not game records are skipped. Exit code 1 if there is an error.

  yari check --strict games.psn)",
    make_task<Check>};

}  // namespace yari::cli
