/// \file
/// One number that changes whenever the search or the evaluation does.
#pragma once

#include <cstdint>

namespace yari {

/// Nodes that the built-in engine needs for fixed positions of both games at a fixed depth, one
/// thread. Stated in commits that touch the search, so that a change without effect shows as one.
std::uint64_t search_signature(int depth = 8);

}  // namespace yari
