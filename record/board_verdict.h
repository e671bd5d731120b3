/// \file
/// What the board says about the end of a recorded game, whatever the record says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/game.h"
#include "rules/outcome.h"

namespace yari {

/// What the rules make of a main line.
struct BoardVerdict {
  /// Of the last position; no value while play could go on there.
  std::optional<Outcome> end;
  /// The ply after which a repetition or a perpetual check ended the game, though moves follow; 0:
  /// none did.
  int passed_ply = 0;
  Outcome passed;
};

/// The keys of all positions of the main line, that of `at` first, from which it is played;
/// leaves the last position in `at`.
template <class V>
std::vector<Key> main_keys(Position<V>& at, const Game& game);

BoardVerdict board_verdict(const Game& game);
/// The same where the last position of the main line and the keys of all of them, the start first,
/// are known: the game is played again only where a position came back often enough.
template <class V>
BoardVerdict board_verdict(const Game& game, const Position<V>& last, const std::vector<Key>& keys);

/// The index of the first of these keys that occurs for the `times`-th time; no value: none does.
/// Requires: times > 0.
std::optional<std::size_t> first_repetition(const std::vector<Key>& keys, int times);

/// What the board decided, against the result of a record, as a clause ("the moves end in mate, and
/// the result is 0-1"); empty where they agree, and for an unknown result.
std::string contradiction(const Outcome& decided, GameResult result);
/// The same for the last position, or that the ending is a mate which is not on the board: records
/// use the word for games that were given up.
std::string contradiction(const Game& game);
/// What the last position lacks for the declaration that ended the game (declaration_fault); empty
/// where it lacks nothing, and for other endings. A general that has reached the square where the
/// other one starts wins by the "try rule" that some programs play by.
std::string refuted_declaration(const Game& game);
/// Why the points of the last position do not give the impasse that ended the game to its winner
/// (impasse_fault); empty where they do, and for other endings. A draw can be agreed on with any
/// points, and games that are too long for a match are drawn so.
std::string refuted_impasse(const Game& game);

}  // namespace yari
