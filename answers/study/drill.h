/// \file
/// Training by repetition: where cards come from, which answers are right, and when a card is asked
/// again.
///
/// A session asks the cards that are due, and those with less than a good answer again until they
/// have one. Nothing here asks anybody: a door shows the position and hands the move over.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/json.h"
#include "answers/study/own_side.h"
#include "answers/study/spacing.h"
#include "db/drill_cards.h"

namespace yari {

// Where cards come from. `today`: the day on which they are due first.

/// A position of a book. No value without moves. Requires: the moves are legal.
std::optional<DrillCard> book_card(const Setup& position, std::span<const Move> moves,
                                   DateNumber today);
/// A puzzle: a record whose main line is the solution. No value where it has no moves.
std::optional<DrillCard> puzzle_card(const Game& record, DateNumber today);

/// A position that somebody keeps by hand, and the moves that are right there. `game`: the stored
/// game whose main line leads to it, else 0. Requires: there are moves, and they are legal.
DrillCard own_card(const GamePosition& place, std::span<const Move> moves, GameId game,
                   DateNumber today);

/// The mistakes, blunders and missed mates of the players of `own` in annotated games, with the
/// engine's better move and, where the record has it, its line. In order of game and ply.
///
/// `load` loads a game; no value for one that is to be skipped. Ends when `visit` returns false.
void each_mistake(Database& database, const GameFilter& filter, const OwnSide& own,
                  DateNumber today, const std::function<std::optional<Game>(GameId)>& load,
                  const std::function<bool(const DrillCard&)>& visit);

// Which answers are right.

enum class AnswerVerdict : std::uint8_t {
  right,
  more,  ///< right so far: the opponent's answer is played, and the next move is asked
  wrong,
};
/// `done`: moves of the card's line that were played already, an even number; 0 but in puzzles.
/// Any move that mates is right in a puzzle. Requires: the move is legal there.
AnswerVerdict verdict_of(const DrillCard& card, std::size_t done, Move move);
/// The position after the first `done` moves of the card's line.
GamePosition card_position(const DrillCard& card, std::size_t done);

/// The card after an answer on the day `today`.
DrillCard answered(const DrillCard& card, Grade grade, DateNumber today);

/// Why the moves are right: `reason`, a sentence like "In game 12, S-6g was played at ply 34:
/// blunder, the win chance fell from 63 % to 21 %." with no name in it, and of a mistake whose
/// judgement is stored `judgement, before, after`, null elsewhere.
Json card_reason_json(Database& database, const DrillCard& card);

/// As `drill --json` prints it: the card without its moves.
Json card_json(const DrillCard& card);
/// What the card has as its answer: `moves` (Hodges notation), `usi`, `played`.
Json card_answer_json(const DrillCard& card);
/// The moves of the card in Hodges notation: each from the card's position, or one after the other.
std::vector<std::string> card_move_texts(const DrillCard& card);

}  // namespace yari
