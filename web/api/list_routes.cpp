// Lists of games, and how many there are.
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/json.h"
#include "db/explore/position_games.h"
#include "web/api/chosen_games.h"
#include "web/api/context.h"
#include "web/api/hits.h"
#include "web/api/parameters.h"
#include "web/http/stream.h"

namespace yari::web {

namespace {

constexpr std::int64_t default_games = 100;
constexpr std::int64_t most_games = 100'000;

using NamesOfOpenings = const openings::OpeningList*;

void list_games(Database& games, const GameFilter& filter, const ListOptions& order,
                NamesOfOpenings names, StreamSink& sink) {
  games.list(filter, order, [&](const GameHeader& header) {
    Json json = header_json(header);
    if (names != nullptr) json.update(opening_json(opening_of(games, header.id, *names)));
    sink.write(json);
    return true;
  });
}

/// A game is listed once, where it came to the position first.
void list_games_at(Database& games, const Setup& position, const GameFilter& filter,
                   const ListOptions& order, NamesOfOpenings names, StreamSink& sink) {
  if (order.limit == 0) return;
  HitObjects objects(games, names);
  std::int64_t listed = 0;
  const auto list = [&](const Hit& hit) {
    Json json = header_json(games.header(hit.game).value_or(GameHeader()));
    json.update(objects.of(hit));
    sink.write(json);
    return ++listed < order.limit.value_or(default_games);
  };
  each_game_with(games, position, filter, order.offset, list, order.after.value_or(0));
}

/// The games of a list in an order that is not that of the store: by rating, or those with a
/// position in another order than that of their numbers.
void list_sorted(Database& games, const std::optional<Setup>& position, const GameFilter& filter,
                 const ListOptions& order, bool by_rating, NamesOfOpenings names,
                 StreamSink& sink) {
  HitObjects objects(games, names);
  for (const Hit& hit :
       sorted_games(games, position, filter, order, by_rating, [&] { sink.check(); })) {
    Json json = header_json(games.header(hit.game).value_or(GameHeader()));
    if (position)
      json.update(objects.of(hit));
    else if (names != nullptr)
      json.update(opening_json(opening_of(games, hit.game, *names)));
    sink.write(json);
  }
}

void answer_list(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::optional<GamePosition> place = parameters.position(context.databases);
  GameFilter filter = parameters.filter(true);
  bool by_rating = false;
  const ListOptions order = parameters.order(default_games, most_games, &by_rating);
  const NamesOfOpenings names = read_openings(parameters);
  const bool by_number = is_by_number(order, by_rating);
  if (place) filter.variant = place->start.variant;
  parameters.finish();
  require_place(order, by_rating, context.databases);
  const std::optional<Setup> position = place ? std::optional(setup_of(*place)) : std::nullopt;
  answer_stream(call, StreamSink::Form::lines,
                [&context, position, filter, order, by_rating, by_number, names](StreamSink& sink) {
                  const auto games = context.databases.lend();
                  const Snapshot snapshot(*games);
                  if (by_rating || (position && !by_number))
                    list_sorted(*games, position, filter, order, by_rating, names, sink);
                  else if (position)
                    list_games_at(*games, *position, filter, order, names, sink);
                  else
                    list_games(*games, filter, order, names, sink);
                });
}

void answer_count(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const GameFilter filter = parameters.filter(true);
  parameters.finish();
  set_json(call, dump({{"games", context.databases.lend()->count(filter)}}));
}

}  // namespace

void add_list_routes(Router& router, const Context& context) {
  router.add("GET", "/api/games", [&](Call& call) { answer_list(call, context); });
  router.add("GET", "/api/count", [&](Call& call) { answer_count(call, context); });
}

}  // namespace yari::web
