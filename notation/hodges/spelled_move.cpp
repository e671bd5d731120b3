// Everything is looked at character by character, full-width ones as their ASCII counterparts.
#include "notation/hodges/spelled_move.h"

#include <algorithm>

#include "text/cursor.h"
#include "text/text.h"
#include "text/utf8.h"

namespace yari {

namespace {

// The ASCII character that a full-width one stands for; others, and ASCII, stay.
constexpr char32_t narrowed(char32_t c) {
  constexpr char32_t first = 0xFF01, last = 0xFF5E, exclamation_mark = '!';
  if (c >= first && c <= last) return c - first + exclamation_mark;
  if (c == U'×') return 'x';
  if (c == U'−' || (c >= 0x2010 && c <= 0x2014)) return '-';
  return c;
}

struct PieceName {
  std::string_view words;
  char letter;
  bool yari = false;
  bool promoted = false;
};

// The longer name first where one begins with another. What is called "yari" is of Yari Shogi.
constexpr PieceName piece_names[] = {{"yari rook", 'R', true},
                                     {"yari bishop", 'B', true},
                                     {"yari knight", 'N', true},
                                     {"yari-rook", 'R', true},
                                     {"yari-bishop", 'B', true},
                                     {"yari-knight", 'N', true},
                                     {"yari silver", 'P', false, true},
                                     {"yari-silver", 'P', false, true},
                                     {"dragon king", 'R', false, true},
                                     {"dragon horse", 'B', false, true},
                                     {"dragon", 'R', false, true},
                                     {"horse", 'B', false, true},
                                     {"tokin", 'P', false, true},
                                     {"silver general", 'S'},
                                     {"gold general", 'G'},
                                     {"pawn", 'P'},
                                     {"lance", 'L'},
                                     {"knight", 'N'},
                                     {"silver", 'S'},
                                     {"gold", 'G'},
                                     {"bishop", 'B'},
                                     {"rook", 'R'},
                                     {"king", 'K'},
                                     {"general", 'G'}};

class SpelledMoveReader : Cursor {
 public:
  SpelledMoveReader(std::string_view text, MoveText& move) : Cursor(text), move_(move) {
    move_ = MoveText{};
  }

  std::size_t read() {
    if (is_digit(peek()) ? !squares_alone() : !piece_and_squares()) return 0;
    take_promotion();
    return is_word_char(peek()) ? 0 : at();
  }

 private:
  // The character here, in ASCII; '\0' for what has no ASCII counterpart, and at the end.
  char peek() const {
    if (at_end() || is_ascii(Cursor::peek())) return Cursor::peek();
    const char32_t c = narrowed(code_point_at(text(), at()).value);
    return c < 0x80 ? static_cast<char>(c) : '\0';
  }
  void advance() { skip(is_ascii(Cursor::peek()) ? 1 : code_point_at(text(), at()).length); }

  static bool is_word_char(char c) { return is_letter(c) || is_digit(c); }

  bool take(char c) {
    if (ascii_lower(peek()) != c) return false;
    advance();
    return true;
  }

  void skip_blanks() {
    while (const std::size_t n = blank_at(rest())) skip(n);
  }

  // A word or several, in any case, and not the beginning of a longer one.
  bool take_words(std::string_view words) {
    const std::size_t before = at();
    for (const char c : words) {
      if (c == ' ') {
        const std::size_t blank = at();
        skip_blanks();
        if (at() == blank) return go_to(before), false;
      } else if (!take(c)) {
        return go_to(before), false;
      }
    }
    if (is_letter(peek())) return go_to(before), false;
    return true;
  }

  template <std::size_t n>
  bool take_one_of(const std::string_view (&words)[n]) {
    for (const std::string_view w : words)
      if (take_words(w)) return true;
    return false;
  }

  // "7g7f", "7g-7f": which piece it is the board says.
  bool squares_alone() {
    if (!take_origin() || move_.from_rank < 0) return false;
    skip_blanks();
    take_mark();
    skip_blanks();
    if (move_.type == MoveText::Type::drop) return false;
    move_.type = MoveText::Type::unsaid;
    return take_target();
  }

  bool piece_and_squares() {
    const bool dropped = take_one_of({"drop", "drops"});
    if (dropped) skip_blanks();
    if (!take_piece()) return false;
    skip_blanks();
    const bool from = !dropped && take_words("from");
    if (from) skip_blanks();
    if (dropped) {
      move_.type = MoveText::Type::drop;
      take_one_of({"to", "at", "on"});
      skip_blanks();
      return take_target();
    }
    // An origin is followed by a mark, a blank or a square; alone it is the target.
    const std::size_t before = at();
    if (take_origin()) {
      skip_blanks();
      take_mark();
      skip_blanks();
      if (take_target()) return move_.type != MoveText::Type::drop;
    }
    go_to(before);
    move_.from_file = move_.from_rank = -1;
    move_.type = MoveText::Type::unsaid;
    if (from) return false;
    take_mark();
    skip_blanks();
    return take_target();
  }

