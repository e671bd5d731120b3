/// \file
/// Columns of numbers that numpy, pandas and polars take without a copy.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "python/handle.h"

namespace yari::python {

/// Numbers of one type.
using Numbers = std::variant<std::vector<std::int64_t>, std::vector<std::int32_t>,
                             std::vector<std::uint16_t>, std::vector<double>>;

/// A column that owns its numbers: as many Python objects as like may look at them.
using Column = Handle<const Numbers>;

template <class T>
Column column(std::vector<T> numbers) {
  return Column(std::make_shared<const Numbers>(std::move(numbers)));
}

/// The place that Python's index means, from the end where it is negative. Throws IndexError.
std::size_t index_in(py::ssize_t index, std::size_t size);

void bind_columns(py::module_& module);

}  // namespace yari::python
