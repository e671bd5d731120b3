/// \file
/// How games went for one side, counted.
#pragma once

#include <cstdint>
#include <optional>

#include "record/score_percent.h"
#include "rules/outcome.h"

namespace yari {

/// Games without a known result count as games alone.
struct ResultCounts {
  std::int64_t games = 0, wins = 0, draws = 0, losses = 0;

  void add(GameResult result, Color side) {
    add({1, result == win_for(side), result == GameResult::draw, result == win_for(~side)});
  }
  void add(const ResultCounts& other) {
    games += other.games;
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
  }
  /// Games without a known result.
  std::int64_t open() const { return games - wins - draws - losses; }
  /// In percent of the games with a result; no value without any.
  std::optional<double> score() const { return score_percent(wins, draws, losses); }
  bool operator==(const ResultCounts&) const = default;
};

}  // namespace yari
