/// \file
/// Dates with unknown parts, as records give them and as the database sorts them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace yari {

/// A date as the number yyyymmdd; an unknown month or day is 00: 19950800 is August 1995.
using DateNumber = int;

/// The number of a text that read_dated_text (rules/date.h) reads; a time or weekday after the date
/// is ignored. No value where there is no date, or its year is unknown.
std::optional<DateNumber> read_date(std::string_view text);

/// "1995-08-23", "1995-08", "1995". Requires: 0 <= date <= 99999999.
std::string write_date(DateNumber date);

/// The first and the last full date that `date` can mean: 19950800 -> 19950801, 19950831.
DateNumber earliest(DateNumber date);
DateNumber latest(DateNumber date);

}  // namespace yari
