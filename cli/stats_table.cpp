#include "cli/stats_table.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/text.h"
#include "db/game_openings.h"
#include "db/tagged_games.h"
#include "rules/outcome.h"
#include "web/opening_text.h"

namespace yari::cli {

namespace {

constexpr int rating_step = 100, length_step = 20;

/// How a group sorts, and what it is called.
using GroupKey = std::pair<int, std::string>;

struct GroupSums {
  std::int64_t games = 0, black = 0, draws = 0, white = 0, plies = 0;
};

int floor_to(int value, int step) {
  return value >= 0 ? value / step * step : -((-value + step - 1) / step * step);
}

std::optional<GroupKey> rating_group(const TaggedGame& game) {
  const auto black = tagged_rating(game, Color::black), white = tagged_rating(game, Color::white);
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
                       const openings::OpeningList& names) {
  const std::string text = web::opening_text(opening_of(database, game.header.id, names));
  return {0, text.empty() ? "no name" : text};
}

std::map<GroupKey, GroupSums> largest_first(const std::map<GroupKey, GroupSums>& groups) {
  std::map<GroupKey, GroupSums> sorted;
  for (const auto& [group, sums] : groups)
    sorted.emplace(GroupKey{-static_cast<int>(sums.games), group.second}, sums);
  return sorted;
}

void add(GroupSums& sums, const GameHeader& h) {
  ++sums.games;
  sums.black += h.result == GameResult::black_wins;
  sums.white += h.result == GameResult::white_wins;
  sums.draws += h.result == GameResult::draw;
  sums.plies += h.plies;
}

}  // namespace

std::vector<std::string> stats_fields() {
  return {"opening", "handicap", "rating", "length", "year", "ending", "piece", "clock"};
}

ChartedTable stats_by(Database& database, const std::string& field, const GameFilter& filter,
                      const openings::OpeningList& names) {
  if (field == "piece") return moves_by_piece(database, filter);
  if (field == "clock") return mistakes_by_clock(database, filter);
  return results_by(database, field, filter, names);
}

ChartedTable results_by(Database& database, const std::string& field, const GameFilter& filter,
                        const openings::OpeningList& names) {
  std::map<GroupKey, GroupSums> groups;
  each_tagged_game(database, filter, [&](const TaggedGame& game) {
    const std::optional<GroupKey> group =
        field == "opening" ? opening_group(database, game, names) : group_of(game, field);
    if (group) add(groups[*group], game.header);
    return true;
  });
  if (field == "opening") groups = largest_first(groups);
  ChartedTable result{DataTable({{field, field},
                                 {"games", "games", true},
                                 {"black", "black", true},
                                 {"draws", "drawn", true},
                                 {"white", "white", true},
                                 {"score", "black %", true},
                                 {"plies", "plies", true}}),
                      {"Results by " + field, {"Black", "drawn", "White"}, {}, true}};
  for (const auto& [group, sums] : groups) {
    const auto known = static_cast<double>(sums.black + sums.draws + sums.white);
    const double points = static_cast<double>(sums.black) + static_cast<double>(sums.draws) / 2;
    result.table.add({group.second, sums.games, sums.black, sums.draws, sums.white,
                      known == 0 ? Json() : Json(rounded(100 * points / known)),
                      rounded(static_cast<double>(sums.plies) / static_cast<double>(sums.games))});
    result.chart.bars.push_back({group.second,
                                 {static_cast<double>(sums.black), static_cast<double>(sums.draws),
                                  static_cast<double>(sums.white)},
                                 counted(static_cast<std::uint64_t>(sums.games), "game")});
  }
  return result;
}

}  // namespace yari::cli
