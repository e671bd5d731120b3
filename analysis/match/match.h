/// \file
/// Matches between two engines: games from given openings with both colours, judged by the rules.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/engine/clock.h"
#include "analysis/engine/engine.h"
#include "analysis/match/elo.h"
#include "analysis/match/openings.h"
#include "analysis/match/tally.h"
#include "rules/declaration.h"

namespace yari {

struct SearchConstants;

/// One of the two engines of a match.
struct MatchPlayer {
  /// As it stands in the records; the two must differ.
  std::string name;
  /// Makes the engine; called once for every job, from that job's thread.
  std::function<std::unique_ptr<Engine>()> make;
  /// For every move; its time is not used when the match has clocks.
  Limits limits;
  /// How a built-in engine uses its clock; without them as the game's do.
  const SearchConstants* constants = nullptr;
  /// The engine and what it was set to, as records say it; empty: its name.
  std::string identity = {};
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
  /// Every opening is played twice, with the colours reversed.
  MatchOpenings openings;
  int games = 2;
  /// Pairs of games played at the same time.
  int jobs = 1;
  /// A longer game is a draw; counted from the opening's start.
  int max_plies = 400;
  /// By which declarations and impasses are judged.
  DeclarationRule impasse = declaration_rules[0];
  /// Both generals in their zones for this many plies: the points decide. 0: never.
  int impasse_plies = 40;
  /// Clocks instead of limits, when not empty.
  TimeControl clock;
  /// By how much the moves of a side may exceed its clock in a game, all together (the machine is
  /// not the engine's).
  std::chrono::milliseconds clock_margin{50};
  /// For a tuner: clocks take the time that the engines say, in milliseconds.
  bool engines_time = false;
  ScoreAdjudication adjudication;
  std::optional<SprtSettings> sprt;
};

/// One game of a match: number `index` from 0; the even ones have the first player as Black.
struct MatchGame {
  int index = 0;
  /// Tags Event, Round (index + 1), Black, White, Adjudication and Conditions (conditions.h) and,
  /// where something ended it that the ending does not tell, Termination; evaluations and times as
  /// notes.
  Game game;
  /// Why an engine forfeited, if one did.
  std::string failure;
  /// What else the engines noted.
  std::vector<std::string> notes;
};

/// What a record is to a match.
enum class PlayedRecord : std::uint8_t {
  counted,
  /// A game of these players with this number and opening, with other limits or other rules.
  played_otherwise,
  other,  ///< no game of the match, or one that was counted before
};

/// Counts a record as a game of this match, if it is one as run_match left it: with a number in
/// Round, the two players, the opening of that number and a result.
PlayedRecord add_played(MatchTally& tally, const Game& record, const MatchPlayer& first,
                        const MatchPlayer& second, const MatchOptions& options);

/// Called after every game, never by two threads at once.
using OnMatchGame = std::function<void(const MatchGame&, const MatchState&)>;

/// Plays the games that `played` does not have, until all are there, the SPRT has a verdict, the
/// games only repeat earlier ones or `stop` is requested (games under way are then dropped: a
/// resumed match plays them again).
///
/// The two games of a pair are played one after the other, pairs at the same time. What is kept
/// does not grow with the games. A game that an engine fails in is lost for it. Throws
/// EngineFailure when an engine cannot be started at all, and what `on_game` throws.
MatchState run_match(const MatchPlayer& first, const MatchPlayer& second,
                     const MatchOptions& options, MatchTally played, std::stop_token stop = {},
                     const OnMatchGame& on_game = {});
/// The same from the first game on.
MatchState run_match(const MatchPlayer& first, const MatchPlayer& second,
                     const MatchOptions& options, std::stop_token stop = {},
                     const OnMatchGame& on_game = {});

}  // namespace yari
