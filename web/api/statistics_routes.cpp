// What the database is, in numbers.
#include <nlohmann/json.hpp>

#include "analysis/report/data.h"
#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "db/reports/collection.h"
#include "notation/format.h"
#include "notation/words/handicap_text.h"
#include "web/api/context.h"
#include "web/api/parameters.h"

namespace yari::web {

namespace {

constexpr std::int64_t most_positions = 100;

/// The game as docs/report.md describes it, and its handicaps.
Json variant_json(Variant v) {
  Json json = pieces_json(info(v));
  Json handicaps = Json::array();
  for (const HandicapNames& names : handicap_names(v)) handicaps.push_back(names.english);
  json["handicaps"] = std::move(handicaps);
  return json;
}

void answer_about(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  set_json(call, about_text(context, call.language));
}

void answer_statistics(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::int64_t positions = parameters.number("positions", 0, 0, most_positions);
  parameters.finish();
  const auto games = context.databases.lend();
  std::vector<CommonPosition> common;
  if (positions > 0) common = common_positions(*games, static_cast<std::size_t>(positions));
  set_json(call, dump(statistics_json(played_games(*games), common)));
}

}  // namespace

std::string about_text(const Context& context, Language language) {
  Json formats = Json::array();
  for (const Format& format : yari::formats())
    if (format.write != nullptr)
      formats.push_back(
          {{"name", format.name}, {"title", in_language(language, std::string(format.title))}});
  const auto games = context.databases.lend();
  return dump({{"version", context.options.version},
               {"database", context.options.database.filename().string()},
               {"writes", context.options.writes},
               {"variant", info(context.options.variant).id},
               {"games", games->count()},
               {"formats", std::move(formats)},
               {"engines", context.engines.names()},
               {"book", context.options.book ? Json(context.options.book->name()) : Json()},
               {"variants",
                {{"yari", variant_json(Variant::yari)}, {"shogi", variant_json(Variant::shogi)}}}});
}

void add_statistics_routes(Router& router, const Context& context) {
  router.add("GET", "/api/about", [&](Call& call) { answer_about(call, context); });
  router.add("GET", "/api/statistics", [&](Call& call) { answer_statistics(call, context); });
}

}  // namespace yari::web
