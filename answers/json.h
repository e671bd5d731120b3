/// \file
/// The objects that the API answers with and `--json` prints, field by field (docs/json.md).
///
/// Who looks into one includes <nlohmann/json.hpp>.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine/engine.h"
#include "db/explore/explorer.h"
#include "db/reports/collection.h"
#include "db/reports/judgements.h"
#include "import/import_games.h"
#include "notation/json/position_json.h"
#include "record/game.h"

namespace yari {

/// In one line; bytes that are not UTF-8 are replaced.
std::string dump(const Json& json);

/// An accuracy in percent; null where there was no move.
Value accuracy_value(double accuracy, std::int64_t moves);
/// Null for what is not known.
Value if_known(bool known, Value value);
Value date_value(const std::optional<DateNumber>& date);
/// As `list` prints it.
Json header_json(const GameHeader& header);
/// As `show` prints it, without the text of the record.
Json stored_game_json(const GameHeader& header, const Game& game);
/// As `find` prints it; `setup` is the position of the hit.
Json hit_json(const Hit& hit, const GameHeader& header, const Setup& setup,
              const std::vector<StoredJudgement>& judgements);
/// The counts that `tree` prints, for the side to move.
Json counts_json(const PlayCounts& counts, Color side);
/// The players that `tree` prints, with their games.
Json players_json(const ExplorerPosition& position);
/// A record as `convert`, `export` and the API give it: `variant`, `format`, `text`, `losses`.
Json record_json(Variant variant, std::string_view format, const WriteResult& written);
/// As `import` prints it, without `contained`.
Json import_json(const ImportSummary& summary);
/// As `stats` prints them.
Json statistics_json(const PlayedGames& games, const std::vector<CommonPosition>& common);
Json score_json(const Score& score);

}  // namespace yari
