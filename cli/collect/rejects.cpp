// Each record is written after the one before it only where its format's cutter finds the border.
#include "cli/collect/rejects.h"

#include <algorithm>
#include <array>

#include "cli/terminal/failure.h"
#include "cli/terminal/text.h"
#include "notation/encoding/encoding.h"
#include "text/ascii.h"

namespace yari::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* places_name = "rejects.txt";

/// The encoding from which the record's text was decoded: the first that explains it.
std::string encoding_of(const Record& record) {
  for (const Encoding e : all_encodings) {
    if (to_utf8(record.bytes, e) == record.text) return ascii_lower(name(e));
  }
  return "mixed";
}

/// What has to stand between two records for the format's cutter to part them; no value when it
/// takes them for one.
std::optional<std::string> separator(const Format& format, const std::string& before,
                                     const std::string& after) {
  constexpr std::array<std::string_view, 5> separators{"", "\n", "\n\n", "/\n", "\n/\n"};
  for (const std::string_view between : separators) {
    if (between.ends_with("/\n") && format.name != "csa") continue;
    const std::string text = fmt::format("{}{}{}", before, between, after);
    const std::size_t border = before.size() + between.size();
    if (format.record_length(text, true) == border) return std::string(between);
  }
  return std::nullopt;
}

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

}  // namespace

RejectsFolder::RejectsFolder(Terminal& terminal, const std::string& folder,
                             const std::vector<std::string>& sources)
    : terminal_(terminal), folder_(folder) {
  if (is_among(folder, sources))
    throw UsageError("--rejects: the folder is one of those to import");
  std::error_code why;
  const bool is_there = fs::exists(folder_, why);
  if (is_there && !fs::is_directory(folder_, why))
    throw UsageError(fmt::format("--rejects: {} is not a folder", folder));
  if (fs::exists(folder_ / places_name, why))
    throw UsageError(fmt::format("--rejects: {} contains the rejects of another import", folder));
  if (!is_there) made_ = fs::create_directory(folder_, why);
  if (!is_there && !made_)
    throw Failure(fmt::format("cannot make the folder {}: {}", folder, why.message()));
}

RejectsFolder::~RejectsFolder() {
  parts_.clear();
  full_.clear();
  places_.reset();
  std::error_code ignored;
  if (made_) fs::remove(folder_, ignored);  // not with something in it
}

void RejectsFolder::open(Part& part, const std::string& stem, const Format& format) {
  const std::string number = part.number == 1 ? "" : fmt::format("-{}", part.number);
  const std::string_view extension = format.extensions.substr(0, format.extensions.find(','));
  part.name = fmt::format("{}{}.{}", stem, number, extension);
  part.file = std::make_unique<ResultFile>(terminal_, (folder_ / part.name).string());
  part.next_line = 1;
}

RejectsFolder::Part& RejectsFolder::part_for(const ReadRecord& refused, std::string& between) {
  const Record& record = refused.record;
  const std::string stem = fmt::format("rejects-{}-{}", record.format->name, encoding_of(record));
  Part& part = parts_[stem];
  if (!part.file) {
    open(part, stem, *record.format);
  } else if (const auto found = separator(*record.format, part.last, record.text)) {
    between = *found;
  } else {
    full_.push_back(std::move(part.file));
    ++part.number;
    open(part, stem, *record.format);
  }
  return part;
}

void RejectsFolder::write(const ReadRecord& refused) {
  const Record& record = refused.record;
  if (!places_) places_.emplace(terminal_, (folder_ / places_name).string());
  ++records_;
  std::string place = "not copied";
  if (!record.bytes.empty()) {
    std::string between;
    Part& part = part_for(refused, between);
    part.file->write(between + record.bytes);
    part.next_line += count_lines(between);
    place = fmt::format("{}:{}", part.name, part.next_line);
    part.next_line += count_lines(record.text);
    part.last = record.text;
  }
  const auto& all = refused.result.diagnostics;
  const auto why = std::ranges::find(all, Severity::error, &Diagnostic::severity);
  places_->write(fmt::format("{} from {}:{}: {}\n", place, *record.file, record.first_line,
                             why == all.end() ? "refused" : why->message));
}

void RejectsFolder::finish() {
  if (records_ == 0) return;
  for (const auto& file : full_) file->finish();
  for (const auto& [stem, part] : parts_) part.file->finish();
  places_->finish();
  terminal_.message(fmt::format("{} written to {}; {} says where they come from",
                                counted(records_, "rejected record"), folder_.string(),
                                (folder_ / places_name).string()));
}

}  // namespace yari::cli
