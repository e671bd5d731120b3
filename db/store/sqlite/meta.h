/// \file
/// Numbers that the database keeps about itself.
#pragma once

#include <cstdint>

#include "db/store/sqlite/connection.h"

namespace yari::meta {

/// The number of the next game.
inline constexpr const char* next_game = "next_game";
/// Grows with every change to games that are stored already.
inline constexpr const char* edits = "edits";
/// What `edits` and the last game were when hot_positions was filled.
inline constexpr const char* hot_edits = "hot_edits";
inline constexpr const char* hot_last_game = "hot_last_game";

/// 0 when it was never set.
std::int64_t get(Connection& connection, const char* name);
/// Requires: an open write transaction.
void set(Connection& connection, const char* name, std::int64_t value);
/// Notes that stored games have changed. Requires: an open write transaction.
void count_edit(Connection& connection);

}  // namespace yari::meta
