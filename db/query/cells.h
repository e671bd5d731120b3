/// \file
/// What may stand on squares, and which squares, as a query writes them: "[RB]", "4a-i", "P?/_n".
#pragma once

#include <optional>

#include "db/query/cursor.h"
#include "db/query/query.h"

namespace yari::query {

/// Every piece of the game, of both sides, and nothing.
Contents contents_of(const VariantInfo& game);

/// Whether a cell stands here, judged by its first characters.
bool at_cell(const Cursor& cursor);

/// Reads "K", "+r", "A" (any of Black's), "a" (any of White's), "_" (nothing), "?" (anything),
/// "[RB+R]" (one of them), "[^Pp]" (anything else).
std::optional<Contents> read_cell(Cursor& cursor, const VariantInfo& game);

/// Reads a square, "7f", or a rectangle, "7-9f-g", "4a-i".
std::optional<Squares> read_area(Cursor& cursor, const VariantInfo& game);

/// Reads a single square.
std::optional<Square> read_square(Cursor& cursor, const VariantInfo& game);

/// Reads a whole pattern: rows from rank a down, parted by "/", each of cells from the highest
/// file; a digit stands for that many empty squares, "*" once a row for as many "?" as the row
/// lacks.
///
/// `width` is the width of the rows, 0 for that of the longest.
std::optional<Pattern> read_pattern(Cursor& cursor, const VariantInfo& game, int width);

}  // namespace yari::query
