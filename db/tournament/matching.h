/// \file
/// Whether everybody can be paired at all.
#pragma once

#include <cstddef>
#include <vector>

namespace yari::tournament {

/// Who may meet whom: a symmetric matrix.
using Meetings = std::vector<std::vector<bool>>;

/// The largest number of pairs of players who may meet.
///
/// Method: J. Edmonds, "Paths, trees, and flowers", 1965.
std::size_t most_pairs(const Meetings& may_meet);

}  // namespace yari::tournament
