/// \file
/// A position or a record as somebody pasted it: SFEN, USI, moves, a record in any format, a
/// diagram.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "notation/format.h"
#include "record/game.h"

namespace yari {

struct PastedText {
  /// No value when the text is nothing that is known.
  std::optional<Game> game;
  /// What was found in it, in order of place.
  std::vector<Diagnostic> findings;
  /// "sfen", "diagram", or the name of a format.
  std::string_view form;
};

/// Reads UTF-8 text. `by_default` is the game where the text does not say.
PastedText read_pasted(std::string_view text, Variant by_default);

}  // namespace yari
