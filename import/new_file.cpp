#include "import/new_file.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include "platform/file_names.h"
#include "platform/open_file.h"

namespace yari {

namespace fs = std::filesystem;

namespace {

/// Several may be written in one folder.
std::atomic<int> temporary_files = 0;

/// What a link leads to, also where that does not exist yet.
fs::path followed(fs::path file) {
  constexpr int longest_chain = 40;
  std::error_code ignored;
  for (int i = 0; i < longest_chain && fs::is_symlink(file, ignored); ++i) {
    // What the name of a descriptor is a link to need not be a name of anything.
    if (platform::descriptor_named(file)) break;
    file = file.parent_path() / fs::read_symlink(file, ignored);
  }
  return file;
}

tl::unexpected<FileFault> fault_of_file() {
  return tl::unexpected(FileFault{std::generic_category().message(errno), errno});
}

tl::unexpected<FileFault> fault_of(const Error& error) {
  return tl::unexpected(FileFault{error.message});
}

tl::unexpected<FileFault> database_fault() {
  return tl::unexpected(FileFault{"it is a database, which is not written over"});
}

}  // namespace

bool is_database(const fs::path& file) {
  // SQLite's documentation, "Database File Format", section 1.3.
  constexpr std::string_view magic("SQLite format 3\0", 16);
  // A pipe is not waited for.
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  std::string head(magic.size(), '\0');
  std::ifstream(file, std::ios::binary).read(head.data(), std::ssize(head));
  return head == magic;
}

Result<NewFile, FileFault> NewFile::open(const std::string& name) {
  NewFile file;
  // Through a link, so that the link stays one.
  const fs::path target = followed(name);
  if (is_database(target)) return database_fault();
  const std::optional<int> named = platform::descriptor_named(target);
  const int descriptor = named ? platform::duplicate(*named) : file.open_target(target);
  return started(std::move(file), descriptor, name);
}

Result<NewFile, FileFault> NewFile::open_unlinked(const std::string& name) {
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(name, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_symlink(status))
    return tl::unexpected(FileFault{"it is there and is no file"});
  if (fs::is_regular_file(status) && is_database(name)) return database_fault();
  NewFile file;
  file.target_ = name;
  const int descriptor = file.open_beside();
  if (descriptor >= 0 && fs::is_regular_file(status))
    platform::set_permissions(descriptor, status.permissions());
  return started(std::move(file), descriptor, name);
}

/// Requires: errno says why, where there is no descriptor.
Result<NewFile, FileFault> NewFile::started(NewFile file, int descriptor, std::string_view name) {
  if (descriptor < 0) return fault_of_file();
  file.terminal_ = platform::is_terminal(descriptor);
  Result<ByteOutput> output = ByteOutput::open(descriptor, name);
  if (!output) return fault_of(output.error());
  file.output_.emplace(std::move(*output));
  return file;
}

/// A descriptor to write to; -1 with errno where there is none.
int NewFile::open_target(const fs::path& target) {
  std::error_code ignored;
  target_ = fs::weakly_canonical(target, ignored);
  if (ignored) target_ = target;
  const fs::file_status status = fs::status(target_, ignored);
  // Devices and pipes are written to as they are, and none is made.
  if (fs::exists(status) && !fs::is_regular_file(status)) return platform::open_to_write(target_);
  const int descriptor = open_beside();
  if (descriptor >= 0 && fs::exists(status))
    platform::set_permissions(descriptor, status.permissions());
  return descriptor;
}

int NewFile::open_beside() {
  written_ = target_;
  // Hidden, so that a run over the folder does not read what it writes.
  written_.replace_filename(
      fmt::format(".yari-{}-{}.tmp", platform::process_id(), ++temporary_files));
  known_ = std::make_unique<UnfinishedFile>(written_);
  const int descriptor = platform::open_new(written_, platform::Access::as_usual);
  is_made_ = descriptor >= 0;
  return descriptor;
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
  if (is_made_) platform::remove_file(written_.c_str());
}

Result<void, FileFault> NewFile::write(std::string_view bytes) {
  if (const Result<void> written = output_->write(bytes); !written)
    return fault_of(written.error());
  return {};
}

Result<void, FileFault> NewFile::finish() { return finish_as(target_); }

Result<std::optional<fs::path>, FileFault> NewFile::keep_part() {
  std::optional<fs::path> part;
  if (is_made_) {
    // A name of its own, so that no later part takes the place of this one.
    part = target_;
    *part += fmt::format(".{}.part", platform::process_id());
  }
  if (Result<void, FileFault> kept = finish_as(part.value_or(target_)); !kept)
    return tl::unexpected(kept.error());
  return part;
}

Result<void, FileFault> NewFile::finish_as(const fs::path& name) {
  if (const Result<void> closed = output_->close(); !closed) return fault_of(closed.error());
  if (is_made_ && !platform::replace(written_, name)) return fault_of_file();
  is_made_ = false;
  output_.reset();
  return {};
}

}  // namespace yari
