/// \file
/// Text from files, databases and engines, made harmless before a terminal gets it.
#pragma once

#include <string>
#include <string_view>

namespace yari::cli {

/// `text` with escapes for what steers a terminal, reorders a line or is not seen at all: control
/// characters of both ranges (U+0000-U+001F, U+007F-U+009F), U+2028, U+2029, what Unicode calls
/// "default ignorable" (the soft hyphen, U+200B-U+200F, bidirectional controls, U+2060-U+206F,
/// U+3164, U+FEFF, tags), and bytes that are not UTF-8.
///
/// What is part of the sign before it stays: variation selectors of kanji and emoji, joiners of
/// emoji and of scripts that need them. ASCII and bytes that are not UTF-8 become \x1b, other
/// characters \u202e or \U000e0041.
std::string printable(std::string_view text);
/// The same for text of several lines: newlines and tabs stay.
std::string printable_lines(std::string_view text);

/// `json` with JSON's own escapes for the same characters. Nothing is lost: they stand in strings.
///
/// Requires: `json` is a JSON text without line breaks, in UTF-8.
std::string escaped_json(std::string json);

}  // namespace yari::cli
