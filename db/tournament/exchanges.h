/// \file
/// The order in which the players of a score group are divided.
#pragma once

#include <utility>
#include <vector>

#include "db/tournament/pairing_record.h"

namespace yari::tournament {

/// Which players of the upper half change places with which of the lower, by their places there,
/// the smallest change first (FIDE Handbook C.04.3, 4.3): few players, then the smallest difference
/// of numbers, then the lowest of the upper half, then the highest of the lower. Of a group of more
/// than 12 only exchanges of one player.
std::vector<std::pair<Numbers, Numbers>> exchanges(std::size_t upper, std::size_t lower);

/// All ways to take `n` of the players, in groups that leave out the same scores; first those that
/// leave out the lowest, within a group in the order of the players. A few thousand at most.
std::vector<std::vector<Numbers>> best_choices(const Numbers& players,
                                               const std::vector<int>& scores, std::size_t n);

}  // namespace yari::tournament
