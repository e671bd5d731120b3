// Positions from Python: made from SFENs, handicaps, diagrams and moves, and played on.
#include "python/position.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "notation/board/diagram.h"
#include "notation/moves/typed_moves.h"
#include "notation/words/handicap_text.h"
#include "python/errors.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::python {

Variant variant_of_sfen(std::string_view sfen, const std::optional<std::string>& named) {
  if (named) return variant_of(*named);
  return variant_of_board(sfen).value_or(Variant::yari);
}

PyPosition position_from(const Setup& start, RuleSet rules) {
  return with_variant(start.variant, [&]<class V>(V) {
    const auto position = Position<V>::from(start);
    if (!position)
      throw py::value_error(fmt::format("not a position that can be played on: {}",
                                        fmt::join(position.error(), "; ")));
    return PyPosition(std::make_shared<AnyTrack>(Track<V>{{*position}, {}, rules}));
  });
}

PyPosition position_from(const py::object& named, const std::optional<std::string>& variant) {
  if (named.is_none()) return position_from(start_setup(variant_of(variant.value_or("yari"))));
  if (!py::isinstance<py::str>(named)) {
    auto position = named.cast<PyPosition>();
    if (variant && setup_of(position).variant != variant_of(*variant))
      throw py::value_error("the position is not one of " + *variant);
    return position;
  }
  const auto sfen = named.cast<std::string>();
  const Variant v = variant_of_sfen(sfen, variant);
  return position_from(parsed(sfen, read_start(sfen, v)));
}

Setup setup_of(const PyPosition& position) {
  return std::visit([](const auto& track) { return track.now().setup(); }, *position);
}

Setup start_of(const PyPosition& position) {
  return std::visit([](const auto& track) { return track.positions.front().setup(); }, *position);
}

std::vector<Move> moves_of(const PyPosition& position) {
  return std::visit([](const auto& track) { return track.moves; }, *position);
}

RuleSet rules_of(const PyPosition& position) {
  return std::visit([](const auto& track) { return track.rules; }, *position);
}

void push(const PyPosition& position, Move move) {
  std::visit([&](auto& track) { track.play(move); }, *position);
}

/// Throws where the move cannot be played in this position, whatever was played before.
static Move playable(const PyPosition& position, Move move) {
  const Variant v = setup_of(position).variant;
  const MoveFault fault =
      std::visit([&](const auto& track) { return track.now().fault_of(move); }, *position);
  if (fault != MoveFault::legal)
    raise_illegal_move(fmt::format("{}: {}", write_usi_move(move, v), describe(fault)));
  return move;
}

/// A move that is legal as such, but not by the rules on repetition, is refused here.
static Move allowed(const PyPosition& position, Move move) {
  const bool legal = std::visit([&](const auto& track) { return track.is_legal(move); }, *position);
  if (!legal) raise_illegal_move("the position would occur for the third time");
  return move;
}

Move legal_move(const PyPosition& position, const py::object& named) {
  const Setup setup = setup_of(position);
  if (!py::isinstance<py::str>(named)) {
    const auto m = named.cast<PyMove>();
    if (m.variant != setup.variant)
      raise_illegal_move(fmt::format("{} is a move of {}", write_usi_move(m.move, m.variant),
                                     info(m.variant).name));
    return allowed(position, playable(position, m.move));
  }
  const auto typed = named.cast<std::string>();
  if (const Result<Move> usi = read_usi_move(typed, setup.variant))
    return allowed(position, playable(position, *usi));
  const std::vector<Move> moves =
      parsed(typed, read_typed_moves(typed, setup, last_target_of(moves_of(position))));
  if (moves.size() != 1)
    raise_parse_error(typed, {moves.empty() ? "expected a move" : "expected one move"});
  return allowed(position, moves.front());
}

}  // namespace yari::python
