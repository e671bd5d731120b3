// Reading and checking what a database keeps.
#include "cli/search/saved.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "answers/saved_conditions.h"
#include "cli/options/database_option.h"
#include "db/saved_queries.h"

namespace yari::cli {

namespace {

using Words = std::vector<std::string>;

/// The conditions kept under `name`, as if they had been typed.
std::vector<TypedOption> kept_conditions(Database& games, const std::string& name) {
  const std::optional<std::string> text = saved_query(games, name);
  if (!text)
    throw UsageError(fmt::format(
        "--saved: there is no saved query '{}': 'yari query list' shows what there is", name));
  const std::optional<Words> words = conditions_words(*text);
  if (!words) throw UsageError(fmt::format("--saved: the saved query '{}' is damaged", name));
  try {
    check_conditions(*words);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--saved: '{}': {}", name, error.what()));
  }
  SavedConditions conditions;
  OptionSet options;
  conditions.declare(options);
  return options.cut(*words).options;
}

void require_taken(const OptionSet& options, const std::string& saved, const std::string& name) {
  if (options.find(name) != nullptr) return;
  throw UsageError(
      fmt::format("--saved: '{}' asks for --{}, which this command does not take; 'yari find' does",
                  saved, name));
}

void require_understood(const SavedConditions& conditions) {
  std::vector<std::string> parts = conditions.questions.conditions();
  std::ranges::move(conditions.judged.conditions(), std::back_inserter(parts));
  if (parts.empty()) return;
  const std::string text = joined(parts);
  const std::optional<Variant>& named = conditions.filters.filter.variant;
  if (check_kept_query(text, named)) return;
  // Says what is wrong, and where.
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
  if (!conditions.filters.saved.empty()) throw UsageError("--saved: cannot be kept itself");
  require_understood(conditions);
}

Words words_of(std::span<const TypedOption> options) {
  Words words;
  for (const TypedOption& option : options) {
    words.push_back(fmt::format("--{}{}", option.off ? "no-" : "", option.name));
    if (!option.value.empty()) words.push_back(option.value);
  }
  return words;
}

void add_saved(TypedWords& typed, const OptionSet& options) {
  const OptionRow* row = options.find("saved");
  if (row == nullptr || typed.last("saved") == nullptr) return;
  DatabaseOption database;
  if (const TypedOption* file = typed.last("db")) database.file = file->value;
  Database games = database.open(OpenMode::read_only);
  std::vector<TypedOption> all;
  for (const TypedOption& option :
       settled(typed.options, [](const std::string&) { return true; })) {
    if (option.name != "saved") continue;
    for (TypedOption& kept : kept_conditions(games, option.value)) {
      require_taken(options, option.value, kept.name);
      kept.place = fmt::format("--saved: '{}'", option.value);
      all.push_back(std::move(kept));
    }
  }
  typed.put_before(std::move(all));
}

}  // namespace yari::cli
