// Scores to chances, and chances to the numbers of both players; the formulas are win_chance.h's.
#include "analysis/report_chances.h"

#include <algorithm>

#include "analysis/win_chance.h"

namespace yari {

namespace {

constexpr std::uint8_t mistake_glyph = 2, blunder_glyph = 4, inaccuracy_glyph = 6;

// What one player's moves come to, while they are counted.
struct Tally {
  PlayerSummary summary;
  std::vector<double> accuracies;
  std::vector<double> weights;
  double loss = 0;

  PlayerSummary finish() {
    summary.moves = static_cast<int>(accuracies.size());
    if (summary.moves > 0) summary.mean_loss = loss / summary.moves;
    summary.accuracy = game_accuracy(accuracies, weights);
    return summary;
  }
};

void count_judgement(PlayerSummary& summary, Judgement judgement) {
  if (judgement == Judgement::inaccuracy) ++summary.inaccuracies;
  if (judgement == Judgement::mistake) ++summary.mistakes;
  if (judgement == Judgement::blunder) ++summary.blunders;
}

// `before` as the mover sees it, `after` as the opponent does.
void count_mates(PlayerSummary& summary, Score before, Score after) {
  if (before.wins_by_mate() && !after.loses_by_mate()) ++summary.missed_mates;
  if (after.wins_by_mate() && !before.loses_by_mate()) ++summary.allowed_mates;
}

}  // namespace

const Evaluation* shown_evaluation(const Game& game, NodeId node) {
  const Note* note = game.moves.note(node);
  return note && !note->evaluations.empty() ? &note->evaluations.back() : nullptr;
}

Color side_to_move_at(const Game& game, int ply) {
  return ply % 2 == 0 ? game.start.side_to_move : ~game.start.side_to_move;
}

Score score_for(const Evaluation& evaluation, Color side) {
  return {side == Color::black ? evaluation.score : -evaluation.score, evaluation.mate};
}

double black_chance(const Evaluation& evaluation, Color side, double coefficient) {
  // Through the side to move, because a mate in 0 says only of that side that it is mated.
  const double chance = win_chance(score_for(evaluation, side), coefficient);
  return side == Color::black ? chance : 100 - chance;
}

std::vector<std::optional<double>> black_chances(const Game& game, double coefficient) {
  std::vector<NodeId> nodes = game.moves.main_line();
  nodes.insert(nodes.begin(), root_node);
  std::vector<std::optional<double>> chances(nodes.size());
  for (std::size_t ply = 0; ply < nodes.size(); ++ply) {
    if (const Evaluation* e = shown_evaluation(game, nodes[ply])) {
      chances[ply] = black_chance(*e, side_to_move_at(game, static_cast<int>(ply)), coefficient);
    }
  }
  return chances;
}

Judgement judgement_of(const Note* note) {
  const auto has = [note](std::uint8_t glyph) {
    return note && std::find(note->glyphs.begin(), note->glyphs.end(), glyph) != note->glyphs.end();
  };
  if (has(blunder_glyph)) return Judgement::blunder;
  if (has(mistake_glyph)) return Judgement::mistake;
  return has(inaccuracy_glyph) ? Judgement::inaccuracy : Judgement::none;
}

std::optional<std::array<PlayerSummary, 2>> summarize_players(const Game& game,
                                                              double coefficient) {
  std::vector<double> chances;
  for (const std::optional<double>& chance : black_chances(game, coefficient)) {
    if (!chance) return std::nullopt;
    chances.push_back(*chance);
  }
  if (chances.size() < 2) return std::nullopt;
  const std::vector<double> weights = volatilities(chances);
  std::array<Tally, 2> tallies;
  NodeId before = root_node;
  int ply = 0;
  for (const NodeId node : game.moves.main_line()) {
    const Color mover = side_to_move_at(game, ply);
    const auto at = static_cast<std::size_t>(ply++);
    const double sign = mover == Color::black ? 1 : -1;
    Tally& tally = tallies[static_cast<std::size_t>(index(mover))];
    tally.accuracies.push_back(
        move_accuracy(50 + sign * (chances[at] - 50), 50 + sign * (chances[at + 1] - 50)));
    tally.weights.push_back(weights[at]);
    tally.loss += std::max(0.0, sign * (chances[at] - chances[at + 1]));
    count_judgement(tally.summary, judgement_of(game.moves.note(node)));
    count_mates(tally.summary, score_for(*shown_evaluation(game, before), mover),
                score_for(*shown_evaluation(game, node), ~mover));
    before = node;
  }
  return std::array{tallies[0].finish(), tallies[1].finish()};
}

}  // namespace yari
