/// \file
/// What a GameFilter means: the one place that decides which headers it takes.
#pragma once

#include <vector>

#include "db/query/header.h"
#include "db/store/filter.h"
#include "db/store/game_header.h"

namespace yari {

/// The header as queries see it; valid as long as the header.
query::HeaderView view_of(const GameHeader& header);

/// A filter, asked of one header after the other with the tests of queries (query::holds).
class FilterTest {
 public:
  explicit FilterTest(const GameFilter& filter);

  /// Whether the header fulfils every condition but `text`, which comments can fulfil, too.
  /// `ratings` matter only where the filter asks for them.
  bool holds(const GameHeader& header, const Ratings& ratings = {});
  /// Whether a name in the header contains the words of `text`. Requires: the filter has one.
  bool has_text_in_names(const GameHeader& header);

 private:
  void add_numbers();

  GameFilter filter_;
  /// Of each list one must hold.
  std::vector<std::vector<query::PreparedTest>> tests_;
  /// Black and White, and the other way round, where both players are named.
  std::vector<std::vector<query::PreparedTest>> seats_;
  std::vector<query::PreparedTest> text_;
};

/// The conditions that SQL only narrows: dates with unknown parts, and handicaps.
GameFilter narrowed_only(const GameFilter& filter);

/// The names that a condition on the handicap stands for, or "even" or "any".
std::vector<query::HandicapIs> handicaps_of(const GameFilter& filter);

}  // namespace yari
