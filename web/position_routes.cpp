// Positions: what may be played in one, and reading one that somebody pasted.
#include <nlohmann/json.hpp>

#include "notation/encoding.h"
#include "notation/handicap_text.h"
#include "web/context.h"
#include "web/json.h"
#include "web/parameters.h"
#include "web/position_text.h"
#include "web/request_error.h"

namespace yari::web {

namespace {

Json to_json(const Problem& problem) {
  return position_json(problem.start, problem.moves, problem.rules);
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
