// Written under another name in the same folder, and named in the end.
#include "db/backup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "db/store/error.h"
#include "db/store/sqlite/file_copy.h"
#include "db/unfinished_files.h"

namespace yari {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, int error) {
  throw IoError(
      fmt::format("cannot write {}: {}", file.string(), std::generic_category().message(error)));
}

/// What is at the name, be it a link that leads nowhere.
bool is_there(const fs::path& file) {
  struct stat about {};
  return lstat(file.c_str(), &about) == 0;
}

void refuse_what_is_there(const fs::path& to) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    if (const fs::path file = to.string() + suffix; is_there(file))
      throw DatabaseError(file.string() + ": is there already; a backup needs a new name");
}

void sync(const fs::path& file, int flags) {
  const int fd = ::open(file.c_str(), flags | O_CLOEXEC);
  const bool is_synced = fd >= 0 && ::fsync(fd) == 0;
  const int error = errno;
  if (fd >= 0) ::close(fd);
  if (!is_synced) refuse(file, error);
}

/// A new file, hidden and for its owner alone; removed unless it was named.
class Unnamed {
 public:
  explicit Unnamed(const fs::path& to) : to_(to), file_(to) {
    file_.replace_filename(fmt::format(".yari-{}-backup.tmp", getpid()));
    log_ = file_.string() + "-wal";
    index_ = file_.string() + "-shm";
    known_.emplace(file_.c_str());
    const int fd = ::open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) refuse(to_, errno);
    ::close(fd);
    is_unnamed_ = true;
  }
  ~Unnamed() {
    // SQLite removes its own, but where it fails.
    ::unlink(log_.c_str());
    ::unlink(index_.c_str());
    if (is_unnamed_) ::unlink(file_.c_str());
  }
  Unnamed(const Unnamed&) = delete;
  Unnamed& operator=(const Unnamed&) = delete;

  const fs::path& file() const { return file_; }

  /// Nothing that has got the name meanwhile is written over.
  void name() {
    int code = ::renameat2(AT_FDCWD, file_.c_str(), AT_FDCWD, to_.c_str(), RENAME_NOREPLACE);
    if (code != 0 && (errno == EINVAL || errno == ENOSYS)) {
      refuse_what_is_there(to_);
      code = std::rename(file_.c_str(), to_.c_str());
    }
    if (code != 0) refuse(to_, errno);
    is_unnamed_ = false;
    sync(to_.has_parent_path() ? to_.parent_path() : fs::path("."), O_RDONLY | O_DIRECTORY);
  }

 private:
  fs::path to_, file_, log_, index_;
  std::optional<UnfinishedFile> known_;
  bool is_unnamed_ = false;
};

}  // namespace

std::optional<Backup> back_up(const fs::path& from, const fs::path& to,
                              const std::function<bool(std::int64_t, std::int64_t)>& keep_going) {
  refuse_what_is_there(to);
  struct stat source {};
  if (::stat(from.c_str(), &source) != 0)
    throw DatabaseError(from.string() + ": there is no such database");
  Unnamed copy(to);
  const CopiedFile copied = copy_file(from, copy.file(), keep_going);
  if (!copied.is_whole) return std::nullopt;
  constexpr mode_t permissions = 0777;
  if (::chmod(copy.file().c_str(), source.st_mode & permissions) != 0) refuse(to, errno);
  sync(copy.file(), O_RDWR);
  copy.name();
  return Backup{copied.games, fs::file_size(to)};
}

}  // namespace yari
