/// \file
/// For back ends that are far away: which lines will be asked for.
#pragma once

#include <vector>

#include "db/query/filter.h"

namespace yari::store {

/// What a GameReader may be, too.
class ExpectsLines {
 public:
  virtual ~ExpectsLines() = default;
  /// GameReader::line will be called for these games, and may fetch them together. With none,
  /// forgets what was fetched: nothing may be written in between.
  virtual void expect(const std::vector<GameId>& ids) = 0;
};

}  // namespace yari::store
