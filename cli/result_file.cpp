#include "cli/result_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>

#include "cli/escapes.h"
#include "cli/failure.h"

namespace yari::cli {

namespace fs = std::filesystem;

namespace {

/// Several may be written in one folder.
std::atomic<int> temporary_files = 0;

bool is_inside(const fs::path& file, const fs::path& folder) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

/// What a link leads to, also where that does not exist yet.
fs::path followed(fs::path file) {
  constexpr int longest_chain = 40;
  std::error_code ignored;
  for (int i = 0; i < longest_chain && fs::is_symlink(file, ignored); ++i)
    file = file.parent_path() / fs::read_symlink(file, ignored);
  return file;
}

}  // namespace

bool is_database(const fs::path& file) {
  // SQLite's documentation, "Database File Format", section 1.3.
  constexpr std::string_view magic("SQLite format 3\0", 16);
  std::string head(magic.size(), '\0');
  std::ifstream(file, std::ios::binary).read(head.data(), std::ssize(head));
  return head == magic;
}

bool is_among(const std::optional<std::string>& file, const std::vector<std::string>& paths) {
  std::error_code ignored;
  if (!file || *file == "-" || !fs::exists(*file, ignored)) return false;
  const fs::path real = fs::weakly_canonical(*file, ignored);
  return std::ranges::any_of(paths, [&](const std::string& path) {
    return path != "-" && is_inside(real, fs::weakly_canonical(path, ignored));
  });
}

ResultFile::ResultFile(Terminal& terminal, const std::optional<std::string>& file)
    : terminal_(terminal) {
  if (!file || *file == "-") return;
  std::error_code ignored;
  name_ = *file;
  // Through a link, so that the link stays one; a device or a pipe is written to as it is.
  target_ = fs::weakly_canonical(followed(*file), ignored);
  if (ignored) target_ = *file;
  written_ = target_;
  const bool regular = fs::is_regular_file(target_, ignored);
  if (regular && is_database(target_))
    throw Failure(fmt::format("{} is a database: it is not written over", *file));
  // Hidden, so that a run over the folder does not read what it writes.
  if (regular || !fs::exists(target_, ignored))
    written_.replace_filename(fmt::format(".yari-{}-{}.tmp", getpid(), ++temporary_files));
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (written_ == target_ ? 0 : O_EXCL);
  const int descriptor = ::open(written_.c_str(), flags, 0666);
  if (descriptor < 0) throw system_failure("cannot write " + *file);
  if (regular)
    ::fchmod(descriptor, static_cast<mode_t>(fs::status(target_, ignored).permissions()));
  to_terminal_ = ::isatty(descriptor) != 0;
  Result<ByteOutput> output = ByteOutput::open(descriptor, name_);
  if (!output) {
    if (written_ != target_) fs::remove(written_, ignored);
    fail(output.error());
  }
  file_.emplace(std::move(*output));
}

ResultFile::~ResultFile() {
  if (!file_) return;
  file_.reset();
  std::error_code ignored;
  if (written_ != target_) fs::remove(written_, ignored);
}

void ResultFile::write(std::string_view text) {
  if (!file_) return terminal_.write_record(text);
  if (to_terminal_) return write_bytes(printable_lines(text));
  write_bytes(text);
}

void ResultFile::write_bytes(std::string_view text) {
  if (const Result<void> written = file_->write(text); !written) fail(written.error());
}

void ResultFile::finish() { finish_as(target_); }

std::optional<fs::path> ResultFile::keep_part() {
  if (!file_ || written_ == target_) {
    finish();
    return std::nullopt;
  }
  fs::path part = target_;
  // A name of its own, so that no later part takes the place of this one.
  part += fmt::format(".{}.part", getpid());
  finish_as(part);
  return part;
}

void ResultFile::finish_as(const fs::path& name) {
  if (!file_) return terminal_.flush();
  if (const Result<void> closed = file_->close(); !closed) fail(closed.error());
  if (written_ != target_ && std::rename(written_.c_str(), name.c_str()) != 0)
    throw system_failure("cannot write " + name_);
  file_.reset();
}

void ResultFile::fail(const Error& why) const {
  throw Failure(fmt::format("cannot write {}: {}", name_, why.message));
}

}  // namespace yari::cli
