/// \file
/// Long inputs made of a short text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace yari::test {

/// `text`, `n` times.
inline std::string repeated(std::string_view text, std::size_t n) {
  std::string all;
  all.reserve(n * text.size());
  while (n-- > 0) all += text;
  return all;
}

}  // namespace yari::test
