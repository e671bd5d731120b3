// Positions: what may be played in one, and reading one that somebody pasted.
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "notation/encoding.h"
#include "notation/handicap_text.h"
#include "rules/handicap.h"
#include "rules/outcome.h"
#include "rules/sfen.h"
#include "web/context.h"
#include "web/findings.h"
#include "web/json.h"
#include "web/parameters.h"
#include "web/position_text.h"
#include "web/request_error.h"

namespace yari::web {

namespace {

template <class V>
Json legal_moves_json(const Line<V>& line, const Square* last_target) {
  const Position<V>& position = line.position();
  Json moves = Json::array();
  for (const Move move : position.legal_moves()) {
    if (!line.is_legal(move)) continue;
    Json json = move_names(position, move, last_target);
    json.update({{"capture", position.is_capture(move)},
                 {"promotion", move.promotes()},
                 {"drop", move.is_drop()},
                 {"check", position.gives_check(move)}});
    moves.push_back(std::move(json));
  }
  return moves;
}

/// As `board` prints it, with the legal moves and the moves that led here.
template <class V>
Json position_json(const Problem& problem) {
  const Line<V> line = replayed<V>(problem);
  const Position<V>& position = line.position();
  std::optional<Square> last;
  if (!problem.moves.empty()) last = problem.moves.back().to();
  Json moves = legal_moves_json(line, last ? &*last : nullptr);
  const std::optional<Outcome> outcome = line.outcome();
  return {{"variant", V::info.id},
          {"sfen", write_sfen(position.setup())},
          {"side", position.side_to_move() == Color::black ? "black" : "white"},
          {"in_check", position.in_check()},
          {"legal_moves", moves.size()},
          {"occurrences", line.history().occurrences()},
          {"result", name(outcome ? outcome->result : GameResult::unknown)},
          {"ending", outcome ? Json(name(outcome->ending)) : Json()},
          {"start", write_sfen(problem.start)},
          {"handicap", text_json(handicap_name(problem.start).value_or(""))},
          {"line", line_json({problem.start, {}, problem.rules}, problem.moves)},
          {"moves", std::move(moves)}};
}

Json to_json(const Problem& problem) {
  return with_variant(problem.start.variant, [&]<class V>(V) { return position_json<V>(problem); });
}

void answer_position(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Variant v = parameters.variant().value_or(context.options.variant);
  std::optional<Problem> problem = parameters.position();
  if (const auto handicap = parameters.text("handicap")) {
    if (problem) throw RequestError("handicap", "goes without usi and sfen");
    const Result<Setup> setup = read_handicap_text(*handicap, v);
    if (!setup)
      throw RequestError("handicap", setup.error().message,
                         column_of(*handicap, setup.error().offset));
    problem = Problem{*setup, {}, {}};
  }
  parameters.finish();
  set_json(call, dump(to_json(problem.value_or(Problem{start_setup(v), {}, {}}))));
}

void answer_read(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Variant v = parameters.variant().value_or(context.options.variant);
  parameters.finish();
  const PastedText pasted = read_pasted(to_utf8(call.request.body), v);
  Json json{{"form", pasted.form}, {"findings", findings_json(pasted.findings)}};
  json["position"] =
      pasted.game ? to_json({pasted.game->start, pasted.game->moves.main_moves(), {}}) : Json();
  set_json(call, dump(json));
}

}  // namespace

void add_position_routes(Router& router, const Context& context) {
  router.add("GET", "/api/position", [&](Call& call) { answer_position(call, context); });
  router.add("POST", "/api/read", [&](Call& call) { answer_read(call, context); });
}

}  // namespace yari::web
