/// \file
/// The word that was probably meant.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace yari {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
///
/// Method: R. A. Wagner, R. Lowrance, "An extension of the string-to-string correction problem",
/// 1975, in the form that changes no letter twice.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that was probably meant, if one is near enough (a third of its letters wrong).
std::optional<std::string> nearest(std::string_view typed, std::span<const std::string> candidates);

}  // namespace yari
