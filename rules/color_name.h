/// \file
/// The words for the two sides.
#pragma once

#include <string_view>

#include "rules/square.h"

namespace yari {

/// "black" or "white": the word of options, queries, tables and JSON.
constexpr std::string_view name(Color c) { return c == Color::black ? "black" : "white"; }
/// "Black" or "White": the player in a sentence.
constexpr std::string_view proper_name(Color c) { return c == Color::black ? "Black" : "White"; }

}  // namespace yari
