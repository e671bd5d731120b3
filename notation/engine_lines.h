/// \file
/// Engines' opinions as comment lines, in the manner of ShogiHome: "#評価値=-102", "#読み筋=...".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"
#include "rules/position.h"

namespace yari {

/// What KIF and JKF say of a position: lines of comments, engines' opinions among them, and the
/// name of a bookmark.
struct NoteLines {
  std::vector<std::string> comments;
  std::string bookmark;
};
/// What such lines lost.
struct NoteLosses {
  /// Line ends and outer blanks.
  std::size_t broken = 0;
  /// Moves of evaluations.
  std::size_t unplayable = 0;
};
/// The lines for a note on the move to `last_target`, or null, after which `position` stands.
///
/// Comment lines that begin with `sign`, which means something else, are guarded (guarded_line).
template <class V>
NoteLines note_lines(const Note& note, const Position<V>& position, const Square* last_target,
                     std::string_view sign, NoteLosses& losses);

/// Reads such a line into `list`; false: it is none, and stays a comment.
template <class V>
bool read_evaluation_line(std::string_view line, const Position<V>& position,
                          const Square* last_target, std::vector<Evaluation>& list);

}  // namespace yari
