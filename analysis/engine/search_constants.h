/// \file
/// The numbers of the search that matches decide, in one place, so that a tuner can vary them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "rules/variant.h"

namespace yari {

/// Centipawns, unless something else is said. What each is for stands where it is used
/// (search_node.cpp, search.cpp).
struct SearchConstants {
  int reverse_futility = 110;  ///< a ply
  int null_room = 100;
  int null_slope = 30;   ///< a ply
  int null_share = 250;  ///< above beta, for each ply that is searched less
  int futility = 120;
  int futility_slope = 110;  ///< a ply
  int bad_capture = 150;     ///< a ply
  int bad_quiet = 40;        ///< a ply squared
  int unpromising = 5000;    ///< history, a ply
  int reduction = 40;        ///< hundredths of a ply, for every late move
  int reduction_share = 210;
  int reduction_history = 8000;  ///< history, for each ply
  int delta = 200;
  int far_behind = 200;
  int window = 25;

  // With a clock (clock.cpp, time_manager.cpp); hundredths of the time aimed at, unless something
  // else is said.
  int moves_to_go = 30;  ///< moves that the main time is still to last for
  int most = 300;
  int changed = 200;  ///< when the best move has just changed
  int held = 80;      ///< when it has held for five iterations
  int fall = 80;      ///< more, for a score that fell by 200
  int unsettled = 0;  ///< more, the fewer of the nodes the best move got (time_manager.cpp)
};

/// Those of a game.
template <class V>
inline constexpr SearchConstants search_constants{};
template <>
inline constexpr SearchConstants search_constants<YariShogi>{.unsettled = 200};

/// The same, where the game is a value.
inline const SearchConstants& search_constants_of(Variant variant) {
  return with_variant(variant,
                      []<class V>(V) -> const SearchConstants& { return search_constants<V>; });
}

/// A number that a tuner may vary, and how far.
struct TunableConstant {
  std::string_view name;
  int SearchConstants::*value;
  int least;
  int most;
  /// Acts in games with clocks only.
  bool of_clock = false;
};

inline constexpr std::array<TunableConstant, 21> tunable_constants{{
    {"reverse_futility", &SearchConstants::reverse_futility, 40, 220},
    {"null_room", &SearchConstants::null_room, 0, 250},
    {"null_slope", &SearchConstants::null_slope, 0, 80},
    {"null_share", &SearchConstants::null_share, 100, 600},
    {"futility", &SearchConstants::futility, 20, 300},
    {"futility_slope", &SearchConstants::futility_slope, 40, 220},
    {"bad_capture", &SearchConstants::bad_capture, 50, 350},
    {"bad_quiet", &SearchConstants::bad_quiet, 10, 100},
    {"unpromising", &SearchConstants::unpromising, 1500, 12000},
    {"reduction", &SearchConstants::reduction, 0, 120},
    {"reduction_share", &SearchConstants::reduction_share, 130, 350},
    {"reduction_history", &SearchConstants::reduction_history, 3000, 20000},
    {"delta", &SearchConstants::delta, 50, 450},
    {"far_behind", &SearchConstants::far_behind, 50, 500},
    {"window", &SearchConstants::window, 8, 80},
    {"moves_to_go", &SearchConstants::moves_to_go, 12, 60, true},
    {"most", &SearchConstants::most, 120, 800, true},
    {"changed", &SearchConstants::changed, 80, 350, true},
    {"held", &SearchConstants::held, 30, 120, true},
    {"fall", &SearchConstants::fall, 0, 250, true},
    {"unsettled", &SearchConstants::unsettled, 0, 250, true},
}};

/// By how many plies late moves of a node are searched less deeply (Chess Programming Wiki, "Late
/// Move Reductions").
class ReductionTable {
 public:
  explicit ReductionTable(const SearchConstants& constants) {
    for (std::size_t d = 1; d < size; ++d) {
      for (std::size_t n = 1; n < size; ++n) {
        const double plies = constants.reduction / 100.0 + std::log(static_cast<double>(d)) *
                                                               std::log(static_cast<double>(n)) /
                                                               (constants.reduction_share / 100.0);
        plies_[d][n] = static_cast<std::int8_t>(plies);
      }
    }
  }
  int operator()(int depth, int count) const {
    const auto clip = [](int x) { return static_cast<std::size_t>(std::clamp(x, 0, 63)); };
    return plies_[clip(depth)][clip(count)];
  }

 private:
  static constexpr std::size_t size = 64;
  std::array<std::array<std::int8_t, size>, size> plies_{};
};

}  // namespace yari
