/// \file
/// What setting a tag of a stored game means, and which tags cannot be set.
#pragma once

#include <vector>

#include "record/game_correction.h"
#include "text/result.h"

namespace yari {

/// Adds to `correction` that the tag is to have this value; an empty value removes it.
///
/// Result, Ending (or Termination) and Handicap are parts of the game; the handicap may be in
/// kanji. Names are letters, digits, _ and -; values are UTF-8 without control characters. The
/// error is a sentence: the tag follows from other parts of the record, or the value is not one
/// that the tag can have. An empty value also removes a tag that could not be set.
Result<void> add_setting(Correction& correction, const Tag& tag);

/// What all of them set. The error is as add_setting's, or that two of them set one tag.
Result<Correction> correction_of(const std::vector<Tag>& settings);

}  // namespace yari
