// One game with its tree, and its record in any format.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/report/data.h"
#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "answers/opening_text.h"
#include "answers/report_game.h"
#include "db/reports/judgements.h"
#include "notation/format.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

/// Each move takes about a kilobyte while it becomes JSON.
constexpr std::size_t most_moves_shown = 50'000;

std::pair<GameHeader, Game> load(Database& games, GameId id) {
  const std::optional<GameHeader> header = games.header(id);
  std::optional<Game> game = header ? games.load_game(id) : std::nullopt;
  if (!game) throw RequestError(404, no_game(id));
  if (game->moves.size() > most_moves_shown)
    throw RequestError(413, fmt::format("the game has more than {} moves: 'yari show' prints it",
                                        most_moves_shown));
  return {*header, std::move(*game)};
}

/// Who annotated a game and how; null when nobody did.
Json annotation_origin_json(const std::optional<StoredAnnotation>& annotation) {
  if (!annotation) return {};
  return object({{"engine", annotation->engine}, {"limits", annotation->limits}});
}

/// As `show` prints it without its text, `annotation`, and `report`: the tree as docs/report.md
/// describes it.
void answer_game(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  const auto games = context.databases.lend();
  const Snapshot snapshot(*games);
  auto [header, game] = load(*games, call.id);
  Json json = stored_game_json(header, game);
  json.update(origin_json(origin_of(*games, call.id)));
  json.update(opening_json(opening_of(*games, call.id, openings::OpeningList::shipped())));
  json["annotation"] = annotation_origin_json(load_annotation(*games, call.id));
  json["report"] = report_game_json(report_game(*games, call.id, std::move(game)));
  set_json(call, dump(json));
}

void answer_record(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Format& format = parameters.writer();
  parameters.finish();
  const auto games = context.databases.lend();
  const Game game = load(*games, call.id).second;
  Json json = object({{"game", call.id}});
  WriteResult written = format.write(game, {});
  written.losses = in_language(call.language, std::move(written.losses));
  json.update(record_json(game.variant, format.name, written));
  set_json(call, dump(json));
}

}  // namespace

void add_game_routes(Router& router, const Context& context) {
  router.add("GET", "/api/games/{id}", [&](Call& call) { answer_game(call, context); });
  router.add("GET", "/api/games/{id}/record", [&](Call& call) { answer_record(call, context); });
}

}  // namespace yari::web
