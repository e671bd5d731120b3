/// \file
/// Games as results show them: a line or a JSON object.
#pragma once

#include <string>

#include "cli/table.h"
#include "cli/terminal.h"
#include "db/database.h"

namespace yari::cli {

/// "1995-08"; null where unknown.
Json date_json(const std::optional<DateNumber>& date);
/// The text; null where it is empty.
Json text_json(std::string_view text);
/// The fields of `yari list --json`.
Json header_json(const GameHeader& header);

/// "Habu - Tanigawa", with ? for unknown players.
std::string players(const GameHeader& header);
/// The columns of every table of games: number, date, players, result.
/// `least`: columns for the players at least.
std::vector<Column> game_columns(std::size_t least = 24);
std::vector<std::string> game_cells(const GameHeader& header);
/// "[Lance] Spring Open": the handicap and the event, where there are such.
std::string occasion(const GameHeader& header);
/// One line: number, date, players, result, plies, event.
std::string header_line(const GameHeader& header);

}  // namespace yari::cli
