// Checks are rare among legal moves, so they are looked for from the general's side: the squares
// from which each kind would attack it.
#include "analysis/engine/checking_moves.h"

#include "rules/attacks.h"
#include "rules/promotion.h"

namespace yari {
namespace {

template <class V>
class CheckFinder {
 public:
  using Board = Bitboard<V>;

  CheckFinder(const Position<V>& position, MoveList& list)
      : p_(position),
        list_(list),
        us_(position.side_to_move()),
        target_(position.general_square(~us_)) {}

  void run() {
    for (Square from : p_.pieces(us_)) moves_from(from);
    for (Kind k : holdable_kinds) {
      if (p_.hand(us_).has(k)) drops(k);
    }
  }

 private:
  /// Where a piece of ours would attack the general with the board as it is.
  Board checking_squares(Kind k) {
    if (!known_[k]) {
      squares_[k] = attacks::from<V>(~us_, k, target_, p_.occupied());
      known_[k] = true;
    }
    return squares_[k];
  }

  void moves_from(Square from) {
    const Kind k = p_.at(from).kind();
    const Board targets = attacks::from<V>(us_, k, from, p_.occupied()) - p_.pieces(us_);
    Board promoting = may_promote<V>(us_, k, promotion_zone<V>(us_).has(from), targets);
    Board plain = may_stay<V>(us_, k, targets);
    // A piece in line with the general may open that line or check along it from behind its old
    // square; for all others the lines stay as they are.
    if (attacks::direction<V>(target_, from) == attacks::no_direction) {
      plain &= checking_squares(k);
      if (promoting) promoting &= checking_squares(promoted(k));
    }
    for (Square to : promoting) add_if_check(Move::board(from, to, true));
    for (Square to : plain) add_if_check(Move::board(from, to));
  }

  void add_if_check(Move m) {
    if (p_.gives_check(m) && p_.is_legal(m)) list_.push(m);
  }

  void drops(Kind k) {
    for (Square to : checking_squares(k) - p_.occupied()) {
      if (const Move m = Move::drop(k, to); p_.is_legal(m)) list_.push(m);
    }
  }

  const Position<V>& p_;
  MoveList& list_;
  Color us_;
  Square target_;
  ByKind<Board> squares_;
  ByKind<bool> known_{};
};

}  // namespace

template <class V>
void checking_moves(const Position<V>& position, MoveList& list) {
  if (!position.has_general(~position.side_to_move())) return;
  CheckFinder<V>(position, list).run();
}

template void checking_moves(const Position<YariShogi>&, MoveList&);
template void checking_moves(const Position<Shogi>&, MoveList&);

}  // namespace yari
