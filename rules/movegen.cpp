// The legal moves of a position: one walk over the pieces; its visitor makes a list of each set of
// targets, counts it, or ends the walk.
#include "rules/attacks.h"
#include "rules/position.h"
#include "rules/promotion.h"

namespace yari {
namespace {

/// The whole files on which `pawns` has a pawn. Requires: at most one a file.
///
/// A pawn at bit i of a nine-bit group carries into the group's top bit when 0xFF is added, unless
/// it is the top bit itself; from top bits whole groups are made by one subtraction.
template <class V>
constexpr Bitboard<V> files_of(Bitboard<V> pawns) {
  using Word = typename Bitboard<V>::Word;
  constexpr Word tops = Bitboard<V>::rank(rank_count - 1).bits();
  constexpr Word rest = Bitboard<V>::all().bits() & ~tops;
  const Word occupied = (((pawns.bits() & rest) + rest) | pawns.bits()) & tops;
  return Bitboard<V>((occupied << 1) - (occupied >> (rank_count - 1)));
}

/// Walks over the pieces of Us and hands out their legal moves as sets of target squares.
///
/// `visit(promoting, staying, move)` gets the targets on which one piece (or all free pawns, or the
/// pieces of a kind in hand) may promote and those on which it may stay as it is, and a function
/// that makes the move: `move(to, promotes)`. At least one set has a square. Returning false ends
/// the walk.
template <class V, Color Us>
class Generator {
 public:
  using Board = Bitboard<V>;
  static constexpr Color them = ~Us;

  explicit Generator(const Position<V>& p) : p_(p) {}

  /// Returns whether the walk came to its end.
  template <class Visit>
  bool run(Visit visit) const {
    if (p_.has_general(Us) && !general_moves(visit)) return false;
    if (p_.checkers().has_several()) return true;
    Board targets = ~p_.pieces(Us);
    Board empty = ~p_.occupied();
    if (p_.in_check()) {
      const Board between = attacks::between<V>(p_.general_square(Us), p_.checkers().first());
      targets &= between | p_.checkers();
      empty &= between;
    }
    return board_moves(visit, targets) && (p_.hand(Us).empty() || drops(visit, empty));
  }

 private:
  template <class Visit>
  bool general_moves(Visit& visit) const {
    const Square king = p_.general_square(Us);
    Board targets = attacks::steps<V>(Us, general, king) - p_.pieces(Us);
    if (targets) targets -= p_.attacked(them, p_.occupied() - Board(king));
    return piece_moves(visit, general, king, targets);
  }

  template <class Visit>
  bool board_moves(Visit& visit, Board targets) const {
    const Board free = p_.pieces(Us) - p_.pinned();
    const bool whole = attacks::for_kinds_while<V>([&]<Kind K>() {
      if constexpr (K == pawn) return pawn_moves(visit, p_.pieces(K) & free, targets);
      if constexpr (K == general) return true;
      for (Square from : p_.pieces(K) & free) {
        const Board reached = attacks::from<V, Us, K>(from, p_.occupied()) & targets;
        if (!piece_moves(visit, K, from, reached)) return false;
      }
      return true;
    });
    // A pinned piece cannot answer a check: its line and the checker's meet only at the general.
    return whole && (!p_.pinned() || p_.in_check() || pinned_moves(visit, targets));
  }

  /// Pinned pieces are few: their kind is found at run time, which keeps this code small.
  template <class Visit>
  bool pinned_moves(Visit& visit, Board targets) const {
    const Square king = p_.general_square(Us);
    for (Kind kind : all_kinds) {
      for (Square from : p_.pieces(kind) & p_.pinned()) {
        const Board line = attacks::ray_through<V>(king, from);
        const Board reached = attacks::from<V>(Us, kind, from, p_.occupied()) & targets & line;
        if (!piece_moves(visit, kind, from, reached)) return false;
      }
    }
    return true;
  }

  template <class Visit>
  bool piece_moves(Visit& visit, Kind kind, Square from, Board targets) const {
    if (!targets) return true;
    return visit(may_promote<V>(Us, kind, promotion_zone<V>(Us).has(from), targets),
                 may_stay<V>(Us, kind, targets),
                 [from](Square to, bool promotes) { return Move::board(from, to, promotes); });
  }

  /// A pawn in the zone also ends there, so all of them go together.
  template <class Visit>
  bool pawn_moves(Visit& visit, Board pawns, Board targets) const {
    constexpr Direction forward = seen_from(Us, Direction::forward);
    targets &= pawns.template shifted<forward>();
    if (!targets) return true;
    return visit(may_promote<V>(Us, pawn, false, targets), may_stay<V>(Us, pawn, targets),
                 [](Square to, bool promotes) {
                   return Move::board(Square(to.index() - step_of(forward).rank), to, promotes);
                 });
  }

  template <class Visit>
  bool drops(Visit& visit, Board empty) const {
    if (!empty) return true;
    return attacks::for_kinds_while<V>([&]<Kind K>() {
      if constexpr (index(K) < hand_kind_count) {
        if (!p_.hand(Us).has(K)) return true;
        Board targets = may_stay<V>(Us, K, empty);
        if constexpr (K == pawn) {
          targets -= files_of<V>(p_.pieces(Us, pawn));
          if constexpr (!V::info.pawn_drop_may_mate) targets -= mating_square(targets);
        }
        return !targets ||
               visit(Board(), targets, [](Square to, bool) { return Move::drop(K, to); });
      }
      return true;
    });
  }

