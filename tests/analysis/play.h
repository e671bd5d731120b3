/// \file
/// Positions for tests of the analysis, made by the engine's own play after random openings.
#pragma once

#include <vector>

#include "analysis/engine/builtin.h"
#include "rules/outcome.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari::test {

inline Limits nodes(std::uint64_t n) {
  Limits limits;
  limits.nodes = n;
  return limits;
}

template <class V>
GamePosition game_position(const Position<V>& p) {
  return {p.setup(), {}, RuleSet::standard};
}

template <class V>
Position<V> position(std::string_view sfen) {
  return *Position<V>::from(*read_sfen(sfen, V::info.variant));
}

/// A game that begins after `opening` random plies: every move the choice of a fresh engine under
/// `limits`, until the rules end it or `plies` are played.
template <class V>
Game engine_game(Rng& rng, int opening, int plies, const Limits& limits, Engine& engine) {
  Position<V> start = Position<V>::start();
  for (int i = 0; i < opening && start.has_legal_move(); ++i) start.play(random_move(start, rng));
  Game game = new_game(V::info.variant);
  game.start = start.setup();
  Line<V> line(start);
  NodeId node = root_node;
  for (int ply = 0; ply < plies && !line.outcome(); ++ply) {
    engine.new_position(limits);
    const Move m = engine.analyze(position_at(game, ply), limits).best();
    node = game.moves.add(node, m);
    line.play(m);
  }
  return game;
}

}  // namespace yari::test
