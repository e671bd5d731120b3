#include "cli/output/reading_report.h"

namespace yari::cli {

void ReadingReport::add(const ReadRecord& read, const RecordSource& source) {
  files_ = read.record.file_number;
  if (read.verdict == Verdict::skipped_file)
    return findings_.add_skipped(*read.record.file, read.result.diagnostics.front());
  for (const Diagnostic& d : read.result.diagnostics) {
    if (d.severity == Severity::error) ++errors_;
    if (d.severity == Severity::warning) ++warnings_;
    if (d.severity == Severity::note) ++notes_found_;
    if (d.severity != Severity::note || notes_) findings_.add(*read.record.file, d);
  }
  if (read.result.game) {
    ++games_;
    plies_ += static_cast<std::uint64_t>(read.result.game->moves.main_plies());
    cut_ += read.result.game->was_cut();
  } else {
    ++(read.verdict == Verdict::no_record ? others_ : refused_);
  }
  terminal_.progress("bytes", read.record.bytes_done, source.bytes_total());
}

}  // namespace yari::cli
