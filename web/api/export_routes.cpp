// Many games at once: as records in any format, and as a page to keep.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/report/report.h"
#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "answers/report_game.h"
#include "db/store/error.h"
#include "notation/format.h"
#include "web/api/chosen_games.h"
#include "web/api/context.h"
#include "web/http/request_error.h"
#include "web/http/stream.h"

namespace yari::web {

namespace {

/// A page of more is slow to open.
constexpr std::size_t most_in_report = 500;
constexpr std::size_t most_moves_in_report = 200'000;
constexpr std::int64_t games_between_progress = 100;

struct Exporting {
  const Format& format;
  std::string database;
  Language language;
};

/// As `export` prints it; `damaged`, the reason, in the place of the record where there is none.
Json exported(Database& games, GameId id, const Exporting& how) {
  try {
    const std::optional<Game> game = games.load_game(id);
    // Deleted since the games were chosen.
    if (!game) return nullptr;
    Json json = object({{"game", id}});
    WriteResult written = how.format.write(*game, {});
    written.losses = in_language(how.language, std::move(written.losses));
    json.update(record_json(game->variant, how.format.name, written));
    return json;
  } catch (const DamagedGame& error) {
    return object(
        {{"game", id},
         {"damaged", in_language(how.language, sentence_of(error.what(), how.database))}});
  }
}

void run_export(const Context& context, const GameChoice& choice, const Exporting& how,
                StreamSink& sink) {
  const auto games = context.databases.lend();
  const std::vector<GameId> ids = ids_of_choice(*games, choice, [&] { sink.check(); });
  std::int64_t done = 0, written = 0, damaged = 0;
  for (const GameId id : ids) {
    if (done++ % games_between_progress == 0)
      sink.write(Json{{"progress", {{"done", done - 1}, {"all", ids.size()}}}});
    const Json object = exported(*games, id, how);
    if (object.is_null()) continue;
    ++(object.contains("damaged") ? damaged : written);
    sink.write(object);
  }
  sink.write(object({{"games", written}, {"damaged", damaged}}));
}

void answer_export(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Format& format = parameters.writer();
  GameChoice choice = read_choice(parameters, context.options.variant, context.databases);
  parameters.finish();
  answer_stream(call, StreamSink::Form::lines,
                [&context, choice = std::move(choice), slot = search_slot(context),
                 how = Exporting{format, call.database, call.language}](StreamSink& sink) {
                  run_export(context, choice, how, sink);
                });
}

void answer_report(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::string title = parameters.typed("title").value_or("");
  const GameChoice choice = read_choice(parameters, context.options.variant, context.databases);
  parameters.finish();
  const auto slot = search_slot(context);
  const auto games = context.databases.lend();
  const std::vector<GameId> ids = ids_of_choice(*games, choice, [] {});
  if (ids.size() > most_in_report)
    throw RequestError(400, fmt::format("a report has at most {} games, and these are {}",
                                        most_in_report, ids.size()));
  std::vector<ReportGame> chosen;
  std::size_t moves = 0;
  for (const GameId id : ids) {
    std::optional<Game> game;
    try {
      game = games->load_game(id);
    } catch (const DamagedGame&) {
      throw RequestError(409, fmt::format("game {} is damaged", id));
    }
    if (game && (moves += game->moves.size()) > most_moves_in_report)
      throw RequestError(413, fmt::format("the games have more than {} moves: 'yari report' writes "
                                          "their page",
                                          most_moves_in_report));
    if (game) chosen.push_back(report_game(*games, id, std::move(*game)));
  }
  if (chosen.empty()) throw RequestError(404, "there is no such game");
  // A page of its own, with scripts inside, which this server's pages never have: to be saved.
  call.response.set_header("Content-Disposition", "attachment; filename=\"games.html\"");
  call.response.set_content(write_report(chosen, {.title = title}), "text/html; charset=utf-8");
}

}  // namespace

Slot search_slot(const Context& context) {
  Slot slot = context.searches.take();
  if (!slot) throw RequestError(503, "too many searches are running");
  return slot;
}

void add_export_routes(Router& router, const Context& context) {
  router.add("GET", "/api/export", [&](Call& call) { answer_export(call, context); });
  router.add("GET", "/api/report", [&](Call& call) { answer_report(call, context); });
}

}  // namespace yari::web
