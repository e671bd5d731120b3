/// \file
/// The SQL that makes the tables; on disk: never change, a new form gets a new version.
#pragma once

#include <string>

namespace yari::pg {

/// The version that this program writes.
inline constexpr int schema_version = 10;

/// What belongs to no game, as version 1 had it; "@." stands for the schema.
extern const char* const home_tables;
/// What belongs to games, as version 1 had it.
extern const char* const shard_tables;
/// What version 2 adds; may be run again where it was run before.
extern const char* const home_version_2;
extern const char* const shard_version_2;
/// What version 3 adds; likewise.
extern const char* const home_version_3;
/// What version 4 adds; likewise.
extern const char* const home_version_4;
/// What version 5 adds; likewise.
extern const char* const home_version_5;
/// With every later version, too: the endings that the program knows.
std::string shard_version_5();
/// What version 6 adds; likewise.
extern const char* const home_version_6;
/// What versions 7 and 8 add; likewise.
extern const char* const shard_version_7;
std::string home_version_8();
/// What a shard has no more since version 8, unless it is the home.
extern const char* const shard_without_indexes;

/// What version 9 adds; likewise.
extern const char* const shard_version_9;
extern const char* const home_version_9;
extern const char* const home_version_10;

/// The columns that games and the journal have in common.
extern const char* const game_columns;

}  // namespace yari::pg
