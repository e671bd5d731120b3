// Games judged by an engine and stored, as a stream that ends with its client; puzzles made of
// them.
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/annotation_run.h"
#include "answers/engine_json.h"
#include "answers/japanese/phrases.h"
#include "db/reports/judgements.h"
#include "import/annotation/annotate_stored.h"
#include "import/annotation/puzzle_source.h"
#include "web/api/context.h"
#include "web/api/live_work.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

constexpr std::int64_t most_nodes = 100'000'000;
constexpr std::int64_t most_puzzles = 100;

/// A run as its client hears of it.
class LiveRun final : public RunListener {
 public:
  LiveRun(LiveOutput& out, Language language) : out_(out), language_(language) {}

  void progress(const RunProgress& p) override {
    out_.show({{"progress",
                {{"done", p.done},
                 {"all", p.all},
                 {"game", p.game},
                 {"positions_done", p.positions_done},
                 {"positions", p.positions}}}});
  }
  void annotated(const Job& job) override { out_.write(annotated_json(job)); }
  void failed(const Job& job) override {
    out_.write({{"game", job.id},
                {"failure", in_language(language_, job.failure)},
                {"message", in_language(language_, failure_text(job))}});
  }
  void note(const std::string& sentence) override {
    out_.write({{"message", in_language(language_, sentence)}});
  }
  void summary(Json json) { out_.write(std::move(json)); }

 private:
  LiveOutput& out_;
  Language language_;
};

void run_annotation(const Context& context, Engines::Lease& lease, const WorkSettings& settings,
                    const std::vector<GameId>& ids, LiveRun& live, const std::stop_token& stop) {
  const auto games = context.databases.lend();
  // One lock for all that is written, whoever writes: evaluations are written on the way.
  const SharedDatabase database{*games, context.writing};
  bool is_first = true;
  AnnotationEngines engines([&] {
    if (!std::exchange(is_first, false)) lease.renew();
    return std::make_unique<BorrowedEngine>(*lease);
  });
  AnnotationRun run(database, engines, live, stop);
  ListedGames source(database, ids, settings, stop);
  run.run(source, 1);
  // The next client is not to get one that has failed.
  if (!engines.has_idle()) lease.discard();
  live.summary(run.summary(ids.size()));
}

void annotate_games(Call& call, const Context& context, Parameters& parameters,
                    const std::vector<GameId>& ids) {
  WorkSettings settings;
  Limits& limits = settings.request.limits;
  limits = default_effort(ids.size() == 1);
  limits.nodes = static_cast<std::uint64_t>(
      parameters.number("nodes", static_cast<std::int64_t>(limits.nodes), 1, most_nodes));
  const std::string engine = parameters.text("engine").value_or("");
  settings.force = parameters.flag("force");
  parameters.finish();
  const Slot slot = context.annotations.take();
  if (!slot) throw RequestError(503, "games are being annotated already");
  const auto lent = context.engines.lend(engine);
  answer_stream(call, StreamSink::Form::lines,
                [&context, slot, lent, settings, ids, language = call.language](StreamSink& sink) {
                  run_live(sink, [&](LiveOutput& out, const std::stop_token& stop) {
                    LiveRun live(out, language);
                    run_annotation(context, *lent, settings, ids, live, stop);
                  });
                });
}

void answer_annotate_one(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  require_writes(context);
  if (!context.databases.lend()->header(call.id)) throw RequestError(404, no_game(call.id));
  annotate_games(call, context, parameters, {call.id});
}

void answer_annotate(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  require_writes(context);
  const GameFilter filter = parameters.filter(true);
  annotate_games(call, context, parameters, context.databases.lend()->ids(filter));
}

/// As `annotate --clear` does.
void answer_clear(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  require_writes(context);
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  const bool annotated = load_annotation(*games, call.id).has_value();
  const std::optional<Game> own = game_to_annotate(*games, call.id);
  if (!own) throw RequestError(404, no_game(call.id));
  if (annotated) AnnotationChange(*games, "clear annotations").clear(call.id, *own);
  set_json(call, dump({{"games", 1}, {"cleared", annotated ? 1 : 0}}));
}

/// Where a client wants to go on: a game and a ply of it.
struct PuzzlePlace {
  GameId game = 0;
  int ply = 0;
};

PuzzlePlace read_place(Parameters& parameters) {
  PuzzlePlace place;
  place.game = parameters.number("after", 0, 0, std::numeric_limits<std::int64_t>::max());
  place.ply = static_cast<int>(parameters.number("after_ply", 0, 0, 100'000));
  return place;
}

struct PuzzleRequest {
  GameFilter filter;
  PuzzleOptions options;
  PuzzlePlace after;
  std::int64_t limit = 1;
};

/// As `puzzles` prints it, with the players and the solution in every notation.
Json found_json(const FoundPuzzle& found) {
  Json json = puzzle_json(found.puzzle, found.header.id, found.ply);
  add_fields(json, {{"variant", info(found.header.variant).id},
                    {"black", text_value(found.header.black)},
                    {"white", text_value(found.header.white)},
                    {"date", date_value(found.header.date)}});
  json["line"] = line_json(found.puzzle.position, {}, found.puzzle.solution);
  return json;
}

void find_puzzles(const Context& context, Engine& engine, const PuzzleRequest& request,
                  LiveOutput& out, const std::stop_token& stop) {
  const auto games = context.databases.lend();
  // A damaged game is no reason to have no puzzles: `yari db verify` reports it.
  const auto load = [&](GameId id) -> std::optional<Game> {
    try {
      return games->load_game(id);
    } catch (const DamagedGame&) {
      return std::nullopt;
    }
  };
  PuzzleSource source(*games, engine, request.options, games->ids(request.filter), load);
  if (request.after.game > 0) source.begin_after(request.after.game, request.after.ply);
  std::int64_t hits = 0;
  bool more = true;
  while (more && hits < request.limit) {
    const auto found = source.next(stop, [&](std::size_t done) {
      out.show({{"progress", {{"done", done}, {"all", source.games()}}}});
    });
    more = found.has_value();
    hits += more ? 1 : 0;
    if (more) out.write(found_json(*found));
  }
  out.write({{"hits", hits}, {"more", more}, {"games", source.games()}});
}

void answer_puzzles(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  PuzzleRequest request;
  request.filter = parameters.filter(true);
  request.options.mate_plies =
      static_cast<int>(parameters.number("mate_in", 0, 0, most_mate_plies));
  request.limit = parameters.number("limit", 1, 1, most_puzzles);
  request.after = read_place(parameters);
  const std::string name = parameters.text("engine").value_or("");
  parameters.finish();
  const auto engine = context.engines.lend(name);
  answer_stream(call, StreamSink::Form::lines, [&context, engine, request](StreamSink& sink) {
    run_live(sink, [&](LiveOutput& out, const std::stop_token& stop) {
      try {
        find_puzzles(context, **engine, request, out, stop);
      } catch (const EngineFailure&) {
        engine->discard();
        throw;
      }
    });
  });
}

}  // namespace

void add_annotation_routes(Router& router, const Context& context) {
  router.add("POST", "/api/annotate", [&](Call& call) { answer_annotate(call, context); });
  router.add("POST", "/api/games/{id}/annotate",
             [&](Call& call) { answer_annotate_one(call, context); });
  router.add("POST", "/api/games/{id}/clear", [&](Call& call) { answer_clear(call, context); });
  router.add("GET", "/api/puzzles", [&](Call& call) { answer_puzzles(call, context); });
}

}  // namespace yari::web
