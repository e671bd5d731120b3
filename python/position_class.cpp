// The class Position: what python-shogi's Board offers, for both games.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "analysis/report/svg_board.h"
#include "notation/board/diagram.h"
#include "notation/hodges/move_text.h"
#include "notation/moves/typed_moves.h"
#include "notation/words/handicap_text.h"
#include "python/errors.h"
#include "python/position.h"
#include "python/work.h"
#include "rules/color_name.h"
#include "rules/perft.h"
#include "rules/sfen.h"

namespace yari::python {

namespace {

/// Calls `f` with the line of play.
template <class F>
decltype(auto) on(const PyPosition& p, F&& f) {
  return std::visit(std::forward<F>(f), *p);
}

RuleSet rules_named(const std::string& name) {
  if (const auto rules = rule_set_named(name)) return *rules;
  throw py::value_error("rules: expected standard, svp or classic, found '" + name + "'");
}

BoardStyle style_named(const std::string& name) {
  constexpr std::pair<std::string_view, BoardStyle> styles[] = {{"western", BoardStyle::western},
                                                                {"kanji", BoardStyle::kanji},
                                                                {"kif", BoardStyle::kif},
                                                                {"server", BoardStyle::server}};
  for (const auto& [known, style] : styles)
    if (name == known) return style;
  throw py::value_error("style: expected western, kanji, kif or server, found '" + name + "'");
}

Color side_named(const std::string& name) {
  if (name == "black") return Color::black;
  if (name == "white") return Color::white;
  throw py::value_error("side: expected black or white, found '" + name + "'");
}

/// Plays moves: a text with any number of them, or a Move or text each.
void push_all(const PyPosition& p, const py::object& moves) {
  if (py::isinstance<py::str>(moves)) {
    const auto typed = moves.cast<std::string>();
    for (const Move m :
         parsed(typed, read_typed_moves(typed, setup_of(p), last_target_of(moves_of(p)))))
      push(p, legal_move(p, move_object(setup_of(p).variant, m)));
    return;
  }
  for (const py::handle m : moves) push(p, legal_move(p, py::reinterpret_borrow<py::object>(m)));
}

PyPosition make_position(const py::object& sfen, const std::optional<std::string>& variant,
                         const std::optional<std::string>& handicap, const std::string& rules,
                         const py::object& moves) {
  if (handicap && !sfen.is_none())
    throw py::value_error("name a position by its SFEN or by its handicap, not by both");
  const PyPosition from =
      handicap
          ? position_from(parsed(
                *handicap, read_typed_handicap(*handicap, variant_of(variant.value_or("yari")))))
          : position_from(sfen, variant);
  PyPosition p(std::make_shared<AnyTrack>(*from));
  on(p, [&](auto& track) { track.rules = rules_named(rules); });
  if (!moves.is_none()) push_all(p, moves);
  return p;
}

PyPosition from_diagram(const std::string& drawing) {
  return position_from(parsed(drawing, read_diagram(drawing)));
}

PyPosition copied(const PyPosition& p) { return PyPosition(std::make_shared<AnyTrack>(*p)); }

py::list legal_moves(const PyPosition& p) {
  return on(p, []<class V>(const Track<V>& track) {
    std::vector<Move> moves;
    for (const Move m : track.now().legal_moves())
      if (track.rules != RuleSet::svp || track.is_legal(m)) moves.push_back(m);
    return move_list(V::info.variant, moves);
  });
}

bool is_legal(const PyPosition& p, const py::object& named) {
  try {
    legal_move(p, named);
    return true;
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ValueError)) throw;
    return false;
  }
}

PyMove pop(const PyPosition& p) {
  return on(p, []<class V>(Track<V>& track) {
    if (track.moves.empty()) throw py::index_error("there is no move to take back");
    const PyMove last(V::info.variant, track.moves.back());
    track.moves.pop_back();
    track.positions.pop_back();
    return last;
  });
}

std::string sfen_letter(Piece piece, const VariantInfo& v) {
  const char letter = v[piece.kind()].letter;
  const char shown = piece.color() == Color::black ? letter : static_cast<char>(letter - 'A' + 'a');
  return std::string(is_promoted(piece.kind()) ? "+" : "") + shown;
}

