/// \file
/// A condition on games as a row: what the command line, the API, the page, Python and the query
/// language read, show and complete. The rows themselves are in answers/conditions.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/query/filter.h"
#include "record/name_kind.h"

namespace yari {

struct Condition {
  enum class Kind { name, text, dates, numbers, choice };

  /// As an option: "from-file". Parameters and keywords of Python have '_' for '-'.
  std::string_view name;
  Kind kind = Kind::text;
  /// What a help calls the value: "NAME", "RANGE".
  std::string_view value;
  /// Over a field of the page.
  std::string_view label;
  /// One line that makes sense alone, without a full stop.
  std::string_view help;
  /// What a field shows while it is empty, and docs show: "1990..1999"; empty where `help` says it.
  std::string_view example = "";
  /// Whose names a door offers while a value is typed.
  std::optional<NameKind> offers = {};
  /// The values, where there are no others, or null.
  std::vector<std::string> (*choices)() = nullptr;
  /// Sets the condition that `typed` says. What was expected, if it says none; the filter is as it
  /// was then.
  std::optional<std::string> (*read)(GameFilter& filter, const std::string& typed) = nullptr;
};

}  // namespace yari
