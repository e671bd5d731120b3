// Move: a value, the same 16 bits as everywhere, and the game they are of.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <array>

#include "python/errors.h"
#include "python/position.h"
#include "rules/sfen.h"

namespace yari::python {

namespace {

std::string usi_text(const PyMove& m) { return write_usi_move(m.move, m.variant); }

PyMove from_bits(int bits, const std::string& variant) {
  const Variant v = variant_of(variant);
  const VariantInfo& game = info(v);
  if (bits >= 0 && bits <= 0xFFFF) {
    const Move m = Move::from_bits(static_cast<std::uint16_t>(bits));
    const bool fits = m.is_drop() ? index(m.dropped()) < hand_kind_count && !m.promotes() &&
                                        game[m.dropped()].exists
                                  : m.from().index() < game.squares();
    if (fits && m.to().index() < game.squares()) return {v, m};
  }
  throw py::value_error("these bits are no move of " + std::string(game.name));
}

PyMove from_usi(const std::string& typed, const std::string& variant) {
  const Variant v = variant_of(variant);
  return {v, parsed(typed, read_usi_move(typed, v))};
}

}  // namespace

py::object move_object(Variant v, Move move) {
  constexpr std::size_t all_bits = 1 << 16;
  // Never freed: Python may be gone before a static object is.
  static auto* const made = new std::array<std::vector<PyObject*>, 2>();
  std::vector<PyObject*>& moves = (*made)[static_cast<std::size_t>(v)];
  if (moves.empty()) moves.resize(all_bits);
  PyObject*& kept = moves[move.bits()];
  if (kept == nullptr) kept = py::cast(PyMove(v, move)).release().ptr();
  return py::reinterpret_borrow<py::object>(kept);
}

py::object move_or_none(Variant v, Move move) { return move ? move_object(v, move) : py::none(); }

py::list move_list(Variant v, std::span<const Move> moves) {
  py::list list(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i)
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i),
                    move_object(v, moves[i]).release().ptr());
  return list;
}

Variant variant_of(const std::string& name) {
  if (const auto v = variant_named(name)) return *v;
  throw py::value_error("variant: expected yari or shogi, found '" + name + "'");
}

void bind_moves(py::module_& module) {
  py::class_<PyMove>(module, "Move", doc("Move"))
      .def(py::init(&from_usi), py::arg("usi"), py::arg("variant") = "yari", doc("Move.__init__"))
      .def_static("from_usi", &from_usi, py::arg("usi"), py::arg("variant") = "yari",
                  doc("Move.from_usi"))
      .def_static("from_bits", &from_bits, py::arg("bits"), py::arg("variant") = "yari",
                  doc("Move.from_bits"))
      .def("usi", &usi_text, doc("Move.usi"))
      .def_property_readonly(
          "variant", [](const PyMove& m) { return info(m.variant).id; }, doc("Move.variant"))
      .def_property_readonly(
          "bits", [](const PyMove& m) { return m.move.bits(); }, doc("Move.bits"))
      .def_property_readonly(
          "from_square",
          [](const PyMove& m) {
            return m.move.is_drop() ? std::nullopt : std::optional(square_name(m.move.from()));
          },
          doc("Move.from_square"))
      .def_property_readonly(
          "to_square", [](const PyMove& m) { return square_name(m.move.to()); },
          doc("Move.to_square"))
      .def_property_readonly(
          "is_drop", [](const PyMove& m) { return m.move.is_drop(); }, doc("Move.is_drop"))
      .def_property_readonly(
          "promotes", [](const PyMove& m) { return m.move.promotes(); }, doc("Move.promotes"))
      .def_property_readonly(
          "dropped",
          [](const PyMove& m) {
            return m.move.is_drop()
                       ? std::optional(std::string(1, info(m.variant)[m.move.dropped()].letter))
                       : std::nullopt;
          },
          doc("Move.dropped"))
      .def(py::self == py::self)  // NOLINT(misc-redundant-expression): names the operator
      .def("__hash__",
           [](const PyMove& m) { return m.move.bits() | static_cast<int>(m.variant) << 16; })
      .def("__str__", &usi_text)
      .def("__repr__",
           [](const PyMove& m) {
             return "Move('" + usi_text(m) + "', '" + std::string(info(m.variant).id) + "')";
           })
      .def("__reduce__", [](const PyMove& m) {
        return rebuilt_by("_move", py::make_tuple(m.move.bits(), std::string(info(m.variant).id)));
      });
}

}  // namespace yari::python
