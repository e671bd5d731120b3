// The parts of dates: numbers of all scripts, unknown ones, words and signs.
#include "record/date_parts.h"

#include "tests/support/catch.h"
#include "text/ascii.h"

namespace yari::test {

namespace {

/// Numbers as value/length, unknown ones as ?length, words, and signs in quotes.
std::string drawn(std::string_view text) {
  const std::string plain = plain_date(text);
  std::string out;
  for (const DatePart& part : date_parts(plain)) {
    if (!out.empty()) out += ' ';
    const std::string length = std::to_string(part.length);
    switch (part.type) {
      case DatePart::Type::number:
        out += std::to_string(part.value) + '/' + length;
        break;
      case DatePart::Type::unknown:
        out += '?' + length;
        break;
      case DatePart::Type::word:
        out += part.text;
        break;
      case DatePart::Type::sign:
        out += '\'' + std::string(part.text) + '\'';
        break;
    }
    if (part.type == DatePart::Type::word) CHECK(part.length == part.text.size());
    if (part.type == DatePart::Type::sign) CHECK(part.length == 1);
  }
  return out;
}

}  // namespace

TEST_CASE("a date is cut into numbers, unknown numbers, words and signs") {
  for (const auto& [text, parts] : std::vector<std::pair<std::string, std::string>>{
           {"1995.08.23", "1995/4 '.' 8/2 '.' 23/2"},
           {"  Aug 1st\t ,1995 ", "aug ' ' 1/1 st ' ' ',' 1995/4"},
           {"????.x.xx", "?4 '.' ?1 '.' ?2"},
           {"Xmas x? x", "xmas ' ' ?2 ' ' ?1"},
           {"12345678", "12345678/8"},
           {"123456789", "12345678/9"},
           {"１９９５／Ａug", "1995/4 '/' aug"},
           {"！～", "'!' '~'"},
           {"｟", "'｟'"},
           {"1995　8", "1995/4 ' ' 8/1"},
           {"元年", "1/1 '年'"},
           {"〇年", "0/1 '年'"},
           {"一月", "1/1 '月'"},
           {"十日", "10/2 '日'"},
           {"十九日", "19/2 '日'"},
           {"二十日", "20/2 '日'"},
           {"三十一日", "31/2 '日'"},
           {"九十九年", "99/2 '年'"},
           {"二〇二六年", "2026/4 '年'"},
           {"二〇二六五年", "'二' 265/3 '年'"},
           {"十十年", "'十' 10/2 '年'"},
           {"二元年", "'二' 1/1 '年'"},
           {"十時", "'十' '時'"},
           {"年", "'年'"},
           {"", ""},
           {" \t ", ""}}) {
    INFO(text);
    CHECK(drawn(text) == parts);
  }
}

TEST_CASE("what stands after the text is not looked at") {
  const std::string_view text = "xy1";
  CHECK(date_parts(text.substr(0, 1)).front().type == DatePart::Type::unknown);
  CHECK(date_parts(text.substr(0, 2)).front().text == "xy");
}

TEST_CASE("no more of a text is looked at than a date can have") {
  CHECK(plain_date(std::string(256, 'A')) == std::string(256, 'a'));
  CHECK(plain_date(std::string(257, 'A')).size() == 256);
  std::string dots;
  for (int i = 0; i < 17; ++i) dots += "1.";
  CHECK(date_parts(dots).size() == 32);
}

TEST_CASE("months and weekdays are known in full and by three letters") {
  const std::vector<std::string> months{"january",   "february", "march",    "april",
                                        "may",       "june",     "july",     "august",
                                        "september", "october",  "november", "december"};
  for (int m = 1; m <= 12; ++m) {
    const std::string& name = months[static_cast<std::size_t>(m - 1)];
    INFO(name);
    CHECK(month_named(name) == m);
    CHECK(month_named(name.substr(0, 3)) == m);
    CHECK(month_named(name.substr(0, 2)) == 0);
    CHECK(month_named(name + "s") == 0);
    CHECK(ascii_lower(month_name(m)) == name);
    if (name.size() > 4) CHECK(month_named(name.substr(0, name.size() - 1)) == 0);
  }
  CHECK(month_named("sept") == 9);
  CHECK(month_named("") == 0);
  for (const std::string day :
       {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}) {
    INFO(day);
    CHECK(is_weekday(day));
    CHECK(is_weekday(day.substr(0, 3)));
    CHECK_FALSE(is_weekday(day.substr(0, 2)));
    CHECK_FALSE(is_weekday(day.substr(0, 5)));
  }
  CHECK_FALSE(is_weekday(""));
}

}  // namespace yari::test
