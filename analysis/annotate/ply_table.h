/// \file
/// A record's main line as a table, a row a move: for spreadsheets and statistics.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "record/game.h"

namespace yari {

/// One move and what the record says about it. Chances and scores are the mover's.
struct PlyRow {
  /// 1 for the first move.
  int ply = 0;
  Color mover = Color::black;
  Move move;
  /// In Hodges notation.
  std::string text;
  /// Of the positions before and after the move; no value where the record has no evaluation.
  std::optional<Score> before, after;
  /// 0..100.
  std::optional<double> chance_before, chance_after;
  /// Points of win chance lost, 0 for the engine's own choice.
  std::optional<double> loss;
  /// What the glyphs say.
  Judgement judgement = Judgement::none;
  /// The engine's choice; Move::none() where the record does not name one.
  Move best;
  std::string best_text;
  std::optional<std::uint32_t> spent_ms;
};

/// The moves of the main line. `coefficient` as in AnnotateOptions.
std::vector<PlyRow> ply_table(const Game& game, double coefficient = 0);

}  // namespace yari
