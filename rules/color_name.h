/// \file
/// The words for the two sides.
#pragma once

#include <optional>
#include <string_view>

#include "rules/square.h"

namespace yari {

/// "black" or "white": the word of options, queries, tables and JSON.
constexpr std::string_view name(Color c) { return c == Color::black ? "black" : "white"; }
/// The side that `name` calls so.
constexpr std::optional<Color> side_named(std::string_view word) {
  for (const Color c : {Color::black, Color::white})
    if (word == name(c)) return c;
  return std::nullopt;
}
/// "Black" or "White": the player in a sentence.
constexpr std::string_view proper_name(Color c) { return c == Color::black ? "Black" : "White"; }

}  // namespace yari
