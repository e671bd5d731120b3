// KI2's marks after the rules of the Japan Shogi Association; one filter serves reading and
// writing.
#include "notation/kif/move_text.h"

#include <algorithm>
#include <optional>

#include "notation/words/japanese.h"

namespace yari {

namespace {

using Motion = KifMove::Motion;
using Side = KifMove::Side;

Motion motion_of(Color us, Square from, Square to) {
  if (from.rank() == to.rank()) return Motion::aside;
  const bool towards_a = to.rank() < from.rank();
  return towards_a == (us == Color::black) ? Motion::up : Motion::down;
}

// Grows to the mover's right.
int rightness(Color us, Square s) { return us == Color::black ? -s.file() : s.file(); }

// Keeps the origins that motion and side leave.
void filter_by_marks(const KifMove& text, Color us, Square to, MoveList& moves) {
  if (text.motion != Motion::unsaid) {
    moves.keep_if([&](Move m) { return motion_of(us, m.from(), to) == text.motion; });
  }
  if (text.side == Side::unsaid || moves.empty()) return;
  if (text.side == Side::straight) {
    return moves.keep_if([&](Move m) {
      return m.from().file() == to.file() && motion_of(us, m.from(), to) == Motion::up;
    });
  }
  const auto to_the_side = [&](Move m) {
    return rightness(us, m.from()) * (text.side == Side::left ? -1 : 1);
  };
  int most = to_the_side(moves[0]);
  for (const Move m : moves) most = std::max(most, to_the_side(m));
  moves.keep_if([&](Move m) { return to_the_side(m) == most; });
}

bool take_mark(std::string_view& text, KifMove& move) {
  struct Mark {
    std::string_view word;
    Motion motion;
    Side side;
  };
  static constexpr Mark marks[] = {
      {"右", Motion::unsaid, Side::right},    {"左", Motion::unsaid, Side::left},
      {"直", Motion::unsaid, Side::straight}, {"上", Motion::up, Side::unsaid},
      {"寄", Motion::aside, Side::unsaid},    {"引", Motion::down, Side::unsaid},
      {"行", Motion::up, Side::unsaid},       {"入", Motion::up, Side::unsaid}};
  if (text.size() < 3) return false;
  for (const Mark& m : marks) {
    // The third byte differs most.
    if (text[2] != m.word[2] || !take(text, m.word)) continue;
    if (m.motion != Motion::unsaid) move.motion = m.motion;
    if (m.side != Side::unsaid) move.side = m.side;
    return true;
  }
  return false;
}

bool take_any(std::string_view& text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return take(text, word); });
}

bool take_drop_or_promotion(std::string_view& text, KifMove& move) {
  // The mark of the next move begins with E2.
  if (text.empty() || is_ascii(text[0]) || text[0] == '\xE2') return false;
  if (take_any(text, {"打ち", "打つ", "打"})) {
    move.drop = true;
  } else if (take_any(text, {"不成り", "不成", "成らず", "ならず", "生"})) {
    move.promotion = Promotion::declined;
  } else if (take_any(text, {"成り", "成る", "成"})) {
    move.promotion = Promotion::taken;
  } else {
    return false;
  }
  return true;
}

// Marks, 打, 成, 不成.
void take_suffixes(std::string_view& text, KifMove& move) {
  if (text.empty() || is_ascii(text[0])) return;
  while (take_mark(text, move)) {
  }
  take_drop_or_promotion(text, move);
}

// "７七角 打", "６三角(45)成": after a blank or the origin, and last in the text.
void take_late_suffix(std::string_view& text, KifMove& move) {
  std::string_view rest = text;
  take_blanks(rest);
  if (rest.empty() || is_ascii(rest[0])) return;
  KifMove late = move;
  if (!take_drop_or_promotion(rest, late)) return;
  if (!rest.empty() && !is_ascii(rest[0]) && blank_at(rest) == 0) return;
  move = late;
  text = rest;
}

// " (77)", "（７七）", "[77]", "(7g)", "←７七": a square, and no time.
template <class V>
bool take_odd_origin(std::string_view& text, KifMove& move) {
  struct Brackets {
    std::string_view open, close;
  };
  static constexpr Brackets brackets[] = {{"(", ")"}, {"（", "）"}, {"[", "]"},
                                          {"<", ">"}, {"〔", "〕"}, {"←", ""}};
  std::string_view rest = text;
  take_blanks(rest);
  // Nearly always nothing follows, or the mark of the next move, which begins as "←" does.
  constexpr std::string_view first_bytes = "([<\xEF\xE3\xE2";
  if (rest.size() < 3 || first_bytes.find(rest[0]) == first_bytes.npos ||
      (rest[0] == '\xE2' && rest[1] != '\x86'))
    return false;
  const auto* const around =
      std::ranges::find_if(brackets, [&](const Brackets& b) { return take(rest, b.open); });
  if (around == std::end(brackets)) return false;
  take(rest, "←");
  const int file = take_digit(rest);
  int rank = file != 0 ? take_digit(rest) : 0;
  if (file != 0 && rank == 0 && !rest.empty() && rest[0] >= 'a' && rest[0] <= 'i') {
    rank = rest[0] - 'a' + 1;
    rest.remove_prefix(1);
  }
  if (rank == 0 || file > V::files || !take(rest, around->close)) return false;
  move.origin = Square::at(file - 1, rank - 1);
  text = rest;
  return true;
}

