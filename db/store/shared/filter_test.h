/// \file
/// What a GameFilter means: the one place that decides which headers it takes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "db/query/filter.h"
#include "db/query/header.h"
#include "db/query/words.h"
#include "db/store/game_header.h"

namespace yari {

/// The header as queries see it; valid as long as the header.
query::HeaderView view_of(const GameHeader& header);

/// What a filter may ask of a game beside its header. What it does not ask for may stay empty.
struct FilterFacts {
  Ratings ratings = {};
  /// The tag Round.
  std::string_view round = {};
  /// The engine that annotated the game.
  std::optional<std::string_view> annotated = {};
  bool evaluated = false;
};

/// A filter, asked of one header after the other with the tests of queries (query::holds).
class FilterTest {
 public:
  explicit FilterTest(const GameFilter& filter);

  /// Whether the header fulfils every condition but `text`, which comments can fulfil, too.
  bool holds(const GameHeader& header, const FilterFacts& facts = {});
  /// Whether a name in the header contains the words of `text`. Requires, as the next: the filter
  /// has one.
  bool has_text_in_names(const GameHeader& header);
  /// Whether the comments of a game contain them.
  bool has_text(std::string_view comments) const { return text_->in_text(comments); }

 private:
  void add_numbers();
  bool holds_beside_header(const FilterFacts& facts) const;

  GameFilter filter_;
  /// Of each list one must hold.
  std::vector<std::vector<query::PreparedTest>> tests_;
  /// Black and White, and the other way round, where both players are named.
  std::vector<std::vector<query::PreparedTest>> seats_;
  std::optional<query::TextTest> text_;
};

/// The conditions that SQL only narrows: dates with unknown parts, and handicaps.
GameFilter narrowed_only(const GameFilter& filter);

/// The names that a condition on the handicap stands for, or "even" or "any".
std::vector<query::HandicapIs> handicaps_of(const GameFilter& filter);

}  // namespace yari
