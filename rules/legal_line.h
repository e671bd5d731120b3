/// \file
/// Whether a line of moves can be played.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "rules/move.h"
#include "rules/setup.h"

namespace yari {

/// The number of the first move, from 0, that is not legal where it is played; no value where all
/// are. Repetition is not judged. Requires: `start` is valid.
std::optional<std::size_t> first_illegal(const Setup& start, std::span<const Move> line);

}  // namespace yari
