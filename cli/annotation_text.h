/// \file
/// What annotating a game came to, as a line.
#pragma once

#include <string>

#include "analysis/annotate/annotate.h"

namespace yari::cli {

/// "Black 91.2 % (2 ?!, 1 ?, 0 ??), White ...".
std::string summary_text(const Annotation& annotation);

/// "no evaluation after ply 34, 36 and 4 more: engine A: claims ...", for a message; empty
/// where every position has one.
std::string unscored_text(const Annotation& annotation);

}  // namespace yari::cli
