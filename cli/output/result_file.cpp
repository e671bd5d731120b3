#include "cli/output/result_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal/escapes.h"
#include "cli/terminal/failure.h"

namespace yari::cli {

namespace fs = std::filesystem;

namespace {

bool is_inside(const fs::path& file, const fs::path& folder) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

/// Without links, as far as it exists. Empty: the present folder.
fs::path real_path(const fs::path& path) {
  std::error_code why;
  fs::path real = fs::weakly_canonical(fs::absolute(path.empty() ? "." : path), why);
  if (why) throw Failure(fmt::format("cannot write {}: {}", path.string(), why.message()));
  return real.has_filename() ? real : real.parent_path();
}

}  // namespace

bool is_among(const std::optional<std::string>& file, const std::vector<std::string>& paths) {
  std::error_code ignored;
  if (!file || *file == "-" || !fs::exists(*file, ignored)) return false;
  const fs::path real = fs::weakly_canonical(*file, ignored);
  return std::ranges::any_of(paths, [&](const std::string& path) {
    return path != "-" && is_inside(real, fs::weakly_canonical(path, ignored));
  });
}

std::string untouched(const std::string& file) {
  std::error_code ignored;
  return fs::exists(file, ignored) ? file + " is left as it was" : file + " is not written";
}

ResultFile::ResultFile(Terminal& terminal, const std::optional<std::string>& file)
    : terminal_(terminal) {
  if (!file || *file == "-") return;
  name_ = *file;
  take(NewFile::open(name_));
}

ResultFile::ResultFile(Terminal& terminal, const NameFromData& name)
    : terminal_(terminal), name_(name.file) {
  const fs::path folder = fs::path(name_).parent_path();
  std::error_code why;
  // A link among the folders could lead anywhere.
  if (!is_inside(real_path(folder), real_path(name.folder)))
    fail({"a link leads out of the folder"});
  if (!folder.empty()) fs::create_directories(folder, why);
  if (why) fail({why.message(), why.value()});
  take(NewFile::open_unlinked(name_));
}

void ResultFile::take(Result<NewFile, FileFault> opened) {
  if (!opened) fail(opened.error());
  file_.emplace(std::move(*opened));
}

ResultFile::~ResultFile() = default;

void ResultFile::write(std::string_view text) {
  if (!file_) return terminal_.write_record(text);
  const auto written =
      file_->is_terminal() ? file_->write(printable_lines(text)) : file_->write(text);
  if (!written) fail(written.error());
}

void ResultFile::finish() {
  if (!file_) return terminal_.flush();
  if (const auto finished = file_->finish(); !finished) fail(finished.error());
  file_.reset();
}

std::optional<fs::path> ResultFile::keep_part() {
  if (!file_) return terminal_.flush(), std::nullopt;
  const auto part = file_->keep_part();
  if (!part) fail(part.error());
  file_.reset();
  return *part;
}

void ResultFile::fail(const FileFault& why) const {
  throw Failure(fmt::format("cannot write {}: {}", name_, why.message));
}

}  // namespace yari::cli
