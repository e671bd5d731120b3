/// \file
/// Ratings of the players of a database, computed from their games.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "db/reports/event_games.h"
#include "db/tournament/glicko2.h"

namespace yari {

struct RatingOptions {
  /// What every door takes.
  static constexpr int most_months = 1200;
  static constexpr double least_tau = 0.2, most_tau = 2, most_handicap_points = 3000;

  /// Months of a rating period.
  int period_months = 3;
  double tau = tournament::usual_tau;
  /// Rating points that a handicap is worth to who receives it, by its name.
  std::map<std::string, double> handicaps;
};

struct RatedPlayer {
  std::string name;
  tournament::Rating rating;
  int games = 0;
  /// As DateNumber: of the last game that counted.
  int last_date = 0;
};

struct RatingList {
  /// Best first.
  std::vector<RatedPlayer> players;
  int periods = 0;
  std::int64_t games = 0;
  /// Left out; each game for one reason, the first of these. A player is unknown; nobody played;
  /// somebody played alone.
  std::int64_t without_players = 0, byes = 0, forfeits = 0, against_oneself = 0;
  /// No result, no month, a handicap that has no value.
  std::int64_t without_result = 0, without_date = 0, handicaps = 0;
};

/// Glicko-2 over periods from the first game to the last. Only players with a game that counts are
/// in the list.
RatingList rating_list(const EventGames& games, const RatingOptions& options);

}  // namespace yari
