/// \file
/// Engines' opinions as comment lines, in the manner of ShogiHome: "#評価値=-102", "#読み筋=...".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/read/game_builder.h"
#include "notation/write/losses.h"

namespace yari {

/// What KIF and JKF say of a position: lines of comments, engines' opinions among them, and the
/// name of a bookmark.
struct NoteLines {
  std::vector<std::string> comments;
  std::string bookmark;
};
/// The lines for a note on the move to `last_target`, after which `position` stands.
///
/// Comment lines that begin with `sign`, which means something else, are guarded (guarded_line).
template <class V>
NoteLines note_lines(const Note& note, const Position<V>& position,
                     std::optional<Square> last_target, std::string_view sign, NoteLosses& losses);

/// Adds what such a line says to the note at which `builder` stands; false: it is none, and stays a
/// comment.
template <class V>
bool read_evaluation_line(std::string_view line, GameBuilder<V>& builder);

}  // namespace yari
