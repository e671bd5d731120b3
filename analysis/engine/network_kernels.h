/// \file
/// The two loops that a network spends its time in, in the form that is best for this processor.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace yari {

/// Both forms give the same numbers; a test compares them.
template <int hidden>
struct NetworkKernels {
  /// Aligned to 64 bytes wherever a kernel is given one.
  using Layer = std::array<std::int16_t, hidden>;
  using Columns = std::span<const Layer* const>;

  /// `to` becomes `from` and all of `added`, without all of `removed`, modulo 2^16. They may not
  /// overlap, except that `to` may be `from`.
  void (*change)(Layer& to, const Layer& from, Columns added, Columns removed);
  /// The sum of the squares of the values, clipped to 0..255, times their weights.
  ///
  /// Requires: no weight is beyond 127 either way.
  int (*squares_times)(const Layer& values, const Layer& weights);

  /// For every processor.
  static const NetworkKernels plain;
  /// For processors with AVX2; a null pointer where this one, or the compiler, has none.
  static const NetworkKernels* avx2();
  static const NetworkKernels& best() { return avx2() ? *avx2() : plain; }
};

extern template struct NetworkKernels<64>;
extern template struct NetworkKernels<128>;

}  // namespace yari
