// What was played from a position, and how it went.
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/json.h"
#include "db/explore/explorer.h"
#include "db/explore/position_games.h"
#include "rules/sfen.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"
#include "web/http/stream.h"

namespace yari::web {

namespace {

/// As `tree` prints it, in one object: `moves` and `all`.
Json explorer_json(const GamePosition& position, const ExplorerPosition& found) {
  const Setup setup = setup_of(position);
  Json moves = Json::array();
  for (const ExplorerMove& move : found.moves) {
    Json json = line_json(position.start, position.moves, {move.move}).front();
    json.update(counts_json(move.counts, setup.side_to_move));
    moves.push_back(std::move(json));
  }
  return {{"sfen", write_sfen(setup)},
          {"moves", std::move(moves)},
          {"all", counts_json(found.all, setup.side_to_move)},
          {"players", players_json(found)}};
}

void answer_explorer(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const GamePosition position = parameters.position_or_start(context.databases);
  GameFilter filter = parameters.filter(false);
  filter.variant = position.start.variant;
  parameters.finish();
  const auto games = context.databases.lend();
  set_json(call, dump(explorer_json(position, explore(*games, setup_of(position), filter))));
}

/// The legal moves whose positions occur in games, by whatever moves these came there.
template <class V>
void list_transpositions(Database& games, const GamePosition& from, const GameFilter& filter,
                         StreamSink& sink) {
  const Position<V> position = replayed<V>(from).position();
  std::optional<Square> last;
  if (!from.moves.empty()) last = from.moves.back().to();
  for (const Move move : position.legal_moves()) {
    Position<V> after = position;
    after.play(move);
    const std::int64_t reached = games_with(games, after.setup(), filter, [&] { sink.check(); });
    if (reached == 0) continue;
    Json json = move_names(position, move, last);
    json["reached"] = reached;
    sink.write(json);
  }
}

void answer_transpositions(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  GamePosition position = parameters.position_or_start(context.databases);
  GameFilter filter = parameters.filter(false);
  filter.variant = position.start.variant;
  parameters.finish();
  answer_stream(call, StreamSink::Form::lines,
                [&context, position = std::move(position), filter](StreamSink& sink) {
                  const auto games = context.databases.lend();
                  const Snapshot snapshot(*games);
                  with_variant(position.start.variant, [&]<class V>(V) {
                    list_transpositions<V>(*games, position, filter, sink);
                  });
                });
}

}  // namespace

void add_explorer_routes(Router& router, const Context& context) {
  router.add("GET", "/api/explorer", [&](Call& call) { answer_explorer(call, context); });
  router.add("GET", "/api/explorer/transpositions",
             [&](Call& call) { answer_transpositions(call, context); });
}

}  // namespace yari::web
