#include "analysis/mate/mate.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/mate/mate_proof.h"
#include "analysis/mate/mate_search.h"

namespace yari {
namespace {

/// The keys of positions that have occurred one time less than ends the game.
template <class V>
std::vector<Key> ending_keys(const Line<V>& line, const std::vector<Key>& keys) {
  const int needed = repetitions_needed(V::info, line.rules());
  std::vector<Key> endings;
  for (Key key : keys) {
    if (line.history().occurrences(key) >= needed - 1) endings.push_back(key);
  }
  return endings;
}

template <class V>
class Solver {
 public:
  Solver(const Line<V>& line, std::vector<Key> endings, MateTable& table, const MateLimits& limits,
         std::stop_token stop)
      : root_(line.position()),
        limits_(limits),
        budget_(limits, std::move(stop)),
        search_(root_.side_to_move(), std::move(endings), table, budget_) {}

  MateResult run() {
    const int within = limits_.plies == 0 ? any_length : (limits_.plies - 1) / 2 * 2 + 1;
    MateResult result;
    if (attempt(within, result) && limits_.shortest) shorten(result);
    result.nodes = budget_.nodes();
    result.time = budget_.time();
    return result;
  }

 private:
  /// Looks for a mate within `plies` and, where there is one, puts it into `result`.
  bool attempt(int plies, MateResult& result) {
    const MateKnowledge found = search_.search(root_, plies);
    if (found.numbers.is_no_mate()) result.verdict = MateVerdict::no_mate;
    if (!found.numbers.is_mate()) return false;
    MateProof<V> proof(search_, budget_);
    if (!proof.attack(root_, found.length)) return false;
    result.verdict = MateVerdict::mate;
    result.line = proof.line(root_);
    return true;
  }

  void shorten(MateResult& result) {
    for (;;) {
      const int length = static_cast<int>(result.line.size());
      MateResult shorter;
      if (length > 1 && attempt(length - 2, shorter)) {
        result.line = std::move(shorter.line);
        continue;
      }
      if (length > 1 && shorter.verdict != MateVerdict::no_mate) return;
      MateProof<V> proof(search_, budget_);
      if (auto line = proof.exact_line(root_, length)) {
        result.line = std::move(*line);
        result.shortest = true;
      }
      return;
    }
  }

  const Position<V>& root_;
  MateLimits limits_;
  MateBudget budget_;
  MateSearch<V> search_;
};

template <class V>
MateResult solve_line(const GamePosition& position, MateTable& table, const MateLimits& limits,
                      std::stop_token stop) {
  Line<V> line(Position<V>::from_unchecked(position.start), position.rules);
  std::vector<Key> keys{line.position().key()};
  for (Move m : position.moves) {
    line.play(m);
    keys.push_back(line.position().key());
  }
  table.start_search();
  return Solver<V>(line, ending_keys(line, keys), table, limits, std::move(stop)).run();
}

}  // namespace

std::string_view name(MateVerdict verdict) {
  switch (verdict) {
    case MateVerdict::mate:
      return "mate";
    case MateVerdict::no_mate:
      return "no mate";
    case MateVerdict::unknown:
      return "unknown";
  }
  return "unknown";
}

struct MateSolver::State {
  std::size_t hash_mib;
  std::optional<MateTable> table;
};

MateSolver::MateSolver(std::size_t hash_mib)
    : state_(std::make_unique<State>(State{hash_mib, std::nullopt})) {}
MateSolver::~MateSolver() = default;
MateSolver::MateSolver(MateSolver&&) noexcept = default;
MateSolver& MateSolver::operator=(MateSolver&&) noexcept = default;

MateResult MateSolver::solve(const GamePosition& position, const MateLimits& limits,
                             std::stop_token stop) {
  if (!state_->table) state_->table.emplace(state_->hash_mib);
  return with_variant(position.start.variant, [&]<class V>(V) {
    return solve_line<V>(position, *state_->table, limits, std::move(stop));
  });
}

}  // namespace yari
