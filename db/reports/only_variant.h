/// \file
/// Which game a database is about.
#pragma once

#include <optional>

#include "db/database.h"

namespace yari {

/// The variant of all games; no value when there are games of both, or none.
///
/// Reads a few rows and looks up one position, however many games there are. It may miss that only
/// one variant is left after games of the other were deleted: it returns no value then.
std::optional<Variant> only_variant(Database& database);

}  // namespace yari
