// The extension module: every class and function, in an order in which each knows those before it.
#include "python/columns.h"
#include "python/database.h"
#include "python/engine.h"
#include "python/errors.h"
#include "python/game.h"
#include "python/read.h"

namespace yari::python {

/// Classes are shown and pickled under the name of the package.
static void name_after_package(const py::module_& module) {
  for (const auto& [name, value] : py::dict(module.attr("__dict__")))
    if (PyType_Check(value.ptr())) py::setattr(value, "__module__", py::str("yaribase"));
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
  bind_engines(module);
  bind_databases(module);
  module.attr("__version__") = YARI_VERSION;
  name_after_package(module);
}

}  // namespace yari::python
