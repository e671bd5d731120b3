/// \file
/// The board diagram of KIF files, and the hands beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/move.h"
#include "rules/setup.h"
#include "text/result.h"

namespace yari {

/// What stands between the first and the last bar of a line.
std::string_view inside_bars(std::string_view line);
/// True for "| ・ ・v玉...|一", and for a whole row without the rank's kanji at its end.
bool is_kif_board_row(std::string_view line);
/// Reads such a line into rank `rank` of `setup`. Error::offset is the byte in `line`.
Result<bool> read_kif_board_row(std::string_view line, int rank, Setup& setup);
/// Files of the board that a row shows; 0 when it is none of our boards.
int kif_board_files(std::string_view row);

/// Whose hand a header of this name shows: "後手の持駒", "上手の持ち駒"; no value for other
/// headers.
std::optional<Color> kif_hand_owner(std::string_view name);
/// Reads "飛二　角　歩十八" or "なし".
Result<Hand> read_kif_hand(std::string_view text, Variant v);

/// The lines for a position: hands, board and side to move; with a last move also that, after its
/// number.
void append_kif_position(std::string& out, const Setup& setup, Move last_move = Move::none());

/// The number in the line "手数＝2  △３四歩  まで"; no value for other lines. 0 where it is none
/// or too large.
std::optional<int> kif_plies_played(std::string_view line);

}  // namespace yari
