// Dates in the forms that records use.
#include "db/date.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace yari {

namespace {

constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                  "jul", "aug", "sep", "oct", "nov", "dec"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// A number, or "??" and the like (0), taken off the front.
struct Part {
  int value = 0;
  std::size_t length = 0;
};

Part take_part(std::string_view text, std::size_t max_length) {
  Part part;
  while (part.length < text.size() && part.length < max_length) {
    const char c = text[part.length];
    if (is_digit(c)) {
      part.value = part.value * 10 + (c - '0');
    } else if (c != '?' && c != 'x' && c != 'X') {
      break;
    } else if (part.value != 0) {
      part.value = 0;  // "199?" is no year
      part.length = text.size();
      break;
    }
    ++part.length;
  }
  return part;
}

int month_named(std::string_view word) {
  if (word.size() < 3) return 0;
  for (std::size_t m = 0; m < months.size(); ++m) {
    bool same = true;
    for (std::size_t i = 0; i < 3; ++i) {
      same = same && std::tolower(static_cast<unsigned char>(word[i])) == months[m][i];
    }
    if (same) return static_cast<int>(m) + 1;
  }
  return 0;
}

std::optional<DateNumber> make(int year, int month, int day) {
  if (year < 1 || year > 9999) return std::nullopt;
  if (month < 1 || month > 12) return year * 10000;
  if (day < 1 || day > 31) day = 0;
  return year * 10000 + month * 100 + day;
}

/// "23 Aug 1995", "Aug 1995", "Aug 23, 1995".
std::optional<DateNumber> read_words(std::string_view text) {
  int month = 0, day = 0, year = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    if (is_digit(text[i])) {
      const Part part = take_part(text.substr(i), 4);
      end = i + part.length;
      (part.length > 2 ? year : day) = part.value;
    } else if (is_letter(text[i])) {
      while (end < text.size() && is_letter(text[end])) ++end;
      if (month == 0) month = month_named(text.substr(i, end - i));
    }
    i = end > i ? end : i + 1;
  }
  return month == 0 ? std::nullopt : make(year, month, day);
}

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
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  if (text.size() > 64) text = text.substr(0, 64);
  const Part year = take_part(text, 4);
  if (year.length != 4) return read_words(text);
  text.remove_prefix(4);
  if (text.empty()) return make(year.value, 0, 0);
  if (is_digit(text.front())) {
    if (text.size() < 4 || !is_digit(text[1])) return make(year.value, 0, 0);
    return make(year.value, take_part(text, 2).value, take_part(text.substr(2), 2).value);
  }
  const char separator = text.front();
  if (separator != '-' && separator != '.' && separator != '/') return make(year.value, 0, 0);
  const Part month = take_part(text.substr(1), 2);
  text.remove_prefix(1 + month.length);
  if (text.empty() || text.front() != separator) return make(year.value, month.value, 0);
  return make(year.value, month.value, take_part(text.substr(1), 2).value);
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
