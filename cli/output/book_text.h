/// \file
/// What a book says of a move, for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rules/variant.h"

namespace yari::cli {

/// As `score_text`, "none".
std::string book_score_text(const std::optional<int>& number, Variant v);
/// "120", "none".
std::string book_value(const std::optional<std::uint64_t>& value);

}  // namespace yari::cli
