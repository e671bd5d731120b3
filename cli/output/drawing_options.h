/// \file
/// How a position is drawn: on the terminal in letters or kanji, or as SVG for documents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"
#include "cli/options/options.h"
#include "cli/terminal/terminal.h"
#include "notation/board/diagram.h"
#include "rules/by.h"

namespace yari::cli {

/// `--pieces kanji|letters`. The row is returned for what else there is to say about it.
OptionRow& declare_pieces(OptionSet& options, std::optional<BoardStyle>& pieces);

/// `--draw`, `--pieces`, `--flip` and `--svg`; with the last `--arrow`, `--size` and `-o`.
struct DrawingOptions {
  /// No value: letters on a terminal, kanji in an SVG.
  std::optional<BoardStyle> pieces;
  /// A drawing in text; no value: as `pieces`.
  std::optional<BoardStyle> style;
  bool svg = false;
  bool flip = false;
  std::vector<std::string> arrows;
  std::optional<int> size;
  std::optional<std::string> file;

  void declare(OptionSet& options);
  /// Only what a drawing in text takes: `--draw` and `--flip`.
  void declare_text(OptionSet& options);
  /// Throws UsageError where something was typed that goes with --svg alone, or --svg with --json.
  void check(const Terminal& terminal) const;
  /// Draws the position with its last move marked; in text also what the rules say about it and,
  /// in our own styles, its SFEN. An empty title is that of draw_board_svg. Throws UsageError where
  /// an arrow is no legal move. Requires: a valid position.
  void draw(Terminal& terminal, const GamePosition& position,
            const ByColor<std::string>& players = {}, const std::string& title = {}) const;

 private:
  void draw_text(Terminal& terminal, const GamePosition& position,
                 const ByColor<std::string>& players) const;
};

/// A board as draw_board draws it; on a terminal too narrow for it without the blanks before the
/// letters of the ranks, which makes room for Shogi on 40 columns.
std::string fitted_board(const Terminal& terminal, const std::string& board);

}  // namespace yari::cli
