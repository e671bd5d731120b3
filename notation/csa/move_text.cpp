// A move names the piece it ends as; the board says whether that is a promotion.
#include "notation/csa/move_text.h"

#include <algorithm>

#include "notation/csa/words.h"
#include "notation/words/japanese.h"
#include "record/glyph.h"
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
    } else if (const auto kind = take_kif_piece(text, Shogi::info.variant)) {
      usual += csa_word(*kind, Shogi::info.variant);
    } else {
      const bool small = text[0] >= 'a' && text[0] <= 'z';
      usual += small ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
      text.remove_prefix(1);
    }
  }
  return usual;
}

namespace {

// "3. ", "12 ", "4)"
std::string_view without_number(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  constexpr std::size_t most_digits = 4;
  if (digits == 0 || digits == text.npos || digits > most_digits) return text;
  const std::size_t end = text.find_first_not_of(".:) \t", digits);
  return end == digits || end == text.npos ? text : text.substr(end);
}

}  // namespace

std::optional<TypedCsaMove> take_typed_csa_move(std::string_view& text) {
  constexpr std::size_t signless = 6, longest = 30;
  const std::string_view s = without_number(trimmed_wide(text));
  const std::size_t end = std::min({s.find_first_of(" \t',;!?"), s.size(), longest});
  TypedCsaMove move{usual_csa(s.substr(0, end)), s.substr(0, end)};
  const std::string sign = move.usual.size() == signless ? "+" : "";
  if (!read_csa_move(sign + move.usual)) return std::nullopt;
  std::string_view rest = s.substr(end);
  const std::size_t marks = std::min(rest.find_first_not_of("!?"), rest.size());
  if (marks != 0) move.glyph = read_glyph(rest.substr(0, marks)).value_or(0);
  if (move.glyph != 0) rest.remove_prefix(marks);
  take(rest, ',') || take(rest, ';');
  text = trimmed(rest);
  return move;
}

bool are_typed_csa_moves(std::string_view statement) {
  bool any = false;
  while (take_typed_csa_move(statement)) any = true;
  constexpr std::string_view after = "'T%";
  return any && (statement.empty() || after.find(statement[0]) != after.npos);
}

}  // namespace yari
