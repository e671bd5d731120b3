// Saved queries: conditions that the database keeps under a name.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "answers/saved_conditions.h"
#include "db/saved_queries.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

/// One answer lists them all.
constexpr std::size_t most_saved = 1000;

/// As `query list` prints it, and as `parameters`, null where the API has none for an option.
Json saved_json(const std::string& name, const std::string& text) {
  const Words words = conditions_words(text).value_or(Words());
  Json json{{"name", name}, {"words", words}, {"parameters", nullptr}};
  if (const auto parameters = parameters_of_words(words))
    json["parameters"] = parameters->empty() ? Json() : Json(*parameters);
  return json;
}

void answer_saved(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  Json queries = Json::array();
  for (const auto& [name, text] : saved_queries(*context.databases.lend()))
    queries.push_back(saved_json(name, text));
  set_json(call, dump({{"queries", std::move(queries)}}));
}

void answer_save(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::string name = parameters.required("name");
  require_writes(context);
  // What makes no sense is not kept.
  parameters.check_kept_question();
  parameters.filter(true);
  std::map<std::string, std::string> kept;
  for (const std::string& parameter : kept_parameters())
    if (const auto value = parameters.text(parameter)) kept.emplace(parameter, *value);
  if (const auto side = parameters.text("side")) {
    kept[*side] = kept.at("player");
    kept.erase("player");
  }
  parameters.finish();
  if (kept.empty() || (kept.size() == 1 && kept.contains("variant")))
    throw RequestError("query", "is missing: there is nothing to keep");
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  const auto saved = saved_queries(*games);
  const bool is_new =
      std::ranges::none_of(saved, [&](const auto& row) { return row.first == name; });
  if (is_new && saved.size() >= most_saved)
    throw RequestError(409, fmt::format("{} queries are saved, and more are not kept", most_saved));
  save_query(*games, name, conditions_text(words_of_parameters(kept)));
  set_json(call, dump({{"name", name}}));
}

void answer_forget(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::string name = parameters.required("name");
  parameters.finish();
  require_writes(context);
  const std::lock_guard lock(context.writing);
  if (!forget_query(*context.databases.lend(), name))
    throw RequestError(404, "there is no saved query of that name");
  set_json(call, dump({{"name", name}}));
}

}  // namespace

void add_saved_routes(Router& router, const Context& context) {
  router.add("GET", "/api/saved", [&](Call& call) { answer_saved(call, context); });
  router.add("POST", "/api/saved", [&](Call& call) { answer_save(call, context); });
  router.add("DELETE", "/api/saved", [&](Call& call) { answer_forget(call, context); });
}

}  // namespace yari::web
