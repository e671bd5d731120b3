/// \file
/// A board that only replays: no keys, no checks, no legality, for searches over millions of games.
#pragma once

#include <array>
#include <cstdint>

#include "db/query/query.h"
#include "rules/attacks.h"
#include "rules/bitboard.h"
#include "rules/move.h"
#include "rules/piece.h"
#include "rules/setup.h"
#include "rules/variant.h"

namespace yari::query {

/// The sets of squares that a Replay keeps: one for each Piece::code(), the empty squares, and the
/// pieces of each side.
inline constexpr std::size_t set_count = 35;
inline constexpr std::size_t empty_set = 32;
inline constexpr std::size_t side_set = 33;

template <class V>
class Replay {
 public:
  using Board = Bitboard<V>;

  /// Requires: pieces of V, on its board.
  explicit Replay(const Setup& start) : hands_(start.hands), side_(start.side_to_move) {
    for (Square s : Board::all()) {
      const Piece piece = start[s];
      board_[static_cast<std::size_t>(s.index())] = piece;
      sets_[static_cast<std::size_t>(piece.code())] |= Board(s);
      if (!piece.empty()) sets_[side_set + side_index(piece.color())] |= Board(s);
    }
  }

  Color side_to_move() const { return side_; }
  Piece at(Square s) const { return board_[static_cast<std::size_t>(s.index())]; }
  Board set(std::size_t n) const { return sets_[n]; }
  Board occupied() const { return ~sets_[empty_set]; }
  Board pieces(Color c) const { return sets_[side_set + side_index(c)]; }
  Board pieces(Color c, Kind k) const {
    return sets_[static_cast<std::size_t>(Piece(c, k).code())];
  }
  const Hand& hand(Color c) const { return hands_[side_index(c)]; }

  /// Plays a move that was legal when the game was stored. Returns false, and changes nothing, for
  /// one that cannot be played without leaving the board or taking what is not there.
  bool play(Move m) {
    if (m.to().index() >= Board::square_count) return false;
    if (!(m.is_drop() ? drop(m) : move(m))) return false;
    side_ = ~side_;
    return true;
  }

  /// Whether the general of the side to move is attacked; false when it has none.
  bool in_check() const {
    return side_ == Color::black ? attacked<Color::black>() : attacked<Color::white>();
  }

  Setup setup() const {
    Setup setup;
    setup.variant = V::info.variant;
    for (std::size_t i = 0; i < board_.size(); ++i) setup.board[i] = board_[i];
    setup.hands = hands_;
    setup.side_to_move = side_;
    return setup;
  }

 private:
  static constexpr std::size_t side_index(Color c) {
    return static_cast<std::size_t>(yari::index(c));
  }

  bool drop(Move m) {
    const Kind kind = m.dropped();
    Hand& hand = hands_[side_index(side_)];
    if (yari::index(kind) >= hand_kind_count || !hand.has(kind) || !at(m.to()).empty())
      return false;
    hand.remove(kind);
    const Piece piece(side_, kind);
    const Board to(m.to());
    board_[static_cast<std::size_t>(m.to().index())] = piece;
    sets_[empty_set] ^= to;
    sets_[static_cast<std::size_t>(piece.code())] ^= to;
    sets_[side_set + side_index(side_)] ^= to;
    return true;
  }

  bool move(Move m) {
    if (m.from().index() >= Board::square_count) return false;
    const Piece before = at(m.from());
    const Piece taken = at(m.to());
    if (before.empty() || before.color() != side_) return false;
    const Board from(m.from());
    const Board to(m.to());
    if (!taken.empty()) {
      if (taken.color() == side_ || taken.kind() == general) return false;
      hands_[side_index(side_)].add(unpromoted(taken.kind()));
      sets_[side_set + side_index(~side_)] ^= to;
    }
    const Piece after = m.promotes() ? Piece(side_, promoted(before.kind())) : before;
    board_[static_cast<std::size_t>(m.from().index())] = Piece::none();
    board_[static_cast<std::size_t>(m.to().index())] = after;
    sets_[static_cast<std::size_t>(taken.code())] ^= to;  // the empty squares' set among them
    sets_[empty_set] ^= from;
    sets_[static_cast<std::size_t>(before.code())] ^= from;
    sets_[static_cast<std::size_t>(after.code())] ^= to;
    sets_[side_set + side_index(side_)] ^= from | to;
    return true;
  }

  template <Color Us>
  bool attacked() const {
    constexpr Color them = ~Us;
    const Board generals = pieces(Us, general);
    if (!generals) return false;
    const Square king = generals.first();
    if (pieces(them) & attacks::tables<V>.adjacent[static_cast<std::size_t>(king.index())]) {
      bool found = false;
      attacks::for_each_kind<V>([&]<Kind K>() {
        if constexpr (!V::info[K].steps.empty() || V::info[K].jumps) {
          found = found || (attacks::steps<V>(Us, K, king) & pieces(them, K));
        }
      });
      if (found) return true;
    }
    bool found = false;
    attacks::for_each_direction([&]<Direction D>() {
      constexpr std::uint16_t sliding = attacks::kinds_sliding<V>(seen_from(them, opposite(D)));
      if constexpr (sliding != 0) {
        Board sliders;
        attacks::for_each_kind<V>([&]<Kind K>() {
          if constexpr ((sliding >> yari::index(K) & 1) != 0) sliders |= pieces(them, K);
        });
        sliders &= attacks::ray<V>(D, king);
        found = found || (sliders && (sliders & attacks::slide<V, D>(king, occupied())));
      }
    });
    return found;
  }

  std::array<Board, set_count> sets_{};
  std::array<Piece, static_cast<std::size_t>(Board::square_count)> board_{};
  Hands hands_{};
  Color side_ = Color::black;
};

}  // namespace yari::query
