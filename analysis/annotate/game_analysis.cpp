// What the rules say about the positions of a game, and what engine and solver say about the
// others.
#include "analysis/annotate/game_analysis.h"

#include <algorithm>

#include "analysis/engine/replayed.h"
#include "analysis/engine/search_score.h"
#include "rules/outcome.h"

namespace yari {
namespace {

constexpr std::size_t solver_mib = 4;
/// For a mate where the limits are of depth alone.
constexpr std::uint64_t solver_nodes = 2000;

Score score_of(GameResult result, Color side) {
  if (result == win_for(side)) return {perpetual_score, false};
  if (result == win_for(~side)) return {-perpetual_score, false};
  return {};
}

/// What an analysis cost, as a share of `limits`.
double cost_of(std::uint64_t nodes, std::chrono::milliseconds time, const Limits& limits) {
  if (limits.nodes > 0) return static_cast<double>(nodes) / static_cast<double>(limits.nodes);
  if (limits.time.count() == 0) return 1;
  return static_cast<double>(time.count()) / static_cast<double>(limits.time.count());
}

/// The same of an analysis that was granted `effort`: an engine that does not count its nodes has
/// used it all.
double cost_of(const Analysis& a, const Limits& limits, double effort) {
  if (limits.nodes > 0 && a.nodes == 0) return effort;
  return cost_of(a.nodes, a.time, limits);
}

/// What of a stored analysis holds for the position, as the database may be a stranger's: lines as
/// far as they are legal, scores of a size that can be reckoned with. No value when no line is
/// left.
template <class V>
std::optional<Analysis> checked(Analysis analysis, const Position<V>& position) {
  constexpr int largest = 1'000'000;
  for (ScoredLine& line : analysis.lines) {
    Position<V> at = position;
    auto end = line.pv.begin();
    for (; end != line.pv.end() && at.is_legal(*end); ++end) at.play(*end);
    line.pv.erase(end, line.pv.end());
    line.score.value = std::clamp(line.score.value, -largest, largest);
  }
  std::erase_if(analysis.lines, [](const ScoredLine& line) { return line.pv.empty(); });
  if (analysis.lines.empty()) return std::nullopt;
  analysis.score = analysis.lines.front().score;
  return analysis;
}

/// The solver has found the score, whatever the engine said.
void set_proved(PositionAnalysis& p) {
  p.analysis.scored = true;
  p.unscored.clear();
}

template <class V>
PositionAnalysis position_of(const Line<V>& line) {
  const Position<V>& p = line.position();
  PositionAnalysis found;
  found.to_move = p.side_to_move();
  for (Move m : p.legal_moves()) found.legal_moves += line.is_legal(m);
  for (Color c : both_colors) found.entered[static_cast<std::size_t>(index(c))] = has_entered(p, c);
  if (const std::optional<Outcome> outcome = line.outcome()) {
    found.settled = found.analysis.scored = true;
    found.analysis.score = outcome->ending == Ending::mate
                               ? Score{0, true}
                               : score_of(outcome->result, p.side_to_move());
  }
  return found;
}

}  // namespace

Limits scaled(const Limits& limits, double effort) {
  Limits part = limits;
  if (limits.nodes > 0) {
    part.nodes = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(static_cast<double>(limits.nodes) * effort));
  }
  if (limits.time.count() > 0) {
    const double ms = static_cast<double>(limits.time.count()) * effort;
    part.time = std::chrono::milliseconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(ms)));
  }
  return part;
}

template <class V>
GameAnalysis<V>::GameAnalysis(const Game& game, Engine& engine, const Limits& limits,
                              EvaluationStore* store, std::stop_token stop)
    : game_(game), engine_(engine), limits_(limits), store_(store), stop_(std::move(stop)) {
  walk();
  settle_end();
  for (const PositionAnalysis& p : positions_) budget_ += !p.settled;
}

// Replays the main line and notes what the rules say about each position.
template <class V>
void GameAnalysis<V>::walk() {
  Line<V> line(*Position<V>::from(game_.start), game_.rules);
  const auto add = [&] {
    // Where a position comes back its worth depends on more than the position.
    const bool all_shared = shared_.size() == positions_.size();
    positions_.push_back(position_of(line));
    if (store_ && all_shared && !positions_.back().settled && line.history().occurrences() == 1 &&
        store_->is_shared(line.position().setup()))
      shared_.push_back(line.position());
  };
  add();
  for (Move m : game_.moves.main_moves()) {
    line.play(m);
    add();
  }
}

