// The same steps as in record/date.cpp.
#include "db/store/sqlite/games/date_sql.h"

#include <fmt/format.h>

namespace yari {

namespace {

std::string filled_sql(std::string_view column, int without_month, int without_day) {
  return fmt::format(
      "(CASE WHEN {0} / 100 % 100 = 0 THEN {0} / 10000 * 10000 + {1} "
      "WHEN {0} % 100 = 0 THEN {0} + {2} ELSE {0} END)",
      column, without_month, without_day);
}

}  // namespace

std::string earliest_sql(std::string_view column) { return filled_sql(column, 101, 1); }
std::string latest_sql(std::string_view column) { return filled_sql(column, 1231, 31); }

}  // namespace yari
