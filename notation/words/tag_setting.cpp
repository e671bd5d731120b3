// One place for the rules of `yari tag` and of the pages.
#include "notation/words/tag_setting.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "notation/words/handicap_text.h"
#include "notation/words/outcome_words.h"
#include "record/date.h"
#include "record/tag_value.h"
#include "rules/handicap.h"
#include "text/ascii.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::size_t longest_tag_name = 100;

/// What records write as a tag and the database stores as the game's kind and start.
bool follows_from_start(std::string_view tag) {
  constexpr std::string_view names[] = {"Variant", "SFEN", "FEN"};
  return std::ranges::any_of(names, [&](std::string_view name) { return same_word(name, tag); });
}

bool is_name(std::string_view text) {
  return text.size() <= longest_tag_name && std::ranges::all_of(text, is_name_char);
}

Result<void> add_result(Correction& correction, const std::string& value) {
  std::string_view rest = value;
  correction.result = value.empty() ? GameResult::unknown : take_score(rest);
  if (correction.result && trimmed(rest).empty()) return {};
  return fail(fmt::format("expected 1-0, 0-1, 1/2-1/2 or *, found '{}'", value));
}

Result<void> add_ending(Correction& correction, const std::string& value) {
  correction.ending = value.empty() ? Ending::unknown : ending_named(value);
  if (correction.ending) return {};
  return fail(
      fmt::format("expected an ending such as resignation, mate or timeout, found '{}'", value));
}

/// A name that neither game has is refused here, others when the game is known.
Result<void> add_handicap(Correction& correction, const std::string& value) {
  const std::string name = value.empty() ? "even" : handicap_in_english(value);
  const Result<Setup> yari = read_handicap(name, Variant::yari);
  const Result<Setup> shogi = read_handicap(name, Variant::shogi);
  if (!yari && !shogi) return fail(fmt::format("{}", shogi.error().message));
  correction.handicap = name;
  return {};
}

Result<void> check_date(const std::string& value) {
  const auto read = read_dated_text(value);
  if (read || value.empty()) return {};
  const NoDate::Why why = read.error().why;
  if (why != NoDate::Why::impossible && why != NoDate::Why::ambiguous) return {};
  return fail(fmt::format("'{}' is no date: {}", value, read.error().message));
}

Result<void> add(Correction& correction, const Tag& tag) {
  const auto& [name, value] = tag;
  if (follows_from_start(name))
    return fail("follows from the start position; import the record again");
  if (same_word(name, "Rules"))
    return fail("decides which moves are legal; import the record again");
  if (const std::string_view fault = fault_of_value(value); !fault.empty())
    return fail("the value " + std::string(fault));
  if (same_word(name, "Result")) return add_result(correction, value);
  if (same_word(name, "Termination") || same_word(name, "Ending"))
    return add_ending(correction, value);
  if (same_word(name, "Handicap")) return add_handicap(correction, value);
  if (same_word(name, tags::date))
    if (Result<void> date = check_date(value); !date) return date;
  correction.tags.push_back(tag);
  return {};
}

}  // namespace

Result<void> add_setting(Correction& correction, const Tag& tag) {
  // A name that no record can hold would be stored and never seen again.
  if (tag.name.empty() || (!tag.value.empty() && !is_name(tag.name)))
    return fail(fmt::format("a tag's name has letters, digits, _ and -, found '{}'", tag.name));
  return add(correction, tag).map_error([&](const Error& error) {
    return Error{fmt::format("{}: {}", tag.name, error.message), 0};
  });
}

Result<Correction> correction_of(const std::vector<Tag>& settings) {
  Correction correction;
  std::set<std::string> names;
  for (const Tag& tag : settings) {
    const std::string name = ascii_lower(tag.name);
    if (!names.insert(name == "termination" ? "ending" : name).second)
      return fail(fmt::format("{}: is set twice", tag.name));
    if (const Result<void> added = add_setting(correction, tag); !added)
      return tl::unexpected(added.error());
  }
  return correction;
}

}  // namespace yari
