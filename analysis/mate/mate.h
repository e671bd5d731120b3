/// \file
/// The mate solver: is there a mate by an unbroken series of checks, and how does it go?
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari {

/// When a search for mate gives up, and how much it may remember.
struct MateLimits {
  std::uint64_t nodes = 0;            ///< positions expanded; 0: no bound
  std::chrono::milliseconds time{0};  ///< wall clock; 0: no bound
  /// Only mates in at most this many plies count; 0: of any length.
  int plies = 0;
  /// Go on until the mate found is known to be the shortest.
  bool shortest = false;
};

/// Longer mates cannot be asked for.
inline constexpr int most_mate_plies = 999;

enum class MateVerdict : std::uint8_t {
  mate,     ///< proved, with a line
  no_mate,  ///< proved: the defender can always escape
  unknown,  ///< a limit was met first, or the search was stopped
};

/// "mate", "no mate", "unknown".
std::string_view name(MateVerdict verdict);

/// What a search for mate found.
struct MateResult {
  MateVerdict verdict = MateVerdict::unknown;
  /// The mate: moves of both sides, an odd number, the last of them mates. Legal where they are
  /// played. Empty when none was found.
  ///
  /// Every legal defence counts as a ply, also an interposition that only puts off the mate (which
  /// the convention of composed problems would leave out): `line.size()` agrees with an engine's
  /// "mate in n plies". The defender takes the defence that holds out longest as far as it is
  /// known, which it is when `shortest` is true.
  std::vector<Move> line;
  /// No mate by checks takes fewer plies, and the defence of `line` is the longest.
  bool shortest = false;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
};

/// Looks for mates, remembering what it learnt about a position until the next one.
///
/// The attacker is the side to move and checks with every move. A position that comes back ends
/// the attempt: the attacker would give perpetual check. A position which would occur for the last
/// time the rules allow, counted with the moves of the position, is no mate either. In Shogi no
/// mate is given by dropping a pawn.
///
/// One search at a time; different objects are independent.
class MateSolver {
 public:
  /// Takes `hash_mib` MiB, 1 or more, at the first search.
  explicit MateSolver(std::size_t hash_mib = 64);
  ~MateSolver();
  MateSolver(MateSolver&&) noexcept;
  MateSolver& operator=(MateSolver&&) noexcept;

  /// The same position and limits give the same answer unless time or `stop` ended the search.
  ///
  /// A position without a general of the defender has no mate; the attacker's may be missing.
  MateResult solve(const GamePosition& position, const MateLimits& limits = {},
                   std::stop_token stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yari
