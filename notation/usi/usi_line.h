/// \file
/// "startpos moves 7g7f ...", "sfen ... moves ..." and bare SFENs: one game a line.
#pragma once

#include <optional>

#include "notation/format.h"

namespace yari {

std::size_t usi_line_length(std::string_view text, bool at_end);
/// Reads a line, with or without "position" before it.
ReadResult read_usi_line(std::string_view record, const ReadOptions& options);
WriteResult write_usi_line(const Game& game, const WriteOptions& options);
/// See Format::variant_of_file and Format::has_position.
std::optional<Variant> variant_of_usi_lines(std::string_view lines);
bool usi_line_has_start(std::string_view record);
int usi_line_likeness(std::string_view head);

}  // namespace yari
