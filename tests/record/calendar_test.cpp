// The calendar of dates: months, eras, and the numbers that the database sorts by.
#include "record/date.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using Why = NoDate::Why;

std::string reading(const std::string& text) {
  const auto read = read_dated_text(text);
  return read ? write_tag_date(read->date) : read.error().message;
}

Why reason(const std::string& text) {
  const auto read = read_dated_text(text);
  REQUIRE_FALSE(read);
  return read.error().why;
}

}  // namespace

TEST_CASE("every month has its last day and no further one") {
  const std::vector<int> last{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  for (int month = 1; month <= 12; ++month) {
    const int days = last[static_cast<std::size_t>(month - 1)];
    const std::string front = "2024-" + std::to_string(month) + '-';
    INFO(front);
    CHECK(read_date(front + std::to_string(days)) == 20240000 + month * 100 + days);
    CHECK(reason(front + std::to_string(days + 1)) == Why::impossible);
  }
  for (int month = 1; month <= 12; ++month) {
    const int days = month == 2 ? 28 : last[static_cast<std::size_t>(month - 1)];
    const std::string front = "2023-" + std::to_string(month) + '-';
    INFO(front);
    CHECK(read_date(front + std::to_string(days)) == 20230000 + month * 100 + days);
    CHECK(reason(front + std::to_string(days + 1)) == Why::impossible);
  }
  for (const auto& [year, leap] : std::vector<std::pair<int, bool>>{
           {1900, false}, {1904, true}, {2000, true}, {2023, false}, {2100, false}}) {
    INFO(year);
    CHECK(read_date(std::to_string(year) + ".2.29").has_value() == leap);
    CHECK(read_date(std::to_string(year) + ".2.28"));
  }
  CHECK(reading("1995.??.31") == "1995.??.31");
  CHECK(reading("1995.??.32") == "a month has no day 32");
}

TEST_CASE("each era begins and ends with its years") {
  struct Era {
    std::string name;
    int first, last;
  };
  for (const Era& era : {Era{"明治", 1868, 45}, Era{"大正", 1912, 15}, Era{"昭和", 1926, 64},
                         Era{"平成", 1989, 31}, Era{"令和", 2019, 99}}) {
    INFO(era.name);
    const std::string first = std::to_string(era.first);
    const std::string last = std::to_string(era.first + era.last - 1);
    CHECK(reading(era.name + "元年") == first + ".??.??");
    CHECK(reading(era.name + " 1年") == first + ".??.??");
    CHECK(reading(era.name + std::to_string(era.last)) == last + ".??.??");
    CHECK(reason(era.name + std::to_string(era.last + 1) + "年") ==
          (era.last == 99 ? Why::unreadable : Why::impossible));
  }
  CHECK(reason("平成100年") == Why::unreadable);
  CHECK(reason("平和7年") == Why::unreadable);
}

TEST_CASE("dates are numbers for the database, and a number is the days that it can mean") {
  for (const auto& [text, number] :
       std::vector<std::pair<std::string, DateNumber>>{{"1995.08.23", 19950823},
                                                       {"1995/8/23 9:00", 19950823},
                                                       {"1995.08.??", 19950800},
                                                       {"1995.??.23", 19950000},
                                                       {"1995", 19950000}}) {
    INFO(text);
    CHECK(read_date(text) == number);
  }
  for (const std::string_view text : {"", "????.08.23", "June 12", "2001.2.30"})
    CHECK_FALSE(read_date(text));
  struct Number {
    DateNumber date;
    std::string text;
    DateNumber first, last;
  };
  for (const Number& n : std::vector<Number>{{19950823, "1995-08-23", 19950823, 19950823},
                                             {19951231, "1995-12-31", 19951231, 19951231},
                                             {19950800, "1995-08", 19950801, 19950831},
                                             {19951000, "1995-10", 19951001, 19951031},
                                             {19950000, "1995", 19950101, 19951231},
                                             {9870102, "0987-01-02", 9870102, 9870102}}) {
    INFO(n.text);
    CHECK(write_date(n.date) == n.text);
    CHECK(earliest(n.date) == n.first);
    CHECK(latest(n.date) == n.last);
  }
}

}  // namespace yari::test
