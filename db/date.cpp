// Dates as numbers; rules/date.h reads them.
#include "db/date.h"

#include <fmt/format.h>

#include "rules/date.h"

namespace yari {

namespace {

/// What is added to a date whose month is unknown, and to one whose day alone is.
struct Unknown {
  DateNumber month;
  DateNumber day;
};
constexpr Unknown first_days{101, 1};
constexpr Unknown last_days{1231, 31};

DateNumber filled(DateNumber date, Unknown with) {
  if (date / 100 % 100 == 0) return date / 10000 * 10000 + with.month;
  return date % 100 == 0 ? date + with.day : date;
}

std::string filled_sql(std::string_view column, Unknown with) {
  return fmt::format(
      "(CASE WHEN {0} / 100 % 100 = 0 THEN {0} / 10000 * 10000 + {1} "
      "WHEN {0} % 100 = 0 THEN {0} + {2} ELSE {0} END)",
      column, with.month, with.day);
}

}  // namespace

std::optional<DateNumber> read_date(std::string_view text) {
  const auto read = read_dated_text(text);
  if (!read || read->date.year == 0) return std::nullopt;
  const Date& d = read->date;
  return d.year * 10000 + (d.month == 0 ? 0 : d.month * 100 + d.day);
}

std::string write_date(DateNumber date) {
  const int year = date / 10000, month = date / 100 % 100, day = date % 100;
  if (month == 0) return fmt::format("{:04}", year);
  if (day == 0) return fmt::format("{:04}-{:02}", year, month);
  return fmt::format("{:04}-{:02}-{:02}", year, month, day);
}

DateNumber earliest(DateNumber date) { return filled(date, first_days); }
DateNumber latest(DateNumber date) { return filled(date, last_days); }

std::string earliest_sql(std::string_view column) { return filled_sql(column, first_days); }
std::string latest_sql(std::string_view column) { return filled_sql(column, last_days); }

}  // namespace yari
