/// \file
/// UTF-16 as UTF-8, block by block.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace yari {

/// Turns UTF-16 that begins with a byte order mark into UTF-8, without the mark.
class Utf16Reader {
 public:
  /// Appends the characters that `bytes` completes to `out`, and returns how many code units have
  /// no meaning, each of which becomes U+FFFD. A byte or half a pair that is left over at the end
  /// counts, too.
  std::size_t read(std::string_view bytes, bool at_end, std::string& out);

 private:
  std::size_t take_unit(char32_t unit, std::string& out);

  bool begun_ = false;
  bool big_endian_ = false;
  /// The first byte of a unit, and the first unit of a pair; none: -1, 0.
  int half_ = -1;
  char32_t high_ = 0;
};

}  // namespace yari
