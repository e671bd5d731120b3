/// \file
/// Dates as people write them in records, with unknown parts, and as the database sorts them. The
/// one reading of them, for tags and for the database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/result.h"

namespace yari {

/// A day of the Gregorian calendar; a part that is unknown is 0.
struct Date {
  int year = 0;   ///< 1..9999
  int month = 0;  ///< 1..12
  int day = 0;    ///< 1..31, and not more than the month has
  bool operator==(const Date&) const = default;
};

/// A date at the front of a text.
struct DatedText {
  Date date;
  /// A time of day, a weekday or a second day stands after the date: "1995/08/23(水) 9:00".
  bool has_more = false;
};

/// Why a text gives no date.
struct NoDate {
  enum class Why {
    unreadable,  ///< "yesterday"
    no_year,     ///< "June 12"
    ambiguous,   ///< "03/04/2026": 3 April or 4 March
    impossible,  ///< "2001.2.30"
  };
  Why why = Why::unreadable;
  /// A sentence for the user: "February 2001 has no day 30".
  std::string message;
};

/// Reads a date with a year of four digits, or of a Japanese era.
///
/// Forms: "1995.08.23", "1995-8-23", "1995/8", "1995", "19950823", with "?" or "x" for what is
/// unknown; "23.8.1995"; "23/8/1995" and "8/23/1995" where one number is over 12 or both are equal;
/// "8/1995"; "23 August 1995", "Aug. 23rd, 1995", "August 1995"; "1995年8月23日", "平成7年8月",
/// "令和元年5月1日", digits narrow, wide or kanji. See docs/formats/dates.md.
Result<DatedText, NoDate> read_dated_text(std::string_view text);

/// "1995.08.23", unknown parts as "????" and "??".
std::string write_tag_date(const Date& date);

/// Gives the value of a Date tag the form of write_tag_date where it is a date and nothing else.
/// Returns why it is no date.
std::optional<NoDate> make_canonical(std::string& text);

/// A date as the number yyyymmdd; an unknown month or day is 00: 19950800 is August 1995.
using DateNumber = int;

/// The number of a text that read_dated_text reads; a time or weekday after the date
/// is ignored. No value where there is no date, or its year is unknown.
std::optional<DateNumber> read_date(std::string_view text);

/// The date with that number; no value where read_date gives no such number: 20019999.
std::optional<DateNumber> date_numbered(std::int64_t number);

/// "1995-08-23", "1995-08", "1995". Requires: 0 <= date <= 99999999.
std::string write_date(DateNumber date);

/// The first and the last full date that `date` can mean: 19950800 -> 19950801, 19950831.
DateNumber earliest(DateNumber date);
DateNumber latest(DateNumber date);

}  // namespace yari
