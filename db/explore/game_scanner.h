/// \file
/// Looks at stored games, one after the other, for the places where a query holds.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "db/query/matcher.h"
#include "db/store/hit.h"
#include "db/store/store.h"

namespace yari {

struct ScanRequest {
  query::Query query;
  /// No value: both games.
  std::optional<Variant> variant;
  /// Of conditions that every game with a hit fulfils; may be null.
  std::shared_ptr<const store::Narrowing> narrowing;
  /// Gets each damaged game that is left out, and what is wrong with it; called on the scanner's
  /// thread.
  std::function<void(GameId, const char*)> damaged;
};

/// Reads games in order of their numbers.
///
/// Moves were judged when they were stored and are not judged again. One thread at a time.
class GameScanner {
 public:
  /// Requires: the snapshot outlives this.
  GameScanner(store::Snapshot& snapshot, const ScanRequest& request);

  /// Appends the hits of the games numbered `first` to `last`.
  void scan(GameId first, GameId last, std::vector<Hit>& hits);
  /// Those of these games. Requires: they are sorted.
  void scan(std::span<const GameId> games, std::vector<Hit>& hits);

 private:
  template <class V>
  void match(const store::CursorGame& game, query::Matcher<V>& matcher, std::vector<Hit>& hits);

  std::function<void(GameId, const char*)> damaged_;
  std::optional<query::Matcher<YariShogi>> yari_;
  std::optional<query::Matcher<Shogi>> shogi_;
  bool names_needed_ = false;
  std::unique_ptr<store::GameCursor> cursor_;
  std::vector<Move> moves_;
};

}  // namespace yari
