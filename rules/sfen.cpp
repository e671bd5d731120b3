#include "rules/sfen.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>

#include "rules/sfen_writer.h"
#include "text/cursor.h"
#include "text/text.h"

namespace yari {
namespace {

constexpr int max_move_number = 1'000'000;

/// The unpromoted kind of an upper-case SFEN letter, or no value.
std::optional<Kind> kind_of_letter(char upper, const VariantInfo& v) {
  for (Kind k : unpromoted_kinds) {
    if (v[k].exists && v[k].letter == upper) return k;
  }
  return std::nullopt;
}

char letter_of(Piece piece, const VariantInfo& v) {
  const char upper = v[piece.kind()].letter;
  return piece.color() == Color::black ? upper : ascii_lower(upper);
}

/// Reads an SFEN from left to right; every step goes on or fails where it is.
class SfenReader : Cursor {
 public:
  SfenReader(std::string_view text, Variant v) : Cursor(text), info_(info(v)) {
    setup_.variant = v;
  }

  Result<Setup> read() {
    skip_blanks();
    for (auto step : {&SfenReader::read_board, &SfenReader::read_side, &SfenReader::read_hands,
                      &SfenReader::read_move_number}) {
      if (Result<void> done = (this->*step)(); !done) return tl::unexpected(done.error());
      skip_blanks();
    }
    if (!at_end()) return expected("the end of the SFEN");
    return setup_;
  }

 private:
  Result<void> read_board() {
    for (int rank = 0; rank < rank_count; ++rank) {
      if (rank > 0) {
        if (!take('/'))
          return expected("'/' after rank " + std::string(1, static_cast<char>('a' + rank - 1)));
      }
      if (Result<void> done = read_rank(rank); !done) return done;
    }
    if (peek() == '/') return expected("the end of the board after nine ranks");
    return {};
  }

  Result<void> read_rank(int rank) {
    int file = info_.files;
    while (file > 0) {
      const char c = peek();
      if (is_digit(c) && c != '0') {
        if (c - '0' > file)
          return expected("at most " + std::to_string(file) + " more squares on this rank");
        file -= c - '0';
        skip(1);
      } else {
        const Result<Piece> piece = read_piece();
        if (!piece) return tl::unexpected(piece.error());
        setup_[Square::at(--file, rank)] = *piece;
      }
    }
    if (is_digit(peek()) || is_letter(peek()) || peek() == '+') {
      return expected("the end of a rank of " + std::to_string(info_.files) + " squares");
    }
    return {};
  }

  Result<Piece> read_piece() {
    const std::size_t begin = at();
    const bool plus = take('+');
    const Color color = color_here();
    const std::optional<Kind> kind = kind_here();
    if (!kind)
      return expected("a piece of " + std::string(info_.name) + " or a number of empty squares");
    if (plus && !info_[*kind].can_promote) {
      go_to(begin);
      return expected("a piece that can promote after '+'");
    }
    skip(1);
    return Piece(color, plus ? promoted(*kind) : *kind);
  }

  Result<void> read_side() {
    if (peek() != 'b' && peek() != 'w') return expected("'b' or 'w', the side to move");
    setup_.side_to_move = peek() == 'b' ? Color::black : Color::white;
    skip(1);
    return end_of_field();
  }

  Result<void> read_hands() {
    if (at_end()) return expected("the pieces in hand, or '-'");
    if (take('-')) return end_of_field();
    while (!at_end() && !is_blank(peek())) {
      if (Result<void> done = read_held(); !done) return done;
    }
    return {};
  }

  Result<void> read_held() {
    int n = 1;
    if (is_digit(peek())) {
      const Result<int> number = read_number(info_.squares());
      if (!number) return tl::unexpected(number.error());
      n = *number;
    }
    const std::optional<Kind> kind = kind_here();
    if (!kind || *kind == general) return expected("a piece that can be in hand");
    Hand& hand = setup_.hands[color_here()];
    if (hand.count(*kind) + n > info_.squares()) return expected("fewer pieces in hand");
    hand.add(*kind, n);
    skip(1);
    return {};
  }

