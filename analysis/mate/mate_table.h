/// \file
/// What the mate solver remembers: proof and disproof numbers of positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/move.h"
#include "rules/position.h"

namespace yari {

/// How hard it is to show that a node is a mate (`proof`) and that it is none (`disproof`): the
/// number of leaves that would have to turn out so. 0: shown; unprovable: the opposite is shown.
struct MateNumbers {
  static constexpr std::uint32_t unprovable = 1u << 30;

  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;

  static constexpr MateNumbers mate() { return {0, unprovable}; }
  static constexpr MateNumbers no_mate() { return {unprovable, 0}; }
  bool is_mate() const { return proof == 0; }
  bool is_no_mate() const { return disproof == 0; }
  bool is_known() const { return is_mate() || is_no_mate(); }
};

/// What is known about one position.
struct MateKnowledge {
  MateNumbers numbers;
  /// Of a mate: it takes at most this many plies. Of a disproof stored for one path: the ply of the
  /// repetition that it rests on.
  int length = 0;
  /// The position was once shown to be no mate because of the path that led to it.
  bool repeats = false;
  /// The mating move, or the move looked at last.
  Move move;
};

/// Maps a board key and the attacker's hand to knowledge, within a fixed amount of memory.
///
/// Within one search the pieces that the attacker does not hold and the board does not show are the
/// defender's, so more in the attacker's hand is never worse for the attacker: a mate holds for
/// every greater hand, an escape for every smaller one.
class MateTable {
 public:
  explicit MateTable(std::size_t mib);

  /// Forgets everything.
  void start_search();
  /// Whether the hand rule above is used (see MateSearch for when it is not).
  void use_dominance(bool use) { dominance_ = use; }

  /// False when nothing is known.
  bool find(Key board, Hand hand, MateKnowledge& knowledge) const;
  /// `work`: positions expanded for it; the entries with the least work make room first.
  void store(Key board, Hand hand, const MateKnowledge& knowledge, std::uint64_t work);

 private:
  struct Entry {
    Key key = 0;
    Hand hand;
    std::uint32_t proof = 0;
    std::uint32_t disproof = 0;
    std::uint32_t work : 24 = 0;
    std::uint32_t generation : 8 = 0;
    std::uint16_t length : 15 = 0;
    std::uint16_t repeats : 1 = 0;
    Move move;
  };
  static constexpr std::size_t cluster_size = 8;

  std::size_t cluster_of(Key key) const;

  std::vector<Entry> entries_;
  std::uint32_t generation_ = 0;
  bool dominance_ = true;
};

/// Whether `more` holds at least as many of every kind as `less`.
bool holds_at_least(Hand more, Hand less);

}  // namespace yari
