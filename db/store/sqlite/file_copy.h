/// \file
/// A database as it is at one moment, as another file: SQLite's online backup.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace yari {

/// What was copied.
struct CopiedFile {
  bool is_whole = false;
  std::int64_t games = 0;
};

/// Copies the database into the empty file `to`, with what stands in its log alone; others may
/// write meanwhile, and the copy is of the moment when it began. Then reads the copy from its disk:
/// every page has its checksum, and SQLite finds its structure right.
///
/// `keep_going` gets the pages done and of how many, and may stop it. Throws DatabaseError, also
/// where the file is no database of ours or is damaged.
CopiedFile copy_file(const std::filesystem::path& from, const std::filesystem::path& to,
                     const std::function<bool(std::int64_t, std::int64_t)>& keep_going);

}  // namespace yari
