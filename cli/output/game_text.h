/// \file
/// Games as results show them: a line or a JSON object.
#pragma once

#include <string>

#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "db/database.h"

namespace yari::cli {

/// "Habu - Tanigawa", with ? for unknown players.
std::string players(const GameHeader& header);
/// The columns of every table of games: number, date, players, result.
/// `least`: columns for the players at least.
std::vector<Column> game_columns(std::size_t least = 20);
std::vector<std::string> game_cells(const GameHeader& header);
/// "[Lance] Spring Open": the handicap and the event, where there are such.
std::string occasion(const GameHeader& header);
/// One line: number, date, players, result, plies, event.
std::string header_line(const GameHeader& header);
/// The same, printed; on a terminal a line of its width.
void print_header(Terminal& terminal, const GameHeader& header);

}  // namespace yari::cli
