/// \file
/// Who stands where in a tournament: points and what decides between equal points.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/outcome.h"

namespace yari::tournament {

/// A game between two players, who are numbers from 0; or the bye of one.
struct PlayedGame {
  /// Both are the one player of a bye.
  std::size_t black = 0, white = 0;
  GameResult result = GameResult::unknown;
  Ending ending = Ending::unknown;
  /// As the record's Round tag has it; empty where it has none.
  std::string round;
  /// Empty for an even game.
  std::string handicap;
  std::int64_t id = 0;
  /// A round without an opponent; the result is that of Black, and a win where it is unknown.
  bool bye = false;

  /// 1, 1/2 or 0. Requires: a known result, or a bye.
  double points(Color side) const;
  /// Neither a bye nor won or lost without a game.
  bool was_played() const { return !bye && ending != Ending::forfeit; }
  /// It has a result, or is a bye.
  bool counts() const { return bye || result != GameResult::unknown; }
};

/// A row of the table. Win 1, draw 1/2; games without a result count for nothing. A bye counts as
/// its result says, but is no game. In Buchholz and Sonneborn-Berger, a round that was not played
/// counts as one against an opponent with the points that the player has in the end (FIDE Handbook
/// C.07, 16.4); where all have met all, equally often, a forfeit counts as a game (15.2), and a bye
/// not at all.
struct Standing {
  std::size_t player = 0;
  /// From 1; players who are equal in everything share a place.
  int place = 0;
  double points = 0;
  int games = 0, wins = 0, draws = 0, losses = 0;
  /// The sum of the points of the opponents, one for each game.
  double buchholz = 0;
  /// The sum of the points of the opponents who were beaten, and half of those who drew.
  double sonneborn_berger = 0;
  /// Points from games among those with the same points.
  double mutual = 0;
};

/// Marks draws that were played again: by repetition, impasse or a limit of moves, and followed in
/// the list by another game of the same two in the same round. They count for nothing.
std::vector<bool> replayed(const std::vector<PlayedGame>& games);

/// The table, best first: by points, Buchholz, Sonneborn-Berger, mutual points. Where all have met
/// all, Buchholz is the same for all of the same points. Players without a game that
/// counts stand last.
///
/// Requires: the players of the games are below `players`; games in the order they were played.
std::vector<Standing> standings(const std::vector<PlayedGame>& games, std::size_t players);

/// The rounds of the games in order: by their number, then as text. Empty when a game that counts
/// has none.
std::vector<std::string> rounds(const std::vector<PlayedGame>& games);

}  // namespace yari::tournament
