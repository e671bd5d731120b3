// `yari convert`: records from one format to another, without a database.
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/part_options.h"
#include "cli/options/reading_options.h"
#include "cli/output/reading_report.h"
#include "cli/output/record_output.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

struct Convert final : Task {
  OutputOptions output;
  PartOptions kept;
  ReaderOptions reader;
  std::vector<std::string> paths;

  void declare(OptionSet& options) override {
    output.declare(options, nullptr);
    kept.declare(options);
    reader.declare(options);
    options.arguments(paths, "a file, a folder, or - for standard input", 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    const ReadingOptions reading = reader.read();
    RecordOutput records(terminal, output);
    RecordSource source(paths, reading.source);
    ReadingReport report(terminal);
    read_records(source, reading, [&](const ReadRecord& read) {
      report.add(read, source);
      if (!read.result.game) return true;
      Game game = *read.result.game;
      keep_parts(game, kept.parts);
      records.write(game, object({{"file", *read.record.file}, {"line", read.record.first_line}}));
      return true;
    });
    report.finish();
    records.finish(paths, report.errors() + report.others() == 0);
    if (report.refused() + report.cut() > 0)
      terminal.message(fmt::format("{} written; {} refused, {} cut at a damaged move",
                                   counted(report.games(), "game"), grouped(report.refused()),
                                   grouped(report.cut())));
    const bool all = report.errors() + records.unwritten() == 0 && report.has_records();
    return all ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command convert_command{
    "convert", "PATH...", "write records in another format",
    R"(Without -o, the records go to standard output. Without --to, the ending of FILE names the format.
Exit code 1 if a record was refused or cut.

  yari convert games.kif --to hodges -o games.psn
  yari convert games.psn --to kif --no-comments --no-variations)",
    make_task<Convert>};

}  // namespace yari::cli
