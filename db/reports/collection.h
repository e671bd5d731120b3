/// \file
/// What a collection of games is like beyond plain counts: how long its games are, and which
/// positions they share.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "db/database.h"
#include "db/explore/explorer.h"

namespace yari {

/// How long games are, in plies.
struct Lengths {
  std::int64_t games = 0;
  int min = 0, max = 0;
  /// Half of the games are as long as this or longer: of an even number the lower middle one.
  int median = 0;
  double mean = 0;
  /// Games by length: from each key on, up to the next multiple of `step`. Empty steps between the
  /// shortest and the longest are there too, up to `max_steps`.
  std::map<int, std::int64_t> histogram;
  static constexpr int step = 20;
  static constexpr std::size_t max_steps = 1000;
};

/// What the database counts, but no byes: nobody has played there.
struct PlayedGames {
  Statistics counts;
  Lengths lengths;
};

PlayedGames played_games(Database& database);

/// A position and the games that went through it.
struct CommonPosition {
  Setup position;
  PlayCounts counts;
};

/// The positions that occur most often in main lines, the most games first; the starts of the games
/// among them. One walk over the index, and a replay of the games of those that compact() has not
/// counted.
std::vector<CommonPosition> common_positions(Database& database, std::size_t count);

}  // namespace yari
