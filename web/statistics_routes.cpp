// What the database is, in numbers, and its players.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "analysis/report/data.h"
#include "db/collection.h"
#include "notation/format.h"
#include "rules/handicap.h"
#include "web/context.h"
#include "web/json.h"
#include "web/parameters.h"

namespace yari::web {

namespace {

constexpr std::int64_t most_positions = 100;
/// Names are counted among the first games that match, so that a common name is found at once.
constexpr std::int64_t games_looked_at = 20'000;

/// The game's pieces as docs/report.md describes them, and how games begin.
Json variant_json(Variant v) {
  const std::vector<ReportGame> one{ReportGame{.game = new_game(v)}};
  const Json overview = Json::parse(report_overview_json(one, {}));
  const VariantInfo& variant = info(v);
  Json json = overview["variants"][std::string(variant.id)];
  Json handicaps = Json::array();
  if (v == Variant::shogi) {
    for (const NamedHandicap& handicap : shogi_handicaps()) handicaps.push_back(handicap.name);
  } else {
    for (const char* name : {"YR1a", "YR7a", "YB2a", "YR1a+YR7a"}) handicaps.push_back(name);
  }
  json["start"] = variant.start;
  json["handicaps"] = std::move(handicaps);
  return json;
}

void answer_about(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  Json formats = Json::array();
  for (const Format& format : yari::formats())
    if (format.write != nullptr)
      formats.push_back({{"name", format.name}, {"title", format.title}});
  const auto games = context.databases.lend();
  set_json(
      call,
      dump({{"version", context.options.version},
            {"database", context.options.database.filename().string()},
            {"writes", context.options.writes},
            {"variant", info(context.options.variant).id},
            {"games", games->count()},
            {"formats", std::move(formats)},
            {"variants",
             {{"yari", variant_json(Variant::yari)}, {"shogi", variant_json(Variant::shogi)}}}}));
}

void answer_statistics(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::int64_t positions = parameters.number("positions", 0, 0, most_positions);
  parameters.finish();
  const auto games = context.databases.lend();
  std::vector<CommonPosition> common;
  if (positions > 0) common = common_positions(*games, static_cast<std::size_t>(positions));
  set_json(call, dump(statistics_json(games->statistics(), game_lengths(*games), common)));
}

/// The players whose names match, the busiest first.
void answer_players(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  GameFilter filter;
  filter.player = parameters.required("name");
  const std::int64_t limit = parameters.number("limit", 20, 1, 1000);
  parameters.finish();
  const auto games = context.databases.lend();
  std::unordered_map<std::string, std::int64_t> counts;
  const auto add = [&](const std::optional<std::string>& black,
                       const std::optional<std::string>& white) {
    GameFilter side;
    side.black = black;
    side.white = white;
    games->list(side, {.limit = games_looked_at}, [&](const GameHeader& header) {
      ++counts[black ? header.black : header.white];
      return true;
    });
  };
  add(filter.player, std::nullopt);
  add(std::nullopt, filter.player);
  std::vector<std::pair<std::string, std::int64_t>> names(counts.begin(), counts.end());
  std::ranges::sort(names, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  Json players = Json::array();
  for (const auto& [name, n] : names) {
    if (static_cast<std::int64_t>(players.size()) == limit) break;
    players.push_back({{"player", name}, {"games", n}});
  }
  set_json(call, dump({{"players", std::move(players)}}));
}

}  // namespace

void add_statistics_routes(Router& router, const Context& context) {
  router.add("GET", "/api/about", [&](Call& call) { answer_about(call, context); });
  router.add("GET", "/api/statistics", [&](Call& call) { answer_statistics(call, context); });
  router.add("GET", "/api/players", [&](Call& call) { answer_players(call, context); });
}

}  // namespace yari::web
