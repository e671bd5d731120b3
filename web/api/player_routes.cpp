// How players did: results in groups, profiles, and the standings of an event.
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/event_table.h"
#include "answers/json.h"
#include "answers/profile_sums.h"
#include "answers/result_groups.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"
#include "web/http/stream.h"

namespace yari::web {

namespace {

/// More are no event, but a mistyped name.
constexpr std::int64_t most_event_games = 20'000;

std::string read_group_field(Parameters& parameters) {
  std::string field = parameters.required("by");
  const std::vector<std::string> fields = result_fields();
  if (!std::ranges::count(fields, field))
    throw RequestError("by", fmt::format("expected one of {}", fmt::join(fields, ", ")));
  return field;
}

void answer_groups(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::string field = read_group_field(parameters);
  const GameFilter filter = parameters.filter(true);
  parameters.finish();
  answer_stream(call, StreamSink::Form::lines,
                [&context, field, filter, language = call.language,
                 slot = search_slot(context)](StreamSink& sink) {
                  const auto games = context.databases.lend();
                  const auto groups = result_groups(
                      *games, field, filter, openings::OpeningList::shipped(),
                      [&] { sink.check(); }, language);
                  // As `stats --by` prints them.
                  for (const ResultGroup& group : groups)
                    sink.write(object(result_columns(field), result_row(group)));
                });
}

/// As `profile` prints it.
void answer_profile(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::string name = parameters.required("player");
  const GameFilter filter = parameters.filter(true);
  parameters.finish();
  if (filter.black || filter.white) throw RequestError("side", "a profile has both colours");
  const auto slot = search_slot(context);
  const auto games = context.databases.lend();
  Profile profile;
  std::int64_t annotated = 0;
  GameId last = 0;
  const std::int64_t played =
      each_player_game(*games, name, filter, usual_opening_plies, [&](const PlayerGame& game) {
        profile.add(game);
        annotated += game.header.id != std::exchange(last, game.header.id) ? 1 : 0;
      });
  set_json(call, dump(profile_json(name, played, annotated, profile)));
}

void answer_event(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  parameters.required("event");
  const GameFilter filter = parameters.filter(true);
  parameters.finish();
  const auto slot = search_slot(context);
  const auto games = context.databases.lend();
  const Snapshot snapshot(*games);
  const std::int64_t n = games->count(filter);
  if (n > most_event_games)
    throw RequestError("event", fmt::format("{} games match, which is no single event", n));
  set_json(call, dump(event_json(event_table(event_games(*games, filter)))));
}

}  // namespace

void add_player_routes(Router& router, const Context& context) {
  router.add("GET", "/api/groups", [&](Call& call) { answer_groups(call, context); });
  router.add("GET", "/api/profile", [&](Call& call) { answer_profile(call, context); });
  router.add("GET", "/api/event", [&](Call& call) { answer_event(call, context); });
}

}  // namespace yari::web
