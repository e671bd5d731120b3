// Reading records, and how their diagnostics look as text.
#include "import/read_records.h"

#include <fmt/format.h>

#include <thread>
#include <utility>

#include "import/batches.h"
#include "text/text.h"

namespace yari {

ReadRecord read_record(Record record, const ReadOptions& options) {
  ReadRecord read;
  ReadOptions here = options;
  if (record.format != nullptr && !record.refused) {
    here.first_line = record.first_line;
    here.variant_of_file = record.variant_of_file;
    read.result = record.format->read(record.text, here);
  }
  read.verdict = judge(record, here, read.result);
  if (read.verdict == Verdict::no_record) {
    read.record = std::move(record);
    return read;
  }
  std::erase_if(record.diagnostics,
                [&](const Diagnostic& d) { return options.ignored.has(d.text.code); });
  read.result.diagnostics.insert(read.result.diagnostics.begin(), record.diagnostics.begin(),
                                 record.diagnostics.end());
  read.record = std::move(record);
  return read;
}

std::optional<std::vector<Record>> take_batch(RecordSource& source) {
  constexpr std::size_t bytes_wanted = 64 * 1024;
  constexpr std::size_t most_records = 256;
  std::vector<Record> batch;
  std::size_t bytes = 0;
  while (bytes < bytes_wanted && batch.size() < most_records) {
    std::optional<Record> record = source.next();
    if (!record) break;
    bytes += record->text.size();
    batch.push_back(std::move(*record));
  }
  if (batch.empty()) return std::nullopt;
  return batch;
}

void read_records(RecordSource& source, const ReadingOptions& options,
                  const std::function<bool(ReadRecord)>& each) {
  process_records(
      source, options, [](ReadRecord read) { return read; }, each);
}

/// Columns on a terminal of the first `count` characters; one for each that the line lacks.
static std::size_t columns_before(std::string_view line, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < line.size(); --count) at += code_point_at(line, at).length;
  return columns(line.substr(0, at)) + count;
}

std::string diagnostic_text(const std::string& file, const Diagnostic& diagnostic) {
  const std::string place =
      diagnostic.line == 0 ? "" : fmt::format(":{}:{}", diagnostic.line, diagnostic.column);
  std::string text = fmt::format("{}{}: {}: {} [{}]\n", file, place, name(diagnostic.severity),
                                 diagnostic.message, name(diagnostic.text.code));
  if (!diagnostic.excerpt.empty()) {
    text += fmt::format("  {}\n", diagnostic.excerpt);
    if (diagnostic.caret != 0)
      text +=
          fmt::format("  {:{}}^\n", "", columns_before(diagnostic.excerpt, diagnostic.caret - 1));
  }
  return text;
}

}  // namespace yari
