// Nodes of a game's tree: moves with comments, clocks and evaluations.
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "python/game.h"
#include "rules/sfen.h"

namespace yari::python {

namespace {

using Seconds = std::optional<double>;

Seconds seconds(const std::optional<std::uint32_t>& ms) {
  return ms ? Seconds(static_cast<double>(*ms) / 1000) : std::nullopt;
}

/// None for no_node.
std::optional<Node> node_or_none(const Node& near, NodeId id) {
  return id == no_node ? std::nullopt : std::optional(Node(near, id));
}

py::object node_move(const Node& n) {
  return n.id == root_node ? py::none() : move_or_none(n.variant(), n.moves().move(n.id));
}

std::optional<Node> parent(const Node& n) {
  if (n.id == root_node) return static_cast<void>(n.moves()), std::nullopt;
  return Node(n, n.moves().parent(n.id));
}

std::vector<Node> children(const Node& n) {
  std::vector<Node> all;
  for (NodeId c = n.moves().any_child(n.id); c != no_node; c = n.moves().next_sibling(c))
    all.emplace_back(n, c);
  return all;
}

/// Which child to take at each move from the root: what a pickle keeps, as numbers of nodes change.
std::vector<std::size_t> branches_to(const Node& n) {
  std::vector<std::size_t> branches;
  for (NodeId id = n.id; id != root_node; id = n.moves().parent(id)) {
    const std::vector<Node> all = children(Node(n, n.moves().parent(id)));
    branches.push_back(static_cast<std::size_t>(
        std::ranges::find(all, id, [](const Node& child) { return child.id; }) - all.begin()));
  }
  std::ranges::reverse(branches);
  return branches;
}

Node add(const Node& n, const py::object& named) {
  const Move m = legal_move(position_at(n, n.id), named);
  return {n, n->game.moves.add(n.id, m)};
}

std::vector<PyEvaluation> evaluations(const Node& n) {
  std::vector<PyEvaluation> all;
  for (const Evaluation& e : n.note().evaluations) all.push_back({{}, n.variant(), e});
  return all;
}

void set_evaluations(const Node& n, const std::vector<PyEvaluation>& all) {
  std::vector<Evaluation> said;
  for (const PyEvaluation& e : all) {
    if (!e.said.pv.empty() && e.variant != n.variant())
      throw py::value_error("the evaluation has moves of the other game");
    said.push_back(e.said);
  }
  n.edit_note().evaluations = std::move(said);
}

PyEvaluation make_evaluation(int score, bool mate, int depth, std::uint64_t nodes,
                             const std::string& engine, const std::vector<PyMove>& pv) {
  if (score < -most_score || score > most_score)
    throw py::value_error("score: expected -1000000 to 1000000");
  if (depth < 0 || depth > most_score) throw py::value_error("depth: expected 0 to 1000000");
  PyEvaluation e;
  e.said = {score, mate, depth, nodes, engine, {}};
  for (const PyMove& m : pv) {
    if (m.variant != pv.front().variant)
      throw py::value_error("pv: the moves are of different games");
    e.said.pv.push_back(m.move);
    e.variant = m.variant;
  }
  return e;
}

std::string evaluation_text(const PyEvaluation& e) {
  std::string text = "Evaluation(score=" + std::to_string(e.said.score);
  if (e.said.mate) text += ", mate=True";
  if (e.said.depth > 0) text += ", depth=" + std::to_string(e.said.depth);
  return text + ")";
}

template <class T>
auto getter(T Note::*field) {
  return [field](const Node& n) { return n.note().*field; };
}
template <class T>
auto setter(T Note::*field) {
  return [field](const Node& n, const T& value) { n.edit_note().*field = value; };
}

void bind_evaluations(py::module_& module) {
  py::class_<PyEvaluation>(module, "Evaluation", doc("Evaluation"))
      .def(py::init(&make_evaluation), py::arg("score"), py::kw_only(), py::arg("mate") = false,
           py::arg("depth") = 0, py::arg("nodes") = 0, py::arg("engine") = "",
           py::arg("pv") = py::list(), doc("Evaluation.__init__"))
      .def_property_readonly(
          "score", [](const PyEvaluation& e) { return e.said.score; }, doc("Evaluation.score"))
      .def_property_readonly(
          "mate", [](const PyEvaluation& e) { return e.said.mate; }, doc("Evaluation.mate"))
      .def_property_readonly(
          "depth", [](const PyEvaluation& e) { return e.said.depth; }, doc("Evaluation.depth"))
      .def_property_readonly(
          "nodes", [](const PyEvaluation& e) { return e.said.nodes; }, doc("Evaluation.nodes"))
      .def_property_readonly(
          "engine", [](const PyEvaluation& e) { return text(e.said.engine); },
          doc("Evaluation.engine"))
      .def_property_readonly(
          "pv", [](const PyEvaluation& e) { return move_list(e.variant, e.said.pv); },
          doc("Evaluation.pv"))
      .def("__eq__",
           [](const PyEvaluation& e, const py::object& other) {
             return py::isinstance<PyEvaluation>(other) &&
                    other.cast<PyEvaluation>().said == e.said;
           })
      .def("__reduce__",
           [](const PyEvaluation& e) {
             return rebuilt_by(
                 "_evaluation",
                 py::make_tuple(e.said.score, e.said.mate, e.said.depth, e.said.nodes,
                                text(e.said.engine), move_list(e.variant, e.said.pv)));
           })
      .def("__repr__", &evaluation_text);
}

}  // namespace

const Note& Node::note() const {
  static const Note none;
  const Note* note = moves().note(id);
  return note ? *note : none;
}

std::optional<std::uint32_t> milliseconds(Seconds s) {
  if (!s) return std::nullopt;
  const double ms = std::round(*s * 1000);
  if (!(ms >= 0 && ms <= std::numeric_limits<std::uint32_t>::max()))
    throw py::value_error("seconds: expected 0 to 4294967");
  return static_cast<std::uint32_t>(ms);
}

GamePosition game_position(const PyPosition& p) { return {start_of(p), moves_of(p), rules_of(p)}; }

PyPosition position_from(const GamePosition& position) {
  PyPosition made = position_from(position.start, position.rules);
  for (const Move m : position.moves) push(made, m);
  return made;
}

PyPosition position_at(const PyGame& game, NodeId node) {
  PyPosition position = position_from(game->game.start, game->game.rules);
  for (const Move m : game->game.moves.moves_to(node)) push(position, m);
  return position;
}

void bind_nodes(py::module_& module) {
  bind_evaluations(module);
  py::class_<Node>(module, "Node", doc("Node"))
      .def_property_readonly(
          "game", [](const Node& n) { return static_cast<const PyGame&>(n); }, doc("Node.game"))
      .def_property_readonly("move", &node_move, doc("Node.move"))
      .def_property_readonly("parent", &parent, doc("Node.parent"))
      .def_property_readonly("children", &children, doc("Node.children"))
      .def_property_readonly(
          "is_main", [](const Node& n) { return n.id == root_node || n.moves().is_main(n.id); },
          doc("Node.is_main"))
      .def_property_readonly(
          "ply", [](const Node& n) { return n.moves().ply(n.id); }, doc("Node.ply"))
      .def(
          "next", [](const Node& n) { return node_or_none(n, n.moves().first_child(n.id)); },
          doc("Node.next"))
      .def(
          "position", [](const Node& n) { return position_at(n, n.id); }, doc("Node.position"))
      .def("add", &add, py::arg("move"), doc("Node.add"))
      .def_property(
          "comment", [](const Node& n) { return text(n.note().comment); }, setter(&Note::comment),
          doc("Node.comment"))
      .def_property(
          "comment_before", [](const Node& n) { return text(n.note().before); },
          setter(&Note::before), doc("Node.comment_before"))
      .def_property(
          "bookmark", [](const Node& n) { return text(n.note().bookmark); },
          setter(&Note::bookmark), doc("Node.bookmark"))
      .def_property("glyphs", getter(&Note::glyphs), setter(&Note::glyphs), doc("Node.glyphs"))
      .def_property(
          "spent", [](const Node& n) { return seconds(n.note().spent_ms); },
          [](const Node& n, Seconds s) { n.edit_note().spent_ms = milliseconds(s); },
          doc("Node.spent"))
      .def_property(
          "left", [](const Node& n) { return seconds(n.note().left_ms); },
          [](const Node& n, Seconds s) { n.edit_note().left_ms = milliseconds(s); },
          doc("Node.left"))
      .def_property("evaluations", &evaluations, &set_evaluations, doc("Node.evaluations"))
      .def("__eq__",
           [](const Node& n, const py::object& other) {
             if (!py::isinstance<Node>(other)) return false;
             const Node o = other.cast<Node>();
             return o.shared == n.shared && o.id == n.id;
           })
      .def("__hash__",
           [](const Node& n) {
             return std::hash<const void*>()(n.shared.get()) ^ (std::size_t{n.id} << 8);
           })
      .def("__reduce__",
           [](const Node& n) {
             return rebuilt_by("_node",
                               py::make_tuple(static_cast<const PyGame&>(n), branches_to(n)));
           })
      .def("__repr__", [](const Node& n) {
        const std::string said =
            n.id == root_node ? "root" : write_usi_move(n.moves().move(n.id), n.variant());
        return "<Node " + std::to_string(n.moves().ply(n.id)) + " " + said + ">";
      });
}

}  // namespace yari::python
