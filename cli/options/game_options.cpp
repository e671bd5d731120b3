#include "cli/options/game_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "answers/conditions.h"
#include "text/ascii.h"

namespace yari::cli {

bool is_number(const std::string& typed) {
  return !typed.empty() && std::ranges::all_of(typed, is_digit);
}

GameId read_id(const std::string& typed) {
  return read_number<GameId>("the game's number", typed, 1, std::numeric_limits<GameId>::max());
}

void FilterOptions::declare(OptionSet& options, bool with_variant) {
  options.group("Which games (all conditions must hold)");
  options.texts("saved", saved, "NAME", "the conditions of a saved query; see 'yari query save'")
      .is(ValueKind::saved_query);
  for (const Condition& condition : conditions())
    if (with_variant || condition.name != "variant") declare_condition(options, condition);
}

void FilterOptions::declare_condition(OptionSet& options, const Condition& condition) {
  OptionRow& row =
      options.value(std::string(condition.name).c_str(), std::string(condition.value).c_str(),
                    std::string(condition.help), [this, &condition](const std::string& typed) {
                      if (const auto expected = condition.read(filter, typed))
                        refuse(fmt::format("--{}", condition.name), *expected, typed);
                    });
  if (condition.offers == NameKind::player) row.is(ValueKind::player);
  if (condition.offers == NameKind::event) row.is(ValueKind::event);
  if (condition.choices != nullptr) row.one_of(condition.choices());
  if (condition.name == "variant") row.from_environment("YARI_VARIANT");
}

void FilterOptions::choose(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) filter.ids.push_back(read_id(id));
}

void FilterOptions::require_some(const char* others) const {
  if (filter.empty()) throw UsageError(std::string(nothing_chosen) + others);
}

std::vector<GameId> FilterOptions::games(Database& database, const ListOptions& order) const {
  Result<std::vector<GameId>> chosen = chosen_games(database, filter, order);
  if (!chosen) throw NotFound(chosen.error().message);
  return *std::move(chosen);
}

void ListingOptions::declare(OptionSet& set, const char* what) {
  set.group("Order and part");
  set.value("sort", "FIELD", "the order",
            [this](const std::string& typed) { options.sort = *sort_named(typed); })
      .one_of({sort_names.begin(), sort_names.end()})
      .assumed("id");
  set.flag("reverse", options.descending, "from the largest to the smallest");
  set.number("limit,n", options.limit, fmt::format("at most N {}", what), std::int64_t{0});
  set.number("offset", options.offset, fmt::format("skip the first N {}", what), std::int64_t{0});
}

}  // namespace yari::cli
