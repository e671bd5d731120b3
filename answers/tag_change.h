/// \file
/// What a correction of tags is called in the journal, and what is to be said about it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "db/query/filter.h"
#include "record/game_correction.h"

namespace yari {

/// "set Event=Spring Open, Result=1-0", as `yari undo --list` names the change.
std::string tag_change_name(const std::vector<Tag>& settings);

/// A sentence for each new date without a year, which no condition on dates finds. "????-??-??" and
/// its like say themselves that there is none.
std::vector<std::string> dates_without_year(
    const std::vector<std::pair<GameId, Correction>>& corrections);

}  // namespace yari
