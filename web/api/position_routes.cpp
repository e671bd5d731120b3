// Positions: what may be played in one, and reading one that somebody pasted.
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "answers/position_text.h"
#include "notation/board/diagram.h"
#include "notation/encoding/encoding.h"
#include "notation/format.h"
#include "notation/words/handicap_text.h"
#include "record/tree_edit.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

/// More than any record of one game.
constexpr std::size_t longest_text = 1 << 20;

Json to_json(const GamePosition& position) {
  return position_json(position.start, position.moves, position.rules);
}

void answer_position(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Variant v = parameters.variant().value_or(context.options.variant);
  std::optional<GamePosition> position = parameters.position(context.databases);
  if (const auto handicap = parameters.text("handicap")) {
    if (position) throw RequestError("handicap", "goes without usi, sfen and game");
    const Result<Setup> setup = read_typed_handicap(*handicap, v);
    if (!setup)
      throw RequestError("handicap", setup.error().message,
                         column_of(*handicap, setup.error().offset));
    position = GamePosition{*setup, {}, {}};
  }
  parameters.finish();
  set_json(call, dump(to_json(position.value_or(GamePosition{start_setup(v), {}, {}}))));
}

/// A line on the board as text in a form that is no format of records; no value for other names.
std::optional<std::string> drawn(const GamePosition& position, std::string_view form) {
  if (form == "sfen") return write_sfen(setup_of(position));
  if (form == "diagram") return draw_board(setup_of(position), BoardStyle::western);
  if (form == "kanji") return draw_board(setup_of(position), BoardStyle::kif);
  return std::nullopt;
}

Game record_of(const GamePosition& position) {
  Game game = new_game(position.start.variant);
  game.rules = position.rules;
  game.start = position.start;
  add_line(game.moves, position.moves);
  return game;
}

void answer_line_record(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const GamePosition position = parameters.position_or_start(context.databases);
  const std::string form = parameters.required("format");
  parameters.finish();
  WriteResult written;
  if (std::optional<std::string> text = drawn(position, form)) {
    written.text = *std::move(text);
  } else {
    written = parameters.writer().write(record_of(position), {});
  }
  written.losses = in_language(call.language, std::move(written.losses));
  set_json(call, dump(record_json(position.start.variant, form, written)));
}

void answer_read(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Variant v = parameters.variant().value_or(context.options.variant);
  parameters.finish();
  if (call.request.body.size() > longest_text)
    throw RequestError(413, "a text may have 1 MiB: 'yari import' reads longer ones");
  const Slot slot = context.readings.take();
  if (!slot) throw RequestError(503, "too many texts are being read");
  const PastedText pasted = read_pasted(to_utf8(call.request.body), v);
  Json json{{"form", pasted.form},
            {"findings", findings_json(in_language(call.language, pasted.findings))}};
  json["position"] =
      pasted.game ? to_json({pasted.game->start, pasted.game->moves.main_moves(), {}}) : Json();
  set_json(call, dump(json));
}

}  // namespace

std::string start_text(Variant v) { return dump(to_json({start_setup(v), {}, {}})); }

void add_position_routes(Router& router, const Context& context) {
  router.add("GET", "/api/position", [&](Call& call) { answer_position(call, context); });
  router.add("GET", "/api/record", [&](Call& call) { answer_line_record(call, context); });
  router.add("POST", "/api/read", [&](Call& call) { answer_read(call, context); });
}

}  // namespace yari::web
