/// \file
/// Reads records into games on several threads: the front half of import, check and convert.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "import/record_source.h"
#include "import/record_verdict.h"

namespace yari {

/// A record and what reading it came to.
struct ReadRecord {
  Record record;
  /// With a game where the verdict is one. The diagnostics of `record` are in here too, first.
  ReadResult result;
  Verdict verdict = Verdict::game;
};

struct ReadingOptions {
  SourceOptions source;
  /// Strictness and variant; `first_line` is set for each record.
  ReadOptions read;
  /// Threads that read; 0: as many as the machine has.
  int jobs = 0;
};

/// Reads and judges one record. Safe on any thread.
ReadRecord read_record(Record record, const ReadOptions& options);

/// Calls `each` on the calling thread for every record in order, until it returns false. A file
/// without records is given once.
///
/// Memory stays constant, however much there is. Throws what `each` throws.
void read_records(RecordSource& source, const ReadingOptions& options,
                  const std::function<bool(ReadRecord)>& each);

/// "FILE:LINE:COLUMN: error: MESSAGE" and, where there is one, the line it is about with a caret
/// under the place; each line ends in a newline. Line 0 is a whole file: "FILE: error: MESSAGE".
std::string diagnostic_text(const std::string& file, const Diagnostic& diagnostic);

}  // namespace yari
