/// \file
/// The conditions of a query on one ply, made ready to be asked millions of times.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "db/query/judgement.h"
#include "db/query/query.h"
#include "db/query/replay.h"

namespace yari::query {

/// A ply of a game that is being replayed.
template <class V>
struct Here {
  const Replay<V>& board;
  std::span<const Move> moves;
  std::size_t ply = 0;
  /// In order of ply.
  std::span<const Noted> noted = {};

  /// The move played here; Move::none() at the end.
  Move next() const { return ply < moves.size() ? moves[ply] : Move::none(); }
};

/// Which of a Replay's sets make up some Contents: their union, or all but their union.
template <class V>
class SetUnion {
 public:
  explicit SetUnion(Contents contents);

  Bitboard<V> of(const Replay<V>& board) const {
    Bitboard<V> set;
    for (std::size_t i = 0; i < count_; ++i) set |= board.set(ids_[i]);
    return negated_ ? ~set : set;
  }
  /// How much work it is, in sets.
  int size() const { return count_ + negated_; }

 private:
  void add(std::size_t id) { ids_[count_++] = static_cast<std::uint8_t>(id); }

  std::array<std::uint8_t, set_count> ids_{};
  std::uint8_t count_ = 0;
  bool negated_ = false;
};

/// A probe answers at a ply. `cost` is a rough measure of time, for asking cheap ones first.

template <class V>
struct PositionProbe {
  using Board = Bitboard<V>;
  explicit PositionProbe(const PositionIs& condition);
  bool operator()(const Here<V>& here) const;
  static constexpr int cost = 2;

  Replay<V> wanted;
  HandsRule hands;
};

/// Squares that must all hold some contents: a pattern in its place.
template <class V>
struct CellsProbe {
  explicit CellsProbe(const Pattern& pattern);
  bool operator()(const Here<V>& here) const;
  static constexpr int cost = 2;

  /// The rarest contents first: most positions fail at the first.
  std::vector<std::pair<SetUnion<V>, Bitboard<V>>> cells;
};

/// A pattern anywhere: every place where its first cell could lie is tried at once, by shifting the
/// set of squares that fit each cell onto the place of the first.
template <class V>
struct SlidingProbe {
  explicit SlidingProbe(const Pattern& pattern);
  bool operator()(const Here<V>& here) const;
  static constexpr int cost = 8;

  struct Cell {
    SetUnion<V> set;
    int offset;  ///< from the first cell, in square numbers
  };
  Bitboard<V> corners;
  std::vector<Cell> cells;
};

template <class V>
struct PieceProbe {
  explicit PieceProbe(const PieceOn& condition);
  bool operator()(const Here<V>& here) const { return !(set.of(here.board) & squares).empty(); }
  static constexpr int cost = 1;

  SetUnion<V> set;
  Bitboard<V> squares;
};

template <class V>
struct AmountProbe {
  explicit AmountProbe(const Amount& amount);
  bool operator()(const Here<V>& here) const;
  static constexpr int cost = 4;

  struct BoardTerm {
    SetUnion<V> set;
    int factor;
  };
  struct HandTerm {
    Color color;
    Kind kind;
    int factor;
  };
  std::vector<BoardTerm> board_terms;
  std::vector<HandTerm> hand_terms;
  int ply_factor = 0;
  Range range;
};

template <class V>
struct ToMoveProbe {
  explicit ToMoveProbe(const ToMove& condition) : side(condition.side) {}
  bool operator()(const Here<V>& here) const { return here.board.side_to_move() == side; }
  static constexpr int cost = 0;

  Color side;
};

template <class V>
struct StateProbe {
  explicit StateProbe(State wanted) : state(wanted) {}
  bool operator()(const Here<V>& here) const;
  static constexpr int cost = 10;

  State state;
};

template <class V>
struct MoveProbe {
  explicit MoveProbe(const MoveIs& condition);
  bool operator()(const Here<V>& here) const;
  static constexpr int cost = 1;

  MoveIs::Type type;
  Contents piece;
  Bitboard<V> from, to;
  bool drops_too;
};

template <class V>
struct LineProbe {
  explicit LineProbe(const LineIs& condition) : line(condition) {}
  bool operator()(const Here<V>& here) const;
  static constexpr int cost = 1;

  LineIs line;
};

template <class V>
struct JudgementProbe {
  explicit JudgementProbe(const JudgementIs& condition) : test(condition) {}
  bool operator()(const Here<V>& here) const;
  static constexpr int cost = 0;

  JudgementIs test;
};

template <class V>
using Probe =
    std::variant<PositionProbe<V>, CellsProbe<V>, SlidingProbe<V>, PieceProbe<V>, AmountProbe<V>,
                 ToMoveProbe<V>, StateProbe<V>, MoveProbe<V>, LineProbe<V>, JudgementProbe<V>>;

/// The probe for a condition on plies. Requires: the node is one, and speaks of V's board.
template <class V>
Probe<V> make_probe(const Node& node);

template <class V>
inline int cost(const Probe<V>& probe) {
  return std::visit([](const auto& p) { return p.cost; }, probe);
}

extern template Probe<YariShogi> make_probe(const Node&);
extern template Probe<Shogi> make_probe(const Node&);

/// A square whose contents must change during a game before a condition can hold, seen from a
/// start.
struct Change {
  Square square;
  /// It can be met only by something arriving there; else leaving would do, too.
  bool arrival;
};

/// The changes without which the condition holds at no ply of a game from `start`.
std::vector<Change> changes_needed(const Node& node, const Setup& start);

}  // namespace yari::query
