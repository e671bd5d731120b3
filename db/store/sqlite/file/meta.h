/// \file
/// Numbers that the database keeps about itself.
#pragma once

#include <cstdint>

#include "db/store/sqlite/file/connection.h"

namespace yari::meta {

/// The number of the next game.
inline constexpr const char* next_game = "next_game";

/// 0 when it was never set.
std::int64_t get(Connection& connection, const char* name);
/// Requires: an open write transaction.
void set(Connection& connection, const char* name, std::int64_t value);

}  // namespace yari::meta
