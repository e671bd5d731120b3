/// \file
/// Reads records into games on several threads: the front half of import, check and convert.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "import/record_source.h"

namespace yari {

/// A record and what reading it came to.
struct ReadRecord {
  Record record;
  /// Without a game when the record was refused, by its text or already by its size or file. The
  /// diagnostics of `record` are in here too, first.
  ReadResult result;

  /// A whole file is at fault.
  bool is_file_fault() const { return record.format == nullptr && record.refused; }
  /// A file that was passed over.
  bool is_passed_over() const { return record.format == nullptr && !record.refused; }
};

struct ReadingOptions {
  SourceOptions source;
  /// Strictness and variant; `first_line` is set for each record.
  ReadOptions read;
  /// Threads that read; 0: as many as the machine has.
  int jobs = 0;
};

/// Reads one record. Safe on any thread.
ReadRecord read_record(Record record, const ReadOptions& options);

/// Calls `each` on the calling thread for every record in order, until it returns false.
///
/// Memory stays constant, however much there is. Throws what `each` throws.
void read_records(RecordSource& source, const ReadingOptions& options,
                  const std::function<bool(ReadRecord)>& each);

/// "FILE:LINE:COLUMN: error: MESSAGE" and, where there is one, the line it is about with a caret
/// under the place; each line ends in a newline.
std::string diagnostic_text(const std::string& file, const Diagnostic& diagnostic);

/// What a rejects file holds of a record that was refused: its diagnostics as comment lines, where
/// the format has any, then its text as it was read, so that it can be mended and imported again.
///
/// Requires: the record has a format.
std::string rejected_text(const ReadRecord& read);

}  // namespace yari
