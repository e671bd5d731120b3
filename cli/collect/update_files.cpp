#include "cli/collect/update_files.h"

#include "cli/terminal/text.h"
#include "import/update_games.h"

namespace yari::cli {

namespace {

std::string games_text(std::int64_t n) { return counted(static_cast<std::uint64_t>(n), "game"); }

void print(Terminal& terminal, const UpdateSummary& s) {
  for (const std::string& sentence : s.kept) terminal.message(sentence + "; it stays as it is");
  if (terminal.wants_json())
    return terminal.object({{"files", s.files},
                            {"unchanged", s.unchanged},
                            {"updated", s.updated},
                            {"imported", s.imported},
                            {"duplicates", s.duplicates},
                            {"rejected", s.rejected},
                            {"bad_files", s.bad_files},
                            {"missing", s.missing},
                            {"kept", s.kept.size()},
                            {"stopped", s.stopped}});
  terminal.print("{} updated, {} imported, {}, {} rejected, {} unchanged\n", games_text(s.updated),
                 s.imported, counted(static_cast<std::uint64_t>(s.duplicates), "duplicate"),
                 s.rejected, s.unchanged);
}

}  // namespace

Exit update_from_files(Terminal& terminal, Database& games, const std::vector<std::string>& paths,
                       const ReadingOptions& reading, FindingOutput& findings,
                       const std::atomic<bool>& stop) {
  UpdatePlan plan;
  plan.reading = reading;
  plan.stop = &stop;
  plan.on_record = [&](const ReadRecord& read) {
    if (read.verdict == Verdict::skipped_file)
      return findings.add_skipped(*read.record.file, read.result.diagnostics.front());
    for (const Diagnostic& d : read.result.diagnostics) findings.add(*read.record.file, d);
  };
  plan.on_missing = [&](const std::string& source, GameId id) {
    terminal.message(fmt::format("game {} stands in {} no longer; it is kept", id, source));
  };
  const UpdateSummary summary = update_games(games, paths, plan);
  findings.finish();
  print(terminal, summary);
  if (summary.stopped) return Exit::failed;
  const bool is_whole = summary.rejected == 0 && summary.bad_files == 0 && summary.kept.empty();
  return is_whole ? Exit::done : Exit::nothing;
}

}  // namespace yari::cli
