/// \file
/// Whether a record's text says what reading found in it: a simple check that shares nothing with
/// the readers.
#pragma once

#include <string>
#include <string_view>

#include "record/game.h"

namespace yari::test {

/// What `game` claims about its date, result or ending and `text` does not say; empty where all is
/// said. The check is on the lenient side: a word counts wherever it stands.
std::string invented(const Game& game, std::string_view text);

}  // namespace yari::test
