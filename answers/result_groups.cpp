#include "answers/result_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "answers/json.h"
#include "answers/opening_text.h"
#include "db/explore/game_openings.h"
#include "db/people/bye.h"
#include "db/reports/tagged_games.h"
#include "rules/outcome.h"

namespace yari {

namespace {

constexpr int rating_step = 100, length_step = 20;

/// How a group sorts, and what it is called.
using GroupKey = std::pair<int, std::string>;

int floor_to(int value, int step) {
  return value >= 0 ? value / step * step : -((-value + step - 1) / step * step);
}

std::optional<GroupKey> rating_group(const TaggedGame& game) {
  const Ratings ratings = ratings_of(game.tags);
  const auto black = ratings[Color::black], white = ratings[Color::white];
  if (!black || !white) return std::nullopt;
  const int from = floor_to(*black - *white, rating_step);
  return GroupKey{from, fmt::format("{:+}..{:+}", from, from + rating_step - 1)};
}

std::optional<GroupKey> group_of(const TaggedGame& game, const std::string& field) {
  const GameHeader& h = game.header;
  if (field == "rating") return rating_group(game);
  if (field == "length") {
    const int from = floor_to(h.plies, length_step);
    return GroupKey{from, fmt::format("{}..{}", from, from + length_step - 1)};
  }
  if (field == "year") {
    const int year = h.date.value_or(0) / 10000;
    return GroupKey{year, year == 0 ? "unknown" : std::to_string(year)};
  }
  if (field == "ending") return GroupKey{static_cast<int>(h.ending), std::string(name(h.ending))};
  if (!h.handicap.empty()) return GroupKey{1, h.handicap};
  return h.start.empty() ? GroupKey{0, "even"} : GroupKey{2, "other position"};
}

GroupKey opening_group(Database& database, const TaggedGame& game,
                       const openings::OpeningList& names, Language language) {
  const std::string text = opening_text(opening_of(database, game.header.id, names), language);
  if (!text.empty()) return {0, text};
  return {0, language == Language::japanese ? "名前なし" : "no name"};
}

}  // namespace

void ResultGroup::add(const GameHeader& h) {
  ResultCounts::add(h.result, Color::black);
  plies += h.plies;
}

double ResultGroup::mean_plies() const {
  return static_cast<double>(plies) / static_cast<double>(std::max<std::int64_t>(1, games));
}

std::vector<std::string> result_fields() {
  return {"opening", "handicap", "rating", "length", "year", "ending"};
}

std::vector<std::string> result_columns(const std::string& field) {
  return {field, "games", "black", "draws", "white", "score", "plies"};
}

std::vector<Value> result_row(const ResultGroup& group) {
  return {group.name,
          group.games,
          group.wins,
          group.draws,
          group.losses,
          rounded(group.score()),
          rounded(group.mean_plies())};
}

std::vector<ResultGroup> result_groups(Database& database, const std::string& field,
                                       const GameFilter& filter, const openings::OpeningList& names,
                                       const std::function<void()>& check, Language language) {
  std::map<GroupKey, ResultGroup> groups;
  each_tagged_game(database, filter, [&](const TaggedGame& game) {
    if (check) check();
    if (people::is_bye(game.header.black, game.header.white)) return true;
    const std::optional<GroupKey> group =
        field == "opening" ? opening_group(database, game, names, language) : group_of(game, field);
    if (group) groups[*group].add(game.header);
    return true;
  });
  std::vector<ResultGroup> sorted;
  for (auto& [key, group] : groups) {
    group.name = key.second;
    sorted.push_back(std::move(group));
  }
  if (field == "opening") std::ranges::stable_sort(sorted, std::greater{}, &ResultGroup::games);
  return sorted;
}

}  // namespace yari
