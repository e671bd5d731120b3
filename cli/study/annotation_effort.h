/// \file
/// How long annotation will take.
#pragma once

#include <optional>

#include "analysis/engine/engine.h"
#include "cli/terminal/terminal.h"
#include "record/game.h"

namespace yari::cli {

/// The seconds that one position will take on average, from the limits or from a search of a tenth
/// of a second in the middle of `sample`. No value where the limits are of depth alone, or the
/// engine does not count its nodes. Throws EngineFailure.
std::optional<double> seconds_a_position(Engine& engine, const Game& sample, const Limits& limits);

/// "about 3 min for 84 positions", as a hint; nothing where it is not known or takes no time worth
/// saying. `jobs` games are annotated at the same time.
void say_time(Terminal& terminal, std::uint64_t positions, std::optional<double> seconds,
              int jobs = 1);

}  // namespace yari::cli
