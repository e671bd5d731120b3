#include "text/cursor.h"

namespace yari {

std::string found_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end";
  const std::uint8_t byte = octet(text[at]);
  if (byte < 0x20 || byte >= 0x7F) return "byte " + std::to_string(byte);
  return std::string("'") + text[at] + "'";
}

}  // namespace yari
