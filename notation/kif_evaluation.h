/// \file
/// Engines' opinions as comment lines, in the manner of ShogiHome: "#評価値=-102", "#読み筋=...".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"
#include "rules/position.h"

namespace yari {

/// The lines for `e`, spoken at `position`; `last_target` is where the last move ended, or null.
template <class V>
std::vector<std::string> evaluation_lines(const Evaluation& e, Position<V> position,
                                          const Square* last_target);

/// What KIF and JKF say of a position: lines of comments, engines' opinions among them, and the
/// name of a bookmark.
struct NoteLines {
  std::vector<std::string> comments;
  std::string bookmark;
};
/// Comment lines that begin with `sign`, which means something else, are guarded (guarded_line).
/// Line ends in the bookmark become spaces and are counted in `broken`.
template <class V>
NoteLines note_lines(const Note& note, const Position<V>& position, const Square* last_target,
                     std::string_view sign, std::size_t& broken);

/// Reads such a line into `list`; false: it is none, and stays a comment.
template <class V>
bool read_evaluation_line(std::string_view line, const Position<V>& position,
                          const Square* last_target, std::vector<Evaluation>& list);

}  // namespace yari
