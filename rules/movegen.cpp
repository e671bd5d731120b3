// The legal moves of a position: one walk over the pieces, with what becomes of each set of targets
// (a list, a count, "is there any") left to a sink.
#include "rules/attacks.h"
#include "rules/position.h"

namespace yari {
namespace {

/// Which moves are wanted: captures and promotions, the rest, or all.
enum class Part { all, tactical, quiet };

/// Appends every move to a list.
template <class V, Color Us, Part P>
struct ListSink {
  using Board = Bitboard<V>;
  static constexpr bool done = false;
  MoveList& list;
  Board captures;  ///< squares of the other side's pieces

  template <Kind K>
  void moves(Square from, Board targets) {
    each_move<K>(targets, Board::far_ranks(Us, promotion_ranks).has(from),
                 [&](Square) { return from; });
  }
  template <int Offset>
  void pawn_moves(Board targets) {
    each_move<pawn>(targets, false, [](Square to) { return Square(to.index() - Offset); });
  }
  void drops(Kind k, Board targets) {
    if constexpr (P != Part::tactical) {
      for (Square to : targets) list.push(Move::drop(k, to));
    }
  }

 private:
  template <Kind K, class From>
  void each_move(Board targets, bool from_zone, From from) {
    constexpr const KindInfo& kind = V::info[K];
    Board promoting;
    if constexpr (kind.can_promote) {
      promoting = from_zone ? targets : targets & Board::far_ranks(Us, promotion_ranks);
    }
    Board staying = targets - Board::far_ranks(Us, kind.dead_ranks);
    if constexpr (P == Part::tactical) staying &= captures;
    if constexpr (P == Part::quiet) {
      staying -= captures;
      promoting = Board();
    }
    for (Square to : promoting) list.push(Move::board(from(to), to, true));
    for (Square to : staying) list.push(Move::board(from(to), to));
  }
};

/// Adds up how many moves there are.
template <class V, Color Us>
struct CountSink {
  using Board = Bitboard<V>;
  static constexpr bool done = false;
  int count = 0;

  template <Kind K>
  void moves(Square from, Board targets) {
    add<K>(targets, Board::far_ranks(Us, promotion_ranks).has(from));
  }
  template <int>
  void pawn_moves(Board targets) {
    add<pawn>(targets, false);
  }
  void drops(Kind, Board targets) { count += targets.count(); }

 private:
  template <Kind K>
  void add(Board targets, bool from_zone) {
    constexpr const KindInfo& kind = V::info[K];
    count += targets.count();
    if constexpr (kind.can_promote) {
      const Board zone = targets & Board::far_ranks(Us, promotion_ranks);
      if (from_zone) {
        count += (targets - Board::far_ranks(Us, kind.dead_ranks)).count();
      } else if (zone) {
        count += (zone - Board::far_ranks(Us, kind.dead_ranks)).count();
      }
    }
  }
};

/// Stops at the first move.
template <class V>
struct AnySink {
  using Board = Bitboard<V>;
  bool done = false;

  template <Kind>
  void moves(Square, Board targets) {
    done = done || targets;
  }
  template <int>
  void pawn_moves(Board targets) {
    done = done || targets;
  }
  void drops(Kind, Board targets) { done = done || targets; }
};

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

template <class V, Color Us>
class Generator {
 public:
  using Board = Bitboard<V>;
  static constexpr Color them = ~Us;

  explicit Generator(const Position<V>& p) : p_(p) {}

  template <class Sink>
  void run(Sink& sink) const {
    if (p_.has_general(Us)) general_moves(sink);
    if (p_.checkers().has_several() || sink.done) return;
    Board targets = ~p_.pieces(Us);
    Board empty = ~p_.occupied();
    if (p_.in_check()) {
      const Board between = attacks::between<V>(p_.general_square(Us), p_.checkers().first());
      targets &= between | p_.checkers();
      empty &= between;
    }
    board_moves(sink, targets);
    if (!p_.hand(Us).empty() && empty && !sink.done) drops(sink, empty);
  }

