/// \file
/// "startpos moves 7g7f ..." and "sfen ... moves ...": one game a line.
#pragma once

#include "notation/format.h"

namespace yari {

std::size_t line_record_length(std::string_view text, bool at_end);
/// Reads a line, with or without "position" before it.
ReadResult read_usi_line(std::string_view record, const ReadOptions& options);
WriteResult write_usi_line(const Game& game, const WriteOptions& options);
int usi_line_likeness(std::string_view head);

}  // namespace yari
