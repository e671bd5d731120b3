/// \file
/// From SQLite's result codes to the exceptions of db/store/error.h, in one place.
#pragma once

#include <filesystem>

struct sqlite3;

namespace yari {

/// Whether an error of the system means that the disk, or the user's part of it, is full.
bool is_out_of_space(int system_error);

/// Throws what the last failed call on `connection` means; `code` is what it returned.
///
/// The sentence names `file` and says what to do. Out of memory is std::bad_alloc.
[[noreturn]] void throw_sqlite_error(sqlite3* connection, int code,
                                     const std::filesystem::path& file);

}  // namespace yari
