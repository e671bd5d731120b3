/// \file
/// The rows of annotations, copied into the journal and back.
#pragma once

#include <cstdint>

#include "db/query/filter.h"
#include "db/store/sqlite/file/connection.h"

namespace yari {

/// Keeps notes and annotation of the game in the entry, unless it has them already. False when
/// nothing was kept. Requires: an open write transaction.
bool keep_annotation(Connection& connection, std::int64_t entry, GameId id);

/// Puts the annotation in the journal in the place of the one the game has, but not its notes.
/// Requires: an open write transaction.
void restore_annotation(Connection& connection, std::int64_t entry, GameId id);

/// Requires: an open write transaction.
void drop_annotation(Connection& connection, GameId id);

}  // namespace yari
