/// \file
/// A book of games: what was played from each position, and how often.
#pragma once

#include <climits>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analysis/book/book.h"
#include "analysis/book/external_sort.h"
#include "record/game.h"
#include "rules/by.h"
#include "rules/outcome.h"

namespace yari {

/// What the count of a move is.
enum class BookWeight : std::uint8_t {
  games,    ///< the games in which it was played
  results,  ///< two for each of them that the side that moved won, one for a draw
};

struct BookMakerOptions {
  /// Moves of fewer games are left out.
  std::uint32_t min_games = 1;
  /// Only the first N plies of a game.
  int max_ply = 40;
  /// Only moves of this side.
  std::optional<Color> side = {};
  /// Only moves of the side that won: a game without a winner gives none.
  bool winner_only = false;
  BookWeight weight = BookWeight::games;
};

/// The main line of a game, as the maker takes it.
struct BookGame {
  std::uint32_t id = 0;
  const Setup& start;
  /// The first that is illegal ends the game.
  std::span<const Move> moves;
  GameResult result = GameResult::unknown;
  /// Only the moves of each side before this ply count.
  ByColor<int> ends = {{INT_MAX, INT_MAX}};
};

/// The ply of each side's first move that took longer than `most_ms`, or of which no time is known.
/// An engine is likely to have played its moves before that from a book.
ByColor<int> ends_of_fast_moves(const Game& game, std::uint32_t most_ms);

/// A move of a position, as BookMaker counts it.
struct CountedBookMove {
  Move move;
  std::uint32_t games = 0;
  std::uint32_t points = 0;
};

/// Makes a book of games. The same games give the same book, in whatever order they come. Memory is
/// bounded (about 200 MiB), whatever their number.
///
/// A move counts once for a game, even if the game repeats it.
class BookMaker {
 public:
  explicit BookMaker(const BookMakerOptions& options) : options_(options) {}

  /// First each game is counted.
  void count(const BookGame& game);
  /// Then the book is given, sorted. Requires: all games are of one variant.
  void each(const std::function<void(const BookEntry&)>& visit);

 private:
  template <class V>
  void count_plies(const BookGame& game);
  void fill(BookEntry& entry) const;

  BookMakerOptions options_;
  Variant variant_ = Variant::yari;
  /// A record for each move of each game: the position, the move, and what is counted.
  ExternalSort plies_{std::size_t{128} << 20};
  std::string record_;
  /// What was played in the position that `each` is at, by the bits of the moves.
  std::vector<CountedBookMove> moves_;
};

}  // namespace yari
