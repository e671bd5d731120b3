/// \file
/// Scores inside the search: one integer for centipawns and mates.
#pragma once

#include <cstdlib>

#include "analysis/engine/engine.h"

namespace yari {

/// Deepest ply a search reaches.
inline constexpr int max_ply = 128;
/// The side to move has mated already; a mate `n` plies away is worth n less.
inline constexpr int mate_score = 32000;
/// Everything at or beyond it is a mate.
inline constexpr int mate_bound = mate_score - 2 * max_ply;
/// A game won because the other side must break off a perpetual check or lose. No mate, so that
/// no number of moves is reported.
inline constexpr int perpetual_score = 20000;
/// The evaluation stays strictly inside.
inline constexpr int evaluation_bound = 15000;
inline constexpr int infinite_score = 32500;
/// No score: nothing was evaluated.
inline constexpr int no_score = 32700;

constexpr int mated_in(int ply) { return ply - mate_score; }
constexpr int mates_in(int ply) { return mate_score - ply; }
constexpr bool is_mate(int score) { return score >= mate_bound || score <= -mate_bound; }

/// As the rest of the program sees a score of the root.
constexpr Score to_score(int score) {
  if (!is_mate(score)) return {score, false};
  return {score > 0 ? mate_score - score : -(mate_score + score), true};
}

/// Mates count from the root in the search, from the node in the hash table.
constexpr int score_to_hash(int score, int ply) {
  return score >= mate_bound ? score + ply : score <= -mate_bound ? score - ply : score;
}
constexpr int score_from_hash(int score, int ply) {
  return score >= mate_bound ? score - ply : score <= -mate_bound ? score + ply : score;
}

}  // namespace yari