// "(77)"
template <class V>
bool take_origin(std::string_view& text, KifMove& move) {
  if (text.size() < 4 || text[0] != '(' || text[3] != ')') return take_odd_origin<V>(text, move);
  const int file = text[1] - '1';
  const int rank = text[2] - '1';
  if (file < 0 || file >= V::files || rank < 0 || rank >= rank_count)
    return take_odd_origin<V>(text, move);
  move.origin = Square::at(file, rank);
  text.remove_prefix(4);
  return true;
}

template <class V>
bool take_target(std::string_view& text, KifMove& move) {
  // Newspapers write both: "２二同銀", "同２二銀".
  const auto take_same = [&text] {
    if (character_code(text) != character_code("同")) return false;
    text.remove_prefix(std::string_view("同").size());
    take_blanks(text);
    return true;
  };
  const bool same = take_same();
  std::string_view square = text;
  const int file = take_digit(square);
  const int rank = file != 0 ? take_digit(square) : 0;
  if (rank == 0 || file > V::files) return same;
  text = square;
  move.target = Square::at(file - 1, rank - 1);
  take_blanks(text);
  if (!same) take_same();
  return true;
}

// The board moves of a kind to a square as books count them: a pinned piece counts.
template <class V>
MoveList moves_by_shape(const Position<V>& position, Kind kind, Square to) {
  MoveList list;
  for (const Square from : position.pieces(position.side_to_move(), kind)) {
    const Move m = Move::board(from, to, false);
    const MoveFault fault = position.fault_of(m);
    if (fault == MoveFault::legal || fault == MoveFault::must_promote ||
        fault == MoveFault::leaves_general_in_check) {
      list.push(m);
    }
  }
  return list;
}

// Dragons and horses are told apart by 右 and 左 alone, even where one of them goes straight up.
template <class V>
constexpr bool may_be_straight(Kind kind) {
  if constexpr (V::info.variant == Variant::shogi) {
    return kind != Shogi::PR && kind != Shogi::PB;
  }
  return true;
}

// The marks that single out `move`, tried from the shortest.
template <class V>
KifMove marked(const Position<V>& position, Move move, const MoveList& all) {
  struct Try {
    Motion motion;
    Side side;
  };
  const Color us = position.side_to_move();
  const Motion motion = motion_of(us, move.from(), move.to());
  const Try tries[] = {{Motion::unsaid, Side::unsaid},
                       {motion, Side::unsaid},
                       {Motion::unsaid, Side::straight},
                       {Motion::unsaid, Side::right},
                       {Motion::unsaid, Side::left},
                       {motion, Side::right},
                       {motion, Side::left}};
  const bool straight = may_be_straight<V>(position.moved_kind(move));
  KifMove text;
  for (const Try& t : tries) {
    if (t.side == Side::straight && !straight) continue;
    text.motion = t.motion;
    text.side = t.side;
    MoveList left = all;
    filter_by_marks(text, us, move.to(), left);
    if (left.size() == 1 && left[0].from() == move.from()) return text;
  }
  KifMove by_origin;
  by_origin.origin = move.from();
  return by_origin;
}

void append_marks(std::string& out, const KifMove& text) {
  if (text.side == Side::right) out += "右";
  if (text.side == Side::left) out += "左";
  if (text.side == Side::straight) out += "直";
  if (text.motion == Motion::up) out += "上";
  if (text.motion == Motion::aside) out += "寄";
  if (text.motion == Motion::down) out += "引";
}

void append_origin(std::string& out, Square s) {
  out += '(';
  out += s.file_digit();
  out += static_cast<char>('1' + s.rank());
  out += ')';
}

}  // namespace

template <class V>
bool take_kif_move(std::string_view& text, KifMove& move) {
  move = KifMove{};
  if (!take_target<V>(text, move)) return false;
  const std::optional<Kind> kind = take_kif_piece(text, V::info.variant);
  if (!kind) return false;
  move.kind = *kind;
  // Most moves of KIF go on with "(77)".
  if (!text.starts_with('(') && !text.starts_with('\xE2')) {
    take_piece_tail(text, move.kind, V::info.variant);
    take_suffixes(text, move);
  }
  take_origin<V>(text, move);
  // Three blanks and the time follow most.
  const bool more = !text.empty() && text[0] != '\n' && !text.starts_with("  ");
  if (more && !move.drop && move.promotion == Promotion::unsaid) take_late_suffix(text, move);
  return true;
}

