// Names of players and events, offered while somebody types; the busiest of all while nobody has.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "answers/json.h"
#include "web/api/context.h"
#include "web/api/parameters.h"

namespace yari::web {

namespace {

/// Names are counted among the first games that match, so that a common name is found at once.
constexpr std::int64_t games_looked_at = 20'000;

using NameCounts = std::unordered_map<std::string, std::int64_t>;

void count_names(Database& games, const GameFilter& filter, std::string GameHeader::*field,
                 NameCounts& counts) {
  games.list(filter, {.limit = games_looked_at}, [&](const GameHeader& header) {
    ++counts[header.*field];
    return true;
  });
}

/// Objects of a name and its games, the busiest first.
Json names_json(const NameCounts& counts, const char* called, std::int64_t limit) {
  std::vector<std::pair<std::string, std::int64_t>> names(counts.begin(), counts.end());
  std::ranges::sort(names, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  Json rows = Json::array();
  for (const auto& [name, n] : names) {
    if (static_cast<std::int64_t>(rows.size()) == limit) break;
    rows.push_back({{called, name}, {"games", n}});
  }
  return rows;
}

void answer_players(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  GameFilter black, white;
  black.black = white.white = parameters.text("name");
  const std::int64_t limit = parameters.number("limit", 20, 1, 1000);
  parameters.finish();
  const auto games = context.databases.lend();
  NameCounts counts;
  count_names(*games, black, &GameHeader::black, counts);
  count_names(*games, white, &GameHeader::white, counts);
  set_json(call, dump({{"players", names_json(counts, "player", limit)}}));
}

void answer_events(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  GameFilter filter;
  filter.event = parameters.text("name");
  const std::int64_t limit = parameters.number("limit", 20, 1, 1000);
  parameters.finish();
  const auto games = context.databases.lend();
  NameCounts counts;
  count_names(*games, filter, &GameHeader::event, counts);
  set_json(call, dump({{"events", names_json(counts, "event", limit)}}));
}

}  // namespace

void add_name_routes(Router& router, const Context& context) {
  router.add("GET", "/api/players", [&](Call& call) { answer_players(call, context); });
  router.add("GET", "/api/events", [&](Call& call) { answer_events(call, context); });
}

}  // namespace yari::web
