// The copy is written under another name in the same folder and renamed when it is whole.
#include "db/backup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
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

/// Whether the name is taken, also by a link that leads nowhere.
bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(file, ignored));
}

void refuse_what_is_there(const fs::path& to) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    if (const fs::path file = to.string() + suffix; is_there(file))
      throw DatabaseError(file.string() + ": already exists; give the backup a new name");
}

void sync(const fs::path& file, int flags) {
  const int fd = ::open(file.c_str(), flags | O_CLOEXEC);
  const bool is_synced = fd >= 0 && ::fsync(fd) == 0;
  const int error = errno;
  if (fd >= 0) ::close(fd);
  if (!is_synced) refuse(file, error);
}

/// Makes a file in the folder of `to` under a name that nothing else has.
fs::path new_file_beside(const fs::path& to) {
  std::string name = fs::path(to).replace_filename(".yari-backup-XXXXXX.tmp").string();
  constexpr int suffix_size = 4;
  const int fd = ::mkostemps(name.data(), suffix_size, O_CLOEXEC);
  if (fd < 0) refuse(to, errno);
  ::close(fd);
  return name;
}

/// A new file, hidden and for its owner alone; removed unless it was named.
class Unnamed {
 public:
  explicit Unnamed(const fs::path& to)
      : to_(to),
        file_(new_file_beside(to)),
        log_(file_.string() + "-wal"),
        index_(file_.string() + "-shm"),
        known_(file_.c_str()) {}
  ~Unnamed() {
    // SQLite removes these itself, unless it fails.
    ::unlink(log_.c_str());
    ::unlink(index_.c_str());
    if (is_unnamed_) ::unlink(file_.c_str());
  }
  Unnamed(const Unnamed&) = delete;
  Unnamed& operator=(const Unnamed&) = delete;

  const fs::path& file() const { return file_; }

  /// Never overwrites a file that has taken the name meanwhile.
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
  UnfinishedFile known_;
  bool is_unnamed_ = true;
};

}  // namespace

std::optional<Backup> back_up(const fs::path& from, const fs::path& to,
                              const std::function<bool(std::int64_t, std::int64_t)>& keep_going) {
  refuse_what_is_there(to);
  struct stat source {};
  if (::stat(from.c_str(), &source) != 0)
    throw DatabaseError(from.string() + ": there is no such database");
  Unnamed copy(to);
  const std::optional<std::int64_t> games = copy_file(from, copy.file(), keep_going);
  if (!games) return std::nullopt;
  constexpr mode_t permissions = 0777;
  if (::chmod(copy.file().c_str(), source.st_mode & permissions) != 0) refuse(to, errno);
  sync(copy.file(), O_RDWR);
  copy.name();
  return Backup{*games, fs::file_size(to)};
}

}  // namespace yari
