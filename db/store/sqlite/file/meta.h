/// \file
/// Numbers that the database keeps about itself.
#pragma once

#include <cstdint>

#include "db/store/sqlite/file/connection.h"

namespace yari::meta {

/// The number of the next game.
inline constexpr const char* next_game = "next_game";
/// The form of the words of comments: query::word_form, or 0 for FTS5's own words of before schema
/// 15.
inline constexpr const char* word_form = "word_form";

/// 0 when it was never set.
std::int64_t get(Connection& connection, const char* name);
/// Requires: an open write transaction.
void set(Connection& connection, const char* name, std::int64_t value);

}  // namespace yari::meta
