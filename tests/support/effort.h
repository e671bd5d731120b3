/// \file
/// How much of a costly test is done.
#pragma once

#include <cstdlib>

namespace yari::test {

/// `thorough` where the environment has YARI_THOROUGH, as somebody sets it before a release; else
/// `usual`, which a build can wait for.
inline int effort(int thorough, int usual) {
  const char* const wanted = std::getenv("YARI_THOROUGH");
  return wanted && *wanted ? thorough : usual;
}

}  // namespace yari::test
