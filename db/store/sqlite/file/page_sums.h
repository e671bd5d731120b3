/// \file
/// Checksums of whole pages: a layer between SQLite and the file (https://www.sqlite.org/vfs.html).
///
/// Four bytes at the end of each page, which SQLite leaves to others (its file format, 1.3.4), hold
/// the checksum of the bytes before them. It is made when a page is written into the file, and
/// compared when a page is read from it. The log has checksums of SQLite's own.
///
/// Pages that other programs copy from the log into the file have none. The first page is then one
/// of them, since every transaction of ours writes it (Connection::write_first_page). So where the
/// first page has a checksum, every page must have one; before this layer writes the first page
/// with a checksum, it adds those that are missing. On disk: never change.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>

struct sqlite3;

namespace yari {

/// The bytes at the end of each page.
inline constexpr int page_sum_size = 4;

/// The name of the layer, for sqlite3_open_v2. It lies above whatever is SQLite's default then.
/// Throws std::bad_alloc where SQLite has no memory to begin with.
const char* page_sum_layer();

/// Whether the pages of the file have room for checksums. Requires, as what follows: the connection
/// was opened through the layer.
bool has_page_sums(sqlite3* connection);
/// A file that is made, or rewritten by VACUUM, gets checksums. has_page_sums is true afterwards.
void want_page_sums(sqlite3* connection);

/// From now on pages that are not as they were written are read all the same, and their numbers,
/// from 1, are added to `pages`, which must outlive the connection.
void accept_damaged_pages(sqlite3* connection, std::set<std::uint32_t>& pages);
/// What the log was when the open transaction began to read; no value without a log. Equal where
/// two transactions read the same moment.
using LogMoment = std::optional<std::array<std::uint8_t, 48>>;
LogMoment moment_of(sqlite3* connection);

/// The page that was refused last since the last call, from 1; 0 when none was.
std::uint32_t refused_page(sqlite3* connection);

}  // namespace yari
