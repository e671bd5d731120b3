/// \file
/// What the values of headers mean, whatever wrote them.
#pragma once

#include <string>
#include <string_view>

namespace yari {

/// Whether a value or a name only holds the place of one: empty, blanks, "?", "-", "*", "...",
/// "？".
bool says_nothing(std::string_view value);

/// Why a text is no value that can be stored, as a clause that follows "the value": it is longer
/// than 10,000 bytes, is not UTF-8, or contains control characters. Empty when it is one.
///
/// Whoever gives games new names or tags asks this; what records say is stored as it is.
std::string_view fault_of_value(std::string_view value);

/// A value to be compared: without blanks around it, ASCII letters small; empty where it says
/// nothing.
std::string known_value(std::string_view value);

/// The number that a round begins with: 2 of "2", " 2", "2.1" and "2, replay"; 0 where there is
/// none. Blanks around a round say nothing, here and below.
int round_number(std::string_view round);

/// The name of a round: its number where there is one, else the words. Equal for games of one
/// round.
std::string round_name(std::string_view round);

/// Whether a game of the round `tag` is one of the round that is `asked` for: "2.1" and "2, replay"
/// are of round 2, and not of 2.2.
bool is_round(std::string_view tag, std::string_view asked);

}  // namespace yari
