/// \file
/// Move and Position as Python sees them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "python/handle.h"
#include "rules/move.h"
#include "rules/outcome.h"
#include "rules/position.h"

namespace yari::python {

/// A move and the game whose letters and board it speaks of.
struct PyMove : Zeroed {
  Variant variant = Variant::yari;
  Move move;

  PyMove() = default;
  PyMove(Variant v, Move m) : variant(v), move(m) {}
  bool operator==(const PyMove&) const = default;
};

/// The move as a Move. Moves never change, so there is one object for each, which is kept: making
/// one takes longer than finding a legal move. All that are ever played take about 10 MiB.
py::object move_object(Variant v, Move move);
/// The move, or None.
py::object move_or_none(Variant v, Move move);
/// Every move as a Move.
py::list move_list(Variant v, std::span<const Move> moves);

/// A line of play: the positions since the start, the last of them the present one.
template <class V>
struct Track {
  std::vector<Position<V>> positions;
  std::vector<Move> moves;
  RuleSet rules = RuleSet::standard;

  const Position<V>& now() const { return positions.back(); }
  Line<V> line() const {
    Line<V> line(positions.front(), rules);
    for (const Move m : moves) line.play(m);
    return line;
  }
  /// By the rules on repetition, too, where these forbid a move.
  bool is_legal(Move m) const {
    return now().is_legal(m) && (rules != RuleSet::svp || line().is_legal(m));
  }
  /// Requires: is_legal(m).
  void play(Move m) {
    positions.push_back(now());
    positions.back().play(m);
    moves.push_back(m);
  }
};
using AnyTrack = std::variant<Track<YariShogi>, Track<Shogi>>;
using PyPosition = Handle<AnyTrack>;

/// Throws ValueError.
Variant variant_of(const std::string& name);
/// The game that an SFEN is of: named, or found from the number of files on its first rank.
Variant variant_of_sfen(std::string_view sfen, const std::optional<std::string>& named);

/// A position that begins at `start`. Throws ValueError where it cannot be played on.
PyPosition position_from(const Setup& start, RuleSet rules = RuleSet::standard);
/// The position that Python names: a Position, an SFEN, or None for the even start.
PyPosition position_from(const py::object& named, const std::optional<std::string>& variant);
/// A position for reading SFENs and diagrams, as `position_from`.
Setup setup_of(const PyPosition& position);
Setup start_of(const PyPosition& position);
std::vector<Move> moves_of(const PyPosition& position);
RuleSet rules_of(const PyPosition& position);
/// The legal move that Python names: a Move or a text in any notation. Throws IllegalMoveError or
/// ParseError.
Move legal_move(const PyPosition& position, const py::object& named);
/// Plays a move. Requires: it is legal.
void push(const PyPosition& position, Move move);

void bind_moves(py::module_& module);
void bind_positions(py::module_& module);

}  // namespace yari::python
