/// \file
/// What annotating a game came to, as a line.
#pragma once

#include <string>

#include "analysis/annotate/annotate.h"

namespace yari::cli {

/// "Black 91.2 % (2 ?!, 1 ?, 0 ??), White ...".
std::string summary_text(const Annotation& annotation);

/// "no evaluation after plies 34, 36, 40, 41, 44 and 4 more: ...", for a message; empty
/// where every position has one.
std::string unscored_text(const Annotation& annotation);

}  // namespace yari::cli
