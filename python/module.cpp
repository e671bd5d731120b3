// The extension module: every class and function, in an order in which each knows those before it.
#include "python/analysis_stream.h"
#include "python/columns.h"
#include "python/database.h"
#include "python/engine.h"
#include "python/errors.h"
#include "python/game.h"
#include "python/read.h"

namespace yari::python {

/// pybind11's own way to take an object apart for pickle, protocols 0 and 1, ends the process. A
/// class without __init__ has no objects but those that we make.
static void finish_class(const py::handle& type) {
  const bool can_pickle = type.attr("__dict__").contains("__reduce__");
  const auto reduce = [can_pickle](const py::object& self, const py::object&) -> py::object {
    if (!can_pickle) throw py::type_error("objects of this class cannot be pickled");
    return self.attr("__reduce__")();
  };
  type.attr("__reduce_ex__") = py::cpp_function(reduce, py::is_method(type));
  if (!can_pickle)
    type.attr("__reduce__") = py::cpp_function(
        [reduce](const py::object& self) { return reduce(self, py::none()); }, py::is_method(type));
  if (!type.attr("__dict__").contains("__init__"))
    reinterpret_cast<PyTypeObject*>(type.ptr())->tp_new = nullptr;
}

/// Classes are shown and pickled under the name of the package.
static void finish_classes(const py::module_& module) {
  for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
    if (!PyType_Check(value.ptr())) continue;
    py::setattr(value, "__module__", py::str("yaribase"));
    finish_class(value);
  }
}

PYBIND11_MODULE(_yaribase, module) {
  py::options options;
  options.disable_function_signatures();
  bind_errors(module);
  bind_columns(module);
  bind_moves(module);
  bind_positions(module);
  bind_tags(module);
  // Node and Game name each other.
  bind_nodes(module);
  bind_games(module);
  bind_reading(module);
  bind_analysis_streams(module);
  bind_engines(module);
  bind_databases(module);
  module.attr("__version__") = YARI_VERSION;
  finish_classes(module);
}

}  // namespace yari::python
