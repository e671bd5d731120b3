// Games judged by an engine and stored, as a stream that ends with its client; puzzles made of
// them.
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/engine_json.h"
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
constexpr int longest_puzzle = 999;
constexpr int most_failures_in_a_row = 10;

/// One request to annotate games.
class AnnotationRun {
 public:
  AnnotationRun(const Context& context, std::shared_ptr<Engines::Lease> engine,
                const AnnotationRequest& request, bool force)
      : engine_(std::move(engine)),
        // One lock for all that is written, whoever writes: evaluations are written on the way.
        mutex_(context.writing),
        games_(context.databases.lend()),
        annotator_(*games_, mutex_, request, (*engine_)->identity(), force),
        change_(*games_, "annotate") {}

  /// Stores each game as soon as it is judged.
  void run(const std::vector<GameId>& ids, LiveOutput& out, const std::stop_token& stop) {
    for (std::size_t i = 0; i < ids.size() && !stop.stop_requested(); ++i) {
      const auto show = [&](int done, int all) {
        out.show({{"progress",
                   {{"done", i},
                    {"all", ids.size()},
                    {"game", ids[i]},
                    {"positions_done", done},
                    {"positions", all}}}});
      };
      show(0, 0);
      annotate_one(ids[i], out, stop, show);
      if (failed_in_a_row_ == most_failures_in_a_row) break;
    }
    out.write({{"games", ids.size()},
               {"annotated", annotated_},
               {"annotated_before", skipped_},
               {"failed", failed_},
               {"stopped", stop.stop_requested()}});
  }

 private:
  void annotate_one(GameId id, LiveOutput& out, const std::stop_token& stop,
                    const AnnotateProgress& progress) {
    try {
      AnnotatedGame game = annotator_.load(id);
      skipped_ += game.skipped ? 1 : 0;
      annotator_.judge(game, **engine_, stop, progress);
      failed_in_a_row_ = 0;
      if (!game.annotation.complete) return;
      annotator_.store(change_, game);
      ++annotated_;
      Json json{{"game", id}};
      json.update(annotation_json(game.annotation));
      out.write(std::move(json));
    } catch (const EngineFailure&) {
      // It may be dead: others get a new one, this run goes no further.
      engine_->discard();
      throw;
    } catch (const DamagedGame& failure) {
      ++failed_;
      ++failed_in_a_row_;
      out.write({{"game", id}, {"failure", failure.what()}});
    }
  }

  std::shared_ptr<Engines::Lease> engine_;
  std::mutex& mutex_;
  DatabasePool::Lease games_;
  StoredAnnotator annotator_;
  AnnotationChange change_;
  std::size_t annotated_ = 0;
  std::size_t skipped_ = 0;
  std::size_t failed_ = 0;
  int failed_in_a_row_ = 0;
};

void annotate_games(Call& call, const Context& context, Parameters& parameters,
                    const std::vector<GameId>& ids) {
  AnnotationRequest request;
  request.limits = default_effort(ids.size() == 1);
  request.limits.nodes = static_cast<std::uint64_t>(
      parameters.number("nodes", static_cast<std::int64_t>(request.limits.nodes), 1, most_nodes));
  const std::string engine = parameters.text("engine").value_or("");
  const bool force = parameters.flag("force");
  parameters.finish();
  const Slot slot = context.annotations.take();
  if (!slot) throw RequestError(503, "games are being annotated already");
  const auto lent = context.engines.lend(engine);
  answer_stream(call, StreamSink::Form::lines,
                [&context, slot, lent, request, force, ids](StreamSink& sink) {
                  run_live(sink, [&](LiveOutput& out, const std::stop_token& stop) {
                    AnnotationRun(context, lent, request, force).run(ids, out, stop);
                  });
                });
}

void answer_annotate_one(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  require_writes(context);
  if (!context.databases.lend()->header(call.id))
    throw RequestError(404, "there is no game " + std::to_string(call.id));
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
  if (!own) throw RequestError(404, "there is no game " + std::to_string(call.id));
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
  json["variant"] = info(found.header.variant).id;
  json["black"] = text_json(found.header.black);
  json["white"] = text_json(found.header.white);
  json["date"] = date_json(found.header.date);
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
  request.options.mate_plies = static_cast<int>(parameters.number("mate_in", 0, 0, longest_puzzle));
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
