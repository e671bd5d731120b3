// Our own board for terminals: columns line up in a fixed-width font, kanji counted as two wide.
#include <algorithm>

#include "notation/board/diagram.h"
#include "notation/board/kanji_board.h"
#include "rules/color_name.h"
#include "text/text.h"

namespace yari {

namespace {

class Drawing {
 public:
  Drawing(const Setup& setup, BoardStyle style)
      : setup_(setup),
        game_(info(setup.variant)),
        kanji_(style == BoardStyle::kanji),
        server_(style == BoardStyle::server) {
    for (const Kind k : all_kinds) {
      if (game_[k].exists) width_ = std::max(width_, columns(name_of(k)));
    }
  }

  std::string draw() {
    hand(Color::white);
    if (server_) {
      server_board();
    } else {
      file_numbers();
      edge();
      for (int rank = 0; rank < rank_count; ++rank) row(rank);
      edge();
    }
    hand(Color::black);
    out_ += proper_name(setup_.side_to_move);
    out_ += " to move, move " + std::to_string(setup_.move_number) + '\n';
    return std::move(out_);
  }

 private:
  std::string name_of(Kind k) const {
    if (kanji_) return std::string(game_[k].kanji);
    return (is_promoted(k) ? "+" : "") + std::string(game_[k].hodges);
  }

  void padded(std::string_view text, std::size_t width) {
    out_ += text;
    out_.append(width - std::min(width, columns(text)), ' ');
  }

  void file_numbers() {
    out_ += "  ";
    for (int file = game_.files; file-- > 0;) {
      padded(std::string(" ") + Square::at(file, 0).file_digit(), width_ + 2);
    }
    while (out_.back() == ' ') out_.pop_back();
    out_ += '\n';
  }

  void edge() {
    out_ += " +";
    out_.append(static_cast<std::size_t>(game_.files) * (width_ + 2), '-');
    out_ += "+\n";
  }

  void row(int rank) {
    out_ += " |";
    for (int file = game_.files; file-- > 0;) {
      const Piece p = setup_[Square::at(file, rank)];
      out_ += !p.empty() && p.color() == Color::white ? 'v' : ' ';
      padded(p.empty() ? (kanji_ ? "・" : ".") : name_of(p.kind()), width_ + 1);
    }
    out_ += "| ";
    out_ += Square::at(0, rank).rank_letter();
    out_ += '\n';
  }

  // Squares four wide between bars; Black's pieces point up, White's down.
  void server_board() {
    std::string numbers = "  ";
    std::string line = "  +";
    for (int file = game_.files; file-- > 0;) {
      numbers += std::string("   ") + Square::at(file, 0).file_digit() + ' ';
      line += "----+";
    }
    numbers.pop_back();
    out_ += numbers + '\n' + line + '\n';
    for (int rank = 0; rank < rank_count; ++rank) {
      const char letter = Square::at(0, rank).rank_letter();
      out_ += std::string(1, letter) + " |";
      for (int file = game_.files; file-- > 0;) server_square(setup_[Square::at(file, rank)]);
      out_ += std::string(" ") + letter + '\n' + line + '\n';
    }
  }

  void server_square(Piece p) {
    if (p.empty()) {
      out_ += "    |";
      return;
    }
    const bool black = p.color() == Color::black;
    out_ += black ? '/' : '\\';
    out_ += is_promoted(p.kind()) ? '+' : ' ';
    out_ += game_[p.kind()].letter;
    out_ += black ? "\\|" : "/|";
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
  const VariantInfo& game_;
  bool kanji_;
  bool server_;
  std::size_t width_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_board(const Setup& setup, BoardStyle style) {
  if (style != BoardStyle::kif) return Drawing(setup, style).draw();
  std::string out;
  append_kif_position(out, setup);
  return out;
}

}  // namespace yari
