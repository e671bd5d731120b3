/// \file
/// The win that a player of Shogi may declare when his king has entered the enemy's camp.
#pragma once

#include <string>
#include <string_view>

#include "rules/by.h"
#include "rules/outcome.h"
#include "rules/position.h"

namespace yari {

/// What a declaration is judged by: the pieces of one side, without its general.
struct DeclarationCount {
  /// Of the pieces in the promotion zone and in hand, as in an impasse.
  int points = 0;
  /// In the promotion zone.
  int pieces = 0;
};

template <class V>
DeclarationCount count_for_declaration(const Position<V>& position, Color c);

/// What a declaration needs beside a general and ten other pieces in the promotion zone, without
/// being in check.
struct DeclarationRule {
  /// The points that players call it by.
  std::string_view name;
  /// The points that win.
  ByColor<int> wins;
  /// The points that make a draw; 0: less than `wins` loses.
  int draws = 0;
};

inline constexpr int pieces_to_declare = 10;
/// For Shogi. Yari Shogi knows an impasse by agreement alone.
inline constexpr DeclarationRule declaration_rules[] = {
    // The rules of the CSA's championships, and of amateurs.
    {"27", {28, 27}},
    // The Japan Shogi Association's rules for professionals, since 2013.
    {"24", {31, 31}, 24},
};

/// Who wins when the side to move declares: that side or nobody where it lacks nothing, else the
/// other one. In Yari Shogi, whatever the rule, as if both had agreed on an impasse.
template <class V>
GameResult declared_result(const Position<V>& position, const DeclarationRule& rule);

/// Whether the side to move may declare that it has won by the first of the rules. Yari Shogi knows
/// none: never.
template <class V>
bool may_declare_win(const Position<V>& position);

/// Who wins an impasse where the match's or tournament's rule decides, and nobody declares: who has
/// the points of the rule; where it knows draws, and in Yari Shogi, as impasse_result says.
template <class V>
GameResult impasse_result(const Position<V>& position, const DeclarationRule& rule);

/// What `c` lacks, by every rule, for a game that a declaration ended with `result`, as a clause
/// ("the king has not entered, 3 of 10 pieces, 12 of 27 points"); empty where it lacks nothing.
///
/// In Yari Shogi: both generals have entered, and the loser has less than 26 points.
template <class V>
std::string declaration_fault(const Position<V>& position, Color c, GameResult result);

/// Why an impasse cannot have ended the game with `result` by any of the rules, as a clause ("Black
/// has 20 points, White 34"); empty where it can.
template <class V>
std::string impasse_fault(const Position<V>& position, GameResult result);

}  // namespace yari
