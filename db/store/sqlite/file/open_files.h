/// \file
/// Whether a name still leads to the file that was opened: somebody may have moved another there.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "platform/file_names.h"

struct sqlite3;

namespace yari {

/// The files of an open database: its own, the log and the log's index.
///
/// SQLite goes on with the files that it has opened. What is written to them is lost when their
/// names lead to others, and the log of one file damages another.
class OpenFiles {
 public:
  /// Requires: the file has just been opened.
  OpenFiles(const std::filesystem::path& file, sqlite3* handle);

  /// Notes the log and its index, which are opened later, where they are there.
  void note_log();
  /// Whether each name leads to what was noted under it.
  bool are_in_place() const noexcept;

 private:
  std::array<std::filesystem::path, 3> names_;
  /// No file: not noted.
  std::array<platform::FileIdentity, 3> noted_{};
};

/// The bytes of a file's log; 0 where there is none.
std::uintmax_t log_size(const std::filesystem::path& file);

}  // namespace yari
