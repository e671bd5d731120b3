/// \file
/// What every class of the module is made of: memory that is safe before __init__ has run, and text
/// on its way to Python.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace yari::python {

namespace py = pybind11;

/// Base of the classes that Python sees. An object that Python made with `__new__` alone is all
/// zeros: a null pointer or an empty value, and never garbage.
struct Zeroed {
  static void* operator new(std::size_t size) {
    if (void* memory = std::calloc(1, size)) return memory;
    throw std::bad_alloc();
  }
  static void operator delete(void* memory) { std::free(memory); }
  bool operator==(const Zeroed&) const = default;
};

/// Shared ownership of what a Python object stands for.
template <class T>
struct Handle : Zeroed {
  std::shared_ptr<T> shared;

  Handle() = default;
  explicit Handle(std::shared_ptr<T> p) : shared(std::move(p)) {}
  /// Throws where `__init__` was never called.
  T& operator*() const {
    if (!shared) throw py::type_error("the object was not initialised: call its class");
    return *shared;
  }
  T* operator->() const { return &**this; }
};

/// UTF-8 as a str; bytes that are none become U+FFFD.
inline py::str text(std::string_view utf8) {
  PyObject* made =
      PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "replace");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

/// A file name as os.fsdecode has it.
inline py::str file_name(const std::string& name) {
  PyObject* made =
      PyUnicode_DecodeFSDefaultAndSize(name.data(), static_cast<Py_ssize_t>(name.size()));
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

/// A str, bytes or os.PathLike as a file name. Throws TypeError, and ValueError for a NUL.
inline std::string file_name(const py::handle& path) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), &bytes) == 0) throw py::error_already_set();
  return std::string(py::reinterpret_steal<py::bytes>(bytes));
}

/// What `name` names. Throws ValueError where it is none of the names.
template <class T>
T known(const std::string& what, std::optional<T> value, const std::string& name) {
  if (!value) throw py::value_error(what + ": not one of its names: '" + name + "'");
  return *value;
}

/// What `__reduce__` returns: a function of yaribase/results.py and what to call it with.
inline py::tuple rebuilt_by(const char* function, const py::tuple& arguments) {
  return py::make_tuple(py::module_::import("yaribase.results").attr(function), arguments);
}

/// The description of `name`, "Position.push", from python/yaribase/__init__.pyi. Throws where the
/// stubs have none, so that a module with a gap cannot be imported.
const char* doc(std::string_view name);

}  // namespace yari::python
