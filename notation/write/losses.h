/// \file
/// What a game holds that a format cannot say: counted once per kind, for every writer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/game.h"

namespace yari {

/// What a format can say beside start and main line.
struct Powers {
  bool tags = false;
  bool result = false;
  bool ending = false;
  bool rules = false;
  bool variations = false;
  bool comments = false;
  /// Comments before a move (Note::before).
  bool comments_before = false;
  bool glyphs = false;
  bool spent_time = false;
  bool time_left = false;
  bool evaluations = false;
  bool bookmarks = false;
  bool unread = false;
  /// Parts of a second in clocks.
  bool milliseconds = false;
  /// Evaluations beside score and line: mates, depth, nodes, engine.
  bool evaluation_details = false;
  /// The number of the first move in the start position.
  bool move_number = false;
};

/// "variations (3)", "comments (12)": one entry a kind that `game` has and `powers` lack.
///
/// Without variations, the notes in them are lost with them and not counted again.
std::vector<std::string> losses(const Game& game, const Powers& powers);
/// Appends "WHAT (N)" when n is not 0.
void add_loss(std::vector<std::string>& list, std::size_t n, std::string_view what);

/// For a game whose outcome is not written: "result" where it is known, and `ending`, which says
/// what is lost of it, where that is known.
void add_unsaid_outcome(std::vector<std::string>& list, const Game& game, std::string_view ending);

/// What a format of lines loses of notes and tags.
struct NoteLosses {
  /// Texts whose line ends or outer blanks had to go.
  std::size_t broken = 0;
  /// Moves of evaluations that cannot be played, and so not be spelled.
  std::size_t unplayable = 0;
};
void add_losses(std::vector<std::string>& list, const NoteLosses& lost);

}  // namespace yari
