/// \file
/// Which tags may be set in a stored game.
#pragma once

#include <optional>
#include <string>

#include "rules/game.h"

namespace yari::web {

/// Why the tag may not be set, as a sentence; no value when it may.
std::optional<std::string> fault_of(const Tag& tag);

}  // namespace yari::web
