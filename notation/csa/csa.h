/// \file
/// CSA, the format of computer Shogi: 2.2 and 3.0; Shogi alone.
#pragma once

#include "notation/format.h"

namespace yari {

/// Games are separated by a line that holds "/" alone; after moves, a line that only stands at the
/// front of a game begins the next one too.
std::size_t csa_record_length(std::string_view text, bool at_end);
ReadResult read_csa(std::string_view record, const ReadOptions& options);
/// Writes version 3.0. A game of Yari Shogi gives no text, and a loss that says so.
WriteResult write_csa(const Game& game, const WriteOptions& options);
/// Nothing but remarks and separators.
bool is_blank_csa(std::string_view record);
int csa_likeness(std::string_view head);

}  // namespace yari
