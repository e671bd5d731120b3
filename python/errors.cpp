// From C++ exceptions and results to the exceptions of yaribase/errors.py.
#include "python/errors.h"

#include <algorithm>
#include <filesystem>

#include "analysis/engine/engine.h"
#include "db/store/error.h"
#include "import/read_records.h"
#include "notation/findings.h"
#include "python/work.h"

namespace yari::python {

namespace {

py::object error_type(const char* name) {
  return py::module_::import("yaribase.errors").attr(name);
}

[[noreturn]] void raise(const char* type, const py::object& instance) {
  PyErr_SetObject(error_type(type).ptr(), instance.ptr());
  throw py::error_already_set();
}

[[noreturn]] void raise_at(const char* type, const py::object& file, const Diagnostic& d) {
  raise(type, error_type(type)(text(d.message), file, d.line, d.column, text(d.excerpt), d.caret));
}

void set(const char* type, const char* what) {
  PyErr_SetObject(error_type(type).ptr(), error_type(type)(text(what)).ptr());
}

/// The first that is caught is the most special.
// NOLINTNEXTLINE(performance-unnecessary-value-param): what pybind11 calls
void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const Interrupted&) {
    // Python's exception is set already.
  } catch (const py::cast_error&) {
    PyErr_SetString(PyExc_TypeError, "an argument, or a part of one, is of another type");
  } catch (const DamagedGame& e) {
    const py::object error = error_type("DamagedGameError")(text(e.what()));
    error.attr("game") = e.game();
    PyErr_SetObject(error_type("DamagedGameError").ptr(), error.ptr());
  } catch (const Busy& e) {
    set("BusyError", e.what());
  } catch (const Full& e) {
    set("FullError", e.what());
  } catch (const NotADatabase& e) {
    set("NotADatabaseError", e.what());
  } catch (const Newer& e) {
    set("NewerError", e.what());
  } catch (const DatabaseError& e) {
    set("DatabaseError", e.what());
  } catch (const EngineFailure& e) {
    set("EngineError", e.what());
  } catch (const std::filesystem::filesystem_error& e) {
    set("Error", e.what());
  }
}

}  // namespace

void raise_parse_error(std::string_view text, const Error& error) {
  raise_at("ParseError", py::none(), located(text, error));
}

void raise_illegal_move(const std::string& message) {
  raise("IllegalMoveError", error_type("IllegalMoveError")(text(message)));
}

void raise_refusal(const std::string& message) {
  raise("RefusedError", error_type("RefusedError")(text(message)));
}

void raise_refused(const std::string& file, const std::vector<Diagnostic>& findings) {
  if (findings.empty()) raise("RecordError", error_type("RecordError")("refused", file_name(file)));
  const auto error = std::ranges::find(findings, Severity::error, &Diagnostic::severity);
  raise_at("RecordError", file_name(file), error == findings.end() ? findings.front() : *error);
}

void bind_errors(py::module_& module) {
  py::register_exception_translator(translate);
  py::class_<Finding>(module, "Finding", doc("Finding"))
      .def_property_readonly(
          "severity", [](const Finding& f) { return name(f.said.severity); },
          doc("Finding.severity"))
      .def_property_readonly(
          "file", [](const Finding& f) { return file_name(f.file); }, doc("Finding.file"))
      .def_property_readonly(
          "line", [](const Finding& f) { return f.said.line; }, doc("Finding.line"))
      .def_property_readonly(
          "column", [](const Finding& f) { return f.said.column; }, doc("Finding.column"))
      .def_property_readonly(
          "code", [](const Finding& f) { return name(f.said.text.code); }, doc("Finding.code"))
      .def_property_readonly(
          "message", [](const Finding& f) { return text(f.said.message); }, doc("Finding.message"))
      .def_property_readonly(
          "excerpt", [](const Finding& f) { return text(f.said.excerpt); }, doc("Finding.excerpt"))
      .def_property_readonly(
          "caret", [](const Finding& f) { return f.said.caret; }, doc("Finding.caret"))
      .def("__str__", [](const Finding& f) {
        std::string all = diagnostic_text(f.file, f.said);
        all.pop_back();
        return text(all);
      });
}

}  // namespace yari::python
