/// \file
/// The standings of an event with what was played.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/json.h"
#include "db/reports/event_games.h"

namespace yari {

/// Standings together with what was played.
struct EventTable {
  EventGames event;
  std::vector<tournament::Standing> standings;
  /// Of each game: drawn, played again, and not counted.
  std::vector<bool> replayed;
  /// Headings of the grid: the rounds; else, for a crosstable, the places. Empty with
  /// more than 500 players, for whom no grid is made.
  std::vector<std::string> headings;
  bool by_round = false;
  /// The grid's cells, by row of the standings.
  ///
  /// Of a round: "3+w" beat the third with White, "3-b" lost with Black, "3=b" drew, "3?b" has no
  /// result, in brackets when it was played again; "3+f" won without a game; "bye" is a bye of one
  /// point, "bye=" of half a point, "bye-" of none. Of a crosstable: "1", "½", "0", "1f" won
  /// without a game. A handicap game has a star.
  std::vector<std::vector<std::string>> cells;

  /// The rounds were asked for, and there is a game without one.
  bool lacks_rounds() const { return by_round && headings.empty() && !event.games.empty(); }
};

enum class EventGrid : std::uint8_t {
  automatic,  ///< rounds where each game has one, else a crosstable
  rounds,     ///< no headings where a game has no round
  crosstable
};

EventTable event_table(EventGames event, EventGrid grid = EventGrid::automatic);

/// One object a player, with the games.
std::vector<Json> standings_json(const EventTable& table);
/// All of it: these objects with their `cells`, and `games`, `without_players`, `events`,
/// `by_round`, `headings`, `handicaps`.
Json event_json(const EventTable& table);
/// "round 2, A - B: 2 pieces", one for each handicap game.
std::vector<std::string> handicap_notes(const EventTable& table);

}  // namespace yari
