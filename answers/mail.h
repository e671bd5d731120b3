/// \file
/// A game played by mail: the message that is sent with a move, and reading the answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/format.h"
#include "record/game.h"
#include "text/result.h"

namespace yari {

/// A message of plain text: players, event and the moves of the main line as a record in Hodges
/// notation, the diagram with the last move marked, and who moves. Nothing else that the game has
/// is in it: no comments, clocks, variations or evaluations.
std::string write_mail(const Game& game);

/// What a message says.
struct Mail {
  /// The longest record in it; no value where there is none.
  std::optional<Game> score;
  /// What was found in that record; a reader that guessed or cut says so here.
  std::vector<Diagnostic> findings;
  /// What the sender wrote: the lines that are neither quoted nor belong to a record or a diagram,
  /// up to the signature.
  std::vector<std::string> written;
};

/// No message is longer.
inline constexpr std::size_t longest_mail = std::size_t{1} << 20;

/// Reads a message in UTF-8. Records are found behind quotation marks ("> ", "AB> ") at any depth,
/// with lines wrapped anew and tags broken at a blank. `by_default`: the game where a record does
/// not say. The error says why it is no message: it is longer than longest_mail.
Result<Mail> read_mail(std::string_view text, std::optional<Variant> by_default);

/// The moves that the sender wrote, played from `position`, after a move to `last_target`: a line
/// that is moves and nothing else ("P-2f", "My move: 12. P-2f"), or else the one move that is named
/// in the text. No moves where there are none. The error says why it cannot be played, or which
/// moves it may be.
Result<std::vector<Move>> moves_written(const Mail& mail, const Setup& position,
                                        std::optional<Square> last_target = std::nullopt);

}  // namespace yari
