/// \file
/// One move as Hodges notation writes it, in every spelling; and the moves it can mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/moves/move_choice.h"

namespace yari {

/// What the text of a move says; what it leaves out stays open. It is the same for both games:
/// which piece a letter means is found by kind_of.
struct MoveText {
  enum class Type : std::uint8_t { unsaid, move, capture, drop };

  /// '\0' where the squares alone say it: "2g2f". The piece is then the one on the origin.
  char letter = '\0';
  /// The letter has a Y before it.
  bool yari = false;
  /// The piece has a + before it.
  bool promoted = false;
  Type type = Type::unsaid;
  Promotion promotion = Promotion::unsaid;
  /// The target can be the origin of a recapture instead: "xS6e".
  bool may_recapture = false;
  /// No value: a recapture, where the last move ended.
  std::optional<Square> target = {};
  /// -1 where the text does not say.
  std::int8_t from_file = -1;
  std::int8_t from_rank = -1;
};

/// Reads the move at the start of `text`: "P-7f", "YB6i-5h", "+P-3b", "YR*5e", "YNx5c+", "P7f",
/// "P-76", "G45b", "xR", "x+P", "Sx=", "Sex5d", "xS6", with dashes and crosses of any kind; and
/// moves by coordinates, as USI has them: "2g2f", "2b8h+", "2g-2f".
///
/// Returns its length in bytes; 0 when `text` does not start with a move.
std::size_t read_move_text(std::string_view text, MoveText& move);

/// Whether the text of a move can be an ordinary word, too: "Six" is a silver of rank i that takes.
bool may_be_word(std::string_view text);

/// The piece that moves; no value where the text names a piece or a square that V does not have.
template <class V>
std::optional<Kind> kind_of(const MoveText& text);

/// Whether the text names a piece and squares that V has, or squares alone.
template <class V>
bool exists_in(const MoveText& text);

/// The legal moves that `text` can mean, in order of their origin squares. Requires:
/// exists_in<V>(text).
///
/// `last_target` is where the last move ended (for recaptures). A sign left out means
/// promoted where that is forced, declined elsewhere; a move without any mark is a drop only when
/// nothing on the board can go there.
template <class V>
void meanings(const Position<V>& position, const MoveText& text, std::optional<Square> last_target,
              MoveList& moves);

/// Why `text` means no legal move, as a clause: "no pawn of Black can go to 7e". Requires: as
/// above.
template <class V>
std::string why_impossible(const Position<V>& position, const MoveText& text,
                           std::optional<Square> last_target);

enum class OriginStyle : std::uint8_t {
  where_needed,  ///< where two pieces of the kind could legally go there
  always
};

/// Appends a legal move in canonical spelling. Requires: position.is_legal(move).
template <class V>
void append_move_text(std::string& out, const Position<V>& position, Move move,
                      OriginStyle style = OriginStyle::where_needed);

}  // namespace yari
