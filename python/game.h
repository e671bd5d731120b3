/// \file
/// A game as Python sees it, shared by its nodes, tags and evaluations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"
#include "python/errors.h"
#include "python/position.h"
#include "record/game.h"

namespace yari::python {

/// A game and where it came from.
struct GameRecord {
  Game game;
  /// What its reader found.
  std::vector<Finding> findings = {};
  /// As the user named it; empty when the game is from no file.
  std::string file = {};
  std::size_t line = 0;
  /// Its number in a database; 0 when it is from none.
  std::int64_t id = 0;
};
using PyGame = Handle<GameRecord>;

PyGame game_from(Game game);

/// A node of a game's tree.
struct Node : PyGame {
  NodeId id = root_node;

  Node() = default;
  Node(const PyGame& game, NodeId n) : PyGame(game), id(n) {}
  /// Throws where the game has no such node.
  const MoveTree& moves() const { return (*this)->game.moves; }
  const Note& note() const;
  Note& edit_note() const { return (*this)->game.moves.edit_note(id); }
  Variant variant() const { return (*this)->game.variant; }
};

/// An Evaluation, with the game that its moves are of.
struct PyEvaluation : Zeroed {
  Variant variant = Variant::yari;
  Evaluation said;
};

/// As Node.spent has it. Throws ValueError.
std::optional<std::uint32_t> milliseconds(std::optional<double> seconds);

/// A position with its history, as engines and records have it; and the way back.
GamePosition game_position(const PyPosition& position);
PyPosition position_from(const GamePosition& position);
/// The position after the moves to `node`, with them on its stack.
PyPosition position_at(const PyGame& game, NodeId node);

void bind_nodes(py::module_& module);
void bind_games(py::module_& module);
/// Games are pickled as the JSON of the whole game (notation/json/game_json.h).
void bind_pickling(py::class_<PyGame>& type);
void bind_tags(py::module_& module);

/// The tags of a game, as a mapping.
struct Tags : PyGame {
  explicit Tags(const PyGame& game) : PyGame(game) {}
};

}  // namespace yari::python
