/// \file
/// Matches between two engines: games from given openings with both colours, judged by the rules.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine/clock.h"
#include "analysis/engine/engine.h"
#include "analysis/match/elo.h"

namespace yari {

/// One of the two engines of a match.
struct MatchPlayer {
  /// As it stands in the records; the two must differ.
  std::string name;
  /// Makes the engine; called once for every job, from that job's thread.
  std::function<std::unique_ptr<Engine>()> make;
  /// For every move; its time is not used when the match has clocks.
  Limits limits;
};

/// Ends a game whose result both engines agree on. 0 moves: never.
struct ScoreAdjudication {
  /// Both engines see at least this many centipawns (or a mate) for the same side ...
  int win_score = 0;
  /// ... in this many moves of each, one after the other.
  int win_moves = 0;
  /// Both see at most this many centipawns for anybody ...
  int draw_score = 0;
  int draw_moves = 0;
  /// ... after this many plies.
  int draw_from_ply = 80;
};

struct MatchOptions {
  RuleSet rules = RuleSet::standard;
  /// Where the games start; at least one, all of one variant. Every one is played twice, with the
  /// colours reversed, before the next; after the last comes the first again.
  std::vector<Problem> openings;
  int games = 2;
  /// Games played at the same time.
  int jobs = 1;
  /// A longer game is a draw; counted from the opening's start.
  int max_plies = 400;
  /// Both generals in their zones for this many plies: the points decide. 0: never.
  int impasse_plies = 40;
  /// Clocks instead of limits, when not empty.
  TimeControl clock;
  /// How much later than its clock says a move may arrive (the machine is not the engine's).
  std::chrono::milliseconds clock_margin{50};
  ScoreAdjudication adjudication;
  std::optional<SprtSettings> sprt;
};

/// Reads "startpos moves ...", "sfen ... moves ..." or the moves alone, one opening.
///
/// Error: no legal move, a finished game, or bad syntax; offset is the byte in `line`.
Result<Problem> read_opening(std::string_view line, Variant v, RuleSet rules = RuleSet::standard);

/// One game of a match: number `index` from 0; the even ones have the first player as Black.
struct MatchGame {
  int index = 0;
  /// Tags Event, Round (index + 1), Black, White and, where something ended the game that the
  /// ending does not tell, Termination; evaluations and times as notes.
  Game game;
  /// Why an engine forfeited, if one did.
  std::string failure;
};

/// The games of `records` that belong to this match, as run_match left them: those with a number
/// in Round, the two players, the opening of that number and a result.
std::vector<MatchGame> played_games(std::span<const Game> records, const MatchPlayer& first,
                                    const MatchPlayer& second, const MatchOptions& options);

/// What stands after some games.
struct MatchState {
  MatchScore score;
  /// Of the test, when there is one.
  SprtState sprt;
  /// Games in which an engine failed.
  int failures = 0;
};

/// The state that these games make, whatever their order.
MatchState match_state(std::span<const MatchGame> games, const MatchOptions& options);

/// Called after every game, never by two threads at once.
using OnMatchGame = std::function<void(const MatchGame&, const MatchState&)>;

/// Plays the games that are not among `played`, until all are there, the SPRT has a verdict or
/// `stop` is requested (games under way are then dropped: a resumed match plays them again).
///
/// A game that an engine fails in is lost for it. Throws EngineFailure when an engine cannot be
/// started at all, and what `on_game` throws.
MatchState run_match(const MatchPlayer& first, const MatchPlayer& second,
                     const MatchOptions& options, std::vector<MatchGame> played = {},
                     std::stop_token stop = {}, const OnMatchGame& on_game = {});

}  // namespace yari
