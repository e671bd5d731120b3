/// \file
/// SFEN, the text of a position, and USI, the text of a move: the interchange inside the program.
///
/// Letters are those of the Universal Shogi Interface; Yari Shogi uses K R B N P (general, yari
/// rook, yari bishop, yari knight, pawn), as Fairy-Stockfish does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/move.h"
#include "rules/setup.h"
#include "text/result.h"

namespace yari {

/// Reads "BOARD SIDE HANDS [MOVENUMBER]".
///
/// Syntax alone is judged here; ask faults_of or Position::from whether it can be played.
/// Error::offset is the byte in `text`.
Result<Setup> read_sfen(std::string_view text, Variant v);

/// What follows "position", "sfen" or both, as USI writes them, and "fen"; other text as it is, but
/// for blanks around it.
std::string_view bare_sfen(std::string_view text);

/// The game whose board has as many files as the first rank of a position, in any way that
/// read_start() reads; no value for "startpos".
std::optional<Variant> variant_of_board(std::string_view sfen);

/// The canonical SFEN, with the move number.
std::string write_sfen(const Setup& setup);
/// Appends it to `out`, without allocating when it has room.
void append_sfen(std::string& out, const Setup& setup);
/// Board, side and hands alone: equal for equal positions.
std::string write_sfen_without_number(const Setup& setup);

/// The square that `text` names at `at`, such as "7f"; no value where it names none, or none of
/// this board.
std::optional<Square> square_at(std::string_view text, std::size_t at, const VariantInfo& v);

/// Reads "7g7f", "2b3c+" or "P*5e"; whether it can be played is not judged.
Result<Move> read_usi_move(std::string_view text, Variant v);

std::string write_usi_move(Move move, Variant v);
/// Appends to `out`, without allocating when it has room.
void append_usi_move(std::string& out, Move move, Variant v);

}  // namespace yari
