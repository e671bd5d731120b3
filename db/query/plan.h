/// \file
/// What an executor can do for a query before any game is replayed: look up keys, filter headers.
#pragma once

#include <optional>
#include <vector>

#include "db/query/query.h"
#include "rules/position.h"

namespace yari::query {

/// A condition on the header, or its opposite.
struct HeaderCondition {
  HeaderTest test;
  bool negated = false;
  bool operator==(const HeaderCondition&) const = default;
};

struct Plan {
  /// Every game with a match passes through a position with one of these keys, not always at the
  /// ply that matches. Sorted, without duplicates. No value: nothing is known.
  std::optional<std::vector<Key>> keys;
  /// Every game with a match fulfils all of them.
  std::vector<HeaderCondition> headers;
  /// Every game with a match is an annotated one.
  bool annotated = false;
};

Plan plan(const Query& query);

}  // namespace yari::query
