/// \file
/// Who plays whom in the next round of an event, and its games in the database.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/reports/event_games.h"
#include "notation/json/object.h"
#include "text/result.h"

namespace yari {

/// Somebody who plays in an event.
struct Entrant {
  std::string name;
  /// At most most_rating (record/ratings.h); 0: unknown.
  int rating = 0;
  /// Not to be paired.
  bool absent = false;
};

/// The error says why nobody is called so: a name of nobody ("bye"), or no value of a tag.
Result<void> check_entrant(const std::string& name);

/// More take too long to pair.
inline constexpr std::size_t most_entrants = 2000;

/// How a round is made.
struct RoundPlan {
  bool round_robin = false;
  /// Of a round robin: how often everybody meets, 1 or 2.
  int cycles = 1;
  /// Of a round robin: this round, from 1; no value: the next one.
  std::optional<int> number = {};
  /// The last round of a Swiss, in which top scorers may have any colour.
  bool last = false;
};

inline constexpr int most_round_number = 10'000;

/// A board of the round; without White it is a bye.
struct PairedGame {
  std::string black;
  double black_points = 0;
  std::optional<std::string> white = {};
  double white_points = 0;
};

struct PairedRound {
  int number = 1;
  std::vector<PairedGame> games = {};
  /// Its games are in the database already.
  bool is_stored = false;
  /// Everybody has a bye if somebody has, so that it is worth nothing.
  bool round_robin = false;
};

/// The round of the entrants after the games of `event`: pairing numbers go by rating, the highest
/// first, then by the order of the list. Those who are absent keep their place in the tables of a
/// round robin.
///
/// The error is a sentence: a player cannot be called so or is there twice, there are too many,
/// nobody can be paired, there is no such round.
Result<PairedRound> paired_round(std::vector<Entrant> entrants, const EventGames& event,
                                 const RoundPlan& plan);

/// `round`, `board`, `black`, `black_points`, `white` ("bye" for none), `white_points`.
std::vector<std::string> paired_columns();
std::vector<std::vector<Value>> paired_rows(const PairedRound& round);

/// Adds the games without results, and the bye with what it is worth, as one change that `undo`
/// takes back; their numbers. The error says that the round is there, or that no event can be
/// called so. Throws DatabaseError.
Result<std::vector<GameId>> store_round(Database& database, const std::string& event, Variant game,
                                        const PairedRound& round);

}  // namespace yari
