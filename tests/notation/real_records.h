/// \file
/// The real records that tests read: those of the shared data and those of samples/.
#pragma once

#include <string>
#include <vector>

#include "notation/format.h"

namespace yari::test {

struct RealRecord {
  /// "shogi/kif/.../a.kif, record 1", for messages.
  std::string name;
  const Format* format;
  /// UTF-8.
  std::string text;
};

/// Every record of every file, in the order of the files' names; samples alone where the shared
/// data is missing.
std::vector<RealRecord> real_records();

}  // namespace yari::test
