/// \file
/// Moves as a query writes them, in USI or Hodges notation, and the positions they lead to.
#pragma once

#include <optional>

#include "db/query/cursor.h"
#include "db/query/query.h"
#include "rules/promotion.h"

namespace yari::query {

/// Reads moves parted by blanks to the end of the text: "7g7f P-3d", "1. P-7f P-3d 2. YRx3c+". Move
/// numbers are skipped.
std::optional<LineIs> read_line(Cursor& cursor, Variant v);

/// Reads "startpos", "startpos moves 7g7f P-3d", an SFEN, or an SFEN with moves; the position must
/// be one that can be played on, and the moves legal and with one meaning.
std::optional<Setup> read_position(Cursor& cursor, Variant v);

/// Whether `m`, played on `board`, is what `text` says. Requires: `m` is legal there.
template <class V, class Board>
bool fits(const Board& board, const HodgesMove& text, Move m) {
  if (m.to() != text.to) return false;
  if (m.is_drop()) return text.type == HodgesMove::Type::drop && m.dropped() == text.kind;
  const bool captures = !board.at(m.to()).empty();
  if (text.type != (captures ? HodgesMove::Type::capture : HodgesMove::Type::move)) return false;
  if (board.at(m.from()).kind() != text.kind) return false;
  if (text.from && m.from() != *text.from) return false;
  if (m.promotes() == text.promotes) return true;
  // Where the piece could never move again, the sign says nothing new and may be left out.
  return m.promotes() && dead_squares<V>(board.side_to_move(), text.kind).has(m.to());
}

}  // namespace yari::query
