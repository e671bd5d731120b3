// Goes over strings and brackets; the values themselves have been checked by the library.
#include "notation/jkf/json_place.h"

#include <algorithm>

namespace yari {

JsonPlace::JsonPlace(std::string_view text) : text_(text), at_(behind_blanks(0)) {}

JsonPlace& JsonPlace::member(std::string_view name) {
  if (sign_at(at_) != '{') return *this;
  std::size_t at = behind_blanks(at_ + 1);
  while (sign_at(at) == '"') {
    const std::size_t end = behind_string(at);
    const bool found = text_.substr(at + 1, end - at - 2) == name;
    at = behind_blanks(behind_blanks(end) + 1);
    if (found) {
      at_ = at;
      break;
    }
    at = behind_blanks(behind_value(at) + 1);
  }
  return *this;
}

JsonPlace& JsonPlace::element(std::size_t n) {
  if (sign_at(at_) != '[') return *this;
  std::size_t at = behind_blanks(at_ + 1);
  for (; n > 0 && at < text_.size(); --n) at = behind_blanks(behind_value(at) + 1);
  if (at < text_.size()) at_ = at;
  return *this;
}

std::size_t JsonPlace::behind_blanks(std::size_t at) const {
  return std::min(text_.find_first_not_of(" \t\r\n", std::min(at, text_.size())), text_.size());
}

std::size_t JsonPlace::behind_string(std::size_t at) const {
  for (++at; at < text_.size() && text_[at] != '"'; ++at) {
    if (text_[at] == '\\') ++at;
  }
  return std::min(at + 1, text_.size());
}

// Up to the comma or bracket that follows.
std::size_t JsonPlace::behind_value(std::size_t at) const {
  std::size_t depth = 0;
  while (at < text_.size()) {
    const char c = text_[at];
    if (c == '"') {
      at = behind_string(at);
      continue;
    }
    const bool closes = c == '}' || c == ']';
    if (depth == 0 && (c == ',' || closes)) break;
    if (c == '{' || c == '[') ++depth;
    if (closes) --depth;
    ++at;
  }
  return at;
}

}  // namespace yari
