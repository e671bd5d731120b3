// A move names the piece it ends as; the board says whether that is a promotion.
#include "notation/csa/move_text.h"

#include "notation/csa/words.h"
#include "text/text.h"

namespace yari {

std::optional<CsaMove> read_csa_move(std::string_view text) {
  std::optional<CsaMove> move;
  if (text.size() != 7 || (text[0] != '+' && text[0] != '-')) return move;
  const bool drop = text[1] == '0' && text[2] == '0';
  const std::optional<Square> from = csa_square(text, 1), to = csa_square(text, 3);
  const std::optional<Kind> after = csa_kind(text.substr(5), Variant::shogi);
  if (!to || !after || !(from || drop)) return move;
  // Member by member: every move of a record comes here, and a copy of the whole costs time.
  move.emplace();
  move->color = text[0] == '+' ? Color::black : Color::white;
  move->from = from;
  move->to = *to;
  move->after = *after;
  return move;
}

Result<Move, std::string_view> csa_meaning(const Position<Shogi>& position, const CsaMove& text) {
  using Why = tl::unexpected<std::string_view>;
  if (text.color != position.side_to_move()) return Why("it is the other side's turn");
  Move m = Move::none();
  if (text.from) {
    const Piece p = position.at(*text.from);
    if (p.empty()) return Why("there is nothing on its origin");
    const bool promotes = p.kind() != text.after;
    if (promotes && promoted(p.kind()) != text.after) return Why("its origin holds another piece");
    m = Move::board(*text.from, text.to, promotes);
  } else if (index(text.after) < hand_kind_count) {
    m = Move::drop(text.after, text.to);
  }
  if (!position.is_legal(m)) return Why(describe(position.fault_of(m)));
  return m;
}

std::string usual_csa(std::string_view text) {
  std::string usual;
  while (!text.empty()) {
    const std::string_view wide = text.substr(0, 3);
    if (take(text, "−") || take(text, "ー") || take(text, "－")) {
      usual += '-';
    } else if (wide.size() == 3 && wide[0] == '\xEF' && wide[1] == '\xBC') {
      // U+FF01 to U+FF3F, of which the last byte counts.
      usual += static_cast<char>(octet(wide[2]) - 0x80 + ' ');
      text.remove_prefix(3);
    } else {
      const bool small = text[0] >= 'a' && text[0] <= 'z';
      usual += small ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
      text.remove_prefix(1);
    }
  }
  return usual;
}

}  // namespace yari
