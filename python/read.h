/// \file
/// read() and write(), and what importing needs of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "import/read_records.h"
#include "python/handle.h"

namespace yari::python {

/// A path, or several. Throws TypeError.
std::vector<std::string> paths_of(const py::object& source);
/// Throws ValueError where a name or a number is none.
ReadingOptions reading_options(const std::optional<std::string>& format,
                               const std::optional<std::string>& encoding, bool strict,
                               const std::optional<std::string>& variant, int jobs,
                               const std::vector<std::string>& ignore);

void bind_reading(py::module_& module);

}  // namespace yari::python
