/// \file
/// Bodies in JSON, bounded before they take memory.
#pragma once

#include <string>

#include "answers/json.h"

namespace yari::web {

/// An object of at most 1 MiB, 20,000 values and four levels: more than any edit needs. Throws
/// RequestError (413 or 400).
Json read_json_body(const std::string& body);

}  // namespace yari::web
