/// \file
/// The round robin: everybody meets everybody.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace yari::tournament {

/// A round, players by their numbers from 0.
struct Pairing {
  /// Black, who moves first, and White; the first board first.
  std::vector<std::pair<std::size_t, std::size_t>> games = {};
  /// Who has no opponent.
  std::optional<std::size_t> bye = {};
};

/// The rounds of `players` in a single round robin; two cycles have twice as many.
std::size_t berger_rounds(std::size_t players);

/// A round of the Berger tables, `round` from 0 (FIDE Handbook C.05, annex 1). Black has the white
/// pieces of the table. With an odd number, the opponent of the last number has the bye. In the
/// second cycle all colours are exchanged, and the last two rounds of the first one, as the annex
/// recommends, change places when `cycles` is 2.
///
/// Requires: players >= 2, round < cycles * berger_rounds(players), cycles 1 or 2.
Pairing berger_round(std::size_t players, std::size_t round, int cycles = 1);

}  // namespace yari::tournament
