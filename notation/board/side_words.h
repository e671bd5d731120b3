/// \file
/// What people write beside a board in English: "White to play", "Black holds: two pawns".
#pragma once

#include <optional>
#include <string_view>

#include "rules/setup.h"

namespace yari {

/// Who moves by "White to move", "White to play and win", "Gote's turn", "Turn: white", in any
/// case. `rest` is what follows: ", move 12".
std::optional<Color> side_to_move_in_words(std::string_view text, std::string_view& rest);

/// A list of pieces in hand, and whose they are.
struct HandWords {
  Color owner;
  /// "P, 2 pawns"
  std::string_view list;
  /// The words can mean nothing else; after "Black:" and "Black has" a name or a remark may stand.
  bool sure;
};

/// "Black in hand: P", "Black holds P", "White's hand = P2", "In hand (Black): P", "Sente: R P".
std::optional<HandWords> hand_in_words(std::string_view text);

/// Reads "YR Px2", "R, 2P", "RPP", "two pawns and a rook", "nothing". No value: `bad` is the part
/// that is not understood.
std::optional<Hand> read_hand_words(std::string_view list, Variant v, std::string_view& bad);

}  // namespace yari
