/// \file
/// One game of a match: who is to move thinks, the rules and the clock judge.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "analysis/match/match.h"
#include "analysis/usi/usi_client.h"

namespace yari {

/// A player at the board, with an engine that is started at its first move.
class MatchSeat {
 public:
  explicit MatchSeat(const MatchPlayer& player) : player_(player) {}

  const std::string& name() const { return player_.name; }
  /// Throws EngineFailure.
  void start();
  void new_game();
  /// Requires: started.
  std::vector<std::string> take_notes() { return engine_->take_notes(); }

  /// What the player says to the position.
  struct Reply {
    Analysis analysis;
    UsiAnswer answer = UsiAnswer::move;
  };
  /// `left`: what the clocks show, by index(Color). Throws EngineFailure.
  Reply think(const GamePosition& position, const TimeControl& clock,
              const std::array<std::chrono::microseconds, 2>& left, std::stop_token stop);

 private:
  const MatchPlayer& player_;
  std::unique_ptr<Engine> engine_;
  UsiEngine* usi_ = nullptr;  // the same engine, when it keeps its own time
};

/// Plays game `index` of a match from `opening`; no value when it was stopped.
///
/// `seats` are the first and the second player, whatever their colours.
std::optional<MatchGame> play_match_game(int index, const GamePosition& opening,
                                         std::array<MatchSeat, 2>& seats,
                                         const MatchOptions& options, std::stop_token stop);

}  // namespace yari
