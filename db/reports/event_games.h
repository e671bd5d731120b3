/// \file
/// The games of an event, or of any filter, as a tournament sees them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "db/database.h"
#include "db/tournament/standings.h"

namespace yari {

struct EventGames {
  /// Names without ranks and titles. Spellings that differ in letters alone are one player, unless
  /// two of them met: then each is one, with its rank.
  std::vector<std::string> players;
  /// By date, round and number. Where one side is called "bye", it is the bye of the other.
  std::vector<tournament::PlayedGame> games;
  /// As DateNumber, 0 where unknown; of each game.
  std::vector<int> dates;
  /// The different events, in order.
  std::vector<std::string> events;
  /// Games left out because a player is unknown.
  std::int64_t without_players = 0;
};

/// `check` is called for each game; what it throws ends the work.
EventGames event_games(Database& database, const GameFilter& filter,
                       const std::function<void()>& check = {});

}  // namespace yari
