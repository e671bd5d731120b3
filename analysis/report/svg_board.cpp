// The board drawing: one class that writes shape after shape, back to front.
#include "analysis/report/svg_board.h"

#include <algorithm>
#include <cmath>

#include "analysis/report/svg_text.h"
#include "rules/color_name.h"

namespace yari {

namespace {

// Lengths in units of the drawing. analysis/report/board.js draws the same board.
constexpr int cell = 60;
constexpr int side_margin = 30;
constexpr int digits_height = 24;
constexpr int hand_height = 66;
constexpr int gap = 10;
constexpr int hand_label_width = 62;
constexpr double hand_scale = 0.88;

constexpr std::string_view wedge = "M0-27L17-20L23 26H-23L-17-20Z";
constexpr std::string_view kanji_fonts =
    "'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN','Yu Mincho',YuMincho,'MS Mincho',"
    "IPAexMincho,serif";
constexpr std::string_view letter_fonts = "'Helvetica Neue',Arial,'Liberation Sans',sans-serif";
constexpr std::string_view ink = "#2b2014";
constexpr std::string_view promoted_ink = "#b3261e";

struct Point {
  double x = 0;
  double y = 0;
};

std::string side_name(Color c) { return std::string(proper_name(c)); }

std::string letters_of(Kind k, const VariantInfo& game) {
  return (is_promoted(k) ? "+" : "") + std::string(game[k].hodges);
}

// The first code point of UTF-8 text that holds nothing but kanji or kana: three bytes each.
constexpr std::size_t kanji_bytes = 3;

class BoardDrawing : Markup {
 public:
  BoardDrawing(const Setup& setup, const SvgOptions& options)
      : setup_(setup), options_(options), game_(info(setup.variant)) {}

  std::string draw() {
    begin();
    board();
    if (options_.coordinates) coordinates();
    last_move();
    pieces();
    for (const Color c : both_colors) hand(c);
    for (const SvgArrow& arrow : options_.arrows) draw_arrow(arrow);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  int board_width() const { return game_.files * cell; }
  static constexpr int board_top = hand_height + digits_height;
  static constexpr int board_height = rank_count * cell;
  int width() const { return board_width() + 2 * side_margin; }
  static constexpr int height = board_top + board_height + gap + hand_height;

  bool points_up(Color c) const { return (c == Color::black) != options_.flipped; }
  int column(Square s) const { return options_.flipped ? s.file() : game_.files - 1 - s.file(); }
  int row(Square s) const { return options_.flipped ? rank_count - 1 - s.rank() : s.rank(); }
  Point corner(Square s) const {
    return {side_margin + column(s) * double{cell}, board_top + row(s) * double{cell}};
  }
  Point center(Square s) const {
    const Point p = corner(s);
    return {p.x + cell / 2.0, p.y + cell / 2.0};
  }
  double hand_middle(Color c) const {
    return points_up(c) ? height - hand_height / 2.0 : hand_height / 2.0;
  }
  Point hand_place(Color c, int place) const {
    return {side_margin + hand_label_width + (place + 0.5) * cell, hand_middle(c)};
  }

  void begin() {
    const int size = std::clamp(options_.square_size, 8, 200);
    std::string title = options_.title;
    if (title.empty()) title = "Position, " + side_name(setup_.side_to_move) + " to move";
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\" "
        "viewBox=\"0 0 {} {}\">\n<title>{}</title>\n<desc>{}</desc>\n",
        width() * size / cell, height * size / cell, width(), height, escape_markup(title),
        escape_markup(description()));
    put("<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n", width(), height);
  }

  std::string description() const {
    std::string text;
    for (const Color c : both_colors) {
      text += side_name(c) + ":";
      for (const int i : kinds_by_rank()) text += placed(Piece(c, Kind(i)));
      text += " in hand" + held(c) + ". ";
    }
    return text + side_name(setup_.side_to_move) + " to move.";
  }

