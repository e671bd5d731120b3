/// \file
/// What annotating a game, or many, came to, as a line.
#pragma once

#include <string>

#include "answers/annotation_totals.h"

namespace yari::cli {

/// "Black 91.2 % (2 ?!, 1 ?, 0 ??), White ...".
std::string summary_text(const Annotation& annotation);

/// What a run came to, in one sentence with its end of line.
std::string totals_text(const AnnotationTotals& totals);

}  // namespace yari::cli
