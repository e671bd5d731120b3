/// \file
/// What the headers of CSA and KIF files are called as tags.
///
/// Tag names are ASCII. A Japanese header without an English name becomes a tag "KIF" whose value
/// is the whole line, "備考：3手詰".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/finding.h"
#include "record/game.h"

namespace yari {

/// Adds what "$NAME:value" says. A start time gives the date too.
///
/// Text that is no date stays as it is. Returns what to report of it: a note at the value.
std::optional<FindingText> add_csa_header(std::vector<Tag>& tags, std::string_view name,
                                          std::string_view value);
/// Adds what "name：value" says; players and start are the reader's business. Returns as above.
std::optional<FindingText> add_kif_header(std::vector<Tag>& tags, std::string_view name,
                                          std::string_view value);

/// Gives the value of a Date tag the one form of dates; what to report where it is no date.
std::optional<FindingText> settle_date(std::string& value);

/// Whether KIF has a header of that name, a player's or one with a tag of its own.
bool is_kif_header(std::string_view name);

/// The tag of the player whom KIF calls 先手 or 下手, 後手 or 上手; empty for other names.
std::string_view player_tag(std::string_view kif_name);

/// 手合割, also as others spell it: 手合, 手合い割.
bool is_kif_handicap(std::string_view name);
/// The name of a header without the marks of players and without blanks: 先手 for "▲" and "先　手",
/// 後手の持駒 for "☖の持駒".
std::string plain_kif_name(std::string_view name);

/// A header line's name and value.
struct HeaderLine {
  std::string name;
  std::string value;
};
/// The headers that say what `tags` say, in their order, but for the time of the ending where that
/// stands beside the ending (`timed`). Line ends in values become spaces and are counted in
/// `broken`. CSA has the players on lines of another kind, which are not among them.
std::vector<HeaderLine> csa_headers(const std::vector<Tag>& tags, bool timed, std::size_t& broken);
/// The players are called `black` and `white`.
std::vector<HeaderLine> kif_headers(const std::vector<Tag>& tags, bool timed,
                                    std::string_view black, std::string_view white,
                                    std::size_t& broken);

/// The tag for the time spent before the game was ended without a move: "0:00:12".
inline constexpr std::string_view ending_spent_tag = "EndingSpent";
/// Adds that tag; none for no time at all, which programs write where no clock ran.
void add_ending_spent(std::vector<Tag>& tags, std::uint32_t ms);
/// The time that a writer can put beside the ending, so that add_ending_spent gives the tag back;
/// no value where the tag must stay a header. `unit_ms` is the format's smallest step.
std::optional<std::uint32_t> ending_spent(const std::vector<Tag>& tags, std::uint32_t unit_ms);

/// A value as it fits one line, without blanks, narrow or wide, at its ends.
std::string one_line(std::string_view value, std::size_t& broken);

}  // namespace yari
