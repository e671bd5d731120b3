/// \file
/// Databases as older versions of the program wrote them.
#pragma once

#include <filesystem>
#include <vector>

#include "record/game.h"

namespace yari::test {

/// Makes a sound database as schema 3 had it: no checksums, and nothing of what an engine wrote.
/// The second game is deleted, and can be restored.
void make_schema_3(const std::filesystem::path& file, const std::vector<Game>& games);

}  // namespace yari::test
