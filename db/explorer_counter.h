/// \file
/// Adds up games through one position.
#pragma once

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "db/explorer.h"
#include "db/store/sqlite/connection.h"

namespace yari {

/// What the explorer counts of a game.
struct GameFacts {
  GameId id = 0;
  GameResult result = GameResult::unknown;
  int plies = 0;
  std::optional<DateNumber> date;
  /// Numbers in the table of players; 0 for none.
  std::int64_t black = 0, white = 0;
};

/// Reads facts of single games.
class FactsReader {
 public:
  explicit FactsReader(Connection& connection);
  std::optional<GameFacts> read(GameId id);

 private:
  Statement statement_;
};

class ExplorerCounter {
 public:
  /// Counts that `next` was played in that game. Requires: calls come in order of games.
  void add(const GameFacts& game, Move next);
  /// Counts and names, sorted.
  ExplorerPosition result(Connection& connection) const;
  /// Whether `holds` is true of every move.
  template <class Predicate>
  bool all_moves(Predicate holds) const {
    return std::all_of(moves_.begin(), moves_.end(),
                       [&](const ExplorerMove& m) { return holds(m.move); });
  }

  /// The form in the table hot_positions, version byte first: counts of all, of each move, and
  /// games of each player. On disk: never change, a new form gets a new version byte.
  Bytes encode() const;
  /// No value when the blob is damaged.
  static std::optional<ExplorerCounter> decode(ByteView blob);

 private:
  PlayCounts all_;
  std::vector<ExplorerMove> moves_;
  std::unordered_map<std::int64_t, std::int64_t> players_;
  /// The moves that the present game has played here.
  GameId game_ = 0;
  std::vector<Move> played_;
};

}  // namespace yari
