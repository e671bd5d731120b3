/// \file
/// Opens a place where games are kept, with the back end that its name asks for.
#pragma once

#include <filesystem>
#include <memory>

#include "db/store/open_mode.h"
#include "db/store/store.h"

namespace yari {

/// A file is opened by SQLite, and "postgresql://..." (db/store/place.h) leads to PostgreSQL.
/// Throws DatabaseError.
std::unique_ptr<store::Store> open_store(const std::filesystem::path& place, OpenMode mode);

}  // namespace yari
