/// \file
/// Text for people: wrapped lines, words for a shell, durations; and nearest words and numbers of
/// text/.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/terminal/escapes.h"
#include "rules/piece.h"
#include "text/counted.h"
#include "text/nearest.h"

namespace yari::cli {

/// `left`, then `text` from `column` on, wrapped to `width` columns; on a line of its own where
/// `left` is too long. Ends with a newline.
std::string hanging(std::string_view left, std::size_t column, std::string_view text,
                    std::size_t width = 79);

/// A line of ours, broken at blanks; text of records is broken by paragraph.h. A command in quotes
/// that fits on a line is not broken: it is pasted.
std::string folded(const std::string& line, std::size_t width);

/// The word as a shell would have to be given it. zsh looks for a program at a leading "=".
std::string shell_word(const std::string& word);

/// "a", "a or b", "a, b or c".
std::string alternatives(std::span<const std::string> words);

/// "0.25 s", "3 min 20 s", "2 h 5 min".
std::string duration(double seconds);
/// What is estimated, in one unit: "40 s", "3 min", "2 h", "5 days".
std::string rough_duration(double seconds);

}  // namespace yari::cli
