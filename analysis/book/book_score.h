/// \file
/// Scores as books write them: centipawns, and mates as numbers that no centipawns reach.
#pragma once

#include "analysis/engine/engine.h"

namespace yari {

/// A mate of n plies is `book_mate - n` for the side that mates, as YaneuraOu writes it.
inline constexpr int book_mate = 32'000;
/// From here on a score is a mate.
inline constexpr int least_book_mate = 31'000;

/// The number that a book has. Longer mates than it can tell are written as the longest.
int book_score(const Score& score);
/// What it means. A number beyond every mate means the shortest.
Score read_book_score(int number);

}  // namespace yari
