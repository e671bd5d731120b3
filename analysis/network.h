/// \file
/// A small neural network that says what a quiet position is worth, and its input features.
///
/// One hidden layer, seen from both sides with shared weights, after the idea of NNUE (Yu Nasu,
/// "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018).
/// How the weights are made: docs/network.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "rules/position.h"

namespace yari {

/// Which inputs there are in V, as one side (the perspective) sees the board.
///
/// A position is turned so that the perspective's pieces move up the board, and mirrored so that
/// its general stands on the lower files: both games are the same in a mirror. Inputs are "a piece
/// of mine or theirs of that kind stands there" and "I or they hold that kind n times or more".
template <class V>
struct NetworkInputs {
  static constexpr int squares = Bitboard<V>::square_count;

  /// Place of each kind among those that exist.
  static constexpr std::array<int, kind_count + 1> kind_order = [] {
    std::array<int, kind_count + 1> order{};
    int next = 0;
    for (std::size_t k = 0; k < kind_count; ++k) {
      order[k] = next;
      next += V::info.kinds[k].exists ? 1 : 0;
    }
    order[kind_count] = next;
    return order;
  }();
  static constexpr int kinds = kind_order[kind_count];

  /// Where the inputs for each kind in hand begin.
  static constexpr std::array<int, hand_kind_count + 1> hand_order = [] {
    std::array<int, hand_kind_count + 1> order{};
    int next = 0;
    for (std::size_t k = 0; k < hand_kind_count; ++k) {
      order[k] = next;
      next += V::info.kinds[k].set_count;
    }
    order[hand_kind_count] = next;
    return order;
  }();
  static constexpr int held = hand_order[hand_kind_count];

  static constexpr int count = 2 * kinds * squares + 2 * held;
  /// Most inputs that are on at once: every piece of a set.
  static constexpr int most_active = 40;

  /// Calls `f(input)` for every input that is on.
  template <class F>
  static void for_each(const Position<V>& p, Color perspective, F&& f) {
    const bool turned = perspective == Color::white;
    const int king = p.has_general(perspective) ? p.general_square(perspective).index() : 0;
    const int king_file = (turned ? squares - 1 - king : king) / rank_count;
    const bool mirrored = king_file > V::files / 2;
    for (Color c : both_colors) {
      const int theirs = c == perspective ? 0 : 1;
      for (Square s : p.pieces(c)) {
        const int seen = turned ? squares - 1 - s.index() : s.index();
        const int at =
            mirrored ? (V::files - 1 - seen / rank_count) * rank_count + seen % rank_count : seen;
        const int kind = kind_order[static_cast<std::size_t>(index(p.at(s).kind()))];
        f((theirs * kinds + kind) * squares + at);
      }
      for (int k = 0; k < hand_kind_count; ++k) {
        const int first =
            2 * kinds * squares + theirs * held + hand_order[static_cast<std::size_t>(k)];
        for (int n = 0; n < p.hand(c).count(Kind(k)); ++n) f(first + n);
      }
    }
  }
};

/// The quantised network of one game.
template <class V>
class Network {
 public:
  static constexpr int hidden = 64;
  /// One in the hidden layer, and one in the output weights.
  static constexpr int hidden_one = 255;
  static constexpr int output_one = 64;
  /// Centipawns that an output of one stands for.
  static constexpr int output_scale = 400;
  /// Bytes of a weight file: magic, then all weights as 16-bit little-endian numbers.
  static constexpr std::size_t file_size =
      8 + 2 * (NetworkInputs<V>::count * hidden + hidden + 2 * hidden + 1);

  /// Reads a weight file. Throws std::invalid_argument when it is none for V.
  explicit Network(std::span<const unsigned char> file);

  /// The network that the program ships with.
  static const Network& shipped();

  /// Centipawns from the side to move's view.
  int evaluate(const Position<V>& p) const;

 private:
  using Layer = std::array<std::int16_t, hidden>;

  Layer first_layer(const Position<V>& p, Color perspective) const;

  alignas(64) std::array<Layer, static_cast<std::size_t>(NetworkInputs<V>::count)> weights_;
  alignas(64) Layer bias_;
  /// For the side to move, and for the other.
  alignas(64) std::array<Layer, 2> output_;
  int output_bias_;
};

extern template class Network<YariShogi>;
extern template class Network<Shogi>;

}  // namespace yari
