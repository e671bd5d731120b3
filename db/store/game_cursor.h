/// \file
/// A walk over stored games in order of their numbers: the fastest way through a whole store.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "db/query/filter.h"
#include "db/query/matcher.h"
#include "rules/move.h"
#include "rules/setup.h"

namespace yari::store {

/// What a back end has made of conditions on headers (GameReader::narrow).
class Narrowing {
 public:
  virtual ~Narrowing() = default;
};

struct CursorRequest {
  /// No value: both games.
  std::optional<Variant> variant;
  /// Games that it rules out need not be visited; null rules out none.
  std::shared_ptr<const Narrowing> narrowing;
  /// Whether names, dates, results and endings will be read, and judgements.
  bool names = false, judgements = false;
  /// Whether ratings will be read, too; asked only together with names.
  bool ratings = false;
};

/// A game that a cursor is at; views are valid until the next one.
struct CursorGame {
  GameId id = 0;
  Variant variant = Variant::yari;
  /// Names, date, result and ending may be empty unless they were asked for.
  query::HeaderView header;
  /// Null for the even start.
  const Setup* start = nullptr;
  /// What is wrong with the start; null when nothing is.
  const char* fault = nullptr;
};

/// One virtual call for each game, and one for its moves where they are wanted.
class GameCursor {
 public:
  virtual ~GameCursor() = default;
  /// `start` will be called for each of these games by itself, in this order: a back end on another
  /// machine asks for all of them at once. Requires: they are sorted.
  virtual void expect(std::span<const GameId>) {}
  /// Goes to before the first of the games numbered `first` to `last`.
  virtual void start(GameId first, GameId last) = 0;
  /// The next game; null when there is none.
  virtual const CursorGame* next() = 0;
  /// Reads the moves of the present game, which are not judged. What is wrong with them; null when
  /// nothing is.
  virtual const char* read_moves(std::vector<Move>& moves) = 0;
};

}  // namespace yari::store
