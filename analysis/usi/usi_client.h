/// \file
/// Any engine that speaks the Universal Shogi Interface, as an Engine.
///
/// Source: the protocol's description by H. D. Grossmann, and the answers of Fairy-Stockfish, which
/// plays Yari Shogi through the same commands and a variant option.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari {

/// How an engine is started and how long it may keep us waiting.
struct UsiSettings {
  /// Program and arguments, at least one word (see split_command).
  std::vector<std::string> command;
  /// Name and value, set in this order after the handshake. Names are compared without regard to
  /// case, blanks and underscores. The variant needs no option, it is set by itself.
  std::vector<std::pair<std::string, std::string>> options;
  /// The longest wait for any answer that is due: to `usi`, `isready`, `stop`, and beyond the time
  /// of a search that has a time limit.
  std::chrono::milliseconds patience{10'000};
  /// A search without a time limit is told to stop after this long, so that its answer is due;
  /// 0: never. An analysis without any limit runs until it is stopped.
  std::chrono::milliseconds longest_search{120'000};
  /// Of an engine that knows clocks alone: its byo-yomi for a search whose limits name no time.
  /// 0: whether it is one is found out, and then it has a second.
  std::chrono::milliseconds byoyomi{0};
};

/// What the clocks of a game show, for engines that divide their time themselves.
struct UsiClocks {
  std::chrono::milliseconds black{0};
  std::chrono::milliseconds white{0};
  std::chrono::milliseconds increment{0};
  std::chrono::milliseconds byoyomi{0};
};

/// What an engine does beside playing a move.
enum class UsiAnswer : std::uint8_t { move, resigns, claims_win };

/// The engine's move breaks the rules.
class IllegalMove : public UselessAnswer {
 public:
  using UselessAnswer::UselessAnswer;
};

/// A USI engine in a process of its own.
///
/// An engine that crashes, hangs, floods or speaks garbage is restarted and asked once more; if
/// that fails too, UselessAnswer is thrown, and the next analysis begins with a fresh start; at the
/// third position in a row, or where it cannot be started, EngineFailure. An engine that works and
/// names no move, or an illegal one, is also restarted and asked once more; if that does not help,
/// UselessAnswer is thrown (for an illegal move: IllegalMove), and no restart is tried for this
/// until the next game. No call waits longer than the limits and UsiSettings allow, twice.
///
/// An engine that ends at each search with limits, and never bore one, is asked with a byo-yomi
/// in their place. If it answers, that is remembered.
class UsiEngine final : public Engine {
 public:
  /// Starts the engine. Throws EngineFailure.
  explicit UsiEngine(UsiSettings settings);
  ~UsiEngine() override;

  std::string name() const override;
  /// The name, the options of UsiSettings and their byo-yomi: "Engine 2; EvalDir=/nets/a".
  std::string identity() const override;
  void new_game() override;
  /// Limits that the engine does not know (several lines without a MultiPV option, `searchmoves`)
  /// give less than was asked for: lines of other moves than those in root_moves are left out. A
  /// score that is only a bound counts when the line has no exact one. The last score of a search
  /// belongs to its best move, whatever moves were named with it. An engine that resigns or claims
  /// the win has the score that it stated, or that of a win by declaration which the rules confirm
  /// (may_declare_win); without either it throws UselessAnswer.
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token stop = {},
                   const Progress& progress = {}) override;
  /// Failures that a new start made good, and that it knows clocks alone; alike ones once.
  std::vector<std::string> take_notes() override;
  /// A move in a game: the analysis of an engine that resigns or claims the win may have no line,
  /// last_answer() returns.
  Analysis play(const GamePosition& position, const Limits& limits, std::stop_token stop = {});
  /// The same with the clocks of a game in place of limits.
  Analysis play(const GamePosition& position, const UsiClocks& clocks, std::stop_token stop = {});
  /// What the engine said last.
  UsiAnswer last_answer() const;

  /// Names of the options it offers, as it writes them.
  std::vector<std::string> option_names() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yari
