/// \file
/// What stands around the moves of a JKF object: values by name, headers, the start position.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "notation/findings.h"
#include "notation/jkf/json_tree.h"
#include "record/game.h"

namespace yari {

/// {"x": 7, "y": 6}
std::optional<Square> square_of(JsonValue value, int files);

/// 0 for Black, 1 for White; -1 where it says neither. Early writers say true for Black.
int jkf_color(JsonValue color);

struct JkfHeader {
  Variant variant = Variant::shogi;
  std::vector<Tag> tags;
  /// How the game ended, as a header says.
  Outcome said;
  /// As 手合割 names it.
  std::string handicap;
  /// And nothing knows it, nor gives "initial" the start: the moves are kept as text.
  bool start_unknown = false;
};

/// Shogi, where the header does not say otherwise.
JkfHeader read_jkf_header(JsonValue root, Findings& findings);
/// The start that "initial" states, or the header's handicap. No value when it cannot be read; the
/// findings then say why.
/// Sets JkfHeader::start_unknown, and keeps the words as a tag then.
std::optional<Setup> read_jkf_start(JsonValue root, JkfHeader& header, Findings& findings);
/// The place of "initial", for findings about the start.
std::string_view place_of_jkf_start(JsonValue root);

}  // namespace yari