  // The general first, then the stronger pieces.
  static std::vector<int> kinds_by_rank() {
    return {7, 15, 14, 6, 13, 5, 4, 12, 11, 3, 10, 2, 9, 1, 8, 0};
  }

  std::string placed(Piece piece) const {
    std::string text;
    for (int i = 0; i < game_.squares(); ++i) {
      if (setup_[Square(i)] == piece) text += ' ' + square_name(Square(i));
    }
    return text.empty() ? "" : ' ' + std::string(game_[piece.kind()].name) + text + ';';
  }

  std::string held(Color c) const {
    std::string text;
    for_held(c, [&](Kind k, int n, int) {
      text += fmt::format(" {}{}", game_[k].name, n > 1 ? fmt::format(" x{}", n) : "");
    });
    return text.empty() ? " nothing" : text;
  }

  template <class Visit>
  void for_held(Color c, Visit visit) const {
    const Hand& hand = setup_.hands[static_cast<std::size_t>(index(c))];
    int place = 0;
    for (const Kind k : game_.hand_order) {
      if (hand.has(k)) visit(k, hand.count(k), place++);
    }
  }

  void board() {
    put("<g stroke=\"#6b4f22\" fill=\"none\">\n<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
        "fill=\"#f3d69b\" stroke-width=\"2.5\"/>\n<path d=\"",
        side_margin, board_top, board_width(), board_height);
    for (int i = 1; i < game_.files; ++i) {
      put("M{} {}v{}", side_margin + i * cell, board_top, board_height);
    }
    for (int i = 1; i < rank_count; ++i) {
      put("M{} {}h{}", side_margin, board_top + i * cell, board_width());
    }
    out_ += "\"/>\n</g>\n";
  }

  void coordinates() {
    put("<g font-family=\"{}\" font-size=\"15\" fill=\"#555\" text-anchor=\"middle\">\n",
        letter_fonts);
    for (int file = 0; file < game_.files; ++file) {
      const Square s = Square::at(file, 0);
      put("<text x=\"{}\" y=\"{}\">{}</text>", center(s).x, board_top - 8, s.file_digit());
    }
    for (int rank = 0; rank < rank_count; ++rank) {
      const Square s = Square::at(0, rank);
      put("<text x=\"{}\" y=\"{}\">{}</text>", side_margin + board_width() + 14, center(s).y + 5,
          s.rank_letter());
    }
    out_ += "\n</g>\n";
  }

  void last_move() {
    const Move move = options_.last_move;
    if (!move) return;
    if (!move.is_drop()) mark(move.from(), 0.35);
    mark(move.to(), 0.75);
  }

  void mark(Square s, double opacity) {
    put("<rect class=\"last\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#e58b1f\" "
        "fill-opacity=\"{}\"/>\n",
        corner(s).x + 1, corner(s).y + 1, cell - 2, cell - 2, opacity);
  }

  void pieces() {
    for (int i = 0; i < game_.squares(); ++i) {
      const Piece p = setup_[Square(i)];
      if (!p.empty()) piece(p, center(Square(i)), 1);
    }
  }

  void piece(Piece p, Point at, double scale) {
    const bool up = points_up(p.color());
    put("<g class=\"piece\" transform=\"translate({} {}){}\"><path d=\"{}\"{} fill=\"{}\" "
        "stroke=\"#6b4f22\"/>",
        at.x, at.y, scale == 1 ? "" : fmt::format(" scale({})", scale), wedge,
        up ? "" : " transform=\"rotate(180)\"", p.color() == Color::black ? "#fff8e6" : "#f2e2bb");
    if (options_.pieces == BoardStyle::kanji) {
      kanji(p.kind(), up);
    } else {
      letters(p.kind(), up);
    }
    out_ += "</g>\n";
  }

