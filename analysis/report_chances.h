/// \file
/// The evaluations of a record in one form: Black's chance to win, position by position.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "analysis/annotate.h"
#include "rules/game.h"

namespace yari {

/// The evaluation to show of a position: the last that its note holds, or null.
const Evaluation* shown_evaluation(const Game& game, NodeId node);

/// The side to move `ply` moves after the start.
Color side_to_move_at(const Game& game, int ply);

/// What `evaluation` says to the side to move.
Score score_for(const Evaluation& evaluation, Color side_to_move);

/// Black's chance to win, 0..100.
double black_chance(const Evaluation& evaluation, Color side_to_move, double coefficient);

/// Black's chance in every position of the main line, the start first; no value where the record
/// has no evaluation. One element more than the main line has moves.
std::vector<std::optional<double>> black_chances(const Game& game, double coefficient);

/// The judgement that a move's glyphs state: `?!`, `?` or `??`.
Judgement judgement_of(const Note* note);

/// Both players in numbers, from evaluations and glyphs, by index(Color); no value when a position
/// of the main line has no evaluation, or when there is no move.
std::optional<std::array<PlayerSummary, 2>> summarize_players(const Game& game, double coefficient);

}  // namespace yari
