#include "web/tag_check.h"

#include <algorithm>
#include <string_view>

#include "notation/encoding.h"
#include "notation/text.h"
#include "rules/date.h"

namespace yari::web {

namespace {

constexpr std::size_t longest_tag_name = 100;
constexpr std::size_t longest_tag = 10'000;

/// What records write as a tag and the database holds as part of the game.
bool belongs_to_game(std::string_view tag) {
  constexpr std::string_view names[] = {"Variant",  "Rules",  "SFEN",       "FEN",
                                        "Handicap", "Result", "Termination"};
  return std::ranges::any_of(names, [&](std::string_view name) { return same_word(name, tag); });
}

}  // namespace

std::optional<std::string> fault_of(const Tag& tag) {
  if (tag.name.empty() || tag.name.size() > longest_tag_name ||
      !std::ranges::all_of(tag.name, is_name_char))
    return "names of tags are letters, digits, '-' and '_'";
  if (belongs_to_game(tag.name)) return "follows from the game; it is no tag to set";
  if (tag.value.size() > longest_tag) return "too long";
  if (!is_valid_utf8(tag.value) || std::ranges::any_of(tag.value, [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '\x7F';
      }))
    return "contains control characters";
  if (!same_word(tag.name, tags::date)) return std::nullopt;
  const auto read = read_dated_text(tag.value);
  if (read || tag.value.empty()) return std::nullopt;
  const auto why = read.error().why;
  if (why == NoDate::Why::impossible || why == NoDate::Why::ambiguous) return read.error().message;
  return std::nullopt;
}

}  // namespace yari::web
