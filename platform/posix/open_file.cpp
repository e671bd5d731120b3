#include "platform/open_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace yari::platform {

namespace fs = std::filesystem;

int open_to_read(const fs::path& name) noexcept {
  return ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

int open_to_write(const fs::path& name) noexcept {
  return ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
}

int open_new(const fs::path& name, Access access) noexcept {
  const mode_t mode = access == Access::owner_alone ? 0600 : 0666;
  return ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, mode);
}

int open_to_append(const fs::path& name) noexcept {
  return ::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

bool keep_alone(int file) noexcept {
  return ::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

int duplicate(int file) noexcept { return ::fcntl(file, F_DUPFD_CLOEXEC, 0); }

bool close(int file) noexcept { return ::close(file) == 0; }

std::optional<int> descriptor_named(const fs::path& name) {
  const std::string number = name.filename().string();
  if (number.empty() || number.find_first_not_of("0123456789") != number.npos) return std::nullopt;
  std::error_code why;
  const fs::path folder = fs::canonical(name.parent_path(), why);
  if (why) return std::nullopt;
  // The first on Linux, where the second leads to it; the second elsewhere.
  for (const char* const descriptors : {"/proc/self/fd", "/dev/fd"})
    if (folder == fs::canonical(descriptors, why) && !why) return std::atoi(number.c_str());
  return std::nullopt;
}

FileKind kind_of(int file) noexcept {
  struct stat about {};
  if (::fstat(file, &about) != 0) return FileKind::other;
  if (S_ISDIR(about.st_mode)) return FileKind::folder;
  return S_ISREG(about.st_mode) ? FileKind::regular : FileKind::other;
}

std::uint64_t size_of(int file) noexcept {
  struct stat about {};
  return ::fstat(file, &about) == 0 ? static_cast<std::uint64_t>(about.st_size) : 0;
}

bool is_private(int file) noexcept {
  struct stat about {};
  return ::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == ::geteuid() &&
         (about.st_mode & 077) == 0;
}

bool is_terminal(int file) noexcept { return ::isatty(file) != 0; }

bool wait_to_read(int file, int milliseconds) noexcept {
  pollfd one{.fd = file, .events = POLLIN, .revents = 0};
  return ::poll(&one, 1, milliseconds) > 0;
}

std::ptrdiff_t read_some(int file, char* to, std::size_t size) noexcept {
  return ::read(file, to, size);
}

std::ptrdiff_t read_at(int file, std::uint64_t place, char* to, std::size_t size) noexcept {
  return ::pread(file, to, size, static_cast<off_t>(place));
}

bool rewind(int file) noexcept { return ::lseek(file, 0, SEEK_SET) == 0; }

std::ptrdiff_t write_some(int file, std::string_view bytes) noexcept {
  for (;;) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n >= 0 || errno != EINTR) return n;
  }
}

void set_permissions(int file, fs::perms permissions) noexcept {
  ::fchmod(file, static_cast<mode_t>(permissions));
}

}  // namespace yari::platform
