/// \file
/// The parts of a USI line: what people paste before the start, the start, the moves, and remarks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/findings.h"
#include "rules/foreign_fen.h"
#include "rules/move.h"
#include "rules/piece.h"
#include "text/text.h"

namespace yari {

struct UsiLineParts {
  /// What stands before the start: the prompt of a log, the number of a problem.
  std::string_view before;
  /// "startpos" or the SFEN.
  std::string_view start;
  /// Nothing says where the moves begin; `start` is empty.
  bool no_start = false;
  /// It has a board, and perhaps not all that follows one.
  bool has_board = false;
  /// The start is a FEN (read_foreign_fen), which says all.
  std::optional<ForeignFen> fen;
  /// What stands after the start and is no moves.
  std::string_view remark;
  std::string_view moves;
  /// Moves follow the start without the word "moves".
  bool lacks_word = false;
};
/// It begins at the even start of a game: "startpos" in any case, or no start.
bool is_even_start(const UsiLineParts& line);
/// No value where the line has no start, which is reported.
std::optional<UsiLineParts> read_usi_line_parts(std::string_view text, Findings& findings);

/// The part of a line from where its start begins: at "position", "startpos", "sfen" or a board,
/// which may stand right after a prompt ("usi>position"). Empty where there is none.
std::string_view from_start_word(std::string_view line);
/// Nine ranks with '/' between them; hands in brackets, and more after '_', may follow.
bool begins_with_board(std::string_view word);
/// Whether a line has a start, or something like one, or like a move.
bool may_be_usi_line(std::string_view line);
/// The line begins with a move or the word "moves": it goes on with the line before.
bool continues_moves(std::string_view line);

/// A word where a move is expected.
struct UsiWord {
  std::string_view text;
  /// As USI writes it; empty where that is `text`.
  std::string usual = {};
  /// No value where it is no move of `variant`.
  std::optional<Move> move = {};
  /// 0 where it has none.
  std::uint8_t glyph = 0;
};
/// Takes the next word: "7g7f", and what people type: "7G7F," "\"7g7f\"" "7g7f!", after a number.
UsiWord take_usi_word(std::string_view& rest, Variant variant);

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

/// The length of the first line of `text`, with its end; 0 where more text is needed to know.
///
/// Lines one after another of which none may be a record are taken together, some KiB of them: one
/// message is enough for a file, or a page of it, that is something else.
template <class MayBeRecord>
std::size_t length_of_line(std::string_view text, bool at_end, MayBeRecord may_be_record) {
  constexpr std::size_t enough = 4096;
  std::size_t length = 0;
  while (length < text.size()) {
    const std::size_t end = text.find('\n', length);
    if (end == text.npos && !at_end) return 0;
    const std::size_t next = end == text.npos ? text.size() : end + 1;
    const std::string_view line = text.substr(length, next - length);
    const bool alone = line.starts_with('#') || trimmed(line).empty() || may_be_record(line);
    if (alone) return length == 0 ? next : length;
    length = next;
    if (length >= enough) return length;
  }
  return at_end ? length : 0;
}

/// Whether mended_sfen() has something to do.
bool needs_mending(const UsiLineParts& line);
/// The start with the side and the hands that it lacks, and without kings in hand; each is
/// reported.
std::string mended_sfen(const UsiLineParts& line, Findings& findings);

}  // namespace yari
