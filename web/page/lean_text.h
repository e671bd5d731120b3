/// \file
/// Scripts and styles without what only those who read the source need.
#pragma once

#include <string>
#include <string_view>

namespace yari::web {

/// A script or a style sheet without comments, indentation and empty lines. Strings, template
/// literals and regular expressions stay as they are, whatever they contain. A slash after an
/// operator, a bracket, a comma, a semicolon or `return` begins a regular expression; a comment
/// with two slashes begins a line or stands after a blank.
std::string without_comments(std::string_view text);
/// A script without the blanks that mean nothing, too.
std::string squeezed(std::string_view script);
/// A style sheet without the blanks that mean nothing. Requires: no text in it has blanks after the
/// signs {};,
std::string without_blanks(const std::string& styles);

}  // namespace yari::web
