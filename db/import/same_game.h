/// \file
/// Which games are the same: what an import does not add again, and what counts as a duplicate.
///
/// Two games are the same when start, rules and main line are, and nothing that is known of both
/// differs: players, date, result, and the text that damage left unread. Other tags make no other
/// game (db/import/united_game.h).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "db/codec/prepared_game.h"
#include "db/store/store.h"

namespace yari {

/// Whether rules, start, but for the move number, and main line are the same.
bool same_line(const StoredLine& a, const StoredLine& b);

/// No value where there is no such game, or the place that it lies at cannot be read.
std::optional<store::StoredGame> readable_game(store::GameReader& games, GameId id);

/// Whether a stored game has the line of `game`; without moves, also its tags. A damaged game has
/// not.
bool has_line_of(const store::StoredGame& stored, const PreparedGame& game);
/// The same of two stored games. A damaged one is the same as none.
bool are_same_game(store::GameReader& games, GameId a, GameId b);

/// What tells games with the same moves apart.
struct Identity {
  /// Black, White, year, month, day, result, and a date that is no date; empty where unknown.
  std::array<std::string, 7> facts;
  /// Always compared: a game that damage cut is the same as one cut at the same text alone.
  std::string unread;
};

Identity identity_of(const PreparedGame& game);
/// Whether something is known of both and differs.
bool contradict(const Identity& a, const Identity& b);

Identity identity_of(const store::StoredGame& game);

/// The first stored game that is the same as `game` and knows all that it knows, but for the one
/// numbered `but`. Without notes it counts, too: it can be given them.
std::optional<GameId> find_same_game(store::Snapshot& snapshot, const PreparedGame& game,
                                     GameId but);

}  // namespace yari
