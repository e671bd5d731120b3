/// \file
/// Text from files, databases and engines, made harmless before a terminal gets it.
#pragma once

#include <string>
#include <string_view>

namespace yari::cli {

/// `text` with escapes for what steers a terminal or reorders a line: control characters of both
/// ranges (U+0000-U+001F, U+007F-U+009F), U+2028, U+2029, the bidirectional controls U+202A-U+202E
/// and U+2066-U+2069, and bytes that are not UTF-8.
///
/// ASCII and bytes that are not UTF-8 become \x1b, other characters \u202e.
std::string printable(std::string_view text);
/// The same for text of several lines: newlines and tabs stay.
std::string printable_lines(std::string_view text);

/// `json` with JSON's own escapes for the same characters. Nothing is lost: they stand in strings.
///
/// Requires: `json` is a JSON text without line breaks, in UTF-8.
std::string escaped_json(std::string json);

}  // namespace yari::cli
