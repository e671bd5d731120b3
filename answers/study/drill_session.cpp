#include "answers/study/drill_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <ctime>
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "notation/moves/typed_moves.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::array grades{Grade::again, Grade::hard, Grade::good, Grade::easy};
constexpr std::array<std::string_view, 3> verdict_names{"right", "more", "wrong"};

/// Each of them played in the card's position, or one after the other.
Json every_notation(const DrillCard& card) {
  if (!card.has_choices()) return line_json(card.position, {}, card.moves);
  Json names = Json::array();
  for (const Move move : card.moves) names.push_back(line_json(card.position, {}, {move}).front());
  return names;
}

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  while (!(text = trimmed(text)).empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

}  // namespace

std::optional<DateNumber> read_day(std::string_view text) {
  const std::optional<DateNumber> day = read_date(text);
  // The latest day on which a card may be due again has four digits for its year, too.
  return day && *day % 100 != 0 && *day >= 1000'01'01 && *day <= 9899'12'31 ? day : std::nullopt;
}

DateNumber today_here() {
  const std::time_t now = std::time(nullptr);
  const std::tm* const local = std::localtime(&now);
  return (local->tm_year + 1900) * 10000 + (local->tm_mon + 1) * 100 + local->tm_mday;
}

DueCards due_cards(Database& database, CardFilter filter, DateNumber today) {
  DueCards due;
  filter.due.reset();
  due.cards = drill_cards(database, filter);
  due.all = due.cards.size();
  const auto later = std::ranges::find_if(due.cards, [&](const auto& c) { return c.due > today; });
  if (later != due.cards.end()) due.next = later->due;
  due.cards.erase(later, due.cards.end());
  std::stable_partition(due.cards.begin(), due.cards.end(),
                        [](const DrillCard& card) { return card.reviews > 0; });
  return due;
}

Json question_json(const DrillCard& card, std::size_t done) {
  const GamePosition place = card_position(card, done);
  Json json = card_json(card);
  json["sfen"] = write_sfen(setup_of(place));
  json["done"] = usi_texts(card.position.variant, place.moves);
  return json;
}

Result<std::vector<Move>> read_choices(std::string_view typed, const GamePosition& place) {
  const Setup position = setup_of(place);
  std::vector<Move> moves;
  for (const std::string_view word : words_in(typed)) {
    const Result<std::vector<Move>> read =
        read_typed_moves(word, position, last_target_of(place.moves));
    const auto offset = static_cast<std::size_t>(word.data() - typed.data());
    if (!read) return fail(read.error().message, offset + read.error().offset);
    if (read->size() != 1) return fail("expected a move", offset);
    moves.push_back(read->front());
  }
  if (moves.empty()) return fail("expected the move that is right in this position");
  return moves;
}

Result<std::vector<Move>> read_answer(const DrillCard& card, std::string_view typed) {
  if (trimmed(typed).empty()) return std::vector<Move>();
  Result<std::vector<Move>> moves = read_typed_moves(typed, card.position);
  if (!moves) return moves;
  if (moves->empty()) return fail("expected a move");
  const bool goes_on = card.source == CardSource::puzzle && moves->size() <= card.moves.size() &&
                       std::ranges::equal(moves->begin(), moves->end() - 1, card.moves.begin(),
                                          card.moves.begin() + std::ssize(*moves) - 1);
  if (moves->size() % 2 == 0 || (moves->size() > 1 && !goes_on))
    return fail(card.source == CardSource::puzzle ? "expected the moves of the puzzle and one more"
                                                  : "expected one move");
  return moves;
}

AnswerVerdict verdict_of(const DrillCard& card, const std::vector<Move>& moves) {
  return moves.empty() ? AnswerVerdict::wrong : verdict_of(card, moves.size() - 1, moves.back());
}

Grade proposed_grade(AnswerVerdict verdict, std::optional<std::chrono::milliseconds> time) {
  return verdict == AnswerVerdict::wrong ? Grade::again : grade_of_time(time);
}

Json answer_json(Database& database, const DrillCard& card, const std::vector<Move>& moves,
                 std::optional<std::chrono::milliseconds> time, DateNumber today) {
  const AnswerVerdict verdict = verdict_of(card, moves);
  Json json =
      object({{"card", card.id}, {"verdict", verdict_names[static_cast<std::size_t>(verdict)]}});
  if (verdict == AnswerVerdict::more) {
    json["done"] = usi_texts(card.position.variant, card_position(card, moves.size() + 1).moves);
    return json;
  }
  json.update(card_answer_json(card));
  json["line"] = every_notation(card);
  json["played_move"] =
      card.played == Move::none() ? Json() : line_json(card.position, {}, {card.played}).front();
  json.update(card_reason_json(database, card));
  json["grade"] = name(proposed_grade(verdict, time));
  Json choices = Json::array();
  for (const Grade grade : grades) {
    const DrillCard after = answered(card, grade, today);
    choices.push_back(object({{"grade", name(grade)},
                              {"due", write_date(after.due)},
                              {"days", after.days},
                              {"asked_again", asked_again(grade)}}));
  }
  json["grades"] = std::move(choices);
  return json;
}

bool asked_again(Grade grade) { return quality(grade) < 4; }

std::optional<DrillCard> store_grade(Database& database, std::int64_t id, Grade grade, int reviews,
                                     DateNumber today) {
  const std::optional<DrillCard> card = drill_card(database, id);
  if (!card || card->reviews != reviews) return std::nullopt;
  const DrillCard after = answered(*card, grade, today);
  return store_review(database, after) ? std::optional(after) : std::nullopt;
}

}  // namespace yari
