/// \file
/// A database as it is at one moment, as another file: SQLite's online backup.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace yari {

/// Copies the database into the empty file `to`, with what stands in its log alone; others may
/// write meanwhile, and the copy is of the moment when it began. Then reads the copy from its disk:
/// every page has its checksum, and SQLite finds its structure right.
///
/// Returns the number of games that were copied; no value when `keep_going`, which gets the pages
/// done and of how many, stopped it. Throws DatabaseError, also where the file is no database of
/// ours or is damaged; messages give the copy the name that it is to have, `named`.
std::optional<std::int64_t> copy_file(
    const std::filesystem::path& from, const std::filesystem::path& to,
    const std::filesystem::path& named,
    const std::function<bool(std::int64_t, std::int64_t)>& keep_going);

}  // namespace yari
