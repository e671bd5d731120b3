/// \file
/// A valid position, and everything that may be played on it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rules/bitboard.h"
#include "rules/move.h"
#include "rules/piece.h"
#include "rules/setup.h"
#include "rules/variant.h"
#include "text/result.h"

namespace yari {

/// A stable 64-bit hash of variant, board, hands and side to move. On disk: never change.
using Key = std::uint64_t;

/// No position of either game has more legal moves than this (Shogi: 593).
inline constexpr int max_moves = 1024;

/// A list of moves that lives on the stack.
class MoveList {
 public:
  MoveList() {}
  void push(Move m) { moves_[static_cast<std::size_t>(size_++)] = m; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move& operator[](int i) { return moves_[static_cast<std::size_t>(i)]; }
  Move operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  void clear() { size_ = 0; }
  /// Removes the moves for which `keep` is false. When `keep` is asked about a move, the list still
  /// has that move, all that were kept before it and all that come after it.
  template <class Keep>
  void keep_if(Keep keep) {
    int kept = 0;
    for (const Move m : *this) {
      if (keep(m)) (*this)[kept++] = m;
    }
    size_ = kept;
  }
  bool has(Move m) const;

 private:
  // Left unset on purpose: a list is made in every node of a search. Only a union does that, for
  // Move gives itself a value.
  union {
    std::array<Move, max_moves> moves_;
  };
  int size_ = 0;
};

/// Why a move may not be played; `legal` when it may.
enum class MoveFault : std::uint8_t {
  legal,
  no_such_square,
  nothing_there,   ///< the origin is empty
  not_your_piece,  ///< the origin holds the other side's piece
  own_piece_on_target,
  cannot_reach,    ///< the piece does not move like that, or something is in the way
  cannot_promote,  ///< wrong kind, already promoted, or outside the zone
  must_promote,    ///< it could never move again
  not_in_hand,
  target_occupied,  ///< a drop on an occupied square
  dead_drop,        ///< a drop where the piece could never move
  two_pawns,        ///< a second unpromoted pawn of the side on the file
  pawn_drop_mate,   ///< Shogi alone
  leaves_general_in_check,
};

/// The fault as a clause: "there is already an unpromoted pawn on that file".
std::string_view describe(MoveFault fault);

/// A position that obeys the rules of V, with its legal moves.
///
/// A value: copy it and `play` on the copy. Safe to read from several threads.
template <class V>
class Position {
 public:
  using Board = Bitboard<V>;

  /// The even start position.
  static const Position& start();
  /// The validated position, or all the faults of `setup` (see faults_of).
  static Result<Position, std::vector<std::string>> from(const Setup& setup);
  /// The same without validation. Requires: pieces of V on its board, at most one general a side.
  static Position from_unchecked(const Setup& setup);
  Setup setup() const;

  Color side_to_move() const { return side_; }
  int move_number() const { return move_number_; }
  Key key() const { return key_; }
  /// The part of the key that hands make: `key() ^ hands_key()` ignores them.
  Key hands_key() const;

  Piece at(Square s) const { return board_[s]; }
  Board occupied() const { return colors_[Color::black] | colors_[Color::white]; }
  Board pieces(Color c) const { return colors_[c]; }
  Board pieces(Kind k) const { return kinds_[k]; }
  Board pieces(Color c, Kind k) const { return pieces(c) & pieces(k); }
  const Hand& hand(Color c) const { return hands_[c]; }
  bool has_general(Color c) const { return static_cast<bool>(pieces(c, general)); }
  /// Requires: has_general(c).
  Square general_square(Color c) const { return pieces(c, general).first(); }

  /// The pieces that give check to the side to move.
  Board checkers() const { return checkers_; }
  bool in_check() const { return static_cast<bool>(checkers_); }
  /// Pieces of the side to move that shield their general from a sliding piece.
  Board pinned() const { return pinned_; }
  /// Pieces of `by` that attack `s`, with `occupied` in the way.
  Board attackers(Square s, Color by, Board occupied) const;
  Board attackers(Square s, Color by) const { return attackers(s, by, occupied()); }
  /// Every square that `by` attacks, with `occupied` in the way (own pieces count as attacked).
  Board attacked(Color by, Board occupied) const;

  /// Whether `m` may be played here. Any 16 bits may be asked.
  bool is_legal(Move m) const;
  /// Why not, in the order a player would name the faults.
  MoveFault fault_of(Move m) const;
  /// Every legal move, once each.
  MoveList legal_moves() const;
  /// legal_moves().size(), without making the list.
  int count_legal_moves() const;
  bool has_legal_move() const;
  /// The legal moves of pieces of kind `k` on the board to `to`: what a record's "YBx3c" can mean.
  ///
  /// Both forms of a promotion are listed where both are legal.
  void legal_moves_to(Square to, Kind k, MoveList& list) const;
  /// Legal captures and promotions (`tactical`), or all other legal moves (`quiet`, with drops).
  void tactical_moves(MoveList& list) const;
  void quiet_moves(MoveList& list) const;

  /// The piece that makes the move, as it stands before it (unpromoted for a drop).
  Kind moved_kind(Move m) const { return m.is_drop() ? m.dropped() : at(m.from()).kind(); }
  bool is_capture(Move m) const { return !m.is_drop() && !at(m.to()).empty(); }
  /// Requires: is_legal(m).
  bool gives_check(Move m) const;
  /// A pawn dropped on `to` by the side to move would be mate. Requires: the drop gives check and
  /// is legal but for that.
  bool is_pawn_drop_mate(Square to) const;
  /// The key after `m`. Requires: is_legal(m).
  Key key_after(Move m) const;

  /// Requires: is_legal(m).
  void play(Move m);
  /// Passes the turn. Requires: not in check.
  void play_null();

  /// In check without a legal move.
  bool is_mate() const { return in_check() && !has_legal_move(); }
  bool is_stalemate() const { return !in_check() && !has_legal_move(); }

  /// Equal board, hands and side to move.
  bool same_position(const Position& other) const;

 private:
  Position() = default;
  void put(Piece p, Square s);
  void take(Square s);
  template <Color Us>
  void find_checks();
  void update_checks();
  void pass_turn();
  void change_hand(Color c, Kind k, int by);
  MoveFault fault_of_drop(Move m) const;
  MoveFault fault_of_board_move(Move m) const;
  MoveFault fault_of_promotion(Move m, Kind k) const;
  bool leaves_general_in_check(Move m) const;

  ByKind<Board> kinds_{};
  ByColor<Board> colors_{};
  Board checkers_{};
  Board pinned_{};
  BySquare<V, Piece> board_{};
  Hands hands_{};
  Key key_ = 0;
  int move_number_ = 1;
  Color side_ = Color::black;
};

extern template class Position<YariShogi>;
extern template class Position<Shogi>;

}  // namespace yari
