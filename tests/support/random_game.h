/// \file
/// Random play, for properties that must hold on every game.
#pragma once

#include <cstdint>
#include <random>

#include "record/game.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari::test {

using Rng = std::mt19937_64;

/// Any legal move. Requires: there is one.
template <class V>
Move random_move(const Position<V>& position, Rng& rng) {
  const MoveList moves = position.legal_moves();
  return moves[static_cast<int>(rng() % static_cast<std::uint64_t>(moves.size()))];
}

/// Calls `visit(position)` for the start and after every move of a random game of at most `plies`.
template <class V, class Visit>
void play_random_game(Rng& rng, int plies, Visit visit) {
  Position<V> position = Position<V>::start();
  visit(position);
  for (int ply = 0; ply < plies && position.has_legal_move(); ++ply) {
    position.play(random_move(position, rng));
    visit(position);
  }
}

/// A random main line from the even start, without notes or result.
template <class V>
Game random_game(Rng& rng, int plies) {
  Game game = new_game(V::info.variant);
  Position<V> position = Position<V>::start();
  NodeId node = root_node;
  for (int ply = 0; ply < plies && position.has_legal_move(); ++ply) {
    const Move move = random_move(position, rng);
    node = game.moves.add(node, move);
    position.play(move);
  }
  return game;
}

}  // namespace yari::test
