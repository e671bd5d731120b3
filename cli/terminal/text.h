/// \file
/// Text for people: nearest words, wrapped lines, plurals, numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/terminal/escapes.h"
#include "rules/piece.h"

namespace yari::cli {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
///
/// Method: R. A. Wagner, R. Lowrance, "An extension of the string-to-string correction problem",
/// 1975, in the form that changes no letter twice.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that was probably meant, if one is near enough (a third of its letters wrong).
std::optional<std::string> nearest(std::string_view typed, std::span<const std::string> candidates);

/// `left`, then `text` from `column` on, wrapped to 79 columns; on a line of its own where `left`
/// is too long. Ends with a newline.
std::string hanging(std::string_view left, std::size_t column, std::string_view text);

/// The word as a shell would have to be given it. zsh looks for a program at a leading "=".
std::string shell_word(const std::string& word);

/// "a", "a or b", "a, b or c".
std::string alternatives(std::span<const std::string> words);

/// "1 game", "3 games", "12,345 games".
std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural);
/// The same where the plural is made with an s.
std::string counted(std::uint64_t n, std::string_view singular);
/// "12,345".
std::string grouped(std::uint64_t n);

/// "0.25 s", "3 min 20 s", "2 h 5 min".
std::string duration(double seconds);
/// What is estimated, in one unit: "40 s", "3 min", "2 h", "5 days".
std::string rough_duration(double seconds);

}  // namespace yari::cli
