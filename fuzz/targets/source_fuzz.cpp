// Any bytes as a file, packed or not: records of valid UTF-8 in order of lines, or a reason.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fuzz/fuzz.h"
#include "import/read_records.h"

namespace yari::fuzz::source_fuzz {

void check(std::string_view input) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("yari-fuzz-" + std::to_string(getpid()))).string();
  std::ofstream(file, std::ios::binary) << input;
  SourceOptions options;
  options.record_limit = 100'000;
  options.keep_bytes = true;
  RecordSource source({file}, options);
  std::size_t records = 0;
  while (std::optional<Record> record = source.next()) {
    ++records;
    require(is_valid_utf8(record->text), "records are valid UTF-8");
    require(record->format != nullptr || !record->diagnostics.empty(), "a reason is given");
    require(record->first_line >= 1, "lines count from 1");
    const ReadRecord read = read_record(std::move(*record), {});
    for (const Diagnostic& d : read.result.diagnostics) {
      require(diagnostic_text(file, d).starts_with(file), "findings name the file");
    }
    require(read.result.game || !read.result.diagnostics.empty(), "a refusal has a reason");
  }
  require(records > 0, "a file is never skipped in silence");
  std::filesystem::remove(file);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const Format& format : formats()) {
    if (format.write == nullptr) continue;
    std::string text;
    for (const Game& game : seed_games()) text += format.write(game, {}).text;
    all.push_back(text);
  }
  // "P-7f" packed by gzip, and a zip of one stored file.
  all.emplace_back("\x1F\x8B\x08\0\0\0\0\0\0\x03\x0B\xD0\x35\x4F\x03\0\x1D\xAC\xE4\x2F\x04\0\0\0",
                   24);
  all.emplace_back("PK\x03\x04\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0\x04\0\0\0\x04\0\0\0\x01\0\0\0aP-7f",
                   35);
  return all;
}

const Target target("source", check, seeds);

}  // namespace yari::fuzz::source_fuzz
