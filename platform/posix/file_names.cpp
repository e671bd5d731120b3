#include "platform/file_names.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace yari::platform {

namespace fs = std::filesystem;

namespace {

/// EINVAL or ENOSYS where neither the system nor the file system can do it.
int move_to_free([[maybe_unused]] const char* from, [[maybe_unused]] const char* to) noexcept {
#if defined(RENAME_NOREPLACE)
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
#elif defined(RENAME_EXCL)
  return ::renamex_np(from, to, RENAME_EXCL);
#else
  errno = ENOSYS;
  return -1;
#endif
}

bool is_there(const char* name) noexcept {
  struct stat about {};
  return ::lstat(name, &about) == 0;
}

bool sync(const fs::path& name, int flags) noexcept {
  const int file = ::open(name.c_str(), flags | O_CLOEXEC);
  if (file < 0) return false;
#ifdef F_FULLFSYNC
  // Where it exists, fsync() leaves the bytes in the disk's own memory.
  const bool is_synced = ::fcntl(file, F_FULLFSYNC) == 0 || ::fsync(file) == 0;
#else
  const bool is_synced = ::fsync(file) == 0;
#endif
  const int error = errno;
  ::close(file);
  errno = error;
  return is_synced;
}

}  // namespace

FileIdentity identity_of(const fs::path& name) noexcept {
  struct stat about {};
  if (::stat(name.c_str(), &about) != 0) return {};
  return {static_cast<std::uint64_t>(about.st_dev), static_cast<std::uint64_t>(about.st_ino)};
}

bool is_writable(const fs::path& name) noexcept { return ::access(name.c_str(), W_OK) == 0; }

bool replace(const fs::path& from, const fs::path& to) noexcept {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool rename_to_free(const fs::path& from, const fs::path& to) noexcept {
  if (move_to_free(from.c_str(), to.c_str()) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return false;
  if (!is_there(to.c_str())) return replace(from, to);
  errno = EEXIST;
  return false;
}

bool remove_file(const fs::path::value_type* name) noexcept { return ::unlink(name) == 0; }

fs::path make_temporary_folder(const fs::path& prefix) {
  std::string name = prefix.string() + "XXXXXX";
  return ::mkdtemp(name.data()) != nullptr ? fs::path(name) : fs::path();
}

bool sync_file(const fs::path& name) noexcept { return sync(name, O_RDWR); }

bool sync_folder(const fs::path& name) noexcept { return sync(name, O_RDONLY | O_DIRECTORY); }

int process_id() noexcept { return ::getpid(); }

}  // namespace yari::platform