  Result<void> read_move_number() {
    if (at_end()) return {};
    const Result<int> number = read_number(max_move_number);
    if (!number) return tl::unexpected(number.error());
    setup_.move_number = *number;
    return end_of_field();
  }

  std::optional<Kind> kind_here() const {
    return is_letter(peek()) ? kind_of_letter(static_cast<char>(peek() & ~0x20), info_)
                             : std::nullopt;
  }
  Color color_here() const { return peek() == ascii_lower(peek()) ? Color::white : Color::black; }

  Result<int> read_number(int most) {
    if (const std::optional<int> number = take_number(1, most)) return *number;
    return expected("a number from 1 to " + std::to_string(most));
  }

  Result<void> end_of_field() {
    if (!at_end() && !is_blank(peek())) return expected("a blank");
    return {};
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  void skip_blanks() { take_while(is_blank); }

  const VariantInfo& info_;
  Setup setup_;
};

/// Text that is made without asking for memory: SFENs are made by the million.
class SfenText {
 public:
  void add(char c) { *end_++ = c; }
  /// The first `size` of `text`, all of which is copied: that takes no loop.
  template <std::size_t N>
  void add(const std::array<char, N>& text, std::size_t size) {
    std::memcpy(end_, text.data(), N);
    end_ += size;
  }
  void add(int n) { end_ = std::to_chars(end_, text_.data() + text_.size(), n).ptr; }
  std::string_view view() const {
    return {text_.data(), static_cast<std::size_t>(end_ - text_.data())};
  }

