/// \file
/// Games as one web page, complete in itself, to step through and to print.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "notation/board/diagram.h"
#include "record/game.h"

namespace yari {

/// What is said about a move beside its glyphs.
struct ReportMark {
  /// 1 for the first move of the main line.
  int ply = 0;
  /// "only-move", "missed-mate", "book".
  std::string kind;
  /// To the mate.
  std::optional<int> plies = {};
  /// Whose chance it was, where that need not be who made the move.
  std::optional<Color> side = {};
};

/// One game of a report.
struct ReportGame {
  /// With whatever notes it has: glyphs, comments, variations and evaluations are shown.
  Game game;
  /// Its number in the database, shown in the list of games; 0: its place in the report.
  std::int64_t id = 0;
  /// The players in numbers, by index(Color), as Annotation has them. No value: worked out from the
  /// game's evaluations and glyphs where every position of the main line has an evaluation.
  std::optional<std::array<PlayerSummary, 2>> players = {};
  /// In any order; a move may have several.
  std::vector<ReportMark> marks = {};
  /// As in AnnotateOptions.
  double coefficient = 0;
};

struct ReportOptions {
  /// Of the page; empty: the players of the only game, or how many games there are.
  std::string title = {};
  /// How the pieces look at first; the reader can change it.
  BoardStyle pieces = BoardStyle::kanji;
};

/// A whole HTML file that needs nothing from anywhere: several games begin with a list of them.
///
/// All text of the games is shown as text, whatever it holds; broken UTF-8 is replaced. What the
/// page offers, docs/report.md says. Requires: what Game promises of its start and moves.
std::string write_report(const std::vector<ReportGame>& games, const ReportOptions& options = {});

}  // namespace yari
