/// \file
/// A second, slow reading of what a query means, to hold the fast one against.
///
/// It shares the query's data types with db/ and nothing else: boards are arrays of pieces, a twin
/// is looked for by turning the game instead of the query, and every ply is asked on its own.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "db/query/judgement.h"
#include "db/query/query.h"
#include "record/game.h"
#include "record/ratings.h"

namespace yari::test {

/// A position or move as it looks with board and colours turned, or mirrored, or both.
Setup seen(const Setup& setup, bool turned, bool mirrored);
Move seen(Move m, bool turned, bool mirrored, int files);

/// A game spread out: the position at every ply, as it is and as it is seen turned and mirrored.
class BruteGame {
 public:
  /// Requires: the moves are legal from `start`.
  BruteGame(const Setup& start, std::vector<Move> moves);

  std::string black, white, event, site;
  std::optional<DateNumber> date;
  GameResult result = GameResult::unknown;
  Ending ending = Ending::unknown;
  Ratings ratings;
  std::vector<query::Noted> noted;

  int plies() const { return static_cast<int>(moves_.size()); }
  const std::vector<Move>& moves() const { return moves_; }
  const Setup& start() const { return views_[0].setups[0]; }
  const Setup& setup(int ply) const { return views_[0].setups[static_cast<std::size_t>(ply)]; }
  bool is_even() const;

  /// The plies at which the query holds.
  std::vector<int> matches(const query::Query& query) const;

 private:
  struct View {
    std::vector<Setup> setups;
    std::vector<Move> moves;
    std::vector<query::State> states;  // where has_state
    std::vector<bool> has_state;
  };
  struct Asker;
  std::vector<Move> moves_;
  /// By 1 for turned plus 2 for mirrored.
  std::array<View, 4> views_;
};

}  // namespace yari::test