 private:
  template <class Sink>
  void general_moves(Sink& sink) const {
    const Square king = p_.general_square(Us);
    Board targets = attacks::steps<V>(Us, general, king) - p_.pieces(Us);
    if (!targets) return;
    targets -= p_.attacked(them, p_.occupied() - Board(king));
    if (targets) sink.template moves<general>(king, targets);
  }

  template <class Sink>
  void board_moves(Sink& sink, Board targets) const {
    const Board free = p_.pieces(Us) - p_.pinned();
    attacks::for_each_kind<V>([&]<Kind K>() {
      if constexpr (K == pawn) {
        constexpr Direction forward = seen_from(Us, Direction::forward);
        constexpr int offset = step_of(forward).rank;
        const Board reached = (p_.pieces(K) & free).template shifted<forward>() & targets;
        if (reached) sink.template pawn_moves<offset>(reached);
      } else if constexpr (K != general) {
        for (Square from : p_.pieces(K) & free) {
          const Board reached = attacks::from<V, Us, K>(from, p_.occupied()) & targets;
          if (reached) sink.template moves<K>(from, reached);
        }
      }
    });
    // A pinned piece cannot answer a check: its line and the checker's meet only at the general.
    if (p_.pinned() && !p_.in_check()) pinned_moves(sink, targets);
  }

  template <class Sink>
  void pinned_moves(Sink& sink, Board targets) const {
    const Square king = p_.general_square(Us);
    attacks::for_each_kind<V>([&]<Kind K>() {
      if constexpr (K != general) {
        for (Square from : p_.pieces(K) & p_.pinned()) {
          const Board line = attacks::ray_through<V>(king, from);
          const Board reached = attacks::from<V, Us, K>(from, p_.occupied()) & targets & line;
          if (reached) sink.template moves<K>(from, reached);
        }
      }
    });
  }

  template <class Sink>
  void drops(Sink& sink, Board empty) const {
    attacks::for_each_kind<V>([&]<Kind K>() {
      if constexpr (index(K) < hand_kind_count) {
        if (!p_.hand(Us).has(K)) return;
        Board targets = empty - Board::far_ranks(Us, V::info[K].dead_ranks);
        if constexpr (K == pawn) {
          targets -= files_of<V>(p_.pieces(Us, pawn));
          if constexpr (!V::info.pawn_drop_may_mate) targets -= mating_square(targets);
        }
        if (targets) sink.drops(K, targets);
      }
    });
  }

  /// The one square where a pawn drop gives check, if the drop would also mate.
  Board mating_square(Board targets) const {
    const Board checking =
        p_.pieces(them, general).template shifted<seen_from(them, Direction::forward)>() & targets;
    return checking && p_.is_pawn_drop_mate(checking.first()) ? checking : Board();
  }

  const Position<V>& p_;
};

template <class V, template <class, Color, Part> class Sink, Part P>
void list_moves(const Position<V>& p, MoveList& list) {
  if (p.side_to_move() == Color::black) {
    Sink<V, Color::black, P> sink{list, p.pieces(Color::white)};
    Generator<V, Color::black>(p).run(sink);
  } else {
    Sink<V, Color::white, P> sink{list, p.pieces(Color::black)};
    Generator<V, Color::white>(p).run(sink);
  }
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
  list_moves<V, ListSink, Part::all>(*this, list);
  return list;
}

template <class V>
void Position<V>::tactical_moves(MoveList& list) const {
  list_moves<V, ListSink, Part::tactical>(*this, list);
}

template <class V>
void Position<V>::quiet_moves(MoveList& list) const {
  list_moves<V, ListSink, Part::quiet>(*this, list);
}

template <class V>
int Position<V>::count_legal_moves() const {
  if (side_ == Color::black) {
    CountSink<V, Color::black> sink;
    Generator<V, Color::black>(*this).run(sink);
    return sink.count;
  }
  CountSink<V, Color::white> sink;
  Generator<V, Color::white>(*this).run(sink);
  return sink.count;
}

template <class V>
bool Position<V>::has_legal_move() const {
  AnySink<V> sink;
  if (side_ == Color::black) {
    Generator<V, Color::black>(*this).run(sink);
  } else {
    Generator<V, Color::white>(*this).run(sink);
  }
  return sink.done;
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
