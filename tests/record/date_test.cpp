// Dates are read as people write them, and no text becomes a date that it does not say.
#include "record/date.h"

#include "tests/support/catch.h"

namespace yari {

namespace {

using Why = NoDate::Why;

/// "1995.08.23", with "+" where more follows; or the reason why there is none.
std::string reading(std::string_view text) {
  const auto read = read_dated_text(text);
  return read ? write_tag_date(read->date) + (read->has_more ? "+" : "") : read.error().message;
}

std::string canonical(std::string_view text) {
  std::string value(text);
  make_canonical(value);
  return value;
}

Why reason(std::string_view text) {
  const auto read = read_dated_text(text);
  REQUIRE_FALSE(read);
  return read.error().why;
}

struct Row {
  std::string_view text;
  std::string_view date;
};

}  // namespace

TEST_CASE("dates are read in the forms that people write") {
  for (const Row& row : std::initializer_list<Row>{{"1995.08.23", "1995.08.23"},
                                                   {"1995-8-23", "1995.08.23"},
                                                   {"1995/08/23", "1995.08.23"},
                                                   {" 1995 08 23 ", "1995.08.23"},
                                                   {"19950823", "1995.08.23"},
                                                   {"1995.08", "1995.08.??"},
                                                   {"1995/8", "1995.08.??"},
                                                   {"1995", "1995.??.??"},
                                                   {"1995.08.??", "1995.08.??"},
                                                   {"1995.00.00", "1995.??.??"},
                                                   {"1995.xx.xx", "1995.??.??"},
                                                   {"????.??.??", "????.??.??"},
                                                   {"????.08.23", "????.08.23"},
                                                   {"14.3.2026", "2026.03.14"},
                                                   {"3.4.2026", "2026.04.03"},
                                                   {"14/3/2026", "2026.03.14"},
                                                   {"3/14/2026", "2026.03.14"},
                                                   {"03-14-2026", "2026.03.14"},
                                                   {"4/4/2026", "2026.04.04"},
                                                   {"3/2026", "2026.03.??"},
                                                   {"23 Aug 1995", "1995.08.23"},
                                                   {"23-Aug-1995", "1995.08.23"},
                                                   {"14 March 2026", "2026.03.14"},
                                                   {"14. March 2026", "2026.03.14"},
                                                   {"14th of March, 2026", "2026.03.14"},
                                                   {"March 14, 2026", "2026.03.14"},
                                                   {"Aug. 23rd 1995", "1995.08.23"},
                                                   {"Sept 1, 1995", "1995.09.01"},
                                                   {"Saturday, March 14, 2026", "2026.03.14"},
                                                   {"MARCH 2026", "2026.03.??"},
                                                   {"2026 March 14", "2026.03.14"},
                                                   {"2026-Mar-14", "2026.03.14"},
                                                   {"2024.2.29", "2024.02.29"},
                                                   {"????.02.29", "????.02.29"}}) {
    INFO(row.text);
    CHECK(reading(row.text) == row.date);
  }
}

TEST_CASE("of two numbers before a year, a 0 is the day that is unknown") {
  for (const Row& row : std::initializer_list<Row>{{"0-05-2001", "2001.05.??"},
                                                   {"00/05/2001", "2001.05.??"},
                                                   {"5/0/2001", "2001.05.??"},
                                                   {"0/0/2001", "2001.??.??"},
                                                   {"0-05-2001:", "expected a date"},
                                                   {"0/13/2001", "there is no month 13"}}) {
    INFO(row.text);
    CHECK(reading(row.text).starts_with(row.date));
  }
}

TEST_CASE("Japanese dates are read, by the year or the era, in narrow, wide and kanji digits") {
  for (const Row& row : std::initializer_list<Row>{{"1995年8月23日", "1995.08.23"},
                                                   {"１９９５年８月", "1995.08.??"},
                                                   {"１９９５／０８／２３", "1995.08.23"},
                                                   {"平成7年8月", "1995.08.??"},
                                                   {"平成七年八月二十三日", "1995.08.23"},
                                                   {"令和元年5月1日", "2019.05.01"},
                                                   {"令和６年１２月１０日", "2024.12.10"},
                                                   {"昭和60年3月10日", "1985.03.10"},
                                                   {"昭和６０年", "1985.??.??"},
                                                   {"大正十五年", "1926.??.??"},
                                                   {"明治45年7月", "1912.07.??"},
                                                   {"平成7.8.23", "1995.08.23"},
                                                   {"2003年 5月 3日", "2003.05.03"}}) {
    INFO(row.text);
    CHECK(reading(row.text) == row.date);
  }
}

TEST_CASE("a time or a weekday after a date is seen, and the text stays as it is") {
  for (const Row& row : std::initializer_list<Row>{{"1995/08/23(水) 9:00", "1995.08.23+"},
                                                   {"1995/08/23（水）", "1995.08.23+"},
                                                   {"1995/08/23 9:00:00", "1995.08.23+"},
                                                   {"1995-08-23T09:00:00", "1995.08.23+"},
                                                   {"1995.08.23-24", "1995.08.23+"},
                                                   {"1995/08/23・24", "1995.08.23+"},
                                                   {"1995年8月23日(水)", "1995.08.23+"},
                                                   {"March 14, 2026, 10:30", "2026.03.14+"},
                                                   {"1995 9:00", "1995.??.??+"}}) {
    INFO(row.text);
    CHECK(reading(row.text) == row.date);
    CHECK(canonical(row.text) == row.text);
  }
}

TEST_CASE("a text that is no date says why, and stays as it is") {
  for (const Row& row :
       std::initializer_list<Row>{{"2001-2-30", "February 2001 has no day 30"},
                                  {"2001.2.30", "February 2001 has no day 30"},
                                  {"20010230", "February 2001 has no day 30"},
                                  {"1900.02.29", "February 1900 has no day 29"},
                                  {"31 April 1995", "April has no day 31"},
                                  {"????.02.30", "February has no day 30"},
                                  {"1995.13.40", "there is no month 13"},
                                  {"31.13.1995", "there is no month 13"},
                                  {"32/8/1995", "August has no day 32"},
                                  {"平成40年", "平成 has no year 40"},
                                  {"平成0年", "平成 has no year 0"},
                                  {"1995.00.40", "a month has no day 40"},
                                  {"平成7年2月30日", "February 1995 has no day 30"},
                                  {"03/04/2026", "it can be 3 April 2026 or 4 March 2026"},
                                  {"3-4-2026", "it can be 3 April 2026 or 4 March 2026"},
                                  {"June 12", "a year of four digits is missing"},
                                  {"12 June", "a year of four digits is missing"},
                                  {"June", "a year of four digits is missing"},
                                  {"14.3.", "a year of four digits is missing"},
                                  {"23.8.95", "a year of four digits is missing"}}) {
    INFO(row.text);
    CHECK(reading(row.text) == row.date);
    CHECK(canonical(row.text) == row.text);
  }
  for (const std::string_view text : {"1995.08.4294967299",
                                      "4294967299",
                                      "1995.8.23.5",
                                      "199?",
                                      "1995.08.2?",
                                      "199508",
                                      "yesterday",
                                      "c. 1780",
                                      "1995-1996",
                                      "1995.08.23abc",
                                      "Mayor 1995",
                                      "1995.Foo.23",
                                      "12",
                                      "-1995",
                                      "平成",
                                      "平成年",
                                      "〇",
                                      "1995年99999月",
                                      "1995年100月",
                                      "1995年???月",
                                      "1995.???",
                                      "1995 08 x",
                                      "十十年",
                                      "二元年",
                                      "一九九五五年"}) {
    INFO(text);
    const auto read = read_dated_text(text);
    CHECK((!read || (read->has_more && read->date == Date{1995, 0, 0})));
    CHECK(canonical(text) == text);
  }
}

TEST_CASE("of a Japanese date month and day may be unknown, or missing") {
  for (const auto& [text, date, more] : std::vector<std::tuple<std::string, Date, bool>>{
           {"1995年", {1995, 0, 0}, false},
           {"1995年8月", {1995, 8, 0}, false},
           {"1995年8月23日", {1995, 8, 23}, false},
           {"1995年 8月 23日", {1995, 8, 23}, false},
           {"1995年8月??日", {1995, 8, 0}, false},
           {"1995年??月", {1995, 0, 0}, false},
           {"1995年??月??日", {1995, 0, 0}, false},
           {"1995年8", {1995, 0, 0}, true},
           {"1995年8/23", {1995, 0, 0}, true},
           {"1995年8月23", {1995, 8, 0}, true},
           {"1995年8月23時", {1995, 8, 0}, true},
           {"1995.08.23~25", {1995, 8, 23}, true},
           {"一九九五年八月二十三日", {1995, 8, 23}, false}}) {
    INFO(text);
    const auto read = read_dated_text(text);
    REQUIRE(read);
    CHECK(read->date == date);
    CHECK(read->has_more == more);
  }
  CHECK_FALSE(read_dated_text("1995年8月100日"));
}

TEST_CASE("each sign, blank and number of digits in a date counts") {
  const std::string none = "expected a date like 1995.08.23 or 23 August 1995";
  const std::string no_year = "a year of four digits is missing";
  for (const auto& [text, date] : std::vector<std::pair<std::string, std::string>>{
           // Blanks between numbers are a date only where nothing else follows.
           {"1995 08 23 10:00", "1995.??.??+"},
           {"1995 x 23", "1995.??.??+"},
           {"1995 8:23", "1995.??.??+"},
           {"1995 Mayor", "1995.??.??+"},
           {"1995 (March)", "1995.??.??+"},
           {"1995 March", "1995.03.??"},
           {"1995.08.", "1995.08.??+"},
           {"1995.08 23", "1995.08.??+"},
           {"1995.08-23", none},
           {"1995.??.???", none},
           {"1995.123", none},
           {"1995.-.23", none},
           {"1995.st.23", none},
           {"1995. 8", none},
           {"1995.1.123", none},
           {"1995/Aug/23", "1995.08.23"},
           // What may follow a date.
           {"1995.08.23.", "1995.08.23+"},
           {"1995.08.23. ", "1995.08.23+"},
           {"1995.08.23.x", none},
           {"1995.08.23/24", "1995.08.23+"},
           {"1995-08-23-25", "1995.08.23+"},
           {"1995.08~09", none},
           {"1995~1996", none},
           {"1995.08.23(", "1995.08.23+"},
           {"1995.08.23[1]", "1995.08.23+"},
           {"1995.08.23,9", "1995.08.23+"},
           {"1995.08.23;", "1995.08.23+"},
           {"1995.08.23:", none},
           {"1995.08.23+", none},
           {"1995-08-23T", none},
           {"1995-08-23s09", none},
           {"19950823 9:00", "1995.08.23+"},
           // Numbers of other lengths.
           {"1995082", none},
           {"199508231", none},
           {"19955", none},
           {"123.8.1995", none},
           {"3/123/2026", none},
           {"???", "????.??.??"},
           {"? 1995", none},
           // Weekdays, months by name, days with their endings.
           {"Sat 1995.08.23", "1995.08.23"},
           {"Sat. 1995.08.23", "1995.08.23"},
           {"sun,1995/8/23", "1995.08.23"},
           {"Satur 1995.08.23", none},
           {"1st August 1995", "1995.08.01"},
           {"2nd August 1995", "1995.08.02"},
           {"Aug/23/1995", "1995.08.23"},
           {"Aug.23.1995", "1995.08.23"},
           {"Aug-23-1995", "1995.08.23"},
           {"August 1995 (?)", "1995.08.??+"},
           {"14/March/2026", "2026.03.14"},
           {"14.March.2026", "2026.03.14"},
           {"14 of March 2026", "2026.03.14"},
           {"14 Foo 2026", none},
           {"June ??", none},
           {"May be 1995", none},
           {"March 14, 26", no_year},
           // Days and months, or months alone, before the year.
           {"12/2026", "2026.12.??"},
           {"13/2026", "there is no month 13"},
           {"3/2026 9:00", "2026.03.??+"},
           {"3/14/2026 9:00", "2026.03.14+"},
           {"3/14/2026abc", none},
           {"3/4", no_year},
           {"3/4-2026", no_year},
           {"12/3/2026", "it can be 12 March 2026 or 3 December 2026"},
           {"3/12/2026", "it can be 3 December 2026 or 12 March 2026"},
           {"13/3/2026", "2026.03.13"},
           {"3/13/2026", "2026.03.13"},
           {"13.13.2026", "there is no month 13"}}) {
    INFO(text);
    CHECK(reading(text) == date);
  }
}

TEST_CASE("a weekday in brackets after a Japanese year or month is no number") {
  CHECK(reading("1995年(月)") == "1995.??.??+");
  CHECK(reading("1995年8月(日)") == "1995.08.??+");
}

TEST_CASE("a tag that becomes canonical has no fault, and one that cannot says why") {
  std::string text = "23 Aug 1995";
  CHECK_FALSE(make_canonical(text));
  CHECK(text == "1995.08.23");
  text = "June 12";
  const auto fault = make_canonical(text);
  REQUIRE(fault);
  CHECK(fault->why == Why::no_year);
}

TEST_CASE("the reasons are told apart") {
  CHECK(reason("2001.2.30") == Why::impossible);
  CHECK(reason("June 12") == Why::no_year);
  CHECK(reason("03/04/2026") == Why::ambiguous);
  CHECK(reason("yesterday") == Why::unreadable);
}

TEST_CASE("an unknown date is no error") {
  for (const std::string_view text : {"", " ", "?", "??", "????", "????.??.??", "0000.00.00"}) {
    INFO(text);
    CHECK(read_dated_text(text));
    CHECK(canonical(text) == text);
  }
}

TEST_CASE("what is written as a tag's date reads back") {
  for (const Date& date : {Date{1995, 8, 23}, Date{1995, 8, 0}, Date{1995, 0, 0}, Date{0, 8, 23},
                           Date{987, 1, 2}, Date{1995, 0, 23}}) {
    const std::string text = write_tag_date(date);
    const auto read = read_dated_text(text);
    INFO(text);
    REQUIRE(read);
    CHECK(read->date == date);
    CHECK_FALSE(read->has_more);
    CHECK(canonical(text) == text);
  }
}

TEST_CASE("dates cut anywhere, and of any bytes, are read without harm") {
  const std::string text = "平成七年八月二十三日, 14th of March, 2026 ??.xx １９\xE5\xFF";
  for (std::size_t from = 0; from < text.size(); ++from) {
    for (std::size_t length = 0; from + length <= text.size(); ++length) {
      const std::string_view part = std::string_view(text).substr(from, length);
      const auto read = read_dated_text(part);
      if (read) CHECK((read->date.month <= 12 && read->date.day <= 31));
    }
  }
}

TEST_CASE("a number is a date where a text could be it") {
  for (const std::int64_t date :
       {1'00'00, 1995'00'00, 1995'08'00, 1995'08'31, 2000'02'29, 9999'12'31}) {
    CAPTURE(date);
    REQUIRE(date_numbered(date) == date);
    CHECK(read_date(write_date(static_cast<DateNumber>(date))) == date);
  }
  for (const std::int64_t number :
       {-1'00'00LL, 0LL, 12'31LL, 1995'00'01LL, 1995'13'00LL, 1995'08'32LL, 2001'02'29LL,
        2001'99'99LL, 9999'12'32LL, (1LL << 32) + 1995'08'23LL}) {
    CAPTURE(number);
    CHECK_FALSE(date_numbered(number).has_value());
  }
}

}  // namespace yari
