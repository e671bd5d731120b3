#include "platform/open_file.h"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include "platform/windows/wide.h"

namespace yari::platform {

namespace fs = std::filesystem;

namespace {

constexpr int always = _O_BINARY | _O_NOINHERIT;

HANDLE handle_of(int file) noexcept { return reinterpret_cast<HANDLE>(_get_osfhandle(file)); }

/// The C library counts with 32 bits.
unsigned at_most(std::size_t size) noexcept {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  return static_cast<unsigned>(std::min(size, most));
}

}  // namespace

int open_to_read(const fs::path& name) noexcept {
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) {
    errno = EISDIR;
    return -1;
  }
  // The C library would keep others from replacing the file while it is read.
  const HANDLE handle = CreateFileW(name.c_str(), GENERIC_READ,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    errno = last_error();
    return -1;
  }
  const int file = _open_osfhandle(reinterpret_cast<intptr_t>(handle), _O_RDONLY | always);
  if (file < 0) CloseHandle(handle);
  return file;
}

int open_to_write(const fs::path& name) noexcept {
  return _wopen(name.c_str(), _O_WRONLY | always);
}

int open_new(const fs::path& name, Access) noexcept {
  return _wopen(name.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | always, _S_IREAD | _S_IWRITE);
}

int open_to_append(const fs::path& name) noexcept {
  return _wopen(name.c_str(), _O_WRONLY | _O_CREAT | _O_APPEND | always, _S_IREAD | _S_IWRITE);
}

bool keep_alone(int file) noexcept {
  // What is locked here nobody else can read: a byte that no file has.
  OVERLAPPED byte{};
  byte.OffsetHigh = 0x4000'0000;
  return LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                    &byte) != 0 ||
         GetLastError() != ERROR_LOCK_VIOLATION;
}

int duplicate(int file) noexcept {
  const int copy = _dup(file);
  if (copy < 0) return -1;
  _setmode(copy, _O_BINARY);
  SetHandleInformation(handle_of(copy), HANDLE_FLAG_INHERIT, 0);
  return copy;
}

bool close(int file) noexcept { return _close(file) == 0; }

std::optional<int> descriptor_named(const fs::path&) { return std::nullopt; }

FileKind kind_of(int file) noexcept {
  return GetFileType(handle_of(file)) == FILE_TYPE_DISK ? FileKind::regular : FileKind::other;
}

std::uint64_t size_of(int file) noexcept {
  LARGE_INTEGER size{};
  return GetFileSizeEx(handle_of(file), &size) ? static_cast<std::uint64_t>(size.QuadPart) : 0;
}

bool is_private(int file) noexcept { return kind_of(file) == FileKind::regular; }

bool is_terminal(int file) noexcept {
  // The C library takes the null device for one, too.
  DWORD mode = 0;
  return GetConsoleMode(handle_of(file), &mode) != 0;
}

bool wait_to_read(int file, int milliseconds) noexcept {
  const HANDLE handle = handle_of(file);
  if (GetFileType(handle) != FILE_TYPE_PIPE)
    return WaitForSingleObject(handle, static_cast<DWORD>(milliseconds)) != WAIT_TIMEOUT;
  // A pipe cannot be waited for; it can be asked.
  constexpr int pause = 5;
  for (int waited = 0;; waited += pause) {
    DWORD bytes = 0;
    if (PeekNamedPipe(handle, nullptr, 0, nullptr, &bytes, nullptr) == 0 || bytes > 0) return true;
    if (waited >= milliseconds) return false;
    Sleep(pause);
  }
}

std::ptrdiff_t read_some(int file, char* to, std::size_t size) noexcept {
  return _read(file, to, at_most(size));
}

std::ptrdiff_t read_at(int file, std::uint64_t place, char* to, std::size_t size) noexcept {
  const __int64 before = _lseeki64(file, 0, SEEK_CUR);
  if (before < 0 || _lseeki64(file, static_cast<__int64>(place), SEEK_SET) < 0) return -1;
  const int got = _read(file, to, at_most(size));
  return _lseeki64(file, before, SEEK_SET) < 0 ? -1 : got;
}

bool rewind(int file) noexcept { return _lseeki64(file, 0, SEEK_SET) == 0; }

std::ptrdiff_t write_some(int file, std::string_view bytes) noexcept {
  const int count = _write(file, bytes.data(), at_most(bytes.size()));
  // The C library's error for a pipe that nobody reads any more.
  if (count < 0 && errno == EINVAL && GetFileType(handle_of(file)) == FILE_TYPE_PIPE) errno = EPIPE;
  return count;
}

void set_permissions(int, fs::perms) noexcept {}

}  // namespace yari::platform
