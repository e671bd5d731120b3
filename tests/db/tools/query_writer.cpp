// Each function writes one kind of condition.
#include "tests/db/tools/query_writer.h"

#include <algorithm>

#include "rules/handicap.h"
#include "rules/sfen.h"
#include "tests/support/effort.h"

namespace yari::test {
namespace {

class Writer {
 public:
  Writer(const BruteGame& game, Rng& rng)
      : game_(game), rng_(rng), info_(info(game.start().variant)) {}

  std::string query() {
    const std::string start = one_in(5) ? "variant " + std::string(info_.id) + " " : "";
    return start + combination(3);
  }

 private:
  int below(int n) { return static_cast<int>(rng_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  int between(int low, int high) { return low + below(high - low + 1); }

  /// Looks at another ply; what is written next is found there.
  void look_somewhere() { ply_ = below(game_.plies() + 1); }
  Setup setup_at(int ply) const { return seen(game_.setup(ply), turned_, mirrored_); }
  Setup here() const { return setup_at(ply_); }
  Move move_at(int ply) const {
    const Move m = game_.moves()[static_cast<std::size_t>(ply)];
    return seen(m, turned_, mirrored_, info_.files);
  }

  std::string combination(int depth) {
    if (one_in(4)) look_somewhere();
    if (depth == 0 || one_in(4)) return condition();
    switch (below(9)) {
      case 0:
      case 1:
        return combination(depth - 1) + " and " + combination(depth - 1);
      case 2:
        return bracketed(depth) + " " + bracketed(depth);
      case 3:
        return combination(depth - 1) + " or " + combination(depth - 1);
      case 4:
        return "not " + bracketed(depth);
      case 5:
        return sequence(depth);
      case 6:
        return image("twin", in_twin_, turned_, depth);
      case 7:
        return image("mirror", in_mirror_, mirrored_, depth);
      default:
        return bracketed(depth) + " or " + bracketed(depth);
    }
  }

  std::string bracketed(int depth) { return "(" + combination(depth - 1) + ")"; }

  std::string sequence(int depth) {
    ply_ = below(std::max(1, game_.plies() - 10));
    std::string text = bracketed(depth);
    for (int steps = between(1, 2); steps > 0; --steps) {
      ply_ = std::min(game_.plies(), ply_ + between(1, 6));
      text += " then " + bracketed(depth);
    }
    if (one_in(2)) text += " within " + std::to_string(between(0, 12));
    return "(" + text + ")";
  }

  /// What stands inside is found in the game as it is, or in its image.
  std::string image(const std::string& word, bool& inside, bool& other, int depth) {
    if (inside) return condition();
    inside = true;
    other = one_in(2);
    const std::string text = word + " " + bracketed(depth);
    inside = other = false;
    return text;
  }

  std::string condition() {
    switch (below(15)) {
      case 0:
        return position();
      case 1:
        return board_pattern();
      case 2:
      case 3:
        return small_pattern();
      case 4:
      case 5:
        return pieces();
      case 6:
      case 7:
        return amount();
      case 8:
        return one_in(2) ? "black to move" : "white to move";
      case 9:
        return one_in(3) ? "mate" : one_in(4) ? "stalemate" : "check";
      case 10:
      case 11:
        return move();
      case 12:
        return line();
      case 13:
        return judgement();
      default:
        return header();
    }
  }

  // Positions and patterns.

  std::string position() {
    static constexpr const char* hands[] = {"", " hands exact", " hands ignored",
                                            " hands at least"};
    std::string text;
    if (one_in(6)) {
      text = "position startpos";
    } else if (one_in(4) && game_.is_even() && !turned_ && !mirrored_) {
      text = "position 'startpos moves";
      for (int i = 0; i < ply_; ++i) text += " " + move_text(i, false);
      text += "'";
    } else {
      text = "position \"" + write_sfen(here()) + "\"";
    }
    return text + hands[below(4)];
  }

  std::string piece_text(Piece piece) {
    if (piece.empty()) return "_";
    std::string text = is_promoted(piece.kind()) ? "+" : "";
    const char letter = info_[piece.kind()].letter;
    return text + (piece.color() == Color::black ? letter : static_cast<char>(letter | 0x20));
  }

  Piece random_piece() { return here()[Square(below(info_.squares()))]; }

  /// A cell that what stands on `s` fits, as a rule.
  std::string cell(Square s) {
    const Piece piece = here()[s];
    switch (below(8)) {
      case 0:
        return piece.empty() ? "_" : piece.color() == Color::black ? "A" : "a";
      case 1:
        return "[" + piece_text(random_piece()) + piece_text(piece) + "]";
      case 2: {
        const Piece other = random_piece();
        return other == piece ? piece_text(piece) : "[^" + piece_text(other) + "]";
      }
      case 3:
        return piece.empty() ? "[_A]" : "[Aa]";
      default:
        return piece_text(piece);
    }
  }

  std::string row(int left, int width, int rank, int openness) {
    std::string text;
    for (int i = 0; i < width; ++i) {
      text += below(openness) != 0 ? "?" : cell(Square::at(left - i, rank));
    }
    return text;
  }

  std::string board_pattern() {
    std::string text = "pattern '";
    for (int rank = 0; rank < rank_count; ++rank) {
      if (rank > 0) text += '/';
      if (one_in(2)) {
        text += one_in(2) ? "*" : "*" + row(0, 1, rank, 2);
      } else {
        text += row(info_.files - 1, info_.files, rank, 4);
      }
    }
    return text + "'";
  }

  std::string small_pattern() {
    const int width = between(1, 4);
    const int height = between(1, 3);
    const int left = between(width - 1, info_.files - 1);
    const int top = between(0, rank_count - height);
    std::string text = "pattern \"";
    for (int i = 0; i < height; ++i) text += (i > 0 ? "/" : "") + row(left, width, top + i, 2);
    return text + (one_in(2) ? "\" anywhere" : "\" at " + square_name(Square::at(left, top)));
  }

  std::string area(Square s) {
    if (!one_in(3)) return square_name(s);
    const int file = below(info_.files);
    const int rank = below(rank_count);
    return {s.file_digit(),  '-', static_cast<char>('1' + file),
            s.rank_letter(), '-', static_cast<char>('a' + rank)};
  }

  std::string pieces() {
    std::string text = "pieces";
    for (int n = between(1, 3); n > 0; --n) {
      const Square s(below(info_.squares()));
      text += " " + cell(s) + area(s);
    }
    return text;
  }

  // Numbers.

  std::string kind_in_hand() {
    const auto kinds = static_cast<int>(info_.hand_order.size());
    const Kind kind = info_.hand_order[static_cast<std::size_t>(below(kinds))];
    return piece_text(Piece(one_in(2) ? Color::black : Color::white, kind));
  }

  std::string term() {
    switch (below(6)) {
      case 0:
        return "hand " + (one_in(3) ? std::string(one_in(2) ? "A" : "a") : kind_in_hand());
      case 1:
        return "board " + (one_in(3) ? "[" + kind_in_hand() + "a]" : piece_text(random_piece()));
      case 2:
        return "total [" + kind_in_hand() + kind_in_hand() + "]";
      case 3:
        return one_in(2) ? "points black" : "points white";
      case 4:
        return "ply";
      default:
        return std::to_string(below(40));
    }
  }

  std::string amount() {
    if (one_in(3))
      return "ply in " + std::to_string(below(ply_ + 1)) + ".." +
             (one_in(3) ? "" : std::to_string(ply_));
    std::string text = term();
    while (one_in(2)) text += (one_in(2) ? " + " : " - ") + term();
    static constexpr const char* signs[] = {" = ", " != ", " < ", " <= ", " > ", ">="};
    if (one_in(3))
      return text + " in -" + std::to_string(below(3)) + ".." + std::to_string(below(9));
    return text + signs[below(6)] + term();
  }

  // Moves.

  std::string move_text(int ply, bool hodges) {
    const Move m = move_at(ply);
    return hodges ? hodges_text(setup_at(ply), m) : write_usi_move(m, info_.variant);
  }

  std::string move() {
    static constexpr const char* words[] = {"move", "drop", "capture", "promotion"};
    if (ply_ == game_.plies()) return words[below(4)];
    const Move m = move_at(ply_);
    int type = below(4);
    if (one_in(2) && m.is_drop()) type = 1;
    std::string text = words[type];
    if (one_in(2)) {
      const Piece mover = m.is_drop() ? Piece(here().side_to_move, m.dropped()) : here()[m.from()];
      const Piece subject = type == 2 ? here()[m.to()] : mover;
      text += one_in(3) ? " [^" + kind_in_hand() + "]" : " " + piece_text(subject);
    }
    if (type != 1 && !m.is_drop() && one_in(3)) text += " from " + area(m.from());
    if (one_in(2)) text += " to " + area(m.to());
    return text;
  }

  std::string line() {
    const int n = std::min(between(1, 4), game_.plies() - ply_);
    if (n <= 0) return "line 'P-5e'";
    std::string text = "line '";
    for (int i = 0; i < n; ++i) text += (i > 0 ? " " : "") + move_text(ply_ + i, one_in(2));
    return text + "'";
  }

  std::string judgement() {
    static constexpr const char* kinds[] = {"blunder", "mistake,inaccuracy", "any", "missed-mate",
                                            "only-move, turned"};
    static constexpr const char* sides[] = {"", " by black", " by white", " by habu"};
    const std::string text = std::string("judgement ") + kinds[below(5)];
    return text + (one_in(4) ? " in 1.." + std::to_string(between(1, 9)) : "") + sides[below(4)];
  }

  // Headers.

  std::string header() {
    static constexpr const char* names[] = {"habu", "'Kato'", "open", "Osaka", "\"nobody\""};
    static constexpr const char* fields[] = {"player ", "black ", "white ", "event ", "site "};
    static constexpr const char* dates[] = {
        "= 1995",    "in 1990..1995-08", "> 1995-08-23", "<= 1995-08",
        "in ..2001", "!= 1995-08-23",    "in 1996-02..", "< 1995"};
    static constexpr const char* results[] = {"black", "0-1", "draw", "unknown", "1-0", "*"};
    switch (below(7)) {
      case 5:
        return "rated " + std::string(one_in(2) ? ">= " : "in ..") +
               std::to_string(1400 + 100 * below(9));
      case 0:
        return std::string("date ") + dates[below(8)];
      case 1:
        return std::string("result ") + results[below(6)];
      case 2:
        return one_in(2) ? "ending resignation" : "ending \"perpetual check\"";
      case 3:
        return one_in(2) ? "handicap even" : "handicap any";
      case 4:
        return "plies " + std::string(one_in(2) ? ">= " : "!= ") + std::to_string(below(99));
      default:
        return std::string(fields[below(5)]) + names[below(5)];
    }
  }

  const BruteGame& game_;
  Rng& rng_;
  const VariantInfo& info_;
  int ply_ = 0;
  bool in_twin_ = false;
  bool in_mirror_ = false;
  bool turned_ = false;
  bool mirrored_ = false;
};

}  // namespace

std::string random_query(const BruteGame& game, Rng& rng) { return Writer(game, rng).query(); }

std::string hodges_text(const Setup& setup, Move m) {
  const VariantInfo& game = info(setup.variant);
  if (m.is_drop()) return std::string(game[m.dropped()].hodges) + "*" + square_name(m.to());
  const Kind kind = setup[m.from()].kind();
  std::string text = is_promoted(kind) ? "+" : "";
  text += std::string(game[kind].hodges) + square_name(m.from());
  text += (setup[m.to()].empty() ? "-" : "x") + square_name(m.to());
  return text + (m.promotes() ? "+" : "");
}

query::HeaderView header_of(const BruteGame& game, const std::string& start,
                            const std::string& handicap) {
  return {.black = game.black,
          .white = game.white,
          .event = game.event,
          .site = game.site,
          .date = game.date,
          .result = game.result,
          .ending = game.ending,
          .handicap = handicap,
          .start = start,
          .plies = game.plies(),
          .ratings = game.ratings,
          .noted = game.noted};
}

int query_count(int thorough) {
  return number_from("YARI_QUERIES", effort(thorough, (thorough + 1) / 2));
}

}  // namespace yari::test
