/// \file
/// What was found in a record, as `check` prints it, without the file's name.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "notation/format.h"
#include "web/json.h"

namespace yari::web {

inline Json findings_json(const std::vector<Diagnostic>& findings) {
  constexpr std::array<std::string_view, 3> names{"note", "warning", "error"};
  Json array = Json::array();
  for (const Diagnostic& d : findings)
    array.push_back({{"line", d.line},
                     {"column", d.column},
                     {"severity", names[static_cast<std::size_t>(d.severity)]},
                     {"message", d.message},
                     {"excerpt", d.excerpt},
                     {"caret", d.caret}});
  return array;
}

}  // namespace yari::web
