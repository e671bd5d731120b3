/// \file
/// A repertoire held against games: what opponents played, and where games left it.
///
/// A repertoire is a book of the moves that a player means to play. Positions are known by their
/// keys: however a game came to one, it is in the repertoire. Two positions with the same 64-bit
/// key are taken for one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analysis/engine/engine.h"
#include "db/query/filter.h"
#include "notation/json/object.h"
#include "record/result_counts.h"
#include "rules/position.h"

namespace yari {

/// The moves of a book by position.
class Repertoire {
 public:
  /// Positions are held in memory: a book with more of them is refused.
  static constexpr std::size_t most_positions = 2'000'000;

  /// Adds moves of a position to those that are known. Requires: the moves are legal in it.
  void add(const Setup& position, std::span<const Move> moves);
  std::size_t positions() const { return moves_.size(); }
  /// Null where the book does not have the position.
  const std::vector<Move>* find(Key key) const {
    const auto found = moves_.find(key);
    return found == moves_.end() ? nullptr : &found->second;
  }
  /// Whether a move of the book leads to the position.
  bool leads_to(Key key) const { return after_.contains(key); }

 private:
  std::unordered_map<Key, std::vector<Move>> moves_;
  std::unordered_set<Key> after_;
};

/// A game as the player of the repertoire had it.
struct RepertoireGame {
  GameId id = 0;
  const Setup& start;
  /// Requires: they are legal.
  std::span<const Move> moves;
  GameResult result = GameResult::unknown;
  /// Whose repertoire it is.
  Color side = Color::black;
};

/// What ended the part of a game that the repertoire covers.
enum class LeftBy : std::uint8_t {
  player,    ///< played another move than the book's
  opponent,  ///< played a move that the book has no answer to, where it answers others
  book,      ///< has no position after this one: its line ends
};
/// "player", "opponent", "book".
std::string_view name(LeftBy by);

/// A move of an opponent in a position that the repertoire leads to.
struct OpponentMove {
  /// As the first game came to it.
  GamePosition before;
  Move move;
  /// What the book plays then; empty where it has no answer.
  std::vector<Move> book;
  ResultCounts score;
};

/// A place where games left the repertoire.
struct Departure {
  GamePosition before;
  LeftBy by = LeftBy::player;
  /// Move::none() where the book ends.
  Move move;
  /// What the book plays there; what it answers, where the opponent left it.
  std::vector<Move> book;
  ResultCounts score;
  /// In the order in which they were added.
  std::vector<GameId> games;
};

/// Which rows of a table are wanted: those with `min_games` or more, and of these the first
/// `limit`.
struct RowChoice {
  std::int64_t min_games = 1;
  std::optional<std::size_t> limit = {};
};

/// Games that are added one after the other.
///
/// A game that comes back to a position of the repertoire, or to one that a move of it leads to, by
/// a transposition, has not left it: the last such position counts. A move counts once for a game.
/// Where the opponent begins, the start is in the repertoire if the book answers any first move.
class RepertoireGames {
 public:
  /// Requires: it outlives this.
  explicit RepertoireGames(const Repertoire& repertoire) : repertoire_(repertoire) {}

  void add(const RepertoireGame& game);

  /// The moves of most games first, then those that come early.
  std::vector<OpponentMove> opponent_moves(const RowChoice& choice = {}) const;
  std::vector<Departure> departures(const RowChoice& choice = {}) const;
  std::int64_t games() const { return games_; }
  /// Games that were never in the repertoire.
  std::int64_t outside() const { return outside_; }
  /// Games that ended, or whose record ends, inside it.
  std::int64_t ended_inside() const { return ended_; }
  /// Games that left it.
  std::int64_t left(LeftBy by) const { return left_[static_cast<std::size_t>(by)]; }

 private:
  /// A position in which the opponent is to move.
  struct Node {
    GamePosition before;
    /// The moves after which the book has the position.
    std::vector<Move> answered;
    std::vector<std::pair<Move, ResultCounts>> played;
  };
  template <class V>
  void walk(const RepertoireGame& game);
  template <class V>
  Node& node_at(const RepertoireGame& game, std::size_t ply);
  void note_played(const RepertoireGame& game, std::size_t ply, Node& node);
  void note_left(const RepertoireGame& game, std::size_t ply, LeftBy by, Move move,
                 const std::vector<Move>& book);

  const Repertoire& repertoire_;
  std::unordered_map<Key, Node> nodes_;
  /// By the position and the move.
  std::map<std::pair<Key, std::uint16_t>, Departure> departures_;
  std::int64_t games_ = 0, outside_ = 0, ended_ = 0;
  std::int64_t left_[3] = {};
  /// Of the game that is added: a key for each ply, and the moves that were counted.
  std::vector<Key> keys_;
  std::vector<std::pair<Key, Move>> counted_;
};

/// As `book repertoire --json` prints them; docs/json.md.
Json opponent_move_json(const OpponentMove& played);
Json departure_json(const Departure& departure);

}  // namespace yari
