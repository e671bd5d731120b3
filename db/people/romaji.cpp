// Consonants by a table of rules from left to right, then long vowels.
#include "db/people/romaji.h"

#include <algorithm>
#include <array>

namespace yari::people {

namespace {

constexpr std::string_view vowels = "aeiou";

/// What stands there, what must follow (one of these letters; empty: anything), and what is
/// written.
struct Rule {
  std::string_view from;
  std::string_view before;
  std::string_view to;
};

// A longer rule stands before a shorter one that begins it.
constexpr std::array<Rule, 20> rules{
    {{"tch", "", "tch"},  {"cch", "", "tch"},  {"shi", "", "shi"},   {"sy", vowels, "sh"},
     {"si", "", "shi"},   {"chi", "", "chi"},  {"ty", vowels, "ch"}, {"ti", "", "chi"},
     {"tsu", "", "tsu"},  {"tu", "", "tsu"},   {"hu", "", "fu"},     {"zy", vowels, "j"},
     {"jy", vowels, "j"}, {"dy", vowels, "j"}, {"zi", "", "ji"},     {"di", "", "ji"},
     {"dzu", "", "zu"},   {"du", "", "zu"},    {"wo", "", "o"},      {"m", "bmp", "n"}}};

bool fits(const Rule& rule, std::string_view rest) {
  if (!rest.starts_with(rule.from)) return false;
  return rule.before.empty() ||
         (rest.size() > rule.from.size() &&
          rule.before.find(rest[rule.from.size()]) != std::string_view::npos);
}

std::string with_one_spelling(std::string_view word) {
  std::string out;
  for (std::size_t at = 0; at < word.size();) {
    const std::string_view rest = word.substr(at);
    const auto rule = std::ranges::find_if(rules, [&](const Rule& r) { return fits(r, rest); });
    out += rule != rules.end() ? rule->to : rest.substr(0, 1);
    at += rule != rules.end() ? rule->from.size() : 1;
  }
  return out;
}

/// Whether the letter at `at` only makes the vowel before it long.
bool lengthens(std::string_view word, std::size_t at, char before) {
  const bool is_vowel = vowels.find(before) != std::string_view::npos;
  if (is_vowel && word[at] == before) return true;
  if (before != 'o') return false;
  if (word[at] == 'u') return true;
  return word[at] == 'h' &&
         (at + 1 == word.size() || vowels.find(word[at + 1]) == std::string_view::npos);
}

}  // namespace

std::string romanised_key(std::string_view word) {
  const std::string spelled = with_one_spelling(word);
  std::string key;
  for (std::size_t at = 0; at < spelled.size(); ++at)
    if (key.empty() || !lengthens(spelled, at, key.back())) key += spelled[at];
  return key;
}

}  // namespace yari::people
