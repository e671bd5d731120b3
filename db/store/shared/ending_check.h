/// \file
/// The endings that the tables of games take: all that the program knows.
#pragma once

#include <fmt/format.h>

#include <string>

#include "rules/outcome.h"

namespace yari::store {

/// "CHECK (ending BETWEEN 0 AND 16)". On disk: numbers of endings never change.
inline std::string ending_check() {
  return fmt::format("CHECK (ending BETWEEN 0 AND {})", ending_count - 1);
}

}  // namespace yari::store
