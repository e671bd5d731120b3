// Reading and checking what a database keeps.
#include "cli/saved.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "db/saved_queries.h"
#include "notation/handicap_text.h"

namespace yari::cli {

namespace {

using Words = std::vector<std::string>;

/// The value of `--option VALUE` or `--option=VALUE` at `i`, which moves to its last word.
std::optional<std::string> value_at(const Words& words, std::size_t& i, std::string_view option) {
  const std::string& word = words[i];
  if (word == option && i + 1 < words.size()) return words[++i];
  if (word.starts_with(option) && word.size() > option.size() && word[option.size()] == '=')
    return word.substr(option.size() + 1);
  return std::nullopt;
}

/// The words before "--".
std::size_t options_end(const Words& words) {
  return static_cast<std::size_t>(std::ranges::find(words, "--") - words.begin());
}

DatabaseOption database_of(const Words& words) {
  DatabaseOption database;
  for (std::size_t i = 0; i < options_end(words); ++i)
    if (const auto file = value_at(words, i, "--db")) database.file = *file;
  return database;
}

Words saved_words(Database& games, const std::string& name) {
  const std::optional<std::string> text = saved_query(games, name);
  if (!text)
    throw UsageError(
        fmt::format("--saved: nothing is kept under '{}'; 'yari save' lists what is", name));
  std::optional<Words> words = conditions_words(*text);
  if (!words) throw UsageError(fmt::format("--saved: what is kept under '{}' is damaged", name));
  try {
    check_conditions(*words);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--saved: '{}': {}", name, error.what()));
  }
  return *std::move(words);
}

/// "variant" of "--variant" and "--variant=shogi"; no value where the word is no option.
std::optional<std::string> option_of(const std::string& word) {
  if (!word.starts_with("--")) return std::nullopt;
  const std::size_t end = word.find('=');
  return word.substr(2, end == word.npos ? end : end - 2);
}

/// Whether one condition does not put the other in question when both are given.
bool is_repeatable(const std::string& option) {
  QueryOptions questions;
  OptionSet options;
  questions.declare(options);
  return std::ranges::count(options.names(), option) > 0;
}

// Boost's own words would be of an option that was typed once.
void require_once(const std::string& name, const Words& kept, const Words& others) {
  for (const std::string& word : kept) {
    const std::optional<std::string> option = option_of(word);
    if (!option || is_repeatable(*option)) continue;
    if (std::ranges::any_of(others, [&](const std::string& w) { return option_of(w) == option; }))
      throw UsageError(
          fmt::format("--saved: '{}' asks for --{} already: give it once", name, *option));
  }
}

// Saved words were checked: what begins with dashes is an option.
void require_known(const std::string& name, const Words& kept, const Words& known) {
  for (const std::string& word : kept) {
    const std::optional<std::string> typed = option_of(word);
    if (!typed) continue;
    const std::string& option = *typed;
    if (!std::ranges::count(known, option))
      throw UsageError(fmt::format(
          "--saved: '{}' asks for --{}, which this command does not take; 'yari find' does", name,
          option));
  }
}

// Which game is asked about may be told only when the conditions are used.
void require_understood(const SavedConditions& conditions) {
  std::vector<std::string> parts = conditions.questions.conditions();
  std::ranges::move(conditions.judged.conditions(), std::back_inserter(parts));
  if (parts.empty()) return;
  const std::string text = joined(parts);
  const std::optional<Variant>& named = conditions.filters.filter.variant;
  if (!named && query::parse(text, Variant::shogi, read_handicap_text)) return;
  static_cast<void>(parse_query(text, named.value_or(Variant::yari)));
}

}  // namespace

void SavedConditions::declare(OptionSet& options) {
  questions.declare(options);
  judged.declare(options);
  filters.declare(options);
}

void check_conditions(const Words& words) {
  SavedConditions conditions;
  OptionSet options;
  conditions.declare(options);
  options.parse(words);
  if (conditions.filters.saved) throw UsageError("--saved: cannot be kept itself");
  require_understood(conditions);
}

std::string conditions_text(const Words& words) {
  return nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Words> conditions_words(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) return std::nullopt;
  Words words;
  for (const auto& word : json) {
    if (!word.is_string()) return std::nullopt;
    words.push_back(word.get<std::string>());
  }
  return words;
}

Words with_saved_conditions(const Words& words, const Words& known) {
  Words result;
  std::optional<Database> games;
  const std::size_t end = options_end(words);
  for (std::size_t i = 0; i < end; ++i) {
    const std::optional<std::string> name = value_at(words, i, "--saved");
    if (!name) {
      result.push_back(words[i]);
      continue;
    }
    if (!games) games = database_of(words).open(OpenMode::read_only);
    Words kept = saved_words(*games, *name);
    require_known(*name, kept, known);
    require_once(*name, kept, result);
    require_once(*name, kept,
                 {words.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  words.begin() + static_cast<std::ptrdiff_t>(end)});
    std::ranges::move(kept, std::back_inserter(result));
  }
  result.insert(result.end(), words.begin() + static_cast<std::ptrdiff_t>(end), words.end());
  return result;
}

}  // namespace yari::cli
