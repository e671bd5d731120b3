/// \file
/// Which stored game a message goes on with.
#pragma once

#include <string>
#include <vector>

#include "db/database.h"
#include "text/result.h"

namespace yari {

struct MailedGame {
  GameId id = 0;
  Game game;
};

/// The stored games that find_mailed_game chooses from.
struct MailedGames {
  std::vector<MailedGame> games;
  /// Where there are none: why, as a sentence.
  std::string why_none;
};
/// Throws DatabaseError.
MailedGames mailed_games(Database& database, const Game& score);

/// The stored game between the players of `score` that `score` goes on with, or is the same as,
/// and that is not over; among several the one that has most of the moves.
///
/// The error is a sentence: there is none, it is over, it has more moves or others, or several may
/// be meant. Throws DatabaseError.
Result<MailedGame> find_mailed_game(Database& database, const Game& score);

/// Why `score` does not go on with the game, as a sentence; empty where it does.
std::string why_other_game(const Game& game, GameId id, const Game& score);

}  // namespace yari
