#include "db/people/bye.h"

#include <string>

#include "text/ascii.h"

namespace yari::people {

bool is_bye(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (is_digit(c) || static_cast<unsigned char>(c) >= 0x80) return false;
    if (is_letter(c)) letters += c;
  }
  return same_ignoring_case(letters, "bye");
}

bool is_bye(std::string_view black, std::string_view white) {
  return is_bye(black) || is_bye(white);
}

}  // namespace yari::people
