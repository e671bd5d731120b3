/// \file
/// Comments in braces: escapes, and the commands that carry clocks, evaluations and bookmarks.
///
/// A comment is "[%emt 0:00:05] [%clk 0:09:30] [%eval 0.35,12] text". Line ends inside the braces
/// are spaces; the text's own are written "~". A backslash takes the meaning from what follows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/game.h"
#include "text/result.h"

namespace yari {

/// What a comment turned out to hold beside the note it was added to.
struct CommentExtras {
  /// Text that goes before the next move (`[%pre]`).
  std::string before;
  /// The rest of a record that was cut (`[%unread]`).
  std::string unread;
};

/// The text inside braces without escapes, `~` and line ends resolved, trimmed.
std::string unescaped_comment(std::string_view inside);
/// Text to stand between braces; unescaped_comment gives it back.
std::string escaped_comment(std::string_view text);
/// Text to stand in a command: what would end that is escaped too.
std::string escaped_argument(std::string_view text);

/// Reads the inside of a brace comment into `note`: commands into its fields, text as its comment.
///
/// Commands that are not understood stay in the text.
void read_comment(std::string_view inside, Variant v, Note& note, CommentExtras& extras);
/// Adds a line of a comment, which may be empty, for formats that write comments line by line.
void add_line(std::string& to, std::string_view line);
/// Adds a further comment, on a new line.
void add_comment(std::string& to, std::string_view text);

/// The lines of a comment, without carriage returns, NULs and the empty lines at its start; a
/// comment that has some is counted in `broken`.
std::vector<std::string> comment_lines(std::string_view comment, std::size_t& broken);

/// A comment's line for a format in which lines that begin with `sign` mean something else: where
/// `sign` has nothing but blanks before it, one blank more is put in front.
std::string guarded_line(std::string_view line, std::string_view sign);
/// The line from which guarded_line made `line`.
std::string_view unguarded_line(std::string_view line, std::string_view sign);

/// The inside of the brace comment for the note on a move, without `before`; empty for an empty
/// note.
std::string write_comment(const Note& note, Variant v);

/// A whole note but for `before` as lines of text, for a move that the game cannot hold: the
/// comment, "0:00:05", "??", "[%clk 0:09:30]", "[%eval 0.35]", "&bookmark".
std::string note_as_text(const Note& note, Variant v);

/// "0:01:30.250" to milliseconds; also "90" and "1:30". No value: not a time.
std::optional<std::uint32_t> read_time(std::string_view text);
/// The same of what somebody types: "1:90" is a slip, and no value.
std::optional<std::uint32_t> read_typed_time(std::string_view text);
std::string write_time(std::uint32_t ms);
/// For people, whole seconds: "0:05", "1:02:03".
std::string short_time(std::uint32_t ms);

/// A comment that somebody typed, with line ends as games have them. The error is a sentence: it is
/// longer than 100,000 bytes, is not UTF-8, or contains control characters.
Result<std::string> typed_comment(std::string text);

}  // namespace yari
