// The interval is that of a normal distribution.
#include "answers/rating_table.h"

#include <fmt/format.h>

#include "answers/json.h"
#include "text/counted.h"

namespace yari {

std::vector<std::string> rating_columns() {
  return {"place", "player",     "rating", "deviation", "low",
          "high",  "volatility", "games",  "last_date"};
}

std::vector<std::vector<Value>> rating_rows(const RatingList& list, int least_games,
                                            std::optional<std::size_t> limit) {
  constexpr double deviations = 1.96;
  std::vector<std::vector<Value>> rows;
  for (const RatedPlayer& p : list.players) {
    if (limit && rows.size() >= *limit) break;
    if (p.games < least_games) continue;
    const tournament::Rating& r = p.rating;
    rows.push_back({rows.size() + 1, p.name, rounded(r.rating), rounded(r.deviation),
                    rounded(r.rating - deviations * r.deviation),
                    rounded(r.rating + deviations * r.deviation), r.volatility, p.games,
                    write_date(p.last_date)});
  }
  return rows;
}

std::vector<std::string> games_left_out(const RatingList& list, std::string_view option) {
  std::vector<std::string> sentences;
  const auto add = [&](std::int64_t games, const std::string& why) {
    if (games > 0)
      sentences.push_back(
          fmt::format("{} left out: {}", counted(static_cast<std::uint64_t>(games), "game"), why));
  };
  add(list.without_players, "a player is unknown");
  add(list.byes, "byes");
  add(list.forfeits, "forfeits");
  add(list.against_oneself, "both players are the same");
  add(list.without_result, "no result");
  add(list.without_date, "no date, or a date without a month");
  add(list.handicaps, fmt::format("handicaps without a value ({})", option));
  return sentences;
}

}  // namespace yari
