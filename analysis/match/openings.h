/// \file
/// Where the games of a match begin: openings from a list, played on at random, and held for
/// balanced by a search.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari {

/// Reads "startpos moves ...", "sfen ... moves ...", an SFEN alone or moves alone, also after the
/// word "position".
///
/// Error: no legal move, a finished game, or bad syntax; offset is the byte in `line`.
Result<GamePosition> read_opening(std::string_view line, Variant v,
                                  RuleSet rules = RuleSet::standard);

/// Which openings give both sides a chance.
struct Balance {
  /// How far the win chance may be from 50, in points; with 100 every opening is taken.
  double points = 100;
  /// Of the built-in engine's search of each opening.
  std::uint64_t nodes = 5'000;
};

/// By how many points the win chance differs from 50 after the opening.
double imbalance(const GamePosition& opening, std::uint64_t nodes, Engine& builtin);

struct MatchOpenings {
  /// At least one, all of one variant; each pair of games has the next, after the last the first.
  std::vector<GamePosition> list;
  /// Moves that are played at random after them, other ones for each pair and each seed.
  int random_plies = 0;
  std::uint64_t seed = 0;
  /// Of openings with random moves; those of the list are taken as they are.
  Balance balance;

  /// The opening of a pair, counted from 0: the same for the same number. Of several random
  /// openings the first balanced one, or the most balanced one.
  GamePosition of_pair(int pair, Engine& builtin) const;
  /// Whether the game may be one of the pair: it begins with its opening. Searches nothing.
  bool may_begin(int pair, const Game& game) const;
};

}  // namespace yari