// An impasse is ended by the players, by a claim or by a limit of moves: from the entry of the
// generals on, its result is what the positions were worth, whatever an engine thinks of them.
template <class V>
void GameAnalysis<V>::settle_end() {
  const bool agreed = game_.ending == Ending::impasse || game_.ending == Ending::move_limit;
  if ((!agreed && game_.ending != Ending::declaration) || game_.result == GameResult::unknown)
    return;
  for (int ply = last(); ply >= 0; --ply) {
    PositionAnalysis& p = position(ply);
    const bool black_needed = agreed || game_.result == GameResult::black_wins;
    const bool white_needed = agreed || game_.result == GameResult::white_wins;
    if ((black_needed && !p.entered[0]) || (white_needed && !p.entered[1])) return;
    p.settled = p.analysis.scored = true;
    p.analysis.score = score_of(game_.result, p.to_move);
  }
}

template <class V>
typename GameAnalysis<V>::Answer GameAnalysis<V>::analyze(const GamePosition& position,
                                                          const Limits& limits) {
  const auto begin = std::chrono::steady_clock::now();
  Answer answer;
  Analysis& analysis = answer.analysis;
  try {
    analysis = engine_.analyze(position, limits, stop_);
    if (!analysis.scored) answer.unscored = move_without_score(engine_.name());
  } catch (const UselessAnswer& useless) {
    analysis.scored = false;
    answer.unscored = useless.what();
  }
  if (analysis.time.count() == 0) {
    analysis.time = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin);
  }
  ++analysed_;
  nodes_ += analysis.nodes;
  return answer;
}

template <class V>
void GameAnalysis<V>::take(PositionAnalysis& to, Answer answer) {
  if (!answer.analysis.scored && to.analysis.scored) return;
  to.analysis = std::move(answer.analysis);
  to.unscored = std::move(answer.unscored);
}

template <class V>
void GameAnalysis<V>::require_scores() const {
  const PositionAnalysis* unscored = nullptr;
  for (const PositionAnalysis& p : positions_) {
    if (p.settled) continue;
    if (p.analysis.scored) return;
    unscored = &p;
  }
  if (unscored) throw EngineFailure(unscored->unscored + ", at each position of the game");
}

template <class V>
void GameAnalysis<V>::analyze_shared(int ply) {
  const Position<V>& p = shared_[static_cast<std::size_t>(ply)];
  PositionAnalysis& to = position(ply);
  to.effort = 1;
  if (to.analysis.score.wins_by_mate()) return;
  const std::string engine = engine_.identity();
  std::optional<Analysis> known = store_->find(p.key(), engine, limits_);
  if (known) known = checked(*std::move(known), p);
  if (known) {
    take(to, {*std::move(known), {}});
    ++from_store_;
  } else {
    Setup setup = p.setup();
    setup.move_number = 1;
    engine_.new_position(limits_);
    take(to, analyze({setup, {}, RuleSet::standard}, limits_));
    if (!stopped() && to.analysis.scored) store_->save(p.key(), engine, limits_, to.analysis);
  }
  spent_ += std::min(1.0, cost_of(to.analysis, limits_, 1));
}

template <class V>
void GameAnalysis<V>::analyze_all(double effort, const AnnotateProgress& progress) {
  int done = 0;
  const auto analyzed = [&] {
    if (progress) progress(++done, last() + 1);
  };
  const int shared = static_cast<int>(shared_.size());
  for (int ply = 0; ply < shared && !stopped(); ++ply) {
    analyze_shared(ply);
    analyzed();
  }
  engine_.new_game();
  for (int ply = last(); ply >= shared && !stopped(); --ply) {
    deepen(ply, effort);
    analyzed();
  }
}

