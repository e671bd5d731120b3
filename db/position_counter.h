/// \file
/// Counts the games through many positions at once, each game read a single time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "db/codec/count_part.h"
#include "db/codec/position_counts.h"
#include "db/store/stored_line.h"
#include "rules/setup.h"

namespace yari {

/// That a game may stand at a position: their keys are the same.
struct Candidate {
  /// The number that PositionCounter::add_position gave.
  std::uint32_t position = 0;
  std::uint32_t ply = 0;
};

/// Adds up games position by position; each candidate is confirmed on the board.
class PositionCounter {
 public:
  /// Numbers the positions from 0. Requires: `position` is valid.
  std::uint32_t add_position(const Setup& position, bool by_part);
  const Setup& position(std::uint32_t number) const { return positions_[number]; }
  bool counts_by_part(std::uint32_t number) const { return by_part_[number]; }
  /// Counts the games of the position by part, too: those since the last `finish`, and later ones.
  void count_by_part(std::uint32_t number) { by_part_[number] = true; }

  /// Counts a game, or takes it away (`times` -1), at the positions where it stands.
  /// Requires: candidates in order of plies, one for a ply.
  void add(const CountedGame& game, int times, const LineView& line,
           std::span<const Candidate> candidates);
  /// Calls `visit` with the number and the counts of each position, and after all of its games with
  /// those of each part; settled, none that are nothing. Afterwards there are positions, but no
  /// games.
  void finish(const std::function<void(std::uint32_t, CountPart, const PositionCounts&)>& visit);

 private:
  /// What is known of a move in a position.
  struct Edge {
    /// The position that it leads to; -1 where that is not known.
    std::int32_t to = -1;
    enum class Legal : std::uint8_t { unknown, no, yes } legal = Legal::unknown;
  };
  struct Visit {
    std::uint32_t position = 0, game = 0;
    Move next;
  };
  template <class V>
  class Walk;

  Edge& edge(std::uint32_t position, Move move) {
    return edges_[std::uint64_t{position} << 16 | move.bits()];
  }
  bool is_legal(std::uint32_t position, Move move);
  std::map<CountPart, PositionCounts> count(std::span<const Visit> visits, bool by_part) const;

  std::vector<Setup> positions_;
  std::vector<bool> by_part_;
  std::unordered_map<std::uint64_t, Edge> edges_;
  std::vector<std::pair<CountedGame, int>> games_;
  std::vector<Visit> visits_;
};

}  // namespace yari
