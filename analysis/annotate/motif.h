/// \file
/// What one move does to the other side, seen on the board alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/position.h"

namespace yari {

/// The pieces that the one which has just moved to `to` attacks and that it is good to take: the
/// general, pieces that are worth more than itself, pieces that nobody guards, but for pawns.
template <class V>
std::vector<Square> victims(const Position<V>& after, Square to);

/// Whether there are two of them. `answer` is where the opponent moves to next: a fork that is
/// taken is none.
template <class V>
bool is_fork(const Position<V>& after, Square to, std::optional<Square> answer);

/// The piece that the one which has just moved to `to` keeps from leaving its general; no value for
/// none.
template <class V>
std::optional<Square> pinned_by(const Position<V>& after, Square to);

/// What a move does, as a clause without a subject, the most telling thing alone: "mates", "takes
/// the rook, which nobody guards", "forks the king and the gold", "pins the silver to the king",
/// "threatens mate". Empty for none of these. `answer` as for is_fork. Requires: p.is_legal(move).
template <class V>
std::string motif_text(const Position<V>& p, Move move, std::optional<Square> answer);

/// What follows a judged move and what it missed, without a last full stop: "S-5c forks the king
/// and the rook. G*2b mates". Empty where nothing can be said.
///
/// `played` was made in `before`. `answers` is the best play after it, the opponent's move first;
/// `better` is what should have been played. Requires: every move is legal where it is played.
template <class V>
std::string explanation(const Position<V>& before, Move played, const std::vector<Move>& answers,
                        const std::vector<Move>& better);

}  // namespace yari
