// One game with its tree, and its record in any format.
#include <nlohmann/json.hpp>

#include "analysis/report/data.h"
#include "notation/format.h"
#include "rules/sfen.h"
#include "web/context.h"
#include "web/json.h"
#include "web/opening_text.h"
#include "web/parameters.h"
#include "web/report_game.h"
#include "web/request_error.h"

namespace yari::web {

namespace {

std::pair<GameHeader, Game> load(Database& games, GameId id) {
  const std::optional<GameHeader> header = games.header(id);
  std::optional<Game> game = header ? games.load_game(id) : std::nullopt;
  if (!game) throw RequestError(404, "there is no game " + std::to_string(id));
  return {*header, std::move(*game)};
}

/// Gives every move of a report's tree its Japanese name.
template <class V>
void add_japanese(Json& nodes) {
  constexpr Variant v = V::info.variant;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Json& before = nodes[nodes[i]["parent"].get<std::size_t>()];
    const Position<V> position =
        Position<V>::from_unchecked(*read_sfen(before["sfen"].get<std::string>(), v));
    const Move move = *read_usi_move(nodes[i]["move"].get<std::string>(), v);
    std::optional<Square> last;
    if (before.contains("move")) last = read_usi_move(before["move"].get<std::string>(), v)->to();
    nodes[i]["japanese"] = move_names(position, move, last ? &*last : nullptr)["japanese"];
  }
}

/// As `show` prints it without its text, and `report`: the tree as docs/report.md describes it.
void answer_game(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  const auto games = context.databases.lend();
  const Snapshot snapshot(*games);
  auto [header, game] = load(*games, call.id);
  Json json = game_json(header, game);
  json.update(origin_json(origin_of(*games, call.id)));
  json.update(opening_json(opening_of(*games, call.id, openings::OpeningList::shipped())));
  json["report"] = Json::parse(report_game_json(report_game(*games, call.id, std::move(game))));
  with_variant(header.variant, [&]<class V>(V) { add_japanese<V>(json["report"]["nodes"]); });
  set_json(call, dump(json));
}

void answer_record(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Format* format = format_named(parameters.text("format").value_or("hodges"));
  parameters.finish();
  if (format == nullptr || format->write == nullptr)
    throw RequestError("format", "there is no such format to write");
  const auto games = context.databases.lend();
  const Game game = load(*games, call.id).second;
  const WriteResult written = format->write(game, {});
  set_json(call, dump({{"game", call.id},
                       {"variant", info(game.variant).id},
                       {"format", format->name},
                       {"text", written.text},
                       {"losses", written.losses}}));
}

}  // namespace

void add_game_routes(Router& router, const Context& context) {
  router.add("GET", "/api/games/{id}", [&](Call& call) { answer_game(call, context); });
  router.add("GET", "/api/games/{id}/record", [&](Call& call) { answer_record(call, context); });
}

}  // namespace yari::web
