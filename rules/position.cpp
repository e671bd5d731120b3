#include "rules/position.h"

#include <algorithm>
#include <cassert>

#include "rules/attacks.h"
#include "rules/promotion.h"
#include "rules/start.h"
#include "rules/zobrist.h"

namespace yari {

bool MoveList::has(Move m) const { return std::find(begin(), end(), m) != end(); }

std::string_view describe(MoveFault fault) {
  static constexpr std::array<std::string_view, 14> texts{
      "the move is legal",
      "there is no such square or piece",
      "there is no piece on the square it comes from",
      "that piece belongs to the other side",
      "an own piece stands there",
      "the piece cannot move there",
      "it cannot promote with this move",
      "it must promote, for it could never move again",
      "there is no such piece in hand",
      "a piece can only be dropped on an empty square",
      "a piece dropped there could never move",
      "there is already an unpromoted pawn on that file",
      "a pawn may not be dropped to give mate",
      "it leaves the own general in check"};
  return texts[static_cast<std::size_t>(fault)];
}

template <class V>
const Position<V>& Position<V>::start() {
  static const Position position = from_unchecked(start_setup(V::info.variant));
  return position;
}

template <class V>
Result<Position<V>, std::vector<std::string>> Position<V>::from(const Setup& setup) {
  assert(setup.variant == V::info.variant);
  // Nearly every game starts there, and it has no faults.
  if (setup == start_setup(setup.variant)) return start();
  std::vector<std::string> faults = faults_of(setup);
  if (!faults.empty()) return tl::unexpected(std::move(faults));
  return from_unchecked(setup);
}

template <class V>
Position<V> Position<V>::from_unchecked(const Setup& setup) {
  Position position;
  position.key_ = zobrist<V>.variant;
  for (Square s : Board::all()) {
    if (!setup[s].empty()) position.put(setup[s], s);
  }
  for (Color c : both_colors) {
    for (Kind k : holdable_kinds) {
      if (const int n = setup.hands[c].count(k); n != 0) position.change_hand(c, k, n);
    }
  }
  position.side_ = setup.side_to_move;
  if (position.side_ == Color::white) position.key_ ^= zobrist<V>.white_to_move;
  position.move_number_ = setup.move_number;
  position.update_checks();
  return position;
}

template <class V>
Setup Position<V>::setup() const {
  Setup setup;
  setup.variant = V::info.variant;
  std::copy(board_.begin(), board_.end(), setup.board.begin());
  setup.hands = hands_;
  setup.side_to_move = side_;
  setup.move_number = move_number_;
  return setup;
}

template <class V>
Key Position<V>::hands_key() const {
  Key key = 0;
  for (Color c : both_colors) {
    for (Kind k : holdable_kinds) key ^= zobrist<V>.held(c, k, hands_[c].count(k));
  }
  return key;
}

template <class V>
void Position<V>::put(Piece p, Square s) {
  const Board square(s);
  kinds_[p.kind()] ^= square;
  colors_[p.color()] ^= square;
  board_[s] = p;
  key_ ^= zobrist<V>.board[p][s];
}

template <class V>
void Position<V>::take(Square s) {
  const Piece p = at(s);
  put(p, s);  // every part of it is its own inverse but the board
  board_[s] = Piece::none();
}

template <class V>
void Position<V>::change_hand(Color c, Kind k, int by) {
  key_ ^= zobrist<V>.held_change(c, k, hand(c).count(k), by);
  hands_[c].add(k, by);
}

template <class V>
void Position<V>::play(Move m) {
  assert(is_legal(m));
  if (m.is_drop()) {
    change_hand(side_, m.dropped(), -1);
    put(Piece(side_, m.dropped()), m.to());
  } else {
    const Kind kind = at(m.from()).kind();
    if (const Piece captured = at(m.to()); !captured.empty()) {
      take(m.to());
      change_hand(side_, unpromoted(captured.kind()), 1);
    }
    take(m.from());
    put(Piece(side_, m.promotes() ? promoted(kind) : kind), m.to());
  }
  pass_turn();
}

template <class V>
void Position<V>::play_null() {
  assert(!in_check());
  pass_turn();
}

template <class V>
void Position<V>::pass_turn() {
  side_ = ~side_;
  key_ ^= zobrist<V>.white_to_move;
  ++move_number_;
  update_checks();
}

template <class V>
Key Position<V>::key_after(Move m) const {
  const Zobrist& z = zobrist<V>;
  const Square to = m.to();
  const auto hand_key = [&](Kind k, int by) {
    return z.held_change(side_, k, hand(side_).count(k), by);
  };
  Key key = key_ ^ z.white_to_move;
  if (m.is_drop()) {
    return key ^ hand_key(m.dropped(), -1) ^ z.board[Piece(side_, m.dropped())][to];
  }
  const Piece moved = at(m.from());
  if (const Piece captured = at(m.to()); !captured.empty()) {
    key ^= z.board[captured][to] ^ hand_key(unpromoted(captured.kind()), 1);
  }
  const Kind kind = m.promotes() ? promoted(moved.kind()) : moved.kind();
  return key ^ z.board[moved][m.from()] ^ z.board[Piece(side_, kind)][to];
}

template <class V>
void Position<V>::update_checks() {
  checkers_ = pinned_ = Board();
  if (!has_general(side_)) return;
  if (side_ == Color::black) {
    find_checks<Color::black>();
  } else {
    find_checks<Color::white>();
  }
}

template <class V>
template <Color Us>
void Position<V>::find_checks() {
  constexpr Color them = ~Us;
  const Square king = general_square(Us);
  const Board enemies = pieces(them);
  if (enemies & attacks::tables<V>.adjacent[king]) {
    attacks::for_each_kind<V>([&]<Kind K>() {
      if constexpr (!V::info[K].steps.empty() || V::info[K].jumps) {
        checkers_ |= attacks::steps<V>(Us, K, king) & pieces(K) & enemies;
      }
    });
  }
  attacks::for_each_direction([&]<Direction D>() {
    constexpr std::uint16_t sliding = attacks::kinds_sliding<V>(seen_from(them, opposite(D)));
    if constexpr (sliding != 0) {
      Board sliders;
      attacks::for_each_kind<V>([&]<Kind K>() {
        if constexpr ((sliding >> index(K) & 1) != 0) sliders |= pieces(K);
      });
      const Board line = attacks::ray<V>(D, king);
      const Board snipers = sliders & line & enemies;
      if (!snipers) return;
      const Square sniper = attacks::nearest<V, D>(snipers);
      const Board shield = line & attacks::ray<V>(opposite(D), sniper) & occupied();
      if (!shield) {
        checkers_ |= Board(sniper);
      } else if (!shield.has_several()) {
        pinned_ |= shield & pieces(Us);
      }
    }
  });
}

template <class V>
Bitboard<V> Position<V>::attackers(Square s, Color by, Board occupied) const {
  Board set;
  attacks::for_each_kind<V>([&]<Kind K>() {
    const Board candidates = pieces(by, K);
    if (!candidates) return;
    set |= candidates & (by == Color::black ? attacks::from<V, Color::white, K>(s, occupied)
                                            : attacks::from<V, Color::black, K>(s, occupied));
  });
  return set & occupied;
}

template <class V>
bool Position<V>::is_legal(Move m) const {
  return fault_of(m) == MoveFault::legal;
}

template <class V>
MoveFault Position<V>::fault_of(Move m) const {
  if (m.to().index() >= Board::square_count) return MoveFault::no_such_square;
  return m.is_drop() ? fault_of_drop(m) : fault_of_board_move(m);
}

template <class V>
MoveFault Position<V>::fault_of_drop(Move m) const {
  const Kind k = m.dropped();
  if (m.from().index() >= hand_kind_count || !V::info[k].exists) return MoveFault::no_such_square;
  if (m.promotes()) return MoveFault::cannot_promote;
  if (!hand(side_).has(k)) return MoveFault::not_in_hand;
  if (!at(m.to()).empty()) return MoveFault::target_occupied;
  if (dead_squares<V>(side_, k).has(m.to())) return MoveFault::dead_drop;
  if (k == pawn && (pieces(side_, pawn) & Board::file(m.to().file()))) return MoveFault::two_pawns;
  if (leaves_general_in_check(m)) return MoveFault::leaves_general_in_check;
  if (!V::info.pawn_drop_may_mate && k == pawn && gives_check(m) && is_pawn_drop_mate(m.to())) {
    return MoveFault::pawn_drop_mate;
  }
  return MoveFault::legal;
}

template <class V>
MoveFault Position<V>::fault_of_board_move(Move m) const {
  if (m.from().index() >= Board::square_count) return MoveFault::no_such_square;
  const Piece piece = at(m.from());
  if (piece.empty()) return MoveFault::nothing_there;
  if (piece.color() != side_) return MoveFault::not_your_piece;
  if (pieces(side_).has(m.to())) return MoveFault::own_piece_on_target;
  if (!attacks::from<V>(side_, piece.kind(), m.from(), occupied()).has(m.to())) {
    return MoveFault::cannot_reach;
  }
  if (const MoveFault fault = fault_of_promotion(m, piece.kind()); fault != MoveFault::legal) {
    return fault;
  }
  if (leaves_general_in_check(m)) return MoveFault::leaves_general_in_check;
  return MoveFault::legal;
}

template <class V>
MoveFault Position<V>::fault_of_promotion(Move m, Kind k) const {
  const Board to(m.to());
  if (!m.promotes()) return may_stay<V>(side_, k, to) ? MoveFault::legal : MoveFault::must_promote;
  const bool from_zone = promotion_zone<V>(side_).has(m.from());
  return may_promote<V>(side_, k, from_zone, to) ? MoveFault::legal : MoveFault::cannot_promote;
}

template <class V>
bool Position<V>::leaves_general_in_check(Move m) const {
  if (!has_general(side_)) return false;
  const Square king = general_square(side_);
  if (!m.is_drop() && m.from() == king) {
    // The general no longer shields the squares behind it.
    return static_cast<bool>(attackers(m.to(), ~side_, (occupied() - Board(king)) | Board(m.to())) -
                             Board(m.to()));
  }
  if (checkers_) {
    if (checkers_.has_several()) return true;
    const Board stops = attacks::between<V>(king, checkers_.first()) | checkers_;
    if (!stops.has(m.to())) return true;
  }
  return !m.is_drop() && pinned_.has(m.from()) &&
         !attacks::ray_through<V>(king, m.from()).has(m.to());
}

template <class V>
bool Position<V>::gives_check(Move m) const {
  if (!has_general(~side_)) return false;
  const Square king = general_square(~side_);
  const Kind before = moved_kind(m);
  const Kind after = m.promotes() ? promoted(before) : before;
  Board occupied_after = occupied() | Board(m.to());
  if (!m.is_drop()) occupied_after -= Board(m.from());
  if (attacks::from<V>(side_, after, m.to(), occupied_after).has(king)) return true;
  if (m.is_drop() || attacks::direction<V>(king, m.from()) == attacks::no_direction) return false;
  const Board line = attacks::ray_through<V>(king, m.from());
  return static_cast<bool>(attackers(king, side_, occupied_after) & line & ~Board(m.to()));
}

template <class V>
bool Position<V>::is_pawn_drop_mate(Square to) const {
  Position after = *this;
  after.put(Piece(side_, pawn), to);
  after.side_ = ~side_;
  after.update_checks();
  return !after.has_legal_move();
}

template <class V>
bool Position<V>::same_position(const Position& other) const {
  return key_ == other.key_ && side_ == other.side_ && board_ == other.board_ &&
         hands_ == other.hands_;
}

template class Position<YariShogi>;
template class Position<Shogi>;

}  // namespace yari
