// Functions of libc, put before the real ones, which the kernel is asked for directly.
#include "tests/harden/failing_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <ctime>

#include "tests/harden/child.h"

// What glibc calls its own allocator, which ours stands before.
extern "C" void* __libc_malloc(std::size_t);               // NOLINT(bugprone-reserved-identifier)
extern "C" void* __libc_calloc(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier)
extern "C" void* __libc_realloc(void*, std::size_t);       // NOLINT(bugprone-reserved-identifier)

namespace yari::test {
namespace {

CallFault fault;
bool armed = false;

bool fails() {
  const long n = ++shared_count();
  return fault.nth > 0 && n >= fault.nth && (fault.for_good || n < fault.nth + fault.in_a_row);
}

bool fails(Call call) { return armed && fault.call == call && fails(); }

bool fails(Call call, int fd) {
  if (!armed || fault.call != call || fd <= STDERR_FILENO) return false;
  struct stat about {};
  return syscall(SYS_fstat, fd, &about) == 0 && S_ISREG(about.st_mode) && fails();
}

long failed(int error) {
  errno = error;
  return -1;
}

int write_error() { return fault.is_full ? ENOSPC : EIO; }

bool armed_for_locks() { return armed && fault.call == Call::lock; }

/// Of a transfer that fails: the bytes it still moves.
std::size_t part(std::size_t size) { return fault.is_short ? size / 2 : 0; }

}  // namespace

void let_calls_fail(const CallFault& wanted) {
  fault = wanted;
  shared_count() = 0;
  armed = true;
}

void let_calls_succeed() { armed = false; }

long calls_counted() { return shared_count(); }

}  // namespace yari::test

using yari::test::armed_for_locks;
using yari::test::Call;
using yari::test::failed;
using yari::test::fails;
using yari::test::part;
using yari::test::write_error;

#define YARI_REPLACED extern "C" __attribute__((visibility("default")))

YARI_REPLACED ssize_t write(int fd, const void* data, std::size_t size) {
  if (fails(Call::write, fd)) {
    size = part(size);
    if (size == 0) return failed(write_error());
  }
  return syscall(SYS_write, fd, data, size);
}

YARI_REPLACED ssize_t writev(int fd, const iovec* parts, int parts_count) {
  if (fails(Call::write, fd)) return failed(write_error());
  return syscall(SYS_writev, fd, parts, parts_count);
}

YARI_REPLACED ssize_t pwrite64(int fd, const void* data, std::size_t size, off64_t at) {
  if (fails(Call::write, fd)) {
    size = part(size);
    if (size == 0) return failed(write_error());
  }
  return syscall(SYS_pwrite64, fd, data, size, at);
}

YARI_REPLACED ssize_t pwrite(int fd, const void* data, std::size_t size, off_t at) {
  return pwrite64(fd, data, size, at);
}

YARI_REPLACED ssize_t read(int fd, void* data, std::size_t size) {
  if (fails(Call::read, fd)) {
    size = part(size);
    if (size == 0) return failed(EIO);
  }
  return syscall(SYS_read, fd, data, size);
}

YARI_REPLACED ssize_t pread64(int fd, void* data, std::size_t size, off64_t at) {
  if (fails(Call::read, fd)) {
    size = part(size);
    if (size == 0) return failed(EIO);
  }
  return syscall(SYS_pread64, fd, data, size, at);
}

YARI_REPLACED ssize_t pread(int fd, void* data, std::size_t size, off_t at) {
  return pread64(fd, data, size, at);
}

YARI_REPLACED int fsync(int fd) {
  if (fails(Call::sync, fd)) return static_cast<int>(failed(EIO));
  return static_cast<int>(syscall(SYS_fsync, fd));
}

YARI_REPLACED int fdatasync(int fd) {
  if (fails(Call::sync, fd)) return static_cast<int>(failed(EIO));
  return static_cast<int>(syscall(SYS_fdatasync, fd));
}

YARI_REPLACED int ftruncate64(int fd, off64_t size) {
  if (fails(Call::truncate, fd)) return static_cast<int>(failed(EIO));
  return static_cast<int>(syscall(SYS_ftruncate, fd, size));
}

YARI_REPLACED int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

YARI_REPLACED int open64(const char* name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (fails(Call::open)) return static_cast<int>(failed(EIO));
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, name, flags, mode));
}

YARI_REPLACED int open(const char* name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open64(name, flags, mode);
}

YARI_REPLACED int fcntl64(int fd, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  // Not what a lock of somebody else's gives, which SQLite waits for.
  if (command == F_SETLK && fails(Call::lock, fd)) return static_cast<int>(failed(EIO));
  return static_cast<int>(syscall(SYS_fcntl, fd, command, argument));
}

YARI_REPLACED int rename(const char* from, const char* to) {
  if (fails(Call::move)) return static_cast<int>(failed(EIO));
  return static_cast<int>(syscall(SYS_rename, from, to));
}

YARI_REPLACED int unlink(const char* name) {
  if (fails(Call::move)) return static_cast<int>(failed(EIO));
  return static_cast<int>(syscall(SYS_unlink, name));
}

YARI_REPLACED void* malloc(std::size_t size) {
  if (!fails(Call::memory)) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}

YARI_REPLACED void* calloc(std::size_t count, std::size_t size) {
  if (!fails(Call::memory)) return __libc_calloc(count, size);
  errno = ENOMEM;
  return nullptr;
}

YARI_REPLACED void* realloc(void* old, std::size_t size) {
  if (!fails(Call::memory)) return __libc_realloc(old, size);
  errno = ENOMEM;
  return nullptr;
}

// A lock that is never had is waited for; nobody needs to wait as long for that. SQLite calls one of
// these two, by its version.
YARI_REPLACED int nanosleep(const timespec* wanted, timespec* left) {
  if (armed_for_locks()) return 0;
  return static_cast<int>(syscall(SYS_nanosleep, wanted, left));
}

YARI_REPLACED int usleep(useconds_t time) {
  const timespec wanted{.tv_sec = time / 1'000'000, .tv_nsec = time % 1'000'000 * 1000L};
  return nanosleep(&wanted, nullptr);
}
