/// \file
/// Moves as CSA writes them: "+7776FU".
#pragma once

#include <optional>
#include <string_view>

#include "rules/position.h"
#include "rules/result.h"

namespace yari {

/// What the text of a move says.
struct CsaMove {
  Color color = Color::black;
  bool drop = false;
  /// Of a move on the board.
  Square from{};
  Square to{};
  /// What stands on `to` afterwards: promotion is in its name.
  Kind after{};
};

/// "76"; no value for other text.
std::optional<Square> csa_square(std::string_view text);
/// No value for text of another form.
std::optional<CsaMove> read_csa_move(std::string_view text);
/// The legal move that is meant; the error is a clause that says why there is none.
Result<Move, std::string_view> csa_meaning(const Position<Shogi>& position, const CsaMove& text);

}  // namespace yari
