#include "import/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

namespace yari {

namespace fs = std::filesystem;

namespace {

/// Several may be written in one folder.
std::atomic<int> temporary_files = 0;

/// What a link leads to, also where that does not exist yet.
fs::path followed(fs::path file) {
  constexpr int longest_chain = 40;
  std::error_code ignored;
  for (int i = 0; i < longest_chain && fs::is_symlink(file, ignored); ++i)
    file = file.parent_path() / fs::read_symlink(file, ignored);
  return file;
}

tl::unexpected<FileFault> system_fault() {
  return tl::unexpected(FileFault{std::generic_category().message(errno), errno});
}

tl::unexpected<FileFault> fault_of(const Error& error) {
  return tl::unexpected(FileFault{error.message});
}

}  // namespace

bool is_database(const fs::path& file) {
  // SQLite's documentation, "Database File Format", section 1.3.
  constexpr std::string_view magic("SQLite format 3\0", 16);
  std::string head(magic.size(), '\0');
  std::ifstream(file, std::ios::binary).read(head.data(), std::ssize(head));
  return head == magic;
}

Result<NewFile, FileFault> NewFile::open(const std::string& name) {
  std::error_code ignored;
  NewFile file;
  // Through a link, so that the link stays one.
  file.target_ = fs::weakly_canonical(followed(name), ignored);
  if (ignored) file.target_ = name;
  file.written_ = file.target_;
  const bool regular = fs::is_regular_file(file.target_, ignored);
  if (regular && is_database(file.target_))
    return tl::unexpected(FileFault{"it is a database, which is not written over"});
  // Hidden, so that a run over the folder does not read what it writes.
  if (regular || !fs::exists(file.target_, ignored))
    file.written_.replace_filename(fmt::format(".yari-{}-{}.tmp", getpid(), ++temporary_files));
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (file.is_beside() ? O_EXCL : 0);
  if (file.is_beside()) file.known_ = std::make_unique<UnfinishedFile>(file.written_.c_str());
  const int descriptor = ::open(file.written_.c_str(), flags, 0666);
  if (descriptor < 0) return system_fault();
  file.is_made_ = file.is_beside();
  if (regular)
    ::fchmod(descriptor, static_cast<mode_t>(fs::status(file.target_, ignored).permissions()));
  file.terminal_ = ::isatty(descriptor) != 0;
  Result<ByteOutput> output = ByteOutput::open(descriptor, name);
  if (!output) return fault_of(output.error());
  file.output_.emplace(std::move(*output));
  return file;
}

NewFile::NewFile(NewFile&& other) noexcept
    : target_(std::move(other.target_)),
      written_(std::move(other.written_)),
      is_made_(std::exchange(other.is_made_, false)),
      known_(std::move(other.known_)),
      output_(std::move(other.output_)),
      terminal_(other.terminal_) {
  other.output_.reset();
}

NewFile::~NewFile() {
  output_.reset();
  forsake();
}

void NewFile::forsake() noexcept {
  if (std::exchange(is_made_, false)) ::unlink(written_.c_str());
}

Result<void, FileFault> NewFile::write(std::string_view bytes) {
  if (const Result<void> written = output_->write(bytes); !written)
    return fault_of(written.error());
  return {};
}

Result<void, FileFault> NewFile::finish() { return finish_as(target_); }

Result<std::optional<fs::path>, FileFault> NewFile::keep_part() {
  std::optional<fs::path> part;
  if (is_beside()) {
    // A name of its own, so that no later part takes the place of this one.
    part = target_;
    *part += fmt::format(".{}.part", getpid());
  }
  if (Result<void, FileFault> kept = finish_as(part.value_or(target_)); !kept)
    return tl::unexpected(kept.error());
  return part;
}

Result<void, FileFault> NewFile::finish_as(const fs::path& name) {
  if (const Result<void> closed = output_->close(); !closed) return fault_of(closed.error());
  if (is_made_ && std::rename(written_.c_str(), name.c_str()) != 0) return system_fault();
  is_made_ = false;
  output_.reset();
  return {};
}

}  // namespace yari
