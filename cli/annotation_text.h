/// \file
/// What annotating a game came to, as a line or a JSON object.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/annotate/annotate.h"
#include "cli/terminal.h"

namespace yari::cli {

/// "Black 91.2 % (2 ?!, 1 ?, 0 ??), White ...".
std::string summary_text(const Annotation& annotation);
/// Both players' numbers, every judged move, and the work done.
Json annotation_json(const Annotation& annotation);

}  // namespace yari::cli
