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

#include "analysis/engine/network_kernels.h"
#include "rules/position.h"

namespace yari {

/// How large the network of V is; docs/network.md says why.
template <class V>
struct NetworkShape;

template <>
struct NetworkShape<YariShogi> {
  /// Zones of the general, 1 or 8: its rank from its own side, 1, 2, 3 or beyond, near the edge or
  /// not.
  static constexpr int zones = 8;
  /// Width of the hidden layer.
  static constexpr int hidden = 64;
  /// Outputs, each for some numbers of pieces in hand.
  static constexpr int buckets = 1;
  static constexpr int held_per_bucket = 28;
  /// Centipawns that an output of one stands for: near 1 / coefficient of networks/chances.h, so
  /// that its logistic function is a win chance.
  static constexpr int output_scale = 460;
};

template <>
struct NetworkShape<Shogi> {
  static constexpr int zones = 1;
  static constexpr int hidden = 128;
  static constexpr int buckets = 4;
  static constexpr int held_per_bucket = 10;
  static constexpr int output_scale = 650;
};

/// Which inputs there are in V, as one side (the perspective) sees the board.
///
/// A position is turned so that the perspective's pieces move up the board, and mirrored so that
/// its general stands on the lower files: both games are the same in a mirror. Inputs are "a piece
/// of mine or theirs of that kind stands there" and "I or they hold that kind n times or more",
/// each of them once for every zone that the perspective's general may stand in.
template <class V>
struct NetworkInputs {
  static constexpr int squares = Bitboard<V>::square_count;
  static constexpr int zones = NetworkShape<V>::zones;

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

  /// Inputs of one zone; those of the zones follow one another.
  static constexpr int per_zone = 2 * kinds * squares + 2 * held;
  static constexpr int count = zones * per_zone;
  /// Most inputs that are on at once: every piece of a set.
  static constexpr int most_active = 40;

  /// How a perspective sees the board; depends on where its general stands alone.
  struct View {
    bool mirrored = false;  ///< its general stands on the higher files
    std::uint8_t zone = 0;
    bool operator==(const View&) const = default;
  };
  static View view(const Position<V>& p, Color perspective) {
    if (!p.has_general(perspective)) return {};
    const Square s = p.general_square(perspective);
    const int file = perspective == Color::black ? s.file() : V::files - 1 - s.file();
    const int from_edge = std::min(file, V::files - 1 - file);
    const int rank = rank_count - 1 - rank_from_far_side(perspective, s.rank());
    const int zone = (2 * std::min(rank, 3) + (from_edge < 2 ? 1 : 0)) % zones;
    return {file > V::files / 2, static_cast<std::uint8_t>(zone)};
  }

  /// The input for a piece on the board.
  static int piece(Color perspective, View view, Piece piece, Square s) {
    const std::size_t seen = (perspective == Color::white ? 2u : 0u) + (view.mirrored ? 1u : 0u);
    const int theirs = piece.color() == perspective ? 0 : 1;
    const int kind = kind_order[static_cast<std::size_t>(index(piece.kind()))];
    return view.zone * per_zone + (theirs * kinds + kind) * squares +
           views[seen][static_cast<std::size_t>(s.index())];
  }

  /// The input for `c` holding at least `n` pieces of a kind; n from 1.
  static int held_piece(Color perspective, View view, Color c, Kind k, int n) {
    const int theirs = c == perspective ? 0 : 1;
    return view.zone * per_zone + 2 * kinds * squares + theirs * held +
           hand_order[static_cast<std::size_t>(index(k))] + n - 1;
  }

  /// Calls `f(input)` for every input that is on.
  template <class F>
  static void for_each(const Position<V>& p, Color perspective, F&& f) {
    const View seen = view(p, perspective);
    for (Square s : p.occupied()) f(piece(perspective, seen, p.at(s), s));
    for (Color c : both_colors) {
      for (int k = 0; k < hand_kind_count; ++k) {
        for (int n = 1; n <= p.hand(c).count(Kind(k)); ++n)
          f(held_piece(perspective, seen, c, Kind(k), n));
      }
    }
  }

 private:
  /// Where a square lies for Black, Black mirrored, White, White mirrored.
  static constexpr auto views = [] {
    std::array<std::array<std::uint8_t, squares>, 4> table{};
    for (int s = 0; s < squares; ++s) {
      for (int view = 0; view < 4; ++view) {
        const int turned = view >= 2 ? squares - 1 - s : s;
        const int file = turned / rank_count;
        const int seen =
            (view % 2 == 1 ? V::files - 1 - file : file) * rank_count + turned % rank_count;
        table[static_cast<std::size_t>(view)][static_cast<std::size_t>(s)] =
            static_cast<std::uint8_t>(seen);
      }
    }
    return table;
  }();
};

/// The quantised network of one game.
template <class V>
class Network {
 public:
  static constexpr int hidden = NetworkShape<V>::hidden;
  static constexpr int buckets = NetworkShape<V>::buckets;
  /// One in the hidden layer, and one in the output weights.
  static constexpr int hidden_one = 255;
  static constexpr int output_one = 64;
  /// Largest output weight: times a hidden value it still fits into 16 bits.
  static constexpr int output_limit = 127;
  static constexpr int output_scale = NetworkShape<V>::output_scale;
  /// Bytes of a weight file: magic, then all weights as 16-bit little-endian numbers.
  static constexpr std::size_t file_size =
      8 + 2 * (NetworkInputs<V>::count * hidden + hidden + buckets * (2 * hidden + 1));

  /// Reads a weight file. Throws std::invalid_argument when it is none for V, or when an
  /// output weight is beyond output_limit.
  explicit Network(std::span<const unsigned char> file);

  using Kernels = NetworkKernels<hidden>;
  /// The hidden layer before its clipping, as one side sees a position; aligned to 64 bytes.
  using Layer = typename Kernels::Layer;

  /// Inputs that are switched on and off together. Requires: at most most_active of each.
  class Change {
   public:
    void add(const Network& network, int input) { put(added_, adding_, network, input); }
    void remove(const Network& network, int input) { put(removed_, removing_, network, input); }

   private:
    friend class Network;
    using Columns = std::array<const Layer*, NetworkInputs<V>::most_active>;
    static void put(Columns& to, std::size_t& count, const Network& network, int input) {
      to[count++] = &network.weights_[static_cast<std::size_t>(input)];
    }
    Columns added_, removed_;
    std::size_t adding_ = 0, removing_ = 0;
  };

  void first_layer(Layer& sum, const Position<V>& p, Color perspective) const;
  /// `to` becomes `from` with the change; they may be the same.
  void apply(const Change& change, const Layer& from, Layer& to) const;
  /// The output for a position.
  static int bucket(const Position<V>& p);
  /// Centipawns for the side whose view comes first, the side to move.
  int output(const Layer& own, const Layer& other, int bucket) const;

  /// Centipawns from the side to move's view, without any help of earlier positions.
  int evaluate(const Position<V>& p) const;

 private:
  const Kernels& kernels_ = Kernels::best();
  alignas(64) std::array<Layer, static_cast<std::size_t>(NetworkInputs<V>::count)> weights_;
  alignas(64) Layer bias_;
  /// For the side to move, and for the other.
  struct alignas(64) Output {
    alignas(64) std::array<Layer, 2> weights;
    int bias;
  };
  std::array<Output, static_cast<std::size_t>(buckets)> outputs_;
};

/// The network that the program ships with.
template <class V>
const Network<V>& shipped_network();

extern template class Network<YariShogi>;
extern template class Network<Shogi>;

}  // namespace yari
