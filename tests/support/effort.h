/// \file
/// How much of a costly test is done.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdlib>
#include <cstring>

namespace yari::test {

/// The number in an environment variable; `usual` where it is not set.
template <std::integral T>
T number_from(const char* variable, T usual) {
  const char* const text = std::getenv(variable);
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), usual);
  return usual;
}

/// `thorough` where the environment has YARI_THOROUGH, as somebody sets it before a release; else
/// `usual`, which a build can wait for.
inline int effort(int thorough, int usual) {
  const char* const wanted = std::getenv("YARI_THOROUGH");
  return wanted && *wanted ? thorough : usual;
}

}  // namespace yari::test
