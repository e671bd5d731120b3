// Spelling and meaning of a single move; legality is always the position's business.
#include "notation/hodges/move_text.h"

#include <algorithm>
#include <array>

#include "rules/color_name.h"
#include "text/cursor.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr bool is_square_char(char c) { return (c >= '1' && c <= '9') || (c >= 'a' && c <= 'i'); }

constexpr std::uint8_t no_kind = 0xFF;

// Kind by letter.
template <class V>
constexpr std::array<std::uint8_t, 128> kinds_by_letter() {
  std::array<std::uint8_t, 128> table{};
  table.fill(no_kind);
  const auto put = [&](char letter, Kind k) {
    table[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(index(k));
  };
  for (const Kind k : all_kinds) {
    const KindInfo& kind = V::info[k];
    if (!kind.exists) continue;
    if (!is_promoted(k)) put(kind.letter, k);
    if (!is_promoted(k) && kind.hodges.size() == 1) put(kind.hodges[0], k);
    if (kind.short_hodges != 0) put(kind.short_hodges, k);
  }
  return table;
}

// A set of capital letters.
class LetterSet {
 public:
  constexpr void add(char c) { bits_ |= 1u << (c - 'A'); }
  constexpr bool has(char c) const { return c >= 'A' && c <= 'Z' && (bits_ >> (c - 'A') & 1) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

// The letters of pieces in either game, and those that may have a Y before them.
constexpr LetterSet piece_letters = [] {
  constexpr auto yari = kinds_by_letter<YariShogi>(), shogi = kinds_by_letter<Shogi>();
  LetterSet letters;
  for (char c = 'A'; c <= 'Z'; ++c) {
    const auto at = static_cast<unsigned char>(c);
    if (yari[at] != no_kind || shogi[at] != no_kind) letters.add(c);
  }
  return letters;
}();
constexpr LetterSet letters_after_y = [] {
  LetterSet letters;
  for (const KindInfo& kind : YariShogi::info.kinds)
    if (kind.hodges.size() == 2) letters.add(kind.hodges[1]);
  return letters;
}();

// The text of one move: [x] [+] piece [squares] [mark] [squares] [+ or =].
class MoveTextReader : Cursor {
 public:
  MoveTextReader(std::string_view text, MoveText& move) : Cursor(text), move_(move) {}

  std::size_t read() {
    if (is_digit(peek())) return coordinates();
    bool crossed = take_cross();
    move_.promoted = take('+');
    crossed = crossed || take_cross();
    if (!take_piece()) return 0;
    const std::string_view before = take_squares();
    if (crossed) {
      move_.type = MoveText::Type::capture;
      move_.may_recapture = before.size() == 2;
      if (!(before.size() < 2 ? origin(before) : place(before))) return 0;
    } else if (!take_mark()) {
      if (before.size() < 2 || !place(before)) return 0;
    } else if (!marked(before, take_squares())) {
      return 0;
    }
    take_promotion();
    return at();
  }

 private:
  // "2g2f", "2g-2f", "2b8h+".
  std::size_t coordinates() {
    const std::string_view from = take_squares();
    if (from.size() == 2) {
      // What is taken the board shows.
      if (!take('-') && !take('x')) return 0;
      const std::string_view to = take_squares();
      if (to.size() != 2 || !by_letters(from) || !by_letters(to)) return 0;
      if (!origin(from) || !target(to)) return 0;
    } else if (from.size() != 4 || !by_letters(from.substr(0, 2)) || !by_letters(from.substr(2)) ||
               !place(from)) {
      return 0;
    }
    take_promotion();
    return at();
  }

  // Numbers alone are no squares here.
  static bool by_letters(std::string_view square) {
    return is_digit(square[0]) && is_letter(square[1]);
  }

  bool take_cross() {
    return take('x') || (static_cast<unsigned char>(peek()) >= 0x80 && take("×"));
  }

  bool take_piece() {
    move_.yari = take('Y');
    move_.letter = peek();
    if (!(move_.yari ? letters_after_y : piece_letters).has(move_.letter)) return false;
    return skip(1), true;
  }

  std::string_view take_squares() { return take_while(is_square_char); }

  bool take_mark() {
    if (take('-')) return move_.type = MoveText::Type::move, true;
    if (take('*') || take('\'') || take('@')) return move_.type = MoveText::Type::drop, true;
    if (take_cross()) return move_.type = MoveText::Type::capture, true;
    if (static_cast<unsigned char>(peek()) < 0x80) return false;
    for (const std::string_view dash : {"‐", "‑", "‒", "–", "—", "−", "－"}) {
      if (take(dash)) return move_.type = MoveText::Type::move, true;
    }
    return false;
  }

  void take_promotion() {
    if (take('+')) {
      move_.promotion = Promotion::taken;
    } else if (take('=')) {
      move_.promotion = Promotion::declined;
    }
  }

  // The squares around a mark: "Sex5d", "Sex", "Sxe5d", "Sxe".
  bool marked(std::string_view before, std::string_view after) {
    if (move_.type == MoveText::Type::drop)
      return before.empty() && after.size() == 2 && place(after);
    if (after.size() == 2) return origin(before) && target(after);
    if (after.size() > 2) return before.empty() && place(after);
    if (move_.type != MoveText::Type::capture) return false;
    return after.empty() ? origin(before) : before.empty() && origin(after);
  }

  // Squares without a mark between them: origin, whole or in part, and target.
  bool place(std::string_view squares) {
    const std::size_t two = squares.size() - 2;
    return origin({squares.data(), two}) && target({squares.data() + two, 2});
  }

  static int rank_of(char c) { return is_digit(c) ? c - '1' : c - 'a'; }

  bool target(std::string_view s) {
    if (!is_digit(s[0])) return false;
    move_.target = Square::at(s[0] - '1', rank_of(s[1]));
    return true;
  }

  bool origin(std::string_view s) {
    if (s.empty()) return true;
    if (s.size() > 2) return false;
    if (is_digit(s[0])) {
      move_.from_file = static_cast<std::int8_t>(s[0] - '1');
      s.remove_prefix(1);
      if (s.empty()) return true;
    } else if (s.size() == 2) {
      return false;
    }
    move_.from_rank = static_cast<std::int8_t>(rank_of(s[0]));
    return true;
  }

  MoveText& move_;
};

bool fits_origin(const MoveText& text, Square from) {
  return (text.from_file < 0 || from.file() == text.from_file) &&
         (text.from_rank < 0 || from.rank() == text.from_rank);
}

MoveText as_recapture(MoveText text) {
  text.from_file = static_cast<std::int8_t>(text.target->file());
  text.from_rank = static_cast<std::int8_t>(text.target->rank());
  text.target.reset();
  text.may_recapture = false;
  return text;
}

template <class V>
std::string piece_name(Kind kind, Color color) {
  return std::string(V::info[kind].name) + " of " + std::string(proper_name(color));
}

}  // namespace

std::size_t read_move_text(std::string_view text, MoveText& move) {
  move = MoveText{};
  return MoveTextReader(text, move).read();
}

bool may_be_word(std::string_view text) {
  return text[0] != 'x' && std::all_of(text.begin(), text.end(), is_letter);
}

template <class V>
std::optional<Kind> kind_of(const MoveText& text) {
  static constexpr std::array<std::uint8_t, 128> table = kinds_by_letter<V>();
  const std::uint8_t number = table[static_cast<unsigned char>(text.letter)];
  if (number == no_kind || (text.yari && V::info.variant != Variant::yari)) return std::nullopt;
  if (text.from_file >= V::files || (text.target && text.target->file() >= V::files)) {
    return std::nullopt;
  }
  if (!text.promoted) return Kind(number);
  const Kind kind = promoted(Kind(number));
  return V::info[kind].exists ? std::optional(kind) : std::nullopt;
}

template <class V>
bool exists_in(const MoveText& text) {
  if (text.letter != '\0') return kind_of<V>(text).has_value();
  return text.target && text.target->file() < V::files && text.from_file >= 0 &&
         text.from_file < V::files && text.from_rank >= 0;
}

namespace {

// The piece on the origin, where the squares alone are said.
template <class V>
std::optional<Kind> kind_there(const Position<V>& position, const MoveText& text) {
  const Piece piece = position.at(Square::at(text.from_file, text.from_rank));
  return piece.empty() ? std::nullopt : std::optional(piece.kind());
}

}  // namespace

template <class V>
void meanings(const Position<V>& position, const MoveText& text, std::optional<Square> last_target,
              MoveList& moves) {
  moves.clear();
  if (!text.target && !last_target) return;
  const std::optional<Kind> said =
      text.letter != '\0' ? kind_of<V>(text) : kind_there(position, text);
  if (!said) return;
  const Kind kind = *said;
  const Square to = text.target ? *text.target : *last_target;
  const bool drop = text.type == MoveText::Type::drop;
  if (text.target && text.from_file >= 0 && text.from_rank >= 0 && !drop && !text.may_recapture) {
    const Square from = Square::at(text.from_file, text.from_rank);
    return add_move_from(position, kind, from, to, text.promotion, moves);
  }
  if (!drop) {
    position.legal_moves_to(to, kind, moves);
    moves.keep_if([&](Move m) { return fits_origin(text, m.from()); });
    keep_meant(moves, text.promotion);
  }
  if (moves.empty() && text.may_recapture && last_target) {
    return meanings(position, as_recapture(text), last_target, moves);
  }
  const bool may_be_drop = drop || (text.type == MoveText::Type::unsaid && moves.empty() &&
                                    text.from_file < 0 && text.from_rank < 0);
  if (may_be_drop) add_drop(position, kind, to, text.promotion, moves);
}

namespace {

template <class V>
std::string why_impossible_by_squares(const Position<V>& position, const MoveText& text) {
  const Color us = position.side_to_move();
  const Square from = Square::at(text.from_file, text.from_rank);
  const Piece piece = position.at(from);
  if (piece.empty() || piece.color() != us) {
    return std::string("there is no piece of ") + std::string(proper_name(us)) + " on " +
           square_name(from);
  }
  const bool promotes = text.promotion == Promotion::taken;
  const MoveFault fault = position.fault_of(Move::board(from, *text.target, promotes));
  if (fault != MoveFault::cannot_reach) return std::string(describe(fault));
  return "the " + piece_name<V>(piece.kind(), us) + " on " + square_name(from) + " cannot go to " +
         square_name(*text.target);
}

}  // namespace

template <class V>
std::string why_impossible(const Position<V>& position, const MoveText& text,
                           std::optional<Square> last_target) {
  const Color us = position.side_to_move();
  if (text.letter == '\0') return why_impossible_by_squares(position, text);
  const Kind kind = *kind_of<V>(text);
  if (!text.target && !last_target) return "there is no move before it to take back";
  const Square to = text.target ? *text.target : *last_target;
  if (text.type == MoveText::Type::drop) {
    if (index(kind) >= hand_kind_count) {
      return "a " + std::string(V::info[kind].name) + " cannot be dropped";
    }
    if (text.promotion == Promotion::taken) return "a drop does not promote";
    return std::string(describe(position.fault_of(Move::drop(kind, to))));
  }
  bool some_fit = false;
  std::optional<MoveFault> fault;
  for (const Square from : position.pieces(us, kind)) {
    if (!fits_origin(text, from)) continue;
    some_fit = true;
    const bool promotes = text.promotion == Promotion::taken;
    const MoveFault f = position.fault_of(Move::board(from, to, promotes));
    if (!fault || *fault == MoveFault::cannot_reach) fault = f;
  }
  if (!some_fit && text.from_file >= 0 && text.from_rank >= 0) {
    return "there is no " + piece_name<V>(kind, us) + " on " +
           square_name(Square::at(text.from_file, text.from_rank));
  }
  if (!some_fit || *fault == MoveFault::cannot_reach) {
    return "no " + piece_name<V>(kind, us) + " can go to " + square_name(to);
  }
  return std::string(describe(*fault));
}

template <class V>
void append_move_text(std::string& out, const Position<V>& position, Move move, OriginStyle style) {
  const Kind kind = position.moved_kind(move);
  const Square to = move.to();
  if (is_promoted(kind)) out += '+';
  out += V::info[kind].hodges;
  if (move.is_drop()) {
    out += '*' + square_name(to);
    return;
  }
  MoveList same;
  position.legal_moves_to(to, kind, same);
  bool choice = false;
  bool others = false;
  for (const Move m : same) {
    if (m.from() != move.from()) others = true;
    if (m.from() == move.from() && m.promotes() != move.promotes()) choice = true;
  }
  if (others || style == OriginStyle::always) out += square_name(move.from());
  out += position.is_capture(move) ? 'x' : '-';
  out += square_name(to);
  if (move.promotes()) {
    out += '+';
  } else if (choice) {
    out += '=';
  }
}

#define YARI_INSTANTIATE(V)                                                                        \
  template std::optional<Kind> kind_of<V>(const MoveText&);                                        \
  template bool exists_in<V>(const MoveText&);                                                     \
  template void meanings(const Position<V>&, const MoveText&, std::optional<Square>, MoveList&);   \
  template std::string why_impossible(const Position<V>&, const MoveText&, std::optional<Square>); \
  template void append_move_text(std::string&, const Position<V>&, Move, OriginStyle);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
