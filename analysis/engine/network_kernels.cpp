#include "analysis/engine/network_kernels.h"

#include <algorithm>

namespace yari {
namespace {

constexpr int largest_value = 255;

/// As many numbers as an AVX2 register holds; a compiler makes two halves of it without AVX2.
using Lanes = std::int16_t __attribute__((vector_size(32), may_alias));
constexpr std::size_t lane_count = 16;
/// Registers that are filled before the next columns are looked at.
constexpr std::size_t block = 4;

template <class Layer, class Columns>
[[gnu::always_inline]] inline void change_layer(Layer& to, const Layer& from, Columns added,
                                                Columns removed) {
  constexpr std::size_t step = block * lane_count;
  static_assert(std::tuple_size_v<Layer> % step == 0);
  const auto load = [](const Layer& layer, std::size_t at) __attribute__((always_inline)) {
    return reinterpret_cast<const Lanes*>(layer.data() + at);
  };
  for (std::size_t at = 0; at < to.size(); at += step) {
    Lanes sum[block];
    for (std::size_t i = 0; i < block; ++i) sum[i] = load(from, at)[i];
    for (const Layer* column : added)
      for (std::size_t i = 0; i < block; ++i) sum[i] += load(*column, at)[i];
    for (const Layer* column : removed)
      for (std::size_t i = 0; i < block; ++i) sum[i] -= load(*column, at)[i];
    for (std::size_t i = 0; i < block; ++i) reinterpret_cast<Lanes*>(to.data() + at)[i] = sum[i];
  }
}

/// Square times weight does not fit into 16 bits, but value times weight does: a processor
/// multiplies and adds such vectors in two instructions.
template <class Layer>
[[gnu::always_inline]] inline int sum_of_squares(const Layer& values, const Layer& weights) {
  int sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = std::clamp<std::int16_t>(values[i], 0, largest_value);
    const auto weighted = static_cast<std::int16_t>(value * weights[i]);
    sum += weighted * value;
  }
  return sum;
}

#if defined(__x86_64__)
template <int hidden>
struct Avx2 {
  using K = NetworkKernels<hidden>;
  using Layer = typename K::Layer;
  using Columns = typename K::Columns;
  [[gnu::target("avx2")]] static void change(Layer& to, const Layer& from, Columns added,
                                             Columns removed) {
    change_layer(to, from, added, removed);
  }
  [[gnu::target("avx2")]] static int squares_times(const Layer& values, const Layer& weights) {
    return sum_of_squares(values, weights);
  }
  static constexpr K kernels{change, squares_times};
};
#endif

}  // namespace

template <int hidden>
const NetworkKernels<hidden> NetworkKernels<hidden>::plain{
    [](Layer& to, const Layer& from, Columns added, Columns removed) {
      change_layer(to, from, added, removed);
    },
    [](const Layer& values, const Layer& weights) { return sum_of_squares(values, weights); }};

template <int hidden>
const NetworkKernels<hidden>* NetworkKernels<hidden>::avx2() {
#if defined(__x86_64__)
  static const bool there = __builtin_cpu_supports("avx2") != 0;
  return there ? &Avx2<hidden>::kernels : nullptr;
#else
  return nullptr;
#endif
}

template struct NetworkKernels<64>;
template struct NetworkKernels<128>;

}  // namespace yari
