/// \file
/// A session of training, as every door holds it: what is asked and in which order, what becomes of
/// an answer, and what is said of it.
///
/// A door shows a question, hands the moves over that were made from its position, shows what was
/// expected, and stores a grade: the one that is proposed, or the learner's own. Cards whose grade
/// is asked_again are asked once more at the end of the session, until they have a better one;
/// what is answered then is not stored.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/json.h"
#include "answers/study/drill.h"

namespace yari {

/// A day with its year (1000 to 9899) and month, as reviews need it. No value for anything else.
std::optional<DateNumber> read_day(std::string_view text);
/// The day in this machine's time zone. A person elsewhere has another.
DateNumber today_here();

/// The cards that are due.
struct DueCards {
  /// In the order in which they are asked: what was learned comes before what is new.
  std::vector<DrillCard> cards;
  /// How many cards the filter chooses, due or not.
  std::size_t all = 0;
  /// The first day on which one of the others is due.
  std::optional<DateNumber> next;
};
DueCards due_cards(Database& database, CardFilter filter, DateNumber today);

/// A question: card_json with `sfen` as it is after `done` moves of the card's line, and these as
/// `done`.
Json question_json(const DrillCard& card, std::size_t done = 0);

/// Moves that are each right in a position, as somebody typed them in any notation, with blanks
/// between them. The error says what is wrong with them.
Result<std::vector<Move>> read_choices(std::string_view typed, const GamePosition& place);

/// Moves from the card's position, as typed: the learner's and, in puzzles, the opponent's between
/// them. The error says which of them is no move there, or that they are not an answer to it.
Result<std::vector<Move>> read_answer(const DrillCard& card, std::string_view typed);
/// No move at all is wrong: the learner does not know. Requires: as read_answer gives them.
AnswerVerdict verdict_of(const DrillCard& card, const std::vector<Move>& moves);
/// What is proposed for an answer. `time`: what it took, where somebody was asked.
Grade proposed_grade(AnswerVerdict verdict, std::optional<std::chrono::milliseconds> time);

/// What a door says of an answer: `card`, `verdict` (right, more, wrong). With more, `done` has the
/// moves so far with the opponent's answer, and the answer to the question stays hidden. Else what
/// the card has as its answer, `line` (the same moves in every notation), `played_move` (likewise),
/// `judgement, before, after`, `reason`, `grade`, the proposed one, and `grades`: for each `grade`,
/// `due`, `days` and `asked_again`.
Json answer_json(Database& database, const DrillCard& card, const std::vector<Move>& moves,
                 std::optional<std::chrono::milliseconds> time, DateNumber today);

/// Whether a card with this grade is asked once more in the session.
bool asked_again(Grade grade);
/// Stores a grade. No value where the card is not there any more, or was asked meanwhile, by
/// another door: `reviews` is how often it had been asked when it was shown.
std::optional<DrillCard> store_grade(Database& database, std::int64_t id, Grade grade, int reviews,
                                     DateNumber today);

}  // namespace yari
