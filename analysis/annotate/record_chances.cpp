// Evaluations of a record back into scores; formulas and sums are those of annotation.
#include "analysis/annotate/record_chances.h"

#include <algorithm>

#include "analysis/annotate/judge.h"
#include "analysis/annotate/phase.h"
#include "analysis/engine/search_score.h"
#include "record/glyph.h"
#include "rules/outcome.h"

namespace yari {

namespace {

// Records may state any number; beyond this one it is as good as certain.
constexpr int score_limit = 1'000'000;

std::vector<NodeId> main_positions(const Game& game) {
  std::vector<NodeId> nodes = game.moves.main_line();
  nodes.insert(nodes.begin(), root_node);
  return nodes;
}

// What the rules make of the last position, where they end the game in it.
std::optional<WeighedScore> final_score(const Game& game) {
  return with_variant(game.variant, [&]<class V>(V) -> std::optional<WeighedScore> {
    Line<V> line(Position<V>::from_unchecked(game.start), game.rules);
    for (const Move move : game.moves.main_moves()) line.play(move);
    const std::optional<Outcome> outcome = line.outcome();
    if (!outcome) return std::nullopt;
    if (outcome->ending == Ending::mate) return WeighedScore{{0, true}, 0};
    if (outcome->result == GameResult::draw) return WeighedScore{};
    const bool won = outcome->result == win_for(line.position().side_to_move());
    return WeighedScore{{won ? perpetual_score : -perpetual_score, false}, won ? 100.0 : 0.0};
  });
}

// In which phase each move of the main line was played.
std::vector<Phase> phases_of(const Game& game) {
  return with_variant(game.variant, [&]<class V>(V) {
    Position<V> position = Position<V>::from_unchecked(game.start);
    PhaseClock<V> clock;
    std::vector<Phase> phases;
    for (const Move move : game.moves.main_moves()) {
      phases.push_back(clock.before(position, move));
      position.play(move);
    }
    return phases;
  });
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
  const int score = std::clamp(evaluation.score, -score_limit, score_limit);
  return {side == Color::black ? score : -score, evaluation.mate};
}

WeighedScore weigh(const Evaluation& evaluation, Variant v, Color side, double coefficient) {
  return chance_model(v, evaluation.engine, coefficient)
      .weigh(score_for(evaluation, side), evaluation.nodes);
}

double black_chance(double chance, Color side) {
  return side == Color::black ? chance : 100 - chance;
}

std::vector<std::optional<WeighedScore>> known_scores(const Game& game, double coefficient) {
  std::vector<std::optional<WeighedScore>> scores;
  for (const NodeId node : main_positions(game)) {
    const Color side = side_to_move_at(game, static_cast<int>(scores.size()));
    const Evaluation* evaluation = shown_evaluation(game, node);
    scores.push_back(evaluation ? std::optional(weigh(*evaluation, game.variant, side, coefficient))
                                : std::nullopt);
  }
  const bool any = std::any_of(scores.begin(), scores.end(), [](auto& s) { return s.has_value(); });
  if (any && !scores.back()) scores.back() = final_score(game);
  return scores;
}

std::vector<std::optional<double>> black_chances(const Game& game, double coefficient) {
  std::vector<std::optional<double>> chances;
  for (const std::optional<WeighedScore>& score : known_scores(game, coefficient)) {
    const Color side = side_to_move_at(game, static_cast<int>(chances.size()));
    chances.push_back(score ? std::optional(black_chance(score->chance, side)) : std::nullopt);
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
  const std::vector<std::optional<WeighedScore>> scores = known_scores(game, coefficient);
  const bool all = std::all_of(scores.begin(), scores.end(), [](auto& s) { return s.has_value(); });
  if (!all || scores.size() < 2) return std::nullopt;
  const std::vector<NodeId> nodes = main_positions(game);
  const std::vector<Phase> phases = phases_of(game);
  std::vector<JudgedMove> moves;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    JudgedMove& m = moves.emplace_back();
    m.mover = side_to_move_at(game, static_cast<int>(i) - 1);
    m.move = game.moves.move(nodes[i]);
    m.phase = phases[i - 1];
    set_scores(m, scores[i - 1], scores[i]);
    const Evaluation* before = shown_evaluation(game, nodes[i - 1]);
    // A record that names no better move does not say that this one was the best.
    m.better = before && !before->pv.empty() ? before->pv : std::vector{Move::none()};
    judge(m, {});
    m.judgement = judgement_of(game.moves.note(nodes[i]));
  }
  return summarize(moves);
}

}  // namespace yari