std::optional<std::string> piece_at(const PyPosition& p, const std::string& square) {
  const Setup setup = setup_of(p);
  const VariantInfo& v = info(setup.variant);
  const bool there = square.size() == 2 && square[0] >= '1' && square[0] < '1' + v.files &&
                     square[1] >= 'a' && square[1] <= 'i';
  if (!there) throw py::value_error("no such square: '" + square + "'");
  const Piece piece = setup[Square::at(square[0] - '1', square[1] - 'a')];
  return piece.empty() ? std::nullopt : std::optional(sfen_letter(piece, v));
}

py::dict pieces(const PyPosition& p) {
  const Setup setup = setup_of(p);
  const VariantInfo& v = info(setup.variant);
  py::dict all;
  for (int i = 0; i < v.squares(); ++i) {
    const Square s(i);
    if (!setup[s].empty()) all[py::str(square_name(s))] = sfen_letter(setup[s], v);
  }
  return all;
}

py::dict hand(const PyPosition& p, const std::string& side) {
  const Setup setup = setup_of(p);
  const VariantInfo& v = info(setup.variant);
  const Hand& held = setup.hands[side_named(side)];
  py::dict all;
  for (const Kind k : v.hand_order) {
    if (held.has(k)) all[py::str(std::string(1, v[k].letter))] = held.count(k);
  }
  return all;
}

std::optional<py::tuple> outcome(const PyPosition& p) {
  return on(p, [](const auto& track) -> std::optional<py::tuple> {
    const auto forced = track.line().outcome();
    if (!forced) return std::nullopt;
    return py::make_tuple(text(name(forced->result)), text(name(forced->ending)));
  });
}

std::string hodges(const PyPosition& p, const py::object& named, bool origins) {
  const Move m = legal_move(p, named);
  return on(p, [&](const auto& track) {
    std::string out;
    append_move_text(out, track.now(), m,
                     origins ? OriginStyle::always : OriginStyle::where_needed);
    return out;
  });
}

template <class V>
std::uint64_t count_leaves(const Position<V>& p, int depth, Signals& signals) {
  if (depth <= 3) return signals.check(), perft(p, depth);
  std::uint64_t sum = 0;
  for (const Move m : p.legal_moves()) {
    Position<V> next = p;
    next.play(m);
    sum += count_leaves(next, depth - 1, signals);
  }
  return sum;
}

std::uint64_t python_perft(const PyPosition& p, int depth) {
  if (depth < 0) throw py::value_error("depth: expected 0 or more");
  return on(p, [&](const auto& track) {
    const auto position = track.now();
    return released([&] {
      Signals signals;
      return count_leaves(position, depth, signals);
    });
  });
}

std::string svg(const PyPosition& p, const std::string& style, bool flipped, int square_size,
                const std::string& title) {
  SvgOptions options;
  options.pieces = style_named(style);
  options.flipped = flipped;
  options.square_size = square_size;
  options.title = title;
  if (const std::vector<Move> moves = moves_of(p); !moves.empty()) options.last_move = moves.back();
  return draw_board_svg(setup_of(p), options);
}

std::string drawing(const PyPosition& p, const std::string& style) {
  return draw_board(setup_of(p), style_named(style));
}

bool same(const PyPosition& a, const PyPosition& b) {
  const Setup x = setup_of(a);
  const Setup y = setup_of(b);
  return x.variant == y.variant && x.same_position(y);
}

std::string sfen(const PyPosition& p) { return write_sfen(setup_of(p)); }

}  // namespace

