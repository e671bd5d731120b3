// Dates as numbers; rules/date.h reads them.
#include "rules/date_number.h"

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

/// Requires: 0 <= number <= 99.
std::string two_digits(int number) {
  return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
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
  std::string text = two_digits(year / 100) + two_digits(year % 100);
  if (month == 0) return text;
  text += '-' + two_digits(month);
  return day == 0 ? text : text + '-' + two_digits(day);
}

DateNumber earliest(DateNumber date) { return filled(date, first_days); }
DateNumber latest(DateNumber date) { return filled(date, last_days); }

}  // namespace yari
