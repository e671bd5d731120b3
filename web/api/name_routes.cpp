// Names of players and events, offered while somebody types; the busiest of all while nobody has.
#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "db/query/names.h"
#include "web/api/context.h"
#include "web/api/name_counts.h"
#include "web/api/parameters.h"
#include "web/http/http_server.h"

namespace yari::web {

namespace {

/// {"players": [{"player", "games"}, ...]}, those that the name matches, the busiest first.
void answer_names(Call& call, const Context& context, NameKind kind) {
  Parameters parameters(call.request, context.options.variant);
  const std::optional<std::string> typed = parameters.typed("name");
  const std::int64_t limit = parameters.number("limit", 20, 1, 1000);
  parameters.finish();
  const Connection& client = *HttpServer::current();
  const auto names =
      context.names.of(*context.databases.lend(), kind, [&client] { return !client.is_gone(); });
  std::optional<query::NameTest> test;
  if (typed && !typed->empty()) test.emplace(*typed);
  const std::string called(name(kind));
  Json rows = Json::array();
  for (const CountedName& one : *names) {
    if (static_cast<std::int64_t>(rows.size()) == limit) break;
    if (!test || test->matches(one.name))
      rows.push_back({{called, one.name}, {"games", one.games}});
  }
  set_json(call, dump({{called + "s", std::move(rows)}}));
}

}  // namespace

void add_name_routes(Router& router, const Context& context) {
  router.add("GET", "/api/players",
             [&](Call& call) { answer_names(call, context, NameKind::player); });
  router.add("GET", "/api/events",
             [&](Call& call) { answer_names(call, context, NameKind::event); });
}

}  // namespace yari::web
