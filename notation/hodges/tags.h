/// \file
/// Tag pairs as PSN writes them, and what they say about a game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/findings.h"
#include "record/game.h"

namespace yari {

/// A tag pair and its places in the record.
struct PlacedTag {
  std::string name;
  std::string value;
  std::string_view place;
  std::string_view value_place;
};

/// The tags of a record, and the remarks before and among them: lines that begin with ';' or '#',
/// and comments in braces.
struct TagSection {
  std::vector<PlacedTag> tags;
  std::string remarks;
};

/// Reads the tag pairs at the front of `text`; `at` is after them then.
TagSection read_tags(std::string_view text, std::size_t& at, Findings& findings);
/// True for what stands before the moves and begins with '[': a tag, well formed or not, and not a
/// comment.
bool is_like_tag(std::string_view line);
/// How much of `line`, for which is_like_tag, the tag takes.
std::size_t tag_length(std::string_view line);
/// Whether the tag at the start of `line` is closed on it: "[Name "value"]".
bool is_whole_tag(std::string_view line);
/// The value of a tag as it stands between its quotes: those in it, backslashes, line ends and NUL
/// are escaped.
std::string escaped_value(std::string_view text);
/// True when a tag pair begins at `at`: "[Name \"".
bool is_tag_at(std::string_view text, std::size_t at);

/// The fields of a game that tags state; the rest stays in `others`.
struct Header {
  std::optional<Variant> variant;
  RuleSet rules = RuleSet::standard;
  /// "SFEN" or "FEN", "Handicap".
  std::optional<PlacedTag> sfen;
  std::optional<PlacedTag> handicap;
  std::optional<GameResult> result;
  Ending ending = Ending::unknown;
  std::vector<Tag> others;
};

/// Sorts tags into fields. A field's tag that is not understood stays a tag and is reported.
///
/// Sente and Gote become Black and White. Dates take one form; text that is no date stays and is
/// reported. The text of what stays a tag is taken out of `tags`.
Header read_header(std::vector<PlacedTag>& tags, Findings& findings);

/// Appends the tag pairs of a game, fields included, one a line; reports what cannot be written.
void write_tags(std::string& out, const Game& game, std::vector<std::string>& losses);

}  // namespace yari
