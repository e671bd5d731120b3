// What makes a position a puzzle. A mate is taken before anything else, for it is proved.
#include "analysis/annotate/puzzle.h"

#include <algorithm>
#include <cmath>

#include "analysis/annotate/annotate.h"
#include "analysis/engine/replayed.h"
#include "analysis/engine/win_chance.h"

namespace yari {
namespace {

/// Whether the side to move is in check.
bool in_check(const GamePosition& position) {
  return with_variant(position.start.variant,
                      [&]<class V>(V) { return replayed<V>(position).position().in_check(); });
}

bool is_over(const GamePosition& position) {
  return with_variant(position.start.variant,
                      [&]<class V>(V) { return replayed<V>(position).outcome().has_value(); });
}

}  // namespace

std::optional<Puzzle> PuzzleMaker::make(const GamePosition& position, std::stop_token stop) {
  if (is_over(position)) return std::nullopt;
  try {
    std::optional<Puzzle> puzzle = make_mate(position, stop);
    if (!puzzle && options_.mate_plies == 0) puzzle = make_win(position, stop);
    if (puzzle) {
      puzzle->themes = puzzle_themes(puzzle->position, puzzle->solution, puzzle->mate);
      puzzle->nodes = nodes_until(position, puzzle->solution.front(), stop);
    }
    if (stop.stop_requested()) return std::nullopt;
    return puzzle;
  } catch (const UselessAnswer& answer) {
    if (unscored_++ == 0) why_unscored_ = answer.what();
    return std::nullopt;
  }
}

// A line without a score could only be guessed to win.
Analysis PuzzleMaker::analyze(const GamePosition& position, const Limits& limits,
                              std::stop_token stop, const Progress& progress) {
  Analysis analysis = engine_.analyze(position, limits, std::move(stop), progress);
  if (!analysis.scored) throw UselessAnswer(move_without_score(engine_.name()));
  return analysis;
}

// The nodes after which the search never again preferred another move.
std::uint64_t PuzzleMaker::nodes_until(const GamePosition& position, Move move,
                                       std::stop_token stop) {
  std::optional<std::uint64_t> found;
  const auto watch = [&](const Analysis& analysis) {
    if (analysis.best() != move)
      found.reset();
    else if (!found)
      found = analysis.nodes;
  };
  Limits limits = options_.limits;
  limits.multipv = 1;
  engine_.new_game();
  const Analysis last = analyze(position, limits, std::move(stop), watch);
  watch(last);
  return found.value_or(last.nodes);
}

std::optional<Puzzle> PuzzleMaker::make_mate(const GamePosition& position, std::stop_token stop) {
  const MateLimits limits{
      .nodes = options_.mate_nodes, .time = {}, .plies = options_.mate_plies, .shortest = true};
  const MateResult found = solver_.solve(position, limits, stop);
  if (found.verdict != MateVerdict::mate || !found.shortest) return std::nullopt;
  if (!mates_alone(position, found.line, stop)) return std::nullopt;
  Puzzle puzzle;
  puzzle.position = setup_of(position);
  puzzle.solution = found.line;
  puzzle.mate = true;
  return puzzle;
}

/// Whether no other move mates where the solver is to move, however long it would take.
bool PuzzleMaker::mates_alone(const GamePosition& position, const std::vector<Move>& line,
                              std::stop_token stop) {
  GamePosition at = position;
  for (std::size_t ply = 0; ply < line.size(); ++ply) {
    const bool solver_moves = ply % 2 == 0;
    const bool may_have_equals = ply > 0 && ply + 1 == line.size();
    if (solver_moves && !may_have_equals) {
      for (const Move move : legal_moves(at)) {
        if (move != line[ply] && mates_with(at, move, stop)) return false;
      }
    }
    at.moves.push_back(line[ply]);
  }
  return true;
}

/// Whether `move` gives check and every answer is mated; also true where the solver does not know.
bool PuzzleMaker::mates_with(GamePosition position, Move move, std::stop_token stop) {
  position.moves.push_back(move);
  if (!in_check(position)) return false;
  const MateLimits limits{.nodes = options_.mate_nodes, .time = {}, .plies = 0, .shortest = false};
  const std::vector<Move> answers = legal_moves(position);
  return std::ranges::all_of(answers, [&](Move answer) {
    GamePosition after = position;
    after.moves.push_back(answer);
    return !is_over(after) && solver_.solve(after, limits, stop).verdict != MateVerdict::no_mate;
  });
}

std::optional<Puzzle> PuzzleMaker::make_win(const GamePosition& position, std::stop_token stop) {
  const ChanceModel chance_of =
      chance_model(position.start.variant, engine_.name(), options_.coefficient);
  Limits limits = options_.limits;
  limits.multipv = 2;
  Puzzle puzzle;
  GamePosition at = position;
  while (static_cast<int>(puzzle.solution.size()) < options_.max_plies) {
    if (is_over(at)) break;
    engine_.new_game();
    const Analysis found = analyze(at, limits, stop);
    if (found.lines.size() < 2) break;
    const double chance = chance_of(found.lines[0].score, found.nodes);
    const double next_best = chance_of(found.lines[1].score, found.nodes);
    if (chance < options_.winning || next_best > options_.spoiled) break;
    const std::vector<Move>& pv = found.lines[0].pv;
    if (puzzle.solution.empty()) {
      puzzle.chance = chance;
      puzzle.next_best = next_best;
    } else {
      puzzle.solution.push_back(at.moves.back());
    }
    puzzle.solution.push_back(pv.front());
    if (pv.size() < 2) break;
    at.moves.insert(at.moves.end(), pv.begin(), pv.begin() + 2);
  }
  if (puzzle.solution.empty()) return std::nullopt;
  puzzle.position = setup_of(position);
  return puzzle;
}

int puzzle_rating(std::uint64_t nodes) {
  constexpr double a_doubling = 120, of_a_thousand = 1800;
  const double doublings = std::log2(std::max(1.0, static_cast<double>(nodes)) / 1000);
  return std::max(0, static_cast<int>(std::lround(of_a_thousand + a_doubling * doublings)));
}

}  // namespace yari
