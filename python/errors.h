/// \file
/// The module's exceptions, and where in a file or a text they point.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/format.h"
#include "python/handle.h"
#include "text/result.h"

namespace yari::python {

/// Makes the types of errors.py known, and the translation from our C++ exceptions to them.
void bind_errors(py::module_& module);

/// Throws ParseError for `error` in `text`, with line and column.
[[noreturn]] void raise_parse_error(std::string_view text, const Error& error);
/// Throws IllegalMoveError.
[[noreturn]] void raise_illegal_move(const std::string& message);
/// Throws RefusedError: what was asked for cannot be done, for this reason.
[[noreturn]] void raise_refusal(const std::string& message);
/// Throws RecordError: a record or a file was refused. `findings` hold an error.
[[noreturn]] void raise_refused(const std::string& file, const std::vector<Diagnostic>& findings);

/// One finding of a reader, as Python sees it.
struct Finding : Zeroed {
  Diagnostic said;
  std::string file;
};

/// Takes the value, or throws ParseError.
template <class T>
T parsed(std::string_view text, Result<T> result) {
  if (!result) raise_parse_error(text, result.error());
  return std::move(*result);
}

}  // namespace yari::python
