/// \file
/// Positions as programs for many kinds of chess write them: with the hands in brackets.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace yari {

struct ForeignFen {
  std::string sfen;
  /// The hands are in brackets: nobody else writes that. Without them the form is a guess.
  bool in_brackets = false;
};

/// Reads a FEN of Fairy-Stockfish, pychess and XBoard, "lnsgkgsnl/.../LNSGKGSNL[Pp] w 0 1": there
/// `w` is the side of the capital letters, Black here.
///
/// A pair of brackets or two counters show the form. No value where the text has neither.
std::optional<ForeignFen> read_foreign_fen(std::string_view fen);

}  // namespace yari
