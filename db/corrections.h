/// \file
/// Correcting what records say of games: tags, results and endings, many games at once.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/upkeep.h"

namespace yari {

/// What is to be said of a game; what is not named stays.
struct Correction {
  /// An empty value removes the tag.
  std::vector<Tag> tags;
  std::optional<GameResult> result;
  std::optional<Ending> ending;
  bool operator==(const Correction&) const = default;
};

struct CorrectionResult {
  EditResult edit;
  /// Numbers that no game has.
  std::vector<GameId> missing;
  /// Sentences about games that were changed and now contradict their moves.
  std::vector<std::string> contradictions;
};

/// Makes the corrections as one change, listed as `what`. Contradictions are reported, not refused:
/// a record may be cut short, and a result may have been decided away from the board.
CorrectionResult correct_games(Database& database, const std::string& what,
                               const std::vector<std::pair<GameId, Correction>>& corrections);

/// What the moves say against the result and the ending, as a clause ("the last move mates, and the
/// result is 0-1"); empty when nothing does.
std::string contradiction(const Game& game);

}  // namespace yari
