/// \file
/// A copy of a database that is whole, made while others read and write it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace yari {

/// What stands in the copy.
struct Backup {
  std::int64_t games = 0;
  std::uintmax_t bytes = 0;
};

/// Copies the database in the file `from` to the new file `to`, and checks the copy. It appears
/// whole, on the disk and with the permissions of `from`, or not at all. No value when
/// `keep_going`, which gets the pages done and of how many, stopped it.
///
/// Throws DatabaseError, also when `to`, or a log or journal beside it, exists: nothing is
/// overwritten; when `to` is called like the log or the journal of a file that exists; and when the
/// database is damaged.
std::optional<Backup> back_up(const std::filesystem::path& from, const std::filesystem::path& to,
                              const std::function<bool(std::int64_t, std::int64_t)>& keep_going);

}  // namespace yari
