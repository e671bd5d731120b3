/// \file
/// The parts of a USI line: what people paste before the start, the start, the moves, and remarks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "notation/findings.h"
#include "rules/piece.h"

namespace yari {

struct UsiLineParts {
  /// What stands before the start: the prompt of a log, the number of a problem.
  std::string_view before;
  /// "startpos" or the SFEN.
  std::string_view start;
  /// It has a board, and perhaps not all that follows one.
  bool has_board = false;
  /// What stands after the start and is no moves.
  std::string_view remark;
  std::string_view moves;
  /// Moves follow the start without the word "moves".
  bool lacks_word = false;
};
/// No value where the line has no start, which is reported.
std::optional<UsiLineParts> read_usi_line_parts(std::string_view text, Findings& findings);

/// The part of a line from where its start begins: at "position", "startpos", "sfen" or a board,
/// which may stand right after a prompt ("usi>position"). Empty where there is none.
std::string_view from_start_word(std::string_view line);
/// Nine ranks with '/' between them.
bool is_board(std::string_view word);
/// "12.", "No. 3", "#4:", or nothing.
bool is_number(std::string_view before);

/// '#', ';' or "//" stands there.
bool begins_remark(std::string_view text);
/// Where a word begins so; the size of `text` where none does.
std::size_t find_remark(std::string_view text);
/// A remark without the mark that begins it.
std::string_view without_mark(std::string_view remark);
/// "Black to play", "後手番".
std::optional<Color> side_in_words(std::string_view words);

/// Whether mended_sfen() has something to do.
bool needs_mending(const UsiLineParts& line);
/// The SFEN with the side and the hands that it lacks, and without kings in hand; each is reported.
std::string mended_sfen(const UsiLineParts& line, Findings& findings);

}  // namespace yari
