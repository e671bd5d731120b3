// A board row by row, a list of pieces, or the even start with pieces taken off.
#include "notation/csa/start.h"

#include <algorithm>
#include <array>

#include "notation/board/kanji_board.h"
#include "notation/csa/move_text.h"
#include "notation/csa/words.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari {

namespace {

auto expected(std::string_view what, std::string_view found, std::size_t at) {
  return fail("expected " + std::string(what) + ", found " + in_quotes(found), at);
}

// In any case.
std::optional<Kind> kind_in(std::string_view word) {
  const std::optional<Kind> kind = csa_kind(word, Variant::shogi);
  return kind || word.size() != 2 ? kind : csa_kind(usual_csa(word), Variant::shogi);
}

std::optional<Kind> kind_in_item(std::string_view item) {
  return item.size() == 4 ? kind_in(item.substr(2)) : std::nullopt;
}

bool has_small_letter(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

CsaStart::CsaStart() { setup_.variant = Variant::shogi; }

Setup CsaStart::setup() const {
  if (named_pieces_) return setup_;
  Setup even = start_setup(Variant::shogi);
  even.side_to_move = setup_.side_to_move;
  return even;
}

Result<void> CsaStart::take(std::string_view statement) {
  said_ = true;
  if (statement == "+" || statement == "-") {
    setup_.side_to_move = statement == "+" ? Color::black : Color::white;
    return {};
  }
  if (has_small_letter(statement))
    slip_ = {FindingCode::unusual_move, {in_quotes(statement), usual_csa(statement)}};
  list_ = {};
  takes_off_ = statement.starts_with("PI") && (takes_off_ || !named_pieces_);
  named_pieces_ = true;
  for (const std::string_view list : {"PI", "P+", "P-"}) {
    if (!statement.starts_with(list)) continue;
    list_ = list;
    if (list == "PI") setup_ = start_setup(Variant::shogi);
    return items(statement);
  }
  if (statement.size() > 1 && statement[1] >= '1' && statement[1] <= '9') return row(statement);
  return expected("PI, P1..P9, P+ or P-", statement, 0);
}

// Blanks and commas may stand between them.
Result<void> CsaStart::items(std::string_view statement) {
  std::string_view rest = statement.substr(2);
  const auto skip = [&rest] {
    for (take_blanks(rest); yari::take(rest, ',');) take_blanks(rest);
  };
  for (skip(); !rest.empty(); skip()) {
    const std::size_t at = offset_in(statement, rest);
    const std::string_view one = rest.substr(0, 4);
    const bool taken = take_item(one);
    if (!taken && list_ == "PI") return expected("a piece to take off, like 82HI", rest, at);
    if (!taken) return expected("a square and a piece like 99KY", one, at);
    rest.remove_prefix(one.size());
  }
  return {};
}

bool CsaStart::take_more(std::string_view item) {
  return !list_.empty() && item.size() == 4 && take_item(item);
}

bool CsaStart::take_item(std::string_view item) {
  return list_ == "PI" ? take_off(item) : add(item, list_ == "P+" ? Color::black : Color::white);
}

bool CsaStart::take_off(std::string_view item) {
  const std::optional<Square> square = csa_square(item, 0);
  const std::optional<Kind> kind = kind_in_item(item);
  if (!square || !kind || setup_[*square].empty() || setup_[*square].kind() != *kind) return false;
  setup_[*square] = Piece::none();
  return true;
}

// Squares one after the other, however many blanks stand between them.
bool CsaStart::loose_row(std::string_view statement) {
  std::array<Piece, 9> squares{};
  std::size_t count = 0;
  for (std::string_view rest = statement.substr(2); take_blanks(rest), !rest.empty(); ++count) {
    // Some end a row with a point.
    if (count == squares.size()) return rest == "." && (set_row(statement[1], squares), true);
    if (yari::take(rest, '*') || yari::take(rest, '.') || yari::take(rest, "・")) continue;
    const std::optional<Kind> kind = kind_in(rest.substr(std::min<std::size_t>(1, rest.size()), 2));
    if ((rest[0] != '+' && rest[0] != '-') || !kind) return false;
    squares[count] = Piece(rest[0] == '+' ? Color::black : Color::white, *kind);
    rest.remove_prefix(3);
  }
  if (count != squares.size()) return false;
  set_row(statement[1], squares);
  return true;
}

void CsaStart::set_row(char digit, const std::array<Piece, 9>& squares) {
  for (int file = 9; file-- > 0;)
    setup_[Square::at(file, digit - '1')] = squares[static_cast<std::size_t>(8 - file)];
}

// "P1v香v桂v銀v金v玉v金v銀v桂v香": squares as KIF has them.
bool CsaStart::kanji_row(std::string_view statement) {
  std::string_view squares = trimmed(statement.substr(2));
  yari::take(squares, '|');
  squares = squares.substr(0, squares.find('|'));
  const std::string line = '|' + std::string(squares) + '|';
  if (kif_board_files(line) != Shogi::files) return false;
  if (!read_kif_board_row(line, statement[1] - '1', setup_)) return false;
  slip_ = {FindingCode::unusual_move,
           {in_quotes(statement), "rank " + std::string(1, statement[1])}};
  return true;
}

Result<void> CsaStart::row(std::string_view statement) {
  if (loose_row(statement) || kanji_row(statement)) return {};
  constexpr std::size_t whole = 2 + 3 * 9;
  std::size_t there = 0;
  for (int file = 9; file-- > 0;) {
    const std::size_t at = 2 + 3 * static_cast<std::size_t>(8 - file);
    const std::string_view cell = statement.substr(std::min(at, statement.size()), 3);
    const std::string_view text = trimmed(cell);
    if (text.empty() || text == "*") continue;
    const std::optional<Kind> kind = kind_in(cell.substr(1));
    ++there;
    if ((cell[0] != '+' && cell[0] != '-') || !kind) {
      return expected("a piece like +FU or ' * '", cell, at);
    }
    setup_[Square::at(file, statement[1] - '1')] =
        Piece(cell[0] == '+' ? Color::black : Color::white, *kind);
  }
  // A square was lost where no blank stands for any.
  if (statement.size() < whole && 2 + 3 * there == statement.size())
    slip_ = {FindingCode::board_incomplete, {"nine squares", std::to_string(there)}};
  return {};
}

bool CsaStart::add(std::string_view item, Color c) {
  Hand& hand = setup_.hands[c];
  const std::optional<Kind> kind = kind_in_item(item);
  const std::optional<Square> square = csa_square(item, 0);
  if (item == "00AL") return give_the_rest(c), true;
  if (!kind || (!square && !item.starts_with("00"))) return false;
  if (square) {
    setup_[*square] = Piece(c, *kind);
    return true;
  }
  if (index(*kind) >= hand_kind_count || hand.count(*kind) >= 18) return false;
  hand.add(*kind);
  return true;
}

void CsaStart::give_the_rest(Color c) {
  const Hand rest = rest_of_set(setup_);
  for (const Kind kind : holdable_kinds) {
    if (rest.has(kind)) setup_.hands[c].add(kind, rest.count(kind));
  }
}

}  // namespace yari
