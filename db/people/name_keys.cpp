// Every key is text made of words, so that equal keys are found by a hash table.
#include "db/people/name_keys.h"

#include <algorithm>
#include <array>
#include <functional>

#include "db/people/letters.h"
#include "db/people/romaji.h"
#include "text/ascii.h"

namespace yari::people {

namespace {

constexpr std::size_t shortest_for_slips = 5;

using Words = std::vector<std::string>;

std::string together(const Words& words, std::string_view between) {
  std::string all;
  for (const std::string& word : words) {
    if (!all.empty()) all += between;
    all += word;
  }
  return all;
}

Words sorted(Words words) {
  std::ranges::sort(words);
  return words;
}

/// "1st" and "1." are "1".
std::string without_ordinal(const std::string& word) {
  const auto digits = std::ranges::find_if_not(word, is_digit) - word.begin();
  const std::string rest = word.substr(static_cast<std::size_t>(digits));
  const bool ordinal = rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
  return digits > 0 && ordinal ? word.substr(0, static_cast<std::size_t>(digits)) : word;
}

Words spelled(std::string_view name, NameKind kind, Accents accents) {
  Words words = words_of(folded(name, accents));
  if (kind != NameKind::player)
    for (std::string& word : words) word = without_ordinal(word);
  return words;
}

Words romanised(const Words& words) {
  Words roman;
  for (const std::string& word : words) roman.push_back(romanised_key(word));
  return roman;
}

bool all_letters(std::string_view word) { return std::ranges::all_of(word, is_letter); }

/// The words but the one at `left_out`.
Words others(const Words& words, std::size_t left_out) {
  Words rest = words;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left_out));
  return rest;
}

/// Requires: a and b differ.
bool slip_apart(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return false;
  const auto first = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  if (a.size() < b.size()) return a.substr(first) == b.substr(first + 1);
  if (a.substr(first + 1) == b.substr(first + 1)) return true;
  // Were the first difference the last letter, the rests would have been equal.
  return a[first] == b[first + 1] && a[first + 1] == b[first] &&
         a.substr(first + 2) == b.substr(first + 2);
}

}  // namespace

std::string_view in_words(Reason reason) {
  switch (reason) {
    case Reason::rank:
      return "rank or title";
    case Reason::letters:
      return "letters";
    case Reason::order:
      return "order of names";
    case Reason::romanisation:
      return "romanisation";
    case Reason::slip:
      return "one letter";
    case Reason::initial:
      return "initial";
    case Reason::part:
      return "one name only";
  }
  return "";
}

NameKeys name_keys(std::string_view text, NameKind kind) {
  NameKeys keys;
  keys.parted = kind == NameKind::player ? part_name(text) : PartedName{std::string(text), {}, {}};
  keys.words = spelled(keys.parted.name, kind, Accents::dropped);
  const Words roman = romanised(keys.words);
  keys.roman = sorted(roman);
  keys.full = together(keys.roman, " ");
  if (roman.size() > 1) keys.also.push_back(together(roman, ""));
  keys.expanded = spelled(keys.parted.name, kind, Accents::expanded);
  if (keys.expanded != keys.words)
    keys.also.push_back(together(sorted(romanised(keys.expanded)), " "));
  return keys;
}

std::string letters_key(const NameKeys& keys) { return together(keys.words, " "); }

std::string letters_key(std::string_view name, NameKind kind) {
  return letters_key(name_keys(name, kind));
}

std::vector<std::uint64_t> slip_keys(const NameKeys& keys) {
  std::vector<std::uint64_t> slips;
  if (keys.full.size() > longest_compared) return slips;
  const std::hash<std::string> number;
  for (std::size_t i = 0; i < keys.roman.size(); ++i) {
    const std::string& word = keys.roman[i];
    if (word.size() + 1 < shortest_for_slips || !all_letters(word)) continue;
    const std::string rest = together(others(keys.roman, i), " ") + '|';
    slips.push_back(number(rest + word));
    for (std::size_t at = 0; at < word.size(); ++at)
      slips.push_back(number(rest + word.substr(0, at) + word.substr(at + 1)));
  }
  std::ranges::sort(slips);
  slips.erase(std::unique(slips.begin(), slips.end()), slips.end());
  return slips;
}

bool has_initial(const NameKeys& keys) {
  return keys.roman.size() > 1 &&
         std::ranges::any_of(keys.words, [](const std::string& w) { return w.size() == 1; });
}

std::vector<std::string> initial_keys(const NameKeys& keys) {
  std::vector<std::string> initials;
  if (keys.roman.size() < 2 || keys.roman.size() > most_words_compared ||
      keys.full.size() > longest_compared)
    return initials;
  for (std::size_t i = 0; i < keys.roman.size(); ++i) {
    if (!all_letters(keys.roman[i])) continue;
    const bool given_as_initial = keys.roman[i].size() == 1;
    if (has_initial(keys) && !given_as_initial) continue;
    initials.push_back(together(others(keys.roman, i), " ") + '|' + keys.roman[i].substr(0, 1));
  }
  return initials;
}

std::vector<Reason> reasons_between(const NameKeys& a, const NameKeys& b) {
  std::vector<Reason> reasons;
  if (a.parted.honours() != b.parted.honours()) reasons.push_back(Reason::rank);
  if (a.parted.name == b.parted.name) return reasons;
  if (a.words == b.words || together(a.words, "") == together(b.words, "")) {
    reasons.push_back(Reason::letters);
  } else {
    const bool same_words = sorted(a.words) == sorted(b.words);
    const auto in_order = [](const NameKeys& keys) {
      return std::array{together(romanised(keys.words), ""),
                        together(romanised(keys.expanded), "")};
    };
    const auto of_a = in_order(a), of_b = in_order(b);
    const bool same_order = std::ranges::find_first_of(of_a, of_b) != of_a.end();
    if (!same_order) reasons.push_back(Reason::order);
    if (!same_words) reasons.push_back(Reason::romanisation);
  }
  return reasons;
}

bool one_slip_apart(const NameKeys& a, const NameKeys& b) {
  if (a.roman.size() != b.roman.size()) return false;
  // The words that only one of them has, as many of each: one, however sorting moved them.
  Words only_a, only_b;
  std::ranges::set_difference(a.roman, b.roman, std::back_inserter(only_a));
  std::ranges::set_difference(b.roman, a.roman, std::back_inserter(only_b));
  return only_a.size() == 1 && std::max(only_a[0].size(), only_b[0].size()) >= shortest_for_slips &&
         slip_apart(only_a[0], only_b[0]);
}

}  // namespace yari::people
