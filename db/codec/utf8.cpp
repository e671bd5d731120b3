// The decoder of text/, for a whole text.
#include "db/codec/utf8.h"

#include "text/utf8.h"

namespace yari {

std::string to_valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  append_valid_utf8(valid, text);
  return valid;
}

}  // namespace yari
