// Our own board for terminals: columns line up in a fixed-width font, kanji counted as two wide.
#include <algorithm>

#include "notation/board/diagram.h"
#include "notation/board/kanji_board.h"
#include "rules/color_name.h"
#include "rules/variant.h"
#include "text/text.h"

namespace yari {

namespace {

/// The server marks the corners of the promotion zones in the middle files.
constexpr int files_beside_mark = 3;

class Drawing {
 public:
  Drawing(const Setup& setup, BoardStyle style, const BoardView& view)
      : setup_(setup),
        view_(view),
        below_(view.flipped ? Color::white : Color::black),
        game_(info(setup.variant)),
        kanji_(style == BoardStyle::kanji),
        server_(style == BoardStyle::server) {
    for (const Kind k : all_kinds) {
      if (game_[k].exists) width_ = std::max(width_, columns(name_of(k)));
    }
  }

  std::string draw() {
    hand(~below_);
    if (server_) {
      server_board();
    } else {
      file_numbers();
      edge();
      for (int row = 0; row < rank_count; ++row) words_row(row);
      edge();
    }
    hand(below_);
    out_ += proper_name(setup_.side_to_move);
    out_ += " to move, move " + std::to_string(setup_.move_number) + '\n';
    return std::move(out_);
  }

 private:
  std::string name_of(Kind k) const {
    if (kanji_) return std::string(game_[k].kanji);
    return (is_promoted(k) ? "+" : "") + std::string(game_[k].hodges);
  }

  /// The square in a row from above and a column from the left.
  Square square_at(int row, int column) const {
    return view_.flipped ? Square::at(column, rank_count - 1 - row)
                         : Square::at(game_.files - 1 - column, row);
  }
  bool is_last(Square s) const { return view_.last_move && view_.last_move.to() == s; }

  void padded(std::string_view text, std::size_t width) {
    out_ += text;
    out_.append(width - std::min(width, columns(text)), ' ');
  }

  void file_numbers() {
    out_ += "  ";
    for (int column = 0; column < game_.files; ++column)
      padded(std::string(" ") + square_at(0, column).file_digit(), width_ + 2);
    while (out_.back() == ' ') out_.pop_back();
    out_ += '\n';
  }

  void edge() {
    out_ += " +";
    out_.append(static_cast<std::size_t>(game_.files) * (width_ + 2), '-');
    out_ += "+\n";
  }

  void words_row(int row) {
    out_ += " |";
    for (int column = 0; column < game_.files; ++column) {
      const Square square = square_at(row, column);
      const Piece p = setup_[square];
      out_ += !p.empty() && p.color() == Color::white ? 'v' : ' ';
      std::string text = p.empty() ? (kanji_ ? "・" : ".") : name_of(p.kind());
      if (is_last(square)) text += '*';
      padded(text, width_ + 1);
    }
    out_ += "| ";
    out_ += square_at(row, 0).rank_letter();
    out_ += '\n';
  }

  // Squares four wide between bars; the pieces of the side below point up.
  void server_board() {
    std::string numbers = "  ";
    for (int column = 0; column < game_.files; ++column)
      numbers += std::string("   ") + square_at(0, column).file_digit() + ' ';
    numbers.pop_back();
    out_ += numbers + '\n';
    for (int row = 0; row < rank_count; ++row) {
      server_edge(row);
      const char letter = square_at(row, 0).rank_letter();
      out_ += std::string(1, letter) + " |";
      for (int column = 0; column < game_.files; ++column)
        server_square(setup_[square_at(row, column)]);
      out_ += std::string(" ") + letter + '\n';
    }
    server_edge(rank_count);
    out_ += numbers + '\n';
  }

  // The edge above a row, with the marks of the promotion zones, and stars around the last move.
  void server_edge(int row) {
    const bool at_zone = row == promotion_ranks || row == rank_count - promotion_ranks;
    out_ += "  +";
    for (int column = 0; column < game_.files; ++column) {
      const bool marked = (row > 0 && is_last(square_at(row - 1, column))) ||
                          (row < rank_count && is_last(square_at(row, column)));
      out_ += marked ? "****" : "----";
      const bool at_mark =
          column + 1 == files_beside_mark || column + 1 == game_.files - files_beside_mark;
      out_ += at_zone && at_mark ? '*' : '+';
    }
    if (row == 0) player(~below_);
    if (row == rank_count) player(below_);
    out_ += '\n';
  }

  void player(Color c) {
    if (!view_.players[c].empty())
      out_ += "    " + view_.players[c] + " (" + std::string(proper_name(c)) + ')';
  }

  void server_square(Piece p) {
    if (p.empty()) {
      out_ += "    |";
      return;
    }
    const bool up = p.color() == below_;
    out_ += up ? '/' : '\\';
    out_ += is_promoted(p.kind()) ? '+' : ' ';
    out_ += game_[p.kind()].letter;
    out_ += up ? "\\|" : "/|";
  }

  void hand(Color c) {
    out_ += proper_name(c);
    out_ += " in hand:";
    const Hand& held = setup_.hands[c];
    for (const Kind k : game_.hand_order) {
      if (!held.has(k)) continue;
      out_ += ' ' + name_of(k);
      if (held.count(k) > 1) out_ += 'x' + std::to_string(held.count(k));
    }
    out_ += held.empty() ? " nothing\n" : "\n";
  }

  const Setup& setup_;
  const BoardView& view_;
  Color below_;
  const VariantInfo& game_;
  bool kanji_;
  bool server_;
  std::size_t width_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_board(const Setup& setup, BoardStyle style, const BoardView& view) {
  if (style == BoardStyle::kif) {
    std::string out;
    append_kif_position(out, setup, view.last_move);
    return out;
  }
  if (style != BoardStyle::server) return Drawing(setup, style, view).draw();
  std::string out = Drawing(setup, style, view).draw();
  const Result<Setup> read = read_diagram(out);
  if (read && *read == setup) return out;
  BoardView nameless = view;
  nameless.players = {};
  return Drawing(setup, style, nameless).draw();
}

}  // namespace yari
