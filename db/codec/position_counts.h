/// \file
/// What is counted of the games through one position: sums that can be added and taken away.
///
/// Every batch of games, and every change to stored ones, is counted by itself; the sum over all of
/// them is what the explorer shows. So adding a game never means counting the others again.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "db/codec/bytes.h"
#include "record/date.h"
#include "rules/move.h"
#include "rules/outcome.h"

namespace yari {

/// The date of a game in the counts; 0 when it is not known.
inline std::uint32_t counted_date(std::int64_t date) {
  return static_cast<std::uint32_t>(date_numbered(date).value_or(0));
}

/// A game as it is counted.
struct CountedGame {
  std::uint32_t id = 0;
  GameResult result = GameResult::unknown;
  int plies = 0;
  /// yyyymmdd; 0 for none.
  std::uint32_t date = 0;
  /// Numbers in the table of players; 0 for none.
  std::int64_t black = 0, white = 0;
  bool operator==(const CountedGame&) const = default;
};

/// A game by its date; of equal dates the later number is greater.
struct DatedGame {
  std::uint32_t date = 0, game = 0;
  auto operator<=>(const DatedGame&) const = default;
};

/// The greatest of some games, from which games can be taken away.
///
/// Only the first few are kept. When all of these have been taken away, the top is `unknown`, and
/// the games must be counted again.
class TopGames {
 public:
  /// `times` is 1 for a game that is added, -1 for one that is taken away.
  void add(DatedGame game, int times) { entries_.push_back({game, times}); }
  void add(const TopGames& other);
  /// Requires: once after the last `add`, before what follows. `games` is how many there are, which
  /// decides how many are kept; `whole` says that every game that is taken away was added here,
  /// too.
  void settle(std::int64_t games, bool whole);

  /// The greatest; no value when there is none, or it is unknown.
  std::optional<DatedGame> top() const;
  bool unknown() const { return cut_.has_value() && !top(); }
  bool empty() const { return entries_.empty() && !cut_; }

  void encode(ByteWriter& out) const;
  /// After damage the reader is not ok.
  static TopGames decode(ByteReader& in);

 private:
  struct Entry {
    DatedGame game;
    int times = 0;
  };
  /// The greatest first, once settled.
  std::vector<Entry> entries_;
  /// Games below this one were left out.
  std::optional<DatedGame> cut_;
};

/// Sums over games, which may be negative in the counts of a change.
struct GameSums {
  std::int64_t games = 0, black_wins = 0, white_wins = 0, draws = 0;
  /// Of the lengths of the games.
  std::int64_t plies = 0;
  /// Those played last, and those played first, of those with a date (`mirrored`).
  TopGames last, first;

  void add(const CountedGame& game, int times);
  void add(const GameSums& other);
  void settle(bool whole);
  bool unknown() const { return last.unknown() || first.unknown(); }
  std::optional<std::uint32_t> first_date() const;
};

/// Counts of one position, or what a change makes of them.
class PositionCounts {
 public:
  struct OfMove {
    Move move;
    GameSums sums;
  };
  using PlayerGames = std::pair<std::int64_t, std::int64_t>;
  /// The games of more players than this are not counted for each.
  static constexpr std::size_t most_players = 50'000;

  /// Counts a game, or takes it away (`times` -1). `moves` are those that it played here, each
  /// once; none where it ended.
  void add(const CountedGame& game, std::span<const Move> moves, int times);
  /// False where that is more than games come to: then somebody forged what was read.
  bool add(const PositionCounts& other);
  /// As for TopGames, and puts moves and players in order. Moves and players without games go.
  void settle(bool whole);
  /// Whether the games must be counted again, or those of a move that nobody plays any more.
  /// Requires: settled as a whole.
  bool unknown() const { return unknown_; }
  /// Whether `add` took a game away; not known of counts that were read.
  bool takes_away() const { return takes_away_; }
  /// Whether it changes nothing.
  bool is_nothing() const;

  const GameSums& all() const { return all_; }
  const std::vector<OfMove>& moves() const { return moves_; }
  /// Numbers of players with their games, in order of number; empty where there are too many.
  const std::vector<PlayerGames>& players() const { return players_; }

  /// Requires: settled. On disk: never change; a new form gets a new version byte.
  Bytes encode() const;
  /// No value when the bytes are damaged: no counts that were settled encode to them.
  static std::optional<PositionCounts> decode(ByteView bytes);
  /// Of the same bytes no more than how many games they count.
  static std::optional<std::int64_t> games_in(ByteView bytes);

 private:
  GameSums& of(Move move);
  void settle_players(std::size_t most);

  GameSums all_;
  std::vector<OfMove> moves_;
  std::vector<PlayerGames> players_;
  bool too_many_players_ = false;
  bool takes_away_ = false;
  bool unknown_ = false;
};

}  // namespace yari
