// Every square is a mark (blank, or v for White) and a piece; 81Dojo writes one more blank.
#include "notation/board/kanji_board.h"

#include <algorithm>

#include "notation/words/japanese.h"
#include "text/text.h"

namespace yari {

namespace {

bool take_empty(std::string_view& text) {
  constexpr std::string_view signs[] = {"・", "･", "·", ".", "．", "*", "＊", "　"};
  return std::ranges::any_of(signs, [&](std::string_view sign) { return take(text, sign); });
}

// White's mark, or Black's, which may be a blank.
bool take_mark(std::string_view& text, Color& color) {
  color = Color::black;
  while (text.size() > 1 && text[0] == ' ' && std::string_view(" v^-+").find(text[1]) != text.npos)
    text.remove_prefix(1);
  if (take(text, " ")) return true;
  constexpr std::string_view white[] = {"v", "V", "ｖ", "Ｖ", "▽", "△", "↓", "-"};
  if (std::ranges::any_of(white, [&](std::string_view mark) { return take(text, mark); })) {
    color = Color::white;
    return true;
  }
  return take(text, "^") || take(text, "▲") || take(text, "+") || take(text, "↑");
}

}  // namespace

// The squares of a row whose bars are wide, or that lost its first bar:
// "v香v桂v銀v金v玉v金v銀v桂v香|一".
static std::optional<std::string_view> between_bars(std::string_view line) {
  constexpr std::string_view wide = "｜";
  std::string_view cells = trimmed_wide(line);
  const bool first = take(cells, wide);
  const std::size_t bar = std::min(cells.find('|'), cells.find(wide));
  if (bar == 0 || bar == cells.npos) return std::nullopt;
  std::string_view rank = cells.substr(bar);
  take(rank, '|') || take(rank, wide);
  take_blanks(rank);
  const bool numbered = take_digit(rank) != 0;
  if (!trimmed_wide(rank).empty() || !(first || numbered)) return std::nullopt;
  return cells.substr(0, bar);
}

// Of a row of any form.
static std::string_view squares(std::string_view line) {
  return trimmed_wide(line).starts_with('|') ? inside_bars(line)
                                             : between_bars(line).value_or(std::string_view());
}

std::string_view inside_bars(std::string_view line) {
  const std::size_t first = line.find('|');
  const std::size_t last = line.rfind('|');
  if (first == last) return {};
  return line.substr(first + 1, last - first - 1);
}

bool is_kif_board_row(std::string_view line) {
  line = trimmed_wide(line);
  if (!line.starts_with('|')) return between_bars(line) && kif_board_files(line) != 0;
  if (inside_bars(line).empty()) return false;
  if (static_cast<unsigned char>(line.back()) >= 0x80) return true;
  return line.back() == '|' && kif_board_files(line) != 0;
}

int kif_board_files(std::string_view row) {
  std::string_view cells = squares(row);
  int n = 0;
  Color color{};
  while (!cells.empty()) {
    take_mark(cells, color);
    if (cells.empty()) break;
    if (!take_empty(cells) && !take_kif_piece(cells, Variant::shogi) &&
        !take_kif_piece(cells, Variant::yari)) {
      return 0;
    }
    ++n;
  }
  return n == YariShogi::files || n == Shogi::files ? n : 0;
}

Result<bool> read_kif_board_row(std::string_view line, int rank, Setup& setup) {
  std::string_view cells = squares(line);
  for (int file = info(setup.variant).files; file-- > 0;) {
    Color color{};
    take_mark(cells, color);
    const std::size_t offset = static_cast<std::size_t>(cells.data() - line.data());
    if (take_empty(cells)) continue;
    const std::optional<Kind> kind = take_kif_piece(cells, setup.variant);
    if (!kind) return fail("expected a piece or ・, found " + in_quotes(cells), offset);
    setup[Square::at(file, rank)] = Piece(color, *kind);
  }
  if (!trimmed(cells).empty()) {
    return fail("expected the end of the rank, found " + in_quotes(cells),
                static_cast<std::size_t>(cells.data() - line.data()));
  }
  return true;
}

static void skip_between(std::string_view& text) {
  for (take_blanks(text);
       take(text, "、") || take(text, "，") || take(text, ',') || take(text, "・");)
    take_blanks(text);
}

static bool take_nothing(std::string_view& text) {
  constexpr std::string_view words[] = {"なし", "無し", "ナシ", "無"};
  return std::ranges::any_of(words, [&](std::string_view word) { return take(text, word); });
}

std::optional<Color> kif_hand_owner(std::string_view name) {
  if (!name.ends_with("持駒") && !name.ends_with("持ち駒")) return std::nullopt;
  if (const std::optional<Color> mark = take_player_mark(name)) return mark;
  return name.starts_with("後手") || name.starts_with("上手") ? Color::white : Color::black;
}

Result<Hand> read_kif_hand(std::string_view text, Variant v) {
  const std::string_view whole = text;
  const auto offset = [&] { return static_cast<std::size_t>(text.data() - whole.data()); };
  Hand hand;
  for (skip_between(text); !text.empty(); skip_between(text)) {
    if (take_nothing(text)) continue;
    const std::size_t at = offset();
    std::optional<Kind> kind = take_kif_piece(text, v);
    if (!kind || index(*kind) >= hand_kind_count) {
      return fail("expected a piece in hand, found " + in_quotes(whole.substr(at)), at);
    }
    take_piece_tail(text, *kind, v);
    take(text, "行");
    take(text, 'x') || take(text, "×");
    const int n = take_number(text);
    take(text, "枚");
    if (hand.count(*kind) + n > 99) return fail("more pieces than a set holds", at);
    hand.add(*kind, n == 0 ? 1 : n);
  }
  return hand;
}

namespace {

std::string write_kif_hand(const Hand& hand, Variant v) {
  if (hand.empty()) return "なし";
  std::string out;
  for (const Kind k : info(v).hand_order) {
    if (!hand.has(k)) continue;
    if (!out.empty()) out += "　";
    out += kif_piece(k, v);
    out += kanji_count(hand.count(k));
  }
  return out;
}

void append_kif_board(std::string& out, const Setup& setup) {
  const int files = info(setup.variant).files;
  const std::string edge = '+' + std::string(static_cast<std::size_t>(files) * 3, '-') + "+\n";
  out += ' ';
  for (int file = files; file > 0; --file) out += ' ' + std::string(wide_digit(file));
  out += '\n' + edge;
  for (int rank = 0; rank < rank_count; ++rank) {
    out += '|';
    for (int file = files; file-- > 0;) {
      const Piece p = setup[Square::at(file, rank)];
      out += !p.empty() && p.color() == Color::white ? 'v' : ' ';
      out += p.empty() ? "・" : kif_board_piece(p.kind(), setup.variant);
    }
    out += '|';
    out += kanji_digit(rank + 1);
    out += '\n';
  }
  out += edge;
}

/// "手数＝2  △３四歩  まで"
std::string last_move_line(const Setup& setup, Move move) {
  const Kind now = setup[move.to()].kind();
  const Kind before = move.promotes() ? unpromoted(now) : now;
  std::string out = "手数＝" + std::to_string(setup.move_number - 1) + "  ";
  out += setup.side_to_move == Color::white ? "▲" : "△";
  out += wide_digit(move.to().file() + 1);
  out += kanji_digit(move.to().rank() + 1);
  out += kif_piece(before, setup.variant);
  if (move.promotes()) out += "成";
  if (move.is_drop()) out += "打";
  return out + "  まで\n";
}

}  // namespace

std::optional<int> kif_plies_played(std::string_view line) {
  if (!take(line, "手数") || !(take(line, "＝") || take(line, '='))) return std::nullopt;
  // No game is longer.
  constexpr int most = 999'999;
  int n = 0;
  for (;;) {
    const bool zero = take(line, '0') || take(line, "０");
    const int digit = zero ? 0 : take_digit(line);
    if (!zero && digit == 0) return n;
    n = n * 10 + digit;
    if (n > most) return 0;
  }
}

void append_kif_position(std::string& out, const Setup& setup, Move last_move) {
  out += "後手の持駒：" + write_kif_hand(setup.hands[Color::white], setup.variant) + '\n';
  append_kif_board(out, setup);
  out += "先手の持駒：" + write_kif_hand(setup.hands[Color::black], setup.variant) + '\n';
  if (last_move) out += last_move_line(setup, last_move);
  out += setup.side_to_move == Color::black ? "先手番\n" : "後手番\n";
}

}  // namespace yari
