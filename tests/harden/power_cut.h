/// \file
/// A disk whose power goes out: what was not synced is there, or is not, sector by sector.
#pragma once

#include <cstdint>
#include <filesystem>

namespace yari::test {

/// From now on SQLite's files of this process are watched. Before the nth write, sync, truncation
/// or removal the power goes out: what a disk might hold then is put into `image`, and the process
/// ends with `power_went_out`. With 0 it goes out when `cut_power` is called. Requires: a process
/// of its own, and no database is open.
void watch_disk(long nth, std::uint64_t seed, const std::filesystem::path& image);
inline constexpr int power_went_out = 99;

/// Puts into the image what the disk might hold now.
void cut_power();

/// How many calls there were in the last child that watched.
long disk_calls_counted();

}  // namespace yari::test