  bool take_piece() {
    if (take('+') || take_words("promoted")) move_.promoted = true;
    skip_blanks();
    for (const PieceName& name : piece_names) {
      if (!take_words(name.words)) continue;
      move_.letter = name.letter;
      move_.yari = name.yari;
      move_.promoted = move_.promoted || name.promoted;
      return true;
    }
    move_.yari = take('y');
    return take_letter();
  }

  bool take_letter() {
    constexpr std::string_view all = "plnsgbrkdht", after_y = "nbr";
    const char letter = ascii_lower(peek());
    if (letter == '\0' || (move_.yari ? after_y : all).find(letter) == all.npos) return false;
    move_.letter = static_cast<char>(letter - 'a' + 'A');
    small_ = peek() == letter;
    advance();
    return true;
  }

  // "-", "x", "*" or words that say the same; none is needed.
  void take_mark() {
    if (take('-')) {
      move_.type = MoveText::Type::move;
    } else if (take('*') || take('\'') || take('@')) {
      move_.type = MoveText::Type::drop;
    } else if (take('x') || take_one_of({"takes", "captures", "takes on", "captures on"})) {
      move_.type = MoveText::Type::capture;
      skip_blanks();
      take_words("on");
    } else if (take_one_of({"drop", "drops", "dropped"})) {
      move_.type = MoveText::Type::drop;
      skip_blanks();
      take_one_of({"to", "at", "on"});
    } else {
      take_one_of({"to", "moves to", "at", "on"});
    }
  }

  static int rank_of(char c) { return is_digit(c) ? c - '1' : ascii_lower(c) - 'a'; }
  static bool is_rank(char c) {
    return (c >= '1' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'i');
  }

  bool take_square(int& file, int& rank) {
    const std::size_t before = at();
    const char f = peek();
    if (f < '1' || f > '9') return false;
    advance();
    const char r = peek();
    if (!is_rank(r)) return go_to(before), false;
    advance();
    file = f - '1';
    rank = rank_of(r);
    return true;
  }

  // The whole square, or a file or a rank before the target: "g5h4h", "g5-4h", "gh4h". A capital
  // letter after a small one is another piece: GNU Shogi sets up "bG5c".
  bool take_origin() {
    const std::size_t before = at();
    int file = -1, rank = -1;
    if (take_square(file, rank)) {
      // "g54h": file 5, then the square 4h.
      if (is_rank(peek()) && !is_digit(peek())) {
        go_to(before);
        advance();
        rank = -1;
      }
    } else if (is_digit(peek()) && peek() != '0') {
      file = peek() - '1';
      advance();
    } else if (is_letter(peek()) && is_rank(peek()) && !(small_ && peek() < 'a')) {
      rank = rank_of(peek());
      advance();
    } else {
      return false;
    }
    move_.from_file = static_cast<std::int8_t>(file);
    move_.from_rank = static_cast<std::int8_t>(rank);
    return true;
  }

  bool take_target() {
    int file = 0, rank = 0;
    if (!take_square(file, rank)) return false;
    move_.target = Square::at(file, rank);
    return true;
  }

  void take_promotion() {
    if (take('+')) return void(move_.promotion = Promotion::taken);
    if (take('=')) return void(move_.promotion = Promotion::declined);
    const std::size_t before = at();
    skip_blanks();
    if (take_one_of({"promotes", "promoting", "and promotes", "with promotion"})) {
      move_.promotion = Promotion::taken;
    } else if (take_one_of({"unpromoted", "without promotion", "does not promote"})) {
      move_.promotion = Promotion::declined;
    } else {
      go_to(before);
    }
  }

  MoveText& move_;
  /// The piece is a small letter.
  bool small_ = false;
};

}  // namespace

std::size_t read_spelled_move(std::string_view text, MoveText& move) {
  return SpelledMoveReader(text, move).read();
}

bool may_begin_spelled_move(std::string_view word) {
  constexpr std::string_view japanese[] = {"同", "▲", "△", "☗", "☖", "▼", "▽", "打", "成"};
  for (const std::string_view sign : japanese)
    if (word.find(sign) != word.npos) return true;
  for (const char c : narrow(word))
    if (is_ascii(c) && !is_letter(c) && c != '-') return true;
  for (const std::string_view more : {"drop", "drops", "promoted", "yari"})
    if (same_word(word, more)) return true;
  return std::any_of(std::begin(piece_names), std::end(piece_names), [word](const PieceName& name) {
    return same_word(word, name.words.substr(0, word.size()));
  });
}

std::size_t wide_number_length(std::string_view text) {
  std::size_t at = 0;
  bool wide = false;
  const auto here = [&] { return narrowed(code_point_at(text, at).value); };
  while (at < text.size() && here() >= '0' && here() <= '9') {
    wide = wide || !is_ascii(text[at]);
    at += code_point_at(text, at).length;
  }
  if (at == 0 || at == text.size()) return wide ? at : 0;
  const char32_t sign = here();
  const std::size_t length = code_point_at(text, at).length;
  if (sign == '.' || sign == ':' || sign == ')' || sign == U'、') {
    return wide || length > 1 ? at + length : 0;
  }
  return wide && (is_space(text[at]) || blank_at(text.substr(at)) != 0) ? at : 0;
}

std::string narrow(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    append_utf8(out, narrowed(c.value));
    at += c.length;
  }
  return out;
}

}  // namespace yari
