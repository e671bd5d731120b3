/// \file
/// The SQL that makes the tables; on disk: never change, a new form gets a new version.
#pragma once

#include <string>

namespace yari::pg {

/// The version that this program writes.
inline constexpr int schema_version = 1;

/// What belongs to no game; "@." stands for the schema.
extern const char* const home_tables;
/// What belongs to games.
extern const char* const shard_tables;

/// The columns that games and the journal have in common.
extern const char* const game_columns;

}  // namespace yari::pg
