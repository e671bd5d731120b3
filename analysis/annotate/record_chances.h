/// \file
/// The evaluations of a record in one form: Black's chance to win, position by position.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "analysis/engine/win_chance.h"
#include "record/game.h"

namespace yari {

/// The evaluation to show of a position: the last that its note holds, or null.
const Evaluation* shown_evaluation(const Game& game, NodeId node);

/// The side to move `ply` moves after the start.
Color side_to_move_at(const Game& game, int ply);

/// What `evaluation` says to the side to move; scores beyond a million are cut to it.
Score score_for(const Evaluation& evaluation, Color side_to_move);
/// The same with the chance in a game of `v`: by the engine's chance_model, or by a `coefficient`
/// over 0.
WeighedScore weigh(const Evaluation& evaluation, Variant v, Color side_to_move, double coefficient);

/// Black's chance to win, 0..100, where `chance` is that of `side_to_move`.
double black_chance(double chance, Color side_to_move);

/// The score of every position of the main line for the side to move there, the start first: one
/// element more than there are moves. No value where the record has no evaluation; the last
/// position has one also where the rules end the game in it. `coefficient` as in AnnotateOptions.
std::vector<std::optional<WeighedScore>> known_scores(const Game& game, double coefficient);

/// Black's chances in the same positions.
std::vector<std::optional<double>> black_chances(const Game& game, double coefficient);

/// The judgement that a move's glyphs state: `?!`, `?` or `??`.
Judgement judgement_of(const Note* note);

/// Both players in numbers, from evaluations and glyphs, by index(Color); no value when the score
/// of a position is not known, or when there is no move.
std::optional<std::array<PlayerSummary, 2>> summarize_players(const Game& game, double coefficient);

}  // namespace yari
