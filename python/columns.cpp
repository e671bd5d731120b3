// Column: the buffer protocol, and a sequence for those who do not speak it.
#include "python/columns.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace yari::python {

namespace {

std::size_t size(const Column& c) {
  return std::visit([](const auto& numbers) { return numbers.size(); }, *c);
}

py::buffer_info buffer(const Column& c) {
  return std::visit(
      []<class T>(const std::vector<T>& numbers) {
        // An empty column has an address, too: numpy asks for one.
        static const T nothing{};
        const T* data = numbers.empty() ? &nothing : numbers.data();
        return py::buffer_info(const_cast<T*>(data), static_cast<py::ssize_t>(numbers.size()),
                               true);
      },
      *c);
}

py::object item(const Column& c, py::ssize_t index) {
  return std::visit(
      [&](const auto& numbers) -> py::object {
        return py::cast(numbers[index_in(index, numbers.size())]);
      },
      *c);
}

py::list list(const Column& c) {
  return std::visit([](const auto& numbers) -> py::list { return py::cast(numbers); }, *c);
}

/// The numbers as they lie in memory.
std::string bytes_of(const Column& c) {
  return std::visit(
      []<class T>(const std::vector<T>& numbers) {
        return std::string(reinterpret_cast<const char*>(numbers.data()),
                           numbers.size() * sizeof(T));
      },
      *c);
}

template <class T>
Column column_of(const std::string& bytes) {
  if (bytes.size() % sizeof(T) != 0) throw py::value_error("no pickled column: it is cut");
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(numbers.data()));
  return column(std::move(numbers));
}

Column put_together_column(std::size_t type, const py::bytes& bytes) {
  const std::string all = bytes;
  if (type == 0) return column_of<std::int64_t>(all);
  if (type == 1) return column_of<std::int32_t>(all);
  if (type == 2) return column_of<std::uint16_t>(all);
  if (type == 3) return column_of<double>(all);
  throw py::value_error("no pickled column: of no known type");
}

}  // namespace

std::size_t index_in(py::ssize_t index, std::size_t size) {
  const auto all = static_cast<py::ssize_t>(size);
  if (index < -all || index >= all) throw py::index_error("index out of range");
  return static_cast<std::size_t>(index < 0 ? index + all : index);
}

void bind_columns(py::module_& module) {
  py::class_<Column> type(module, "Column", py::buffer_protocol(), doc("Column"));
  type.def_buffer(&buffer)
      .def("__len__", &size)
      .def("__getitem__", &item)
      .def("__iter__", [](const Column& c) { return py::iter(list(c)); })
      .def("tolist", &list, doc("Column.tolist"))
      .def("__reduce__",
           [](const Column& c) {
             return rebuilt_by("_column", py::make_tuple(c->index(), py::bytes(bytes_of(c))));
           })
      .def_static("_put_together", &put_together_column)
      .def("__array__",
           [](const py::object& c, const py::args& arguments, const py::kwargs&) {
             py::object view = py::reinterpret_steal<py::object>(PyMemoryView_FromObject(c.ptr()));
             if (!view) throw py::error_already_set();
             return py::module_::import("numpy").attr("asarray")(view, *arguments);
           })
      .def("__repr__",
           [](const Column& c) { return "<Column of " + std::to_string(size(c)) + ">"; });
  // Polars and others take what is known for a sequence.
  py::module_::import("collections.abc").attr("Sequence").attr("register")(type);
}

}  // namespace yari::python
