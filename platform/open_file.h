/// \file
/// Open files as small numbers, the way the C libraries of POSIX and of Windows have them.
///
/// A failure is -1 or false, and `errno` says why. Bytes are read and written as they are, and no
/// program that is started inherits a file that was opened here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace yari::platform {

inline constexpr int standard_input = 0;
inline constexpr int standard_output = 1;
inline constexpr int standard_error = 2;

/// Opens a file to read. Does not wait where it is a pipe that nobody writes to yet.
int open_to_read(const std::filesystem::path& name) noexcept;
/// Opens what is there to write: a device, a pipe.
int open_to_write(const std::filesystem::path& name) noexcept;

/// Who may read and write a new file. Windows: as its folder says, for both.
enum class Access { as_usual, owner_alone };
/// Makes a file to write. EEXIST where the name is taken, also by a link that leads nowhere.
int open_new(const std::filesystem::path& name, Access access) noexcept;

/// Opens a file to add to its end, and makes it where there is none.
int open_to_append(const std::filesystem::path& name) noexcept;
/// Keeps the file for this opening of it alone, until it is closed; false where another one keeps
/// it. Others can still read and write it who do not ask. True where files of that kind, or on that
/// disk, cannot be kept.
bool keep_alone(int file) noexcept;

/// Another number for the same open file.
int duplicate(int file) noexcept;
bool close(int file) noexcept;

/// The open file of this process that a name leads to, as /dev/stdout and /dev/fd/63 do: opened by
/// that name, it would be written from its beginning again. The number need not be open. Windows
/// has no such names.
std::optional<int> descriptor_named(const std::filesystem::path& name);

enum class FileKind { regular, folder, other };
FileKind kind_of(int file) noexcept;
/// Bytes of a regular file; 0 where it cannot be asked.
std::uint64_t size_of(int file) noexcept;
/// Whether it is a file of this user that nobody else may read or write. Windows: whether it is a
/// file; others have what its folder gives them.
bool is_private(int file) noexcept;
/// Whether somebody reads it on a screen, or types it.
bool is_terminal(int file) noexcept;

/// Waits until there is something to read, or the end; false when there is none for `milliseconds`.
bool wait_to_read(int file, int milliseconds) noexcept;
/// The number of bytes that were there, 0 at the end only; -1 with EAGAIN or EINTR: try again.
std::ptrdiff_t read_some(int file, char* to, std::size_t size) noexcept;
/// The bytes at a place, fewer where the file ends. What read_some() gives next stays the same.
/// Requires: the file is regular.
std::ptrdiff_t read_at(int file, std::uint64_t place, char* to, std::size_t size) noexcept;
/// Back to the first byte; false for a pipe.
bool rewind(int file) noexcept;

/// Writes some of the bytes and returns how many.
std::ptrdiff_t write_some(int file, std::string_view bytes) noexcept;
/// Writes all of them. May be called by a signal handler.
bool write_all(int file, std::string_view bytes) noexcept;

/// Sets who may read and write the file. Windows: does nothing, the folder says it.
void set_permissions(int file, std::filesystem::perms permissions) noexcept;

}  // namespace yari::platform
