/// \file
/// The network's hidden layer along a line of search, kept up to date move by move.
#pragma once

#include <array>
#include <vector>

#include "analysis/engine/network.h"

namespace yari {

/// A stack of positions whose hidden layers are computed when asked for, from the nearest position
/// below that has them.
///
/// A move changes at most four inputs, so this costs a fraction of starting afresh; only when a
/// general crosses into another zone of the board its side's view starts anew.
template <class V>
class NetworkStack {
 public:
  explicit NetworkStack(const Network<V>& network) : network_(network) {}

  /// Begins at `p`.
  void reset(const Position<V>& p);
  /// `after` follows from `before` by `m`; Move::none() passes the turn.
  void push(const Position<V>& before, Move m, const Position<V>& after);
  /// Takes back the last push.
  void pop() { --top_; }
  /// Centipawns from the side to move's view. Requires: `p` is the position on top.
  int evaluate(const Position<V>& p);

 private:
  using Inputs = NetworkInputs<V>;
  using View = typename Inputs::View;
  using Layer = typename Network<V>::Layer;

  struct Placed {
    Piece piece;
    Square square;
  };
  /// What a move took off the board, put on it, and changed in the mover's hand.
  struct Change {
    std::array<Placed, 2> removed{};
    Placed added{};
    Color holder = Color::black;
    Kind held{};
    int held_number = 0;  // the piece's number in hand; 0 for no change
    bool taken_in = false;
  };
  struct Entry {
    alignas(64) std::array<Layer, 2> layers;
    std::array<bool, 2> known{};
    std::array<View, 2> views{};
    Change change;
  };

  static Change change_of(const Position<V>& before, Move m, const Position<V>& after);
  void bring_up_to_date(const Position<V>& p, Color perspective);
  typename Network<V>::Change inputs_of(const Change& change, Color perspective, View view) const;

  const Network<V>& network_;
  std::vector<Entry> entries_ = std::vector<Entry>(1);
  std::size_t top_ = 0;
};

extern template class NetworkStack<YariShogi>;
extern template class NetworkStack<Shogi>;

}  // namespace yari