void bind_positions(py::module_& module) {
  py::class_<PyPosition> type(module, "Position", doc("Position"));
  type.def(py::init(&make_position), py::arg("sfen") = py::none(), py::kw_only(),
           py::arg("variant") = py::none(), py::arg("handicap") = py::none(),
           py::arg("rules") = "standard", py::arg("moves") = py::none(), doc("Position.__init__"))
      .def_static("from_diagram", &from_diagram, py::arg("drawing"), doc("Position.from_diagram"))
      .def("copy", &copied, doc("Position.copy"))
      .def("__copy__", &copied)
      .def("__deepcopy__", [](const PyPosition& p, const py::object&) { return copied(p); })
      .def("sfen", &sfen, doc("Position.sfen"))
      .def(
          "push", [](const PyPosition& p, const py::object& m) { push(p, legal_move(p, m)); },
          py::arg("move"), doc("Position.push"))
      .def(
          "push_usi",
          [](const PyPosition& p, const std::string& usi) {
            const Variant v = setup_of(p).variant;
            const PyMove move(v, parsed(usi, read_usi_move(usi, v)));
            push(p, legal_move(p, py::cast(move)));
            return move;
          },
          py::arg("usi"), doc("Position.push_usi"))
      .def("push_all", &push_all, py::arg("moves"), doc("Position.push_all"))
      .def("pop", &pop, doc("Position.pop"))
      .def(
          "parse",
          [](const PyPosition& p, const py::str& typed) {
            return PyMove(setup_of(p).variant, legal_move(p, typed));
          },
          py::arg("text"), doc("Position.parse"))
      .def("is_legal", &is_legal, py::arg("move"), doc("Position.is_legal"))
      .def("hodges", &hodges, py::arg("move"), py::arg("origins") = false, doc("Position.hodges"))
      .def(
          "is_check",
          [](const PyPosition& p) {
            return on(p, [](const auto& t) { return t.now().in_check(); });
          },
          doc("Position.is_check"))
      .def(
          "is_checkmate",
          [](const PyPosition& p) {
            return on(p, [](const auto& t) { return t.now().is_mate(); });
          },
          doc("Position.is_checkmate"))
      .def(
          "is_stalemate",
          [](const PyPosition& p) {
            return on(p, [](const auto& t) { return t.now().is_stalemate(); });
          },
          doc("Position.is_stalemate"))
      .def(
          "is_game_over", [](const PyPosition& p) { return outcome(p).has_value(); },
          doc("Position.is_game_over"))
      .def(
          "is_capture",
          [](const PyPosition& p, const py::object& named) {
            const Move m = legal_move(p, named);
            return on(p, [&](const auto& t) { return t.now().is_capture(m); });
          },
          py::arg("move"), doc("Position.is_capture"))
      .def(
          "gives_check",
          [](const PyPosition& p, const py::object& named) {
            const Move m = legal_move(p, named);
            return on(p, [&](const auto& t) { return t.now().gives_check(m); });
          },
          py::arg("move"), doc("Position.gives_check"))
      .def("outcome", &outcome, doc("Position.outcome"))
      .def("piece_at", &piece_at, py::arg("square"), doc("Position.piece_at"))
      .def("pieces", &pieces, doc("Position.pieces"))
      .def("hand", &hand, py::arg("side"), doc("Position.hand"))
      .def("perft", &python_perft, py::arg("depth"), doc("Position.perft"))
      .def("svg", &svg, py::kw_only(), py::arg("style") = "kanji", py::arg("flipped") = false,
           py::arg("square_size") = 48, py::arg("title") = "", doc("Position.svg"))
      .def("draw", &drawing, py::arg("style") = "western", doc("Position.draw"))
      .def("_repr_svg_", [](const PyPosition& p) { return svg(p, "kanji", false, 48, ""); })
      .def("__str__",
           [](const PyPosition& p) {
             std::string board = drawing(p, "western");
             board.pop_back();
             return board;
           })
      .def("__repr__", [](const PyPosition& p) { return "Position('" + sfen(p) + "')"; })
      .def("__eq__", [](const PyPosition& a, const py::object& b) {
        return py::isinstance<PyPosition>(b) && same(a, b.cast<PyPosition>());
      });
  type.def_property_readonly(
          "variant", [](const PyPosition& p) { return info(setup_of(p).variant).id; },
          doc("Position.variant"))
      .def_property_readonly(
          "rules", [](const PyPosition& p) { return name(rules_of(p)); }, doc("Position.rules"))
      .def_property_readonly(
          "turn",
          [](const PyPosition& p) {
            return on(p, [](const auto& t) { return name(t.now().side_to_move()); });
          },
          doc("Position.turn"))
      .def_property_readonly(
          "move_number",
          [](const PyPosition& p) {
            return on(p, [](const auto& t) { return t.now().move_number(); });
          },
          doc("Position.move_number"))
      .def_property_readonly(
          "key",
          [](const PyPosition& p) { return on(p, [](const auto& t) { return t.now().key(); }); },
          doc("Position.key"))
      .def_property_readonly("legal_moves", &legal_moves, doc("Position.legal_moves"))
      .def_property_readonly(
          "move_stack",
          [](const PyPosition& p) { return move_list(setup_of(p).variant, moves_of(p)); },
          doc("Position.move_stack"))
      .def("__reduce__", [](const PyPosition& p) {
        const Variant v = setup_of(p).variant;
        py::list usi;
        for (const Move m : moves_of(p)) usi.append(write_usi_move(m, v));
        return rebuilt_by("_position",
                          py::make_tuple(write_sfen(start_of(p)), std::string(info(v).id),
                                         std::string(name(rules_of(p))), usi));
      });
}

}  // namespace yari::python