template <class V>
bool read_plain_kif_move(std::string_view text, PlainKifMove& line) {
  constexpr std::ptrdiff_t most_digits = 4;
  const char* const end = text.data() + text.size();
  const char* at = text.data();
  while (at != end && *at == ' ') ++at;
  const char* const digits = at;
  std::size_t number = 0;
  for (; at != end && is_digit(*at); ++at)
    number = number * 10 + static_cast<std::size_t>(*at - '0');
  if (at == digits || at - digits > most_digits || at == end || *at != ' ') return false;
  while (at != end && *at == ' ') ++at;
  if (at == end || is_ascii(*at)) return false;
  std::string_view rest(at, static_cast<std::size_t>(end - at));
  if (!take_kif_move<V>(rest, line.move)) return false;
  line.number = number;
  line.text = {at, static_cast<std::size_t>(rest.data() - at)};
  const bool over = rest.empty() || rest[0] == '\n';
  line.rest = rest.substr(0, over ? 0 : rest.find('\n'));
  line.length = static_cast<std::size_t>(line.rest.data() - text.data()) + line.rest.size() + 1;
  return true;
}

template <class V>
void meanings(const Position<V>& position, const KifMove& text, std::optional<Square> last_target,
              MoveList& moves) {
  moves.clear();
  const std::optional<Square> to = text.target ? text.target : last_target;
  if (!to) return;
  if (text.origin && !text.drop) {
    return add_move_from(position, text.kind, *text.origin, *to, text.promotion, moves);
  }
  if (!text.drop) {
    position.legal_moves_to(*to, text.kind, moves);
    keep_meant(moves, text.promotion);
    if (moves.size() > 1 || text.motion != Motion::unsaid || text.side == Side::straight) {
      filter_by_marks(text, position.side_to_move(), *to, moves);
    }
  }
  if (moves.empty()) add_drop(position, text.kind, *to, text.promotion, moves);
}

template <class V>
MoveList meanings_of_promoted(const Position<V>& position, KifMove text,
                              std::optional<Square> last_target) {
  MoveList moves;
  if (!text.origin || text.drop) return moves;
  const Piece there = position.at(*text.origin);
  if (there.empty() || unpromoted(there.kind()) != unpromoted(text.kind)) return moves;
  // "２二馬(88)" names what a bishop becomes, as CSA does.
  const bool becomes = text.promotion == Promotion::unsaid && is_promoted(text.kind);
  if (becomes && there.kind() != text.kind) text.promotion = Promotion::taken;
  text.kind = there.kind();
  meanings(position, text, last_target, moves);
  if (becomes) text.promotion = Promotion::unsaid;
  if (moves.empty()) meanings(position, text, last_target, moves);
  return moves;
}

template <class V>
std::string why_impossible(const Position<V>& position, const KifMove& text,
                           std::optional<Square> last_target) {
  const std::optional<Square> to = text.target ? text.target : last_target;
  if (!to) return "there is no move before it";
  if (text.origin && !text.drop) {
    const Piece p = position.at(*text.origin);
    if (p.empty() || p.kind() != text.kind) return "its origin does not hold that piece";
    const Move m = Move::board(*text.origin, *to, text.promotion == Promotion::taken);
    return std::string(describe(position.fault_of(m)));
  }
  if (index(text.kind) < hand_kind_count &&
      (text.drop || position.hand(position.side_to_move()).has(text.kind))) {
    return std::string(describe(position.fault_of(Move::drop(text.kind, *to))));
  }
  return "no such piece can go there";
}

template <class V>
void append_kif_move(std::string& out, const Position<V>& position, Move move,
                     std::optional<Square> last_target, KifStyle style) {
  const Square to = move.to();
  const Kind kind = position.moved_kind(move);
  if (last_target == to) {
    out += "同　";
  } else {
    out += wide_digit(to.file() + 1);
    out += kanji_digit(to.rank() + 1);
  }
  out += kif_piece(kind, V::info.variant);
  if (move.is_drop()) {
    const bool needed = style == KifStyle::kif || !moves_by_shape(position, kind, to).empty();
    if (needed) out += "打";
    return;
  }
  if (style == KifStyle::kif) {
    // 不成 is left to KI2: with an origin nothing hangs on it, and ShogiHome does not read it here.
    if (move.promotes()) out += "成";
    append_origin(out, move.from());
    return;
  }
  const KifMove text = marked(position, move, moves_by_shape(position, kind, to));
  append_marks(out, text);
  if (move.promotes()) {
    out += "成";
  } else if (position.is_legal(Move::board(move.from(), to, true))) {
    out += "不成";
  }
  if (text.origin) append_origin(out, *text.origin);
}

#define YARI_INSTANTIATE(V)                                                                       \
  template bool take_kif_move<V>(std::string_view&, KifMove&);                                    \
  template bool read_plain_kif_move<V>(std::string_view, PlainKifMove&);                          \
  template void meanings(const Position<V>&, const KifMove&, std::optional<Square>, MoveList&);   \
  template MoveList meanings_of_promoted(const Position<V>&, KifMove, std::optional<Square>);     \
  template std::string why_impossible(const Position<V>&, const KifMove&, std::optional<Square>); \
  template void append_kif_move(std::string&, const Position<V>&, Move, std::optional<Square>,    \
                                KifStyle);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
