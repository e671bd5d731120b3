// A form is recognised by its first parts; a form that does not end as it should gives no date.
#include "record/date.h"

#include <algorithm>
#include <array>

#include "record/date_parts.h"

namespace yari {

namespace {

using Read = Result<DatedText, NoDate>;
using Type = DatePart::Type;
using Why = NoDate::Why;

tl::unexpected<NoDate> no_date(Why why, std::string message) {
  return tl::unexpected<NoDate>(NoDate{why, std::move(message)});
}
tl::unexpected<NoDate> unreadable() {
  return no_date(Why::unreadable, "expected a date like 1995.08.23 or 23 August 1995");
}
tl::unexpected<NoDate> no_year() {
  return no_date(Why::no_year, "a year of four digits is missing");
}

/// The Japanese eras: their first year follows `before`; `last` is the number of their last year.
struct Era {
  std::string_view name;
  int before;
  int last;
};
constexpr std::array<Era, 5> eras{{{"明治", 1867, 45},
                                   {"大正", 1911, 15},
                                   {"昭和", 1925, 64},
                                   {"平成", 1988, 31},
                                   {"令和", 2018, 99}}};

int days_in(int month, int year) {
  constexpr std::array<int, 12> days{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year == 0 || (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
  return month == 2 && !leap ? 28 : days[static_cast<std::size_t>(month - 1)];
}

std::string spelled(const Date& d) {
  return std::to_string(d.day) + ' ' + std::string(month_name(d.month)) + ' ' +
         std::to_string(d.year);
}

Read checked(const Date& d, bool has_more) {
  if (d.month > 12) {
    return no_date(Why::impossible, "there is no month " + std::to_string(d.month));
  }
  if (d.day > (d.month == 0 ? 31 : days_in(d.month, d.year))) {
    std::string when = d.month == 0 ? "a month" : std::string(month_name(d.month));
    if (d.month == 2 && d.year != 0) when += ' ' + std::to_string(d.year);
    return no_date(Why::impossible, when + " has no day " + std::to_string(d.day));
  }
  return DatedText{d, has_more};
}

/// "03/04/2026" and its like. Dots are written in day-first countries alone. Where one number is 0
/// it is the day that is unknown.
Read numbers(int first, int second, int year, bool dots, bool has_more) {
  const Date day_first{year, second, first};
  const Date month_first{year, first, second};
  if (dots || first > 12 || first == second || first == 0) return checked(day_first, has_more);
  if (second > 12 || second == 0) return checked(month_first, has_more);
  return no_date(Why::ambiguous, "it can be " + spelled(day_first) + " or " + spelled(month_first));
}

class DateReader {
 public:
  explicit DateReader(std::string_view text) : text_(plain_date(text)), parts_(date_parts(text_)) {}
  DateReader(const DateReader&) = delete;

  Read read() {
    if (parts_.empty()) return DatedText{};
    if (is_weekday(word())) {
      ++at_;
      skip(" ,.");
    }
    if (const Era* era = take_era()) return in_era(*era);
    if (is(Type::word)) return month_first();
    if (is_number(8, 8)) return eight_digits();
    if (is_number(4, 4) || is(Type::unknown)) return year_first();
    return is_number(1, 2) ? day_first() : unreadable();
  }

 private:
  bool is(Type type, std::size_t ahead = 0) const {
    return at_ + ahead < parts_.size() && parts_[at_ + ahead].type == type;
  }
  bool is_number(std::size_t least, std::size_t most) const {
    return is(Type::number) && parts_[at_].length >= least && parts_[at_].length <= most;
  }
  std::string_view word(std::size_t ahead = 0) const {
    return is(Type::word, ahead) ? parts_[at_ + ahead].text : std::string_view();
  }
  std::string_view sign(std::size_t ahead = 0) const {
    return is(Type::sign, ahead) ? parts_[at_ + ahead].text : std::string_view();
  }
  void skip(std::string_view signs) {
    while (!sign().empty() && signs.find(sign()) != std::string_view::npos) ++at_;
  }
  bool take(std::string_view s) {
    if (sign() != s) return false;
    ++at_;
    return true;
  }

  /// A month or a day of one or two digits, or an unknown one as 0; false where there is none.
  bool take_number(int& value) {
    const bool unknown = is(Type::unknown) && parts_[at_].length <= 2;
    if (!unknown && !is_number(1, 2)) return false;
    value = parts_[at_++].value;
    return true;
  }
  bool take_year(int& year) {
    if (!is_number(4, 4)) return false;
    year = parts_[at_++].value;
    return true;
  }
  bool take_month_name(int& month) {
    month = month_named(word());
    if (month != 0) ++at_;
    return month != 0;
  }
  /// "23", "23rd".
  bool take_day(int& day) {
    if (!is_number(1, 2)) return false;
    day = parts_[at_++].value;
    for (const std::string_view suffix : {"st", "nd", "rd", "th"}) {
      if (word() == suffix) {
        ++at_;
        break;
      }
    }
    return true;
  }

  const Era* take_era() {
    const std::size_t half = sign().size();
    const auto it = std::find_if(eras.begin(), eras.end(), [&](const Era& e) {
      return e.name.starts_with(sign()) && e.name.substr(half) == sign(1);
    });
    if (it == eras.end()) return nullptr;
    at_ += 2;
    skip(" ");
    return &*it;
  }

  /// What follows a date: nothing, a time, a weekday, another day; not more of a number or a word.
  Read ended(const Date& date) {
    if (at_ == parts_.size()) return checked(date, false);
    const std::string_view s = sign();
    const bool time = word() == "t" && is(Type::number, 1);
    const bool range = date.day != 0 && (s == "-" || s == "/" || s == "~");
    const bool apart = !s.empty() && (s[0] == ' ' || s[0] == '(' || s[0] == '[' || s[0] == ',' ||
                                      s[0] == ';' || static_cast<unsigned char>(s[0]) >= 0x80);
    const bool full_stop = s == "." && at_ + 1 == parts_.size();
    return time || range || apart || full_stop ? checked(date, true) : unreadable();
  }

  Read in_era(const Era& era) {
    if (!is_number(1, 2)) return unreadable();
    const int year = parts_[at_++].value;
    if (year < 1 || year > era.last) {
      return no_date(Why::impossible,
                     std::string(era.name) + " has no year " + std::to_string(year));
    }
    return after_year(Date{era.before + year, 0, 0});
  }

  Read year_first() {
    if (is(Type::unknown) && parts_[at_].length != 4) {
      return parts_.size() == 1 ? Read(DatedText{}) : unreadable();
    }
    const int year = parts_[at_++].value;
    return after_year(Date{year, 0, 0});
  }

  Read after_year(Date d) {
    if (take("年")) return after_kanji_year(d);
    const std::string_view separator = sign();
    const bool has_name = month_named(word(1)) != 0;
    if (separator == "." || separator == "-" || separator == "/" ||
        (separator == " " && (has_name || is_day_after_blanks()))) {
      ++at_;
      if (!take_month_name(d.month) && !take_number(d.month)) return unreadable();
      if (sign() == separator && (is(Type::number, 1) || is(Type::unknown, 1))) {
        ++at_;
        if (!take_number(d.day)) return unreadable();
      }
    }
    return ended(d);
  }

  /// "1995 08 23": two numbers and nothing else, so that a time is not taken for a month.
  bool is_day_after_blanks() const {
    return parts_.size() == at_ + 4 && is(Type::number, 1) && sign(2) == " " && is(Type::number, 3);
  }

  Read after_kanji_year(Date d) {
    skip(" ");
    if ((is(Type::number) || is(Type::unknown)) && sign(1) == "月") {
      if (!take_number(d.month)) return unreadable();
      take("月");
      skip(" ");
      if ((is(Type::number) || is(Type::unknown)) && sign(1) == "日") {
        if (!take_number(d.day)) return unreadable();
        take("日");
      }
    }
    return checked(d, at_ < parts_.size());
  }

  Read eight_digits() {
    const int n = parts_[at_++].value;
    return ended(Date{n / 10000, n / 100 % 100, n % 100});
  }

  Read month_first() {
    Date d;
    if (!take_month_name(d.month)) return unreadable();
    skip(" .-/");
    if (take_year(d.year)) return ended(d);
    if (!take_day(d.day)) return at_ == parts_.size() ? Read(no_year()) : Read(unreadable());
    return year_at_end(d);
  }

  Read day_first() {
    const DatePart first = parts_[at_];
    const std::string_view separator = sign(1);
    if ((separator == "." || separator == "-" || separator == "/") && is(Type::number, 2)) {
      at_ += 2;
      return after_number(first.value, separator);
    }
    Date d;
    take_day(d.day);
    skip(" .-/");
    if (word() == "of") ++at_;
    skip(" ");
    if (!take_month_name(d.month)) return unreadable();
    return year_at_end(d);
  }

  Read after_number(int first, std::string_view separator) {
    Date d;
    if (take_year(d.year)) {
      d.month = first;
      return ended(d);
    }
    int second = 0;
    if (!take_number(second)) return unreadable();
    if (!take(separator) || !take_year(d.year)) return no_year();
    Read end = ended(d);
    if (!end) return end;
    return numbers(first, second, d.year, separator == ".", end->has_more);
  }

  Read year_at_end(Date d) {
    skip(" .,-/");
    return take_year(d.year) ? ended(d) : no_year();
  }

  std::string text_;
  std::vector<DatePart> parts_;
  std::size_t at_ = 0;
};

/// With zeros in front.
std::string padded(int n, std::size_t width) {
  const std::string digits = std::to_string(n);
  return std::string(width - std::min(width, digits.size()), '0') + digits;
}

std::string padded_or_unknown(int n, std::size_t width) {
  return n == 0 ? std::string(width, '?') : padded(n, width);
}

/// With `month` added where the month is unknown, and `day` where the day alone is.
DateNumber filled(DateNumber date, int month, int day) {
  if (date / 100 % 100 == 0) return date / 10000 * 10000 + month;
  return date % 100 == 0 ? date + day : date;
}

}  // namespace

Result<DatedText, NoDate> read_dated_text(std::string_view text) { return DateReader(text).read(); }

std::string write_tag_date(const Date& d) {
  return padded_or_unknown(d.year, 4) + '.' + padded_or_unknown(d.month, 2) + '.' +
         padded_or_unknown(d.day, 2);
}

std::optional<NoDate> make_canonical(std::string& text) {
  const Result<DatedText, NoDate> read = read_dated_text(text);
  if (!read) return read.error();
  if (!read->has_more && read->date != Date{}) text = write_tag_date(read->date);
  return std::nullopt;
}

std::optional<DateNumber> read_date(std::string_view text) {
  const auto read = read_dated_text(text);
  if (!read || read->date.year == 0) return std::nullopt;
  const Date& d = read->date;
  return d.year * 10000 + (d.month == 0 ? 0 : d.month * 100 + d.day);
}

std::string write_date(DateNumber date) {
  const int month = date / 100 % 100, day = date % 100;
  std::string text = padded(date / 10000, 4);
  if (month == 0) return text;
  text += '-' + padded(month, 2);
  return day == 0 ? text : text + '-' + padded(day, 2);
}

std::optional<DateNumber> date_numbered(std::int64_t number) {
  if (number < 1'00'00 || number > 9999'12'31) return std::nullopt;
  const auto date = static_cast<DateNumber>(number);
  const int year = date / 10000, month = date / 100 % 100, day = date % 100;
  const bool is_date = month == 0 ? day == 0 : month <= 12 && day <= days_in(month, year);
  return is_date ? std::optional(date) : std::nullopt;
}

DateNumber earliest(DateNumber date) { return filled(date, 101, 1); }
DateNumber latest(DateNumber date) { return filled(date, 1231, 31); }

}  // namespace yari
