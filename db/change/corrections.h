/// \file
/// Correcting what records say of games: tags, results and endings, many games at once.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "db/change/upkeep.h"
#include "record/game_correction.h"

namespace yari {

struct CorrectionResult {
  EditResult edit;
  /// Numbers that no game has.
  std::vector<GameId> missing;
  /// Sentences about games that stay as they are: their moves are not legal with the handicap, or
  /// they would hold more than a record may.
  std::vector<std::string> refused;
  /// Sentences about games that were changed and now contradict their moves.
  std::vector<std::string> contradictions;
};

/// Makes the corrections as one change, listed as `what`. Contradictions are reported, not refused:
/// a record may be cut short, and a result may have been decided away from the board.
CorrectionResult correct_games(Database& database, const std::string& what,
                               const std::vector<std::pair<GameId, Correction>>& corrections);

}  // namespace yari