  // One kanji large, or two of them one above the other, upside down for the side above.
  void kanji(Kind k, bool up) {
    const std::string_view text = game_[k].kanji;
    put("<g font-family=\"{}\" fill=\"{}\" text-anchor=\"middle\"{}>", kanji_fonts,
        is_promoted(k) ? promoted_ink : ink, up ? "" : " transform=\"rotate(180)\"");
    if (text.size() <= kanji_bytes) {
      put("<text y=\"15\" font-size=\"34\">{}</text>", text);
    } else {
      put("<text y=\"1\" font-size=\"22\">{}</text><text y=\"23\" font-size=\"22\">{}</text>",
          text.substr(0, kanji_bytes), text.substr(kanji_bytes));
    }
    out_ += "</g>";
  }

  // Letters stay upright: upside down they would be hard to tell apart.
  void letters(Kind k, bool up) {
    const std::string text = letters_of(k, game_);
    const int size = text.size() == 1 ? 30 : text.size() == 2 ? 23 : 18;
    put("<text y=\"{}\" font-family=\"{}\" font-size=\"{}\" font-weight=\"700\" fill=\"{}\" "
        "text-anchor=\"middle\">{}</text>",
        size * 0.36 + (up ? 4 : -4), letter_fonts, size, is_promoted(k) ? promoted_ink : ink, text);
  }

  void hand(Color c) {
    const double y = hand_middle(c);
    put("<g class=\"hand\" font-family=\"{}\" fill=\"{}\">\n<rect x=\"{}\" y=\"{}\" width=\"{}\" "
        "height=\"56\" rx=\"6\" fill=\"#f4ead3\"/>",
        letter_fonts, ink, side_margin, y - 28, board_width());
    put("<text x=\"{}\" y=\"{}\" font-size=\"16\"{}>{}</text>\n", side_margin + 8, y + 6,
        setup_.side_to_move == c ? " font-weight=\"700\" text-decoration=\"underline\"" : "",
        side_name(c));
    for_held(c, [&](Kind k, int n, int place) {
      const Point at = hand_place(c, place);
      piece(Piece(c, k), at, hand_scale);
      if (n > 1) {
        put("<text x=\"{}\" y=\"{}\" font-size=\"20\" font-weight=\"700\" stroke=\"#f4ead3\" "
            "stroke-width=\"4\" paint-order=\"stroke\">{}</text>\n",
            at.x + 13, at.y + 23, n);
      }
    });
    out_ += "</g>\n";
  }

  Point arrow_start(const SvgArrow& arrow) const {
    if (!arrow.move.is_drop()) return center(arrow.move.from());
    Point start = hand_place(arrow.mover, 0);
    for_held(arrow.mover, [&](Kind k, int, int place) {
      if (k == arrow.move.dropped()) start = hand_place(arrow.mover, place);
    });
    return start;
  }

  // A shaft and a head as one outline: hollow for the move played, filled for the better one.
  void draw_arrow(const SvgArrow& arrow) {
    const Point from = arrow_start(arrow);
    const Point to = center(arrow.move.to());
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1) return;
    const double angle = std::atan2(to.y - from.y, to.x - from.x) * 180 / std::acos(-1.0);
    const bool better = arrow.meaning == SvgArrow::Meaning::better;
    put("<path class=\"{}\" transform=\"translate({} {}) rotate({:.1f})\" "
        "d=\"M6-5H{:.1f}V-14L{:.1f} 0L{:.1f} 14V5H6Z\" fill=\"{}\" fill-opacity=\"{}\" "
        "stroke=\"{}\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/>\n",
        better ? "better" : "played", from.x, from.y, angle, length - 24, length - 2, length - 24,
        better ? "#1b7f3b" : "#fff", better ? 0.8 : 0.35, better ? "#0d5a26" : "#a3201a");
  }

  const Setup& setup_;
  const SvgOptions& options_;
  const VariantInfo& game_;
};

}  // namespace

std::string draw_board_svg(const Setup& setup, const SvgOptions& options) {
  return BoardDrawing(setup, options).draw();
}

}  // namespace yari
