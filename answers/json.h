/// \file
/// The objects that the API answers with and `--json` prints, field by field (docs/json.md).
///
/// Who looks into one includes <nlohmann/json.hpp>.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine/engine.h"
#include "db/explore/explorer.h"
#include "db/reports/collection.h"
#include "db/reports/judgements.h"
#include "notation/board/position_json.h"
#include "record/game.h"

namespace yari {

/// Keeps the fields in the order they were given.
using Json = nlohmann::ordered_json;

/// In one line; bytes that are not UTF-8 are replaced.
std::string dump(const Json& json);

/// To two decimals, as objects give fractions.
double rounded(double x);
/// An accuracy in percent; null where there was no move.
Json accuracy_json(double accuracy, std::int64_t moves);
/// Null for what is not known.
Json if_known(bool known, Json value);
/// Null for an empty text.
Json text_json(std::string_view text);
Json date_json(const std::optional<DateNumber>& date);
/// As `list` prints it.
Json header_json(const GameHeader& header);
/// As `show` prints it, without the text of the record.
Json game_json(const GameHeader& header, const Game& game);
/// As `find` prints it; `setup` is the position of the hit.
Json hit_json(const Hit& hit, const GameHeader& header, const Setup& setup,
              const std::vector<StoredJudgement>& judgements);
/// The counts that `tree` prints, for the side to move.
Json counts_json(const PlayCounts& counts, Color side);
/// As `stats` prints them.
Json statistics_json(const Statistics& statistics, const Lengths& lengths,
                     const std::vector<CommonPosition>& common);
/// {"cp": 35} or {"mate": 3}.
Json score_json(const Score& score);

}  // namespace yari
