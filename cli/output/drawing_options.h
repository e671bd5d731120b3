/// \file
/// How a position is drawn: on the terminal in letters or kanji, or as SVG for documents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "cli/terminal/terminal.h"
#include "notation/board/diagram.h"
#include "rules/move.h"
#include "rules/setup.h"

namespace yari::cli {

/// `--pieces kanji|letters`. The row is returned for what else there is to say about it.
OptionRow& declare_pieces(OptionSet& options, std::optional<BoardStyle>& pieces);

/// `--pieces` and `--svg`; with the latter `--flip`, `--arrow`, `--size` and `-o`.
struct DrawingOptions {
  /// No value: letters on a terminal, kanji in an SVG.
  std::optional<BoardStyle> pieces;
  bool svg = false;
  bool flip = false;
  std::vector<std::string> arrows;
  std::optional<int> size;
  std::optional<std::string> file;

  void declare(OptionSet& options);
  /// Throws UsageError where something was typed that goes with --svg alone, or --svg with --json.
  void check(const Terminal& terminal) const;
  /// Draws a valid position, with its SFEN on the terminal. `last_move`, if any, led to it; an
  /// empty title is that of draw_board_svg. Throws UsageError where an arrow is no legal move.
  void draw(Terminal& terminal, const Setup& setup, Move last_move,
            const std::string& title = {}) const;
};

}  // namespace yari::cli
