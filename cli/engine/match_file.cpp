#include "cli/engine/match_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <utility>

#include "cli/options/command.h"
#include "cli/terminal/failure.h"
#include "import/new_file.h"
#include "import/packing.h"
#include "import/read_records.h"
#include "notation/format.h"
#include "notation/hodges/tags.h"
#include "platform/open_file.h"
#include "text/text.h"

namespace yari::cli {

namespace {

/// Every record of a match begins with it.
constexpr std::string_view first_words = "[Variant \"";
/// No record of a match is longer: ten thousand moves, each with its time and score.
constexpr std::size_t longest_record = std::size_t{4} << 20;

/// Where the last record begins, which may be cut within its first words; npos where none does.
std::size_t last_record_in(std::string_view text) {
  const std::size_t line = text.rfind('\n') + 1;
  if (line < text.size() && first_words.starts_with(text.substr(line))) return line;
  const std::size_t found = text.rfind(first_words);
  return found != text.npos && (found == 0 || text[found - 1] == '\n') ? found : text.npos;
}

/// Whether a record of the match `event` lacks its end, which is the result.
bool is_unfinished(std::string_view record, const std::string& event) {
  constexpr std::string_view event_words = "\n[Event ";
  if (const std::size_t at = record.find(event_words); at != record.npos) {
    const std::string_view said = record.substr(at + event_words.size());
    const std::string ours = "\"" + escaped_value(event) + "\"]";
    if (!said.starts_with(std::string_view(ours).substr(0, said.size()))) return false;
  }
  const std::string_view end = trimmed(record);
  return std::ranges::none_of(std::array{"1-0", "0-1", "1/2-1/2"},
                              [&](const char* result) { return end.ends_with(result); });
}

/// The last bytes of a file that is there.
std::string end_of_file(const std::string& path, std::uintmax_t size) {
  std::ifstream in(path, std::ios::binary);
  const auto length = std::min<std::uintmax_t>(size, longest_record);
  std::string text(static_cast<std::size_t>(length), '\0');
  in.seekg(static_cast<std::streamoff>(size - length));
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size())))
    throw system_failure("cannot read " + path);
  return text;
}

bool was_read_whole(const ReadRecord& read) {
  return read.verdict == Verdict::game && read.result.game &&
         std::ranges::none_of(read.result.diagnostics, [](const Diagnostic& said) {
           return said.severity == Severity::error;
         });
}

}  // namespace

MatchFile::MatchFile(std::optional<std::string> path) : path_(std::move(path)) {
  if (!path_) return;
  if (packing_of(*path_))
    throw UsageError(fmt::format("-o {}: games cannot be added to a packed file", *path_));
  if (is_database(*path_))
    throw UsageError(fmt::format("-o {}: it is a database, which no games are written to", *path_));
}

MatchFile::~MatchFile() {
  if (file_ >= 0) platform::close(file_);
}

MatchFile::Found MatchFile::open(const MatchPlayer& first, const MatchPlayer& second,
                                 const MatchOptions& options) {
  Found found{MatchTally(options.games, options.sprt)};
  if (!path_) return found;
  file_ = platform::open_to_append(*path_);
  if (file_ < 0) throw system_failure("cannot write " + *path_);
  const bool is_regular = platform::kind_of(file_) == platform::FileKind::regular;
  if (is_regular && !platform::keep_alone(file_))
    throw Failure(fmt::format("-o {}: another match adds its games to it", *path_));
  bool has_open_line = false;
  if (is_regular) {
    const std::uintmax_t size = std::filesystem::file_size(*path_);
    const std::string end = end_of_file(*path_, size);
    const std::size_t last = last_record_in(end);
    found.was_broken_off = last != end.npos && is_unfinished(std::string_view(end).substr(last),
                                                             first.name + " - " + second.name);
    if (found.was_broken_off) std::filesystem::resize_file(*path_, size - (end.size() - last));
    has_open_line = !found.was_broken_off && !end.empty() && end.back() != '\n';
    RecordSource source({*path_});
    read_records(source, {}, [&](const ReadRecord& read) {
      if (was_read_whole(read) && add_played(found.tally, *read.result.game, first, second,
                                             options) == PlayedRecord::played_otherwise)
        ++found.played_otherwise;
      return true;
    });
  }
  if (has_open_line) platform::write_all(file_, "\n\n");
  return found;
}

void MatchFile::add(const Game& game) {
  if (file_ < 0) return;
  const std::string text = format_named("hodges")->write(game, {}).text;
  std::error_code not_regular;
  const std::uintmax_t before = std::filesystem::file_size(*path_, not_regular);
  if (platform::write_all(file_, text)) return;
  const int why = errno;
  std::error_code ignored;
  if (!not_regular) std::filesystem::resize_file(*path_, before, ignored);
  errno = why;
  throw system_failure("cannot write the games");
}

}  // namespace yari::cli