template <class V>
void GameAnalysis<V>::deepen(int ply, double effort) {
  PositionAnalysis& p = position(ply);
  if (p.settled || p.effort >= effort || stopped()) return;
  // A mate is proved: nothing to learn, and a search might not find the solver's again.
  if (p.analysis.score.wins_by_mate() || p.lost) {
    p.effort = effort;
    return;
  }
  Answer answer = analyze(position_at(game_, ply), scaled(limits_, effort));
  spent_ += cost_of(answer.analysis, limits_, effort);
  p.effort = effort;
  take(p, std::move(answer));
}

template <class V>
Analysis GameAnalysis<V>::analyze_lines(int ply, double effort, int lines) {
  Limits limits = scaled(limits_, effort);
  limits.multipv = lines;
  Analysis analysis = analyze(position_at(game_, ply), limits).analysis;
  if (!analysis.scored) analysis.lines.clear();
  spent_ += cost_of(analysis, limits_, effort);
  return analysis;
}

template <class V>
MateResult GameAnalysis<V>::solve(const GamePosition& position, double effort) {
  if (!solver_) solver_ = std::make_unique<MateSolver>(solver_mib);
  Limits limits = scaled(limits_, effort);
  if (!is_divisible(limits_)) limits.nodes = solver_nodes;
  MateResult found = solver_->solve(position, {.nodes = limits.nodes, .time = limits.time}, stop_);
  spent_ += cost_of(found.nodes, found.time, limits_);
  return found;
}

template <class V>
void GameAnalysis<V>::solve_mate(int ply, double effort) {
  PositionAnalysis& p = position(ply);
  if (p.settled || p.analysis.score.mate || stopped()) return;
  const MateResult found = solve(position_at(game_, ply), effort);
  if (found.verdict != MateVerdict::mate) return;
  const int plies = static_cast<int>(found.line.size());
  p.analysis.score = {plies, true};
  p.analysis.lines.assign(1, {p.analysis.score, plies, found.line});
  set_proved(p);
}

template <class V>
std::optional<ScoredLine> GameAnalysis<V>::forced_loss(GamePosition position, double effort) {
  const double end = spent_ + effort;
  ScoredLine longest;
  for (const Move defence : legal_moves(position)) {
    position.moves.push_back(defence);
    const MateResult found = solve(position, std::max(0.0, end - spent_));
    position.moves.pop_back();
    if (found.verdict != MateVerdict::mate) return std::nullopt;
    const int plies = static_cast<int>(found.line.size()) + 1;
    if (plies <= longest.depth) continue;
    longest = {{-plies, true}, plies, {defence}};
    longest.pv.insert(longest.pv.end(), found.line.begin(), found.line.end());
  }
  return longest;
}

template <class V>
void GameAnalysis<V>::prove_loss(int ply, double effort) {
  PositionAnalysis& p = position(ply);
  if (p.settled || p.analysis.score.mate || stopped()) return;
  std::optional<ScoredLine> loss = forced_loss(position_at(game_, ply), effort);
  if (!loss) return;
  p.lost = true;
  p.analysis.score = loss->score;
  p.analysis.lines.assign(1, *std::move(loss));
  set_proved(p);
}

template <class V>
bool GameAnalysis<V>::mates_without(int ply, Move move, double effort) {
  GamePosition position = position_at(game_, ply);
  const Line<V> line = replayed<V>(position);
  for (const Move other : line.position().legal_moves()) {
    if (stopped() || other == move) continue;
    if (!line.position().gives_check(other) || !line.is_legal(other)) continue;
    position.moves.push_back(other);
    if (forced_loss(position, effort)) return true;
    position.moves.pop_back();
  }
  return false;
}

template <class V>
void GameAnalysis<V>::analyze_without(int ply, Move move, double effort) {
  PositionAnalysis& p = position(ply);
  if (p.settled || p.analysis.score.mate || stopped()) return;
  const GamePosition position = position_at(game_, ply);
  Limits limits = scaled(limits_, effort);
  limits.root_moves = legal_moves(position);
  std::erase(limits.root_moves, move);
  Answer around = analyze(position, limits);
  spent_ += cost_of(around.analysis, limits_, effort);
  // An engine that does not know root moves says nothing about them.
  if (!around.analysis.lines.empty()) take(p, std::move(around));
}

template class GameAnalysis<YariShogi>;
template class GameAnalysis<Shogi>;

}  // namespace yari
