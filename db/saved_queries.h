/// \file
/// Conditions that a database keeps under a name, so that they need not be typed again.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/database.h"

namespace yari {

/// Keeps `query` under `name`, in the place of what was there. The text means what its writer
/// means.
void save_query(Database& database, const std::string& name, const std::string& query);

/// No value when there is none of that name.
std::optional<std::string> saved_query(Database& database, const std::string& name);

/// Names and texts, by name.
std::vector<std::pair<std::string, std::string>> saved_queries(Database& database);

/// False when there was none.
bool forget_query(Database& database, const std::string& name);

}  // namespace yari
