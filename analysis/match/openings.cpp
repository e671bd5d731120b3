// Random openings come from the seed and the number of the pair: a match that goes on plays the
// same ones.
#include "analysis/match/openings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <random>

#include "analysis/engine/replayed.h"
#include "analysis/engine/win_chance.h"
#include "rules/outcome.h"

namespace yari {

namespace {

/// Random openings of a pair that are looked at.
constexpr int attempts = 32;

/// No value where the game ends on the way.
std::optional<GamePosition> played_on(GamePosition opening, int plies, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return with_variant(opening.start.variant, [&]<class V>(V) -> std::optional<GamePosition> {
    Line<V> line = replayed<V>(opening);
    for (int ply = 0; ply < plies; ++ply) {
      std::vector<Move> moves;
      for (const Move m : line.position().legal_moves())
        if (line.is_legal(m)) moves.push_back(m);
      if (moves.empty()) return std::nullopt;
      const Move move = moves[random() % moves.size()];
      line.play(move);
      opening.moves.push_back(move);
      if (line.outcome()) return std::nullopt;
    }
    return opening;
  });
}

std::uint64_t seed_of(std::uint64_t match_seed, int pair, int attempt) {
  // An odd number with bits everywhere: the openings of two seeds overlap nowhere.
  constexpr std::uint64_t spread = 0x9E3779B97F4A7C15;
  return match_seed * spread + static_cast<std::uint64_t>(pair) * attempts +
         static_cast<std::uint64_t>(attempt);
}

bool begins_with(const Game& game, const GamePosition& opening) {
  if (!(game.start == opening.start)) return false;
  const std::vector<Move> moves = game.moves.main_moves();
  return moves.size() >= opening.moves.size() &&
         std::equal(opening.moves.begin(), opening.moves.end(), moves.begin());
}

}  // namespace

double imbalance(const GamePosition& opening, std::uint64_t nodes, Engine& builtin) {
  builtin.new_game();
  const Analysis analysis = builtin.analyze(opening, {.nodes = nodes});
  const ChanceModel chance = network_chances(opening.start.variant);
  return std::abs(chance(analysis.score, analysis.nodes) - 50);
}

GamePosition MatchOpenings::of_pair(int pair, Engine& builtin) const {
  assert(!list.empty());
  const GamePosition& base = list[static_cast<std::size_t>(pair) % list.size()];
  if (random_plies == 0) return base;
  std::optional<GamePosition> best;
  double least = 0;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::optional<GamePosition> opening =
        played_on(base, random_plies, seed_of(seed, pair, attempt));
    if (!opening) continue;
    if (balance.points >= 50) return *opening;
    const double off = imbalance(*opening, balance.nodes, builtin);
    if (best && off >= least) continue;
    best = std::move(opening);
    least = off;
    if (off <= balance.points) break;
  }
  return best.value_or(base);
}

bool MatchOpenings::may_begin(int pair, const Game& game) const {
  const GamePosition& base = list[static_cast<std::size_t>(pair) % list.size()];
  if (game.variant != base.start.variant || !begins_with(game, base)) return false;
  if (random_plies == 0) return true;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const auto opening = played_on(base, random_plies, seed_of(seed, pair, attempt));
    if (opening && begins_with(game, *opening)) return true;
  }
  return false;
}

}  // namespace yari
