// Where a record of JKF ends, and whether a text is one.
#include <algorithm>

#include "notation/jkf/jkf.h"
#include "notation/text.h"

namespace yari {

std::size_t jkf_record_length(std::string_view text, bool at_end) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && depth > 0 && --depth == 0) {
      return std::min(text.find_first_not_of(" \t\r\n", i + 1), text.size());
    }
  }
  return at_end ? text.size() : 0;
}

int jkf_likeness(std::string_view head) {
  const std::string_view t = trimmed(head);
  if (!t.starts_with('{')) return 0;
  const auto holds = [&](std::string_view word) { return t.find(word) != std::string_view::npos; };
  return holds("\"moves\"") || holds("\"header\"") || holds("\"initial\"") ? 97 : 20;
}

}  // namespace yari