  /// The one square where a pawn drop gives check, if the drop would also mate.
  Board mating_square(Board targets) const {
    const Board checking =
        p_.pieces(them, general).template shifted<seen_from(them, Direction::forward)>() & targets;
    for (const Square to : checking)
      if (p_.is_pawn_drop_mate(to)) return checking;
    return {};
  }

  const Position<V>& p_;
};

template <class V, class Visit>
bool for_moves_while(const Position<V>& p, Visit visit) {
  return p.side_to_move() == Color::black ? Generator<V, Color::black>(p).run(visit)
                                          : Generator<V, Color::white>(p).run(visit);
}

/// Lists the moves that promote to a square of `promoting_to`, or go to one of `staying_to` without
/// promotion. One walk for every choice: each further instance of it takes seconds to compile.
template <class V>
void list_moves(const Position<V>& p, Bitboard<V> promoting_to, Bitboard<V> staying_to,
                MoveList& list) {
  using Board = Bitboard<V>;
  for_moves_while(p, [=, &list](Board promoting, Board staying, auto move) {
    for (Square to : promoting& promoting_to) list.push(move(to, true));
    for (Square to : staying& staying_to) list.push(move(to, false));
    return true;
  });
}

template <class V, class Ones>
int count_moves(const Position<V>& p, Ones ones) {
  int count = 0;
  for_moves_while(p, [&](Bitboard<V> promoting, Bitboard<V> staying, auto) {
    count += staying.count_by(ones);
    if (promoting) count += promoting.count_by(ones);  // mostly there is none
    return true;
  });
  return count;
}

template <class V, Color By>
Bitboard<V> attacked_by(const Position<V>& p, Bitboard<V> occupied) {
  using Board = Bitboard<V>;
  const Board side = p.pieces(By);
  Board set;
  attacks::for_each_direction([&]<Direction D>() {
    constexpr std::uint16_t stepping = attacks::kinds_stepping<V>(seen_from(By, D));
    Board steppers;
    attacks::for_each_kind<V>([&]<Kind K>() {
      if constexpr ((stepping >> index(K) & 1) != 0) steppers |= p.pieces(K);
    });
    set |= (steppers & side).template shifted<D>();
  });
  attacks::for_each_kind<V>([&]<Kind K>() {
    if constexpr (V::info[K].jumps) {
      constexpr Direction ahead = seen_from(By, Direction::forward);
      const Board stepped = (p.pieces(K) & side).template shifted<ahead>();
      set |= stepped.template shifted<seen_from(By, Direction::forward_left)>() |
             stepped.template shifted<seen_from(By, Direction::forward_right)>();
    }
    attacks::for_each_direction([&]<Direction D>() {
      if constexpr (V::info[K].slides.has(seen_from(By, D))) {
        for (Square s : p.pieces(K) & side) set |= attacks::slide<V, D>(s, occupied);
      }
    });
  });
  return set;
}

}  // namespace

template <class V>
Bitboard<V> Position<V>::attacked(Color by, Board occupied) const {
  return by == Color::black ? attacked_by<V, Color::black>(*this, occupied)
                            : attacked_by<V, Color::white>(*this, occupied);
}

template <class V>
MoveList Position<V>::legal_moves() const {
  MoveList list;
  list_moves(*this, Board::all(), Board::all(), list);
  return list;
}

template <class V>
void Position<V>::tactical_moves(MoveList& list) const {
  list_moves(*this, Board::all(), pieces(~side_), list);
}

template <class V>
void Position<V>::quiet_moves(MoveList& list) const {
  list_moves(*this, Board::none(), ~pieces(~side_), list);
}

template <class V>
int Position<V>::count_legal_moves() const {
  if (has_count_instruction()) {
    return count_moves(*this, [](std::uint64_t w) { return count_ones_by_instruction(w); });
  }
  return count_moves(*this, [](std::uint64_t w) { return count_ones(w); });
}

template <class V>
bool Position<V>::has_legal_move() const {
  return !for_moves_while(*this, [](Board, Board, auto) { return false; });
}

template <class V>
void Position<V>::legal_moves_to(Square to, Kind k, MoveList& list) const {
  const Board sources = pieces(side_, k) & attacks::from<V>(~side_, k, to, occupied());
  for (Square from : sources) {
    for (bool promotes : {false, true}) {
      const Move move = Move::board(from, to, promotes);
      if (is_legal(move)) list.push(move);
    }
  }
}

#define YARI_INSTANTIATE(V)                                       \
  template Bitboard<V> Position<V>::attacked(Color, Board) const; \
  template MoveList Position<V>::legal_moves() const;             \
  template void Position<V>::tactical_moves(MoveList&) const;     \
  template void Position<V>::quiet_moves(MoveList&) const;        \
  template int Position<V>::count_legal_moves() const;            \
  template bool Position<V>::has_legal_move() const;              \
  template void Position<V>::legal_moves_to(Square, Kind, MoveList&) const;
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
