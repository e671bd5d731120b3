// Game: made from moves or read from records, with its main line in every form.
#include "python/game.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "notation/format.h"
#include "record/date.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "rules/sfen_writer.h"
#include "rules/start.h"

namespace yari::python {

namespace {

Setup start_named(const py::object& named, const std::optional<std::string>& variant) {
  return setup_of(position_from(named, variant));
}

PyGame make_game(const py::object& start, const std::optional<std::string>& variant,
                 const py::object& moves) {
  PyGame made = game_from({});
  made->game.start = start_named(start, variant);
  made->game.variant = made->game.start.variant;
  if (py::isinstance<PyPosition>(start)) made->game.rules = rules_of(start.cast<PyPosition>());
  if (moves.is_none()) return made;
  py::object position = py::cast(position_from(made->game.start));
  position.attr("push_all")(moves);
  NodeId node = root_node;
  for (const Move m : moves_of(position.cast<PyPosition>())) node = made->game.moves.add(node, m);
  return made;
}

/// Calls `f` with every position of the main line, the start first.
template <class F>
void each_position(const Game& game, F f) {
  with_variant(game.variant, [&]<class V>(V) {
    Position<V> position = Position<V>::from_unchecked(game.start);
    f(position);
    for (const Move m : game.moves.main_moves()) {
      position.play(m);
      f(position);
    }
  });
}

/// A str of text that is ASCII for certain: there are millions of SFENs.
py::str ascii(std::string_view text) {
  PyObject* made = PyUnicode_New(static_cast<Py_ssize_t>(text.size()), 127);
  if (made == nullptr) throw py::error_already_set();
  std::ranges::copy(text, static_cast<char*>(PyUnicode_DATA(made)));
  return py::reinterpret_steal<py::str>(made);
}

py::list sfens(const PyGame& g) {
  py::list all(static_cast<std::size_t>(g->game.moves.main_plies()) + 1);
  std::size_t i = 0;
  std::string sfen;
  SfenWriter writer;
  each_position(g->game, [&](const auto& p) {
    sfen.clear();
    writer.append(sfen, p.setup());
    all[i++] = ascii(sfen);
  });
  return all;
}

py::str usi_line(const PyGame& g) {
  const Game& game = g->game;
  std::string line =
      game.start == start_setup(game.variant) ? "startpos" : "sfen " + write_sfen(game.start);
  const std::vector<Move> moves = game.moves.main_moves();
  if (!moves.empty()) line += " moves";
  for (const Move m : moves) append_usi_move(line += ' ', m, game.variant);
  return text(line);
}

PyPosition position(const PyGame& g, std::optional<int> ply) {
  const std::vector<NodeId> line = g->game.moves.main_line();
  const int last = static_cast<int>(line.size());
  const int asked = ply.value_or(last);
  const int at = asked < 0 ? last + 1 + asked : asked;
  if (at < 0 || at > last)
    throw py::index_error(fmt::format("ply: expected 0 to {}, found {}", last, asked));
  return position_at(g, at == 0 ? root_node : line[static_cast<std::size_t>(at) - 1]);
}

std::vector<Node> mainline(const PyGame& g) {
  std::vector<Node> nodes;
  for (const NodeId id : g->game.moves.main_line()) nodes.emplace_back(g, id);
  return nodes;
}

const Format& writable(const std::string& name) {
  const Format* format = format_named(name);
  if (format == nullptr) throw py::value_error("no such format: '" + name + "'");
  if (format->write == nullptr) throw py::value_error("format: " + name + " can only be read");
  return *format;
}

py::str written(const PyGame& g, const std::string& format, int width) {
  if (width < 1) throw py::value_error("width: expected 1 or more");
  return text(writable(format).write(g->game, {.width = static_cast<std::size_t>(width)}).text);
}

std::vector<std::string> losses(const PyGame& g, const std::string& format) {
  return writable(format).write(g->game, {}).losses;
}

py::object date_of(const PyGame& g) {
  const auto number = read_date(g->game.tag(tags::date));
  return py::module_::import("yaribase.results").attr("_date")(number.value_or(0));
}

template <class T>
auto tag(T name) {
  return [name](const PyGame& g) { return text(g->game.tag(name)); };
}

std::string shown(const PyGame& g) {
  const Game& game = g->game;
  const auto side = [&](std::string_view name) {
    const std::string_view tag = game.tag(name);
    return tag.empty() ? std::string_view("?") : tag;
  };
  return fmt::format("<Game {} - {}, {}, {} plies>", side(tags::black), side(tags::white),
                     name(game.result), game.moves.main_plies());
}

}  // namespace

PyGame game_from(Game game) {
  return PyGame(std::make_shared<GameRecord>(GameRecord{std::move(game)}));
}

void bind_games(py::module_& module) {
  py::class_<PyGame> type(module, "Game", doc("Game"));
  type.def(py::init(&make_game), py::arg("start") = py::none(), py::kw_only(),
           py::arg("variant") = py::none(), py::arg("moves") = py::none(), doc("Game.__init__"))
      .def(
          "copy", [](const PyGame& g) { return PyGame(std::make_shared<GameRecord>(*g)); },
          doc("Game.copy"))
      .def("__copy__", [](const PyGame& g) { return PyGame(std::make_shared<GameRecord>(*g)); })
      .def("__deepcopy__",
           [](const PyGame& g, const py::object&) {
             return PyGame(std::make_shared<GameRecord>(*g));
           })
      .def("mainline", &mainline, doc("Game.mainline"))
      .def("sfens", &sfens, doc("Game.sfens"))
      .def("usi", &usi_line, doc("Game.usi"))
      .def("position", &position, py::arg("ply") = py::none(), doc("Game.position"))
      .def("text", &written, py::arg("format") = "hodges", py::kw_only(), py::arg("width") = 79,
           doc("Game.text"))
      .def("losses", &losses, py::arg("format"), doc("Game.losses"))
      .def("__eq__",
           [](const PyGame& a, const py::object& b) {
             return py::isinstance<PyGame>(b) && b.cast<PyGame>()->game == a->game;
           })
      .def("__str__", [](const PyGame& g) { return written(g, "hodges", 79); })
      .def("__repr__", [](const PyGame& g) { return text(shown(g)); });
  bind_pickling(type);
  type.def_property_readonly(
          "variant", [](const PyGame& g) { return info(g->game.variant).id; }, doc("Game.variant"))
      .def_property_readonly(
          "rules", [](const PyGame& g) { return name(g->game.rules); }, doc("Game.rules"))
      .def_property_readonly(
          "start", [](const PyGame& g) { return position_from(g->game.start, g->game.rules); },
          doc("Game.start"))
      .def_property_readonly(
          "handicap", [](const PyGame& g) { return handicap_name(g->game.start); },
          doc("Game.handicap"))
      .def_property_readonly(
          "tags", [](const PyGame& g) { return Tags(g); }, doc("Game.tags"))
      .def_property_readonly(
          "root", [](const PyGame& g) { return Node(g, root_node); }, doc("Game.root"))
      .def_property_readonly(
          "moves",
          [](const PyGame& g) { return move_list(g->game.variant, g->game.moves.main_moves()); },
          doc("Game.moves"))
      .def_property_readonly(
          "plies", [](const PyGame& g) { return g->game.moves.main_plies(); }, doc("Game.plies"))
      .def_property(
          "result", [](const PyGame& g) { return name(g->game.result); },
          [](const PyGame& g, const std::string& typed) {
            g->game.result = known("result", result_named(typed), typed);
          },
          doc("Game.result"))
      .def_property(
          "ending", [](const PyGame& g) { return name(g->game.ending); },
          [](const PyGame& g, const std::string& typed) {
            g->game.ending = known("ending", ending_named(typed), typed);
          },
          doc("Game.ending"))
      .def_property_readonly(
          "unread", [](const PyGame& g) { return text(g->game.unread); }, doc("Game.unread"))
      .def_property_readonly("black", tag(tags::black), doc("Game.black"))
      .def_property_readonly("white", tag(tags::white), doc("Game.white"))
      .def_property_readonly("event", tag(tags::event), doc("Game.event"))
      .def_property_readonly("date", &date_of, doc("Game.date"))
      .def_property_readonly(
          "findings", [](const PyGame& g) { return g->findings; }, doc("Game.findings"))
      .def_property_readonly(
          "file",
          [](const PyGame& g) {
            return g->file.empty() ? py::object(py::none()) : file_name(g->file);
          },
          doc("Game.file"))
      .def_property_readonly(
          "line",
          [](const PyGame& g) { return g->line == 0 ? std::nullopt : std::optional(g->line); },
          doc("Game.line"))
      .def_property_readonly(
          "id", [](const PyGame& g) { return g->id == 0 ? std::nullopt : std::optional(g->id); },
          doc("Game.id"));
}

}  // namespace yari::python
