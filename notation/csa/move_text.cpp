// A move names the piece it ends as; the board says whether that is a promotion.
#include "notation/csa/move_text.h"

#include "notation/csa/words.h"

namespace yari {

std::optional<Square> csa_square(std::string_view text) {
  const auto digit = [](char c) { return c >= '1' && c <= '9'; };
  if (text.size() != 2 || !digit(text[0]) || !digit(text[1])) return std::nullopt;
  return Square::at(text[0] - '1', text[1] - '1');
}

std::optional<CsaMove> read_csa_move(std::string_view text) {
  std::optional<CsaMove> move;
  if (text.size() != 7 || (text[0] != '+' && text[0] != '-')) return move;
  const auto is_square = [&](std::size_t at) {
    return text[at] >= '1' && text[at] <= '9' && text[at + 1] >= '1' && text[at + 1] <= '9';
  };
  const auto square = [&](std::size_t at) {
    return Square::at(text[at] - '1', text[at + 1] - '1');
  };
  const bool drop = text[1] == '0' && text[2] == '0';
  if (!is_square(3) || !(drop || is_square(1))) return move;
  const std::optional<Kind> after = csa_kind(text.substr(5), Variant::shogi);
  if (!after) return move;
  move.emplace();
  move->color = text[0] == '+' ? Color::black : Color::white;
  move->drop = drop;
  if (!drop) move->from = square(1);
  move->to = square(3);
  move->after = *after;
  return move;
}

Result<Move, std::string_view> csa_meaning(const Position<Shogi>& position, const CsaMove& text) {
  using Why = tl::unexpected<std::string_view>;
  if (text.color != position.side_to_move()) return Why("it is the other side's turn");
  Move m = Move::none();
  if (!text.drop) {
    const Piece p = position.at(text.from);
    if (p.empty()) return Why("there is nothing on its origin");
    const bool promotes = p.kind() != text.after;
    if (promotes && promoted(p.kind()) != text.after) return Why("its origin holds another piece");
    m = Move::board(text.from, text.to, promotes);
  } else if (index(text.after) < hand_kind_count) {
    m = Move::drop(text.after, text.to);
  }
  if (!position.is_legal(m)) return Why(describe(position.fault_of(m)));
  return m;
}

}  // namespace yari
