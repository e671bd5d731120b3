/// \file
/// Moves as CSA writes them: "+7776FU".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/position.h"
#include "text/result.h"

namespace yari {

/// What the text of a move says.
struct CsaMove {
  Color color = Color::black;
  /// No value for a drop.
  std::optional<Square> from = {};
  Square to{};
  /// What stands on `to` afterwards: promotion is in its name.
  Kind after{};
};

/// The square that stands at `at`, "76"; no value for other text.
constexpr std::optional<Square> csa_square(std::string_view text, std::size_t at) {
  const auto is_place = [](char c) { return c >= '1' && c <= '9'; };
  if (at + 1 >= text.size() || !is_place(text[at]) || !is_place(text[at + 1])) return std::nullopt;
  return Square::at(text[at] - '1', text[at + 1] - '1');
}
/// No value for text of another form.
std::optional<CsaMove> read_csa_move(std::string_view text);
/// The legal move that is meant; the error is a clause that says why there is none.
Result<Move, std::string_view> csa_meaning(const Position<Shogi>& position, const CsaMove& text);

/// In capitals, with narrow digits and signs: "+7776FU" for "＋７７７６ＦＵ", "+7776fu", "−3334fu"
/// and "+7776歩".
std::string usual_csa(std::string_view text);

/// A move as people type it: "7776FU", "3. +7776fu!".
struct TypedCsaMove {
  /// "+7776FU"; without the sign where it lacks that.
  std::string usual;
  /// What stands for it in the text.
  std::string_view text;
  /// 0 where it has none.
  std::uint8_t glyph = 0;
};
/// Takes a move off the front, with the comma or the blanks after it; no value, and nothing taken,
/// where none stands there.
std::optional<TypedCsaMove> take_typed_csa_move(std::string_view& text);
/// Whether a statement is such moves, and after them a time, a comment, an ending or nothing.
bool are_typed_csa_moves(std::string_view statement);

}  // namespace yari