 private:
  // Each square can take two characters, each hand seven kinds of four.
  std::array<char, 320> text_;
  char* end_ = text_.data();
};

void add_rank(SfenText& out, const Setup& setup, const VariantInfo& v, int rank) {
  int empty = 0;
  for (int file = v.files - 1; file >= 0; --file) {
    const Piece piece = setup[Square::at(file, rank)];
    if (piece.empty()) {
      ++empty;
      continue;
    }
    if (empty > 0) out.add(static_cast<char>('0' + empty));
    empty = 0;
    if (is_promoted(piece.kind())) out.add('+');
    out.add(letter_of(piece, v));
  }
  if (empty > 0) out.add(static_cast<char>('0' + empty));
}

void add_board(SfenText& out, const Setup& setup, const VariantInfo& v) {
  for (int rank = 0; rank < rank_count; ++rank) {
    if (rank > 0) out.add('/');
    add_rank(out, setup, v, rank);
  }
}

void add_hands(SfenText& out, const Setup& setup, const VariantInfo& v) {
  const std::size_t begin = out.view().size();
  for (Color c : both_colors) {
    for (const Kind kind : v.hand_order) {
      const int n = setup.hands[c].count(kind);
      if (n == 0) continue;
      if (n > 1) out.add(n);
      out.add(letter_of(Piece(c, kind), v));
    }
  }
  if (out.view().size() == begin) out.add('-');
}

void add_side_and_hands(SfenText& out, const Setup& setup, const VariantInfo& v) {
  out.add(' ');
  out.add(setup.side_to_move == Color::black ? 'b' : 'w');
  out.add(' ');
  add_hands(out, setup, v);
}

void add_position(SfenText& out, const Setup& setup) {
  const VariantInfo& v = info(setup.variant);
  add_board(out, setup, v);
  add_side_and_hands(out, setup, v);
}

/// The ranks, a bit each, on which two boards differ.
unsigned differing_ranks(const ByAnySquare<Piece>& a, const ByAnySquare<Piece>& b) {
  unsigned ranks = 0;
  for (int file = 0; file < max_squares / rank_count; ++file) {
    const Square first = Square::at(file, 0);
    // A file at once: few have changed.
    if (std::memcmp(&a[first], &b[first], rank_count * sizeof(Piece)) == 0) continue;
    for (int rank = 0; rank < rank_count; ++rank) {
      const Square s = Square::at(file, rank);
      if (a[s] != b[s]) ranks |= 1u << rank;
    }
  }
  return ranks;
}

// Requires: no square_at(text, at, v).
tl::unexpected<Error> no_square(std::string_view text, std::size_t at, const VariantInfo& v) {
  const char last_file = static_cast<char>('0' + v.files);
  if (at >= text.size() || text[at] < '1' || text[at] > last_file) {
    return fail(std::string("expected a file 1..") + last_file + ", found " + found_at(text, at),
                at);
  }
  return fail("expected a rank a..i, found " + found_at(text, at + 1), at + 1);
}

}  // namespace

std::string_view bare_sfen(std::string_view text) {
  text = trimmed(text);
  for (const std::string_view word : {"position ", "sfen ", "fen "})
    if (take(text, word)) text = trimmed_front(text);
  return text;
}

std::optional<Variant> variant_of_board(std::string_view sfen) {
  int squares = 0;
  for (const char c : bare_sfen(sfen)) {
    if (c == '/') return squares == YariShogi::files ? Variant::yari : Variant::shogi;
    if (c != '+') squares += is_digit(c) ? c - '0' : 1;
  }
  return std::nullopt;
}

Result<Setup> read_sfen(std::string_view text, Variant v) { return SfenReader(text, v).read(); }

std::string write_sfen_without_number(const Setup& setup) {
  SfenText text;
  add_position(text, setup);
  return std::string(text.view());
}

std::string write_sfen(const Setup& setup) {
  std::string out;
  append_sfen(out, setup);
  return out;
}

void append_sfen(std::string& out, const Setup& setup) {
  SfenText text;
  add_position(text, setup);
  text.add(' ');
  text.add(setup.move_number);
  out += text.view();
}

void SfenWriter::append(std::string& out, const Setup& setup) {
  const VariantInfo& v = info(setup.variant);
  const unsigned changed = variant_ == setup.variant ? differing_ranks(board_, setup.board) : ~0u;
  SfenText text;
  for (int rank = 0; rank < rank_count; ++rank) {
    Rank& kept = ranks_[static_cast<std::size_t>(rank)];
    if (rank > 0) text.add('/');
    if ((changed >> rank & 1) != 0) {
      SfenText made;
      add_rank(made, setup, v, rank);
      kept.size = static_cast<std::uint8_t>(made.view().size());
      std::copy(made.view().begin(), made.view().end(), kept.text.begin());
    }
    text.add(kept.text, kept.size);
  }
  add_side_and_hands(text, setup, v);
  text.add(' ');
  text.add(setup.move_number);
  out += text.view();
  board_ = setup.board;
  variant_ = setup.variant;
}

std::optional<Square> square_at(std::string_view text, std::size_t at, const VariantInfo& v) {
  if (at + 1 >= text.size() || text[at] < '1' || text[at] >= '1' + v.files) return std::nullopt;
  if (text[at + 1] < 'a' || text[at + 1] > 'i') return std::nullopt;
  return Square::at(text[at] - '1', text[at + 1] - 'a');
}

Result<Move> read_usi_move(std::string_view text, Variant v) {
  const VariantInfo& variant = info(v);
  const bool drop = text.size() > 1 && text[1] == '*';
  const std::optional<Kind> dropped = drop ? kind_of_letter(text[0], variant) : std::nullopt;
  if (drop && (!dropped || *dropped == general)) {
    return fail("expected a piece to drop, found " + found_at(text, 0), 0);
  }
  const std::optional<Square> from = square_at(text, 0, variant), to = square_at(text, 2, variant);
  if (!drop && !from) return no_square(text, 0, variant);
  if (!to) return no_square(text, 2, variant);
  const bool promotes = !drop && text.size() > 4 && text[4] == '+';
  const std::size_t end = promotes ? 5 : 4;
  if (text.size() != end) {
    return fail("expected the end of the move, found " + found_at(text, end), end);
  }
  return drop ? Move::drop(*dropped, *to) : Move::board(*from, *to, promotes);
}

void append_usi_move(std::string& out, Move move, Variant v) {
  if (move.is_drop()) {
    out += info(v)[move.dropped()].letter;
    out += '*';
  } else {
    out += square_name(move.from());
  }
  out += square_name(move.to());
  if (move.promotes()) out += '+';
}

std::string write_usi_move(Move move, Variant v) {
  std::string out;
  append_usi_move(out, move, v);
  return out;
}

}  // namespace yari
