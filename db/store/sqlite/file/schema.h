/// \file
/// What the file consists of: its mark, its version, its tables, and how older ones are upgraded.
#pragma once

#include <cstdint>

#include "db/store/sqlite/file/connection.h"

namespace yari {

/// "Yari" in SQLite's application_id. On disk: never change.
inline constexpr std::int64_t application_id = 0x59617269;
/// SQLite's user_version of a database as this program writes it.
inline constexpr std::int64_t schema_version = 16;

/// Makes the tables in an empty file, upgrades an older database, or refuses what is not one.
///
/// A connection that only reads is not changed. Throws DatabaseError.
void prepare_schema(Connection& connection, OpenMode mode);

/// Brings the tables from one version to a later one; 0 is the empty file.
/// Requires: an open write transaction.
void migrate(Connection& connection, std::int64_t from, std::int64_t to);

/// Puts empty tables in the place of all that `Database::reindex` fills or empties, whatever is
/// damaged in the old ones. Their pages are given back by the next VACUUM alone. Requires: an open
/// write transaction.
void remake_derived_tables(Connection& connection);

/// Writes what numbers are called in tables (variants, results and others), for people who ask in
/// SQL. Requires: an open write transaction.
void write_number_names(Connection& connection);
/// A sentence for each that is called otherwise, or not at all.
std::vector<std::string> faults_of_number_names(Connection& connection);

/// Puts an empty index of the words of comments, of the present form, in the place of the one that
/// is there. Requires: an open write transaction.
void make_words_table(Connection& connection);

/// Makes those indexes on games that are not there, except where a damaged page is in the way.
/// Requires: an open write transaction.
void make_game_indexes(Connection& connection);

/// Whether the pages of the file have no checksums until it is rewritten.
bool lacks_page_sums(Connection& connection);

/// Rewrites the file without gaps; its pages have checksums then. Requires: no open transaction.
void rewrite_file(Connection& connection);

}  // namespace yari
