// How a game ended, by whatever says it: words, results, tags, comments, an illegal move.
#include <utility>

#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/words.h"
#include "record/board_verdict.h"
#include "text/text.h"

namespace yari {

namespace {

std::size_t start_of_last_line(std::string_view comment) { return comment.rfind('\n') + 1; }

// The same as outcome_in_comment, and takes what says it out of the comment.
std::optional<Outcome> take_outcome(std::string& comment) {
  const bool whole = outcome_said(comment).has_value();
  const std::optional<Outcome> said = outcome_in_comment(comment);
  if (said) comment = trimmed(whole ? "" : comment.substr(0, start_of_last_line(comment)));
  return said;
}

std::string glyph_text(std::uint8_t n) {
  const bool marked = n >= 1 && n <= std::size(glyph_marks);
  return marked ? std::string(glyph_marks[n - 1]) : '$' + std::to_string(n);
}

}  // namespace

std::optional<Outcome> outcome_in_comment(std::string_view comment) {
  if (const std::optional<Outcome> whole = outcome_said(comment)) return whole;
  return outcome_said(comment.substr(start_of_last_line(comment)));
}

template <class V>
Color GameBuilder<V>::side_at_ending() const {
  const Color side = at_.position().side_to_move();
  return illegal_ ? ~side : side;
}

// Nothing but a comment can still say that the illegal move ended the game.
template <class V>
void GameBuilder<V>::settle_illegal_move() {
  if (!illegal_) return;
  const std::string words = in_quotes(illegal_->note.comment);
  const std::optional<Outcome> said = take_outcome(illegal_->note.comment);
  if (said && said->ending == Ending::illegal_move) {
    return end_by_illegal_move(*said, illegal_->text, words);
  }
  const Illegal illegal = *std::exchange(illegal_, std::nullopt);
  findings_.error(illegal.text, ply_of(illegal.text) + ", is illegal: " + illegal.why);
  cut(illegal.text);
}

template <class V>
void GameBuilder<V>::end_by_illegal_move(const Outcome& said, std::string_view place,
                                         const std::string& words) {
  const Illegal illegal = *std::exchange(illegal_, std::nullopt);
  findings_.warning(illegal.text,
                    ply_of(illegal.text) + ", is illegal and ends the game: " + illegal.why);
  keep(illegal.text);
  Note& note = game_.moves.edit_note(at_.node());
  add_comment(note.comment, illegal.note.comment);
  if (illegal.note.spent_ms) add_comment(note.comment, write_time(*illegal.note.spent_ms));
  for (const std::uint8_t g : illegal.note.glyphs) add_comment(note.comment, glyph_text(g));
  if (game_.ending == Ending::unknown) game_.ending = Ending::illegal_move;
  const Color mover = at_.position().side_to_move();
  const GameResult result = said.result == GameResult::unknown ? win_for(~mover) : said.result;
  if (game_.result == GameResult::unknown) {
    game_.result = result;
  } else if (game_.result != result) {
    contradiction(place, words, result);
  }
  over_ = true;
}

template <class V>
void GameBuilder<V>::contradiction(std::string_view place, const std::string& words,
                                   GameResult result) {
  findings_.warning(place, words + " says " + std::string(name(result)) +
                               ", but the game ended with " + std::string(name(game_.result)));
}

template <class V>
void GameBuilder<V>::ending(const Outcome& outcome, std::string_view text) {
  if (skip_ || cut_depth_ != 0) return;
  if (in_variation()) {
    if (!cut_) keep(text);
    return;
  }
  if (illegal_ && outcome.ending == Ending::illegal_move) {
    end_by_illegal_move(outcome, text, shown(text));
    last_ = Last::ending;
    return;
  }
  settle_illegal_move();
  end_place_ = text;
  Outcome said = outcome;
  if (game_.ending == Ending::unknown || (!over_ && !ending_by_tags_)) game_.ending = said.ending;
  if (said.result == GameResult::unknown && !cut_) {
    said.result = result_for(said.ending, at_.position().side_to_move());
  }
  // Another ending than the one that stands says nothing about the result of that.
  const bool other = over_ && said.ending != Ending::unknown && said.ending != game_.ending;
  const bool open = !other && (game_.result == GameResult::unknown || (!over_ && !result_by_tags_));
  if (open) {
    game_.result = said.result;
  } else if (outcome.result != GameResult::unknown && outcome.result != game_.result) {
    contradiction(text, shown(text), outcome.result);
  }
  over_ = true;
  last_ = Last::ending;
}

template <class V>
void GameBuilder<V>::result(GameResult result, std::string_view text) {
  if (skip_ || cut_depth_ != 0) return;
  if (in_variation()) {
    if (!cut_ && result != GameResult::unknown) keep(text);
    return;
  }
  settle_illegal_move();
  end_place_ = text;
  if (!result_by_tags_) {
    if (over_ && game_.result != GameResult::unknown && result != game_.result) {
      findings_.warning(text, "the game ended with " + std::string(name(game_.result)) +
                                  " before; " + shown(text) + " counts");
    }
    game_.result = result;
    result_said_ = true;
  } else if (result != GameResult::unknown && result != game_.result) {
    findings_.warning(text, "the moves end with " + shown(text) + ", but the tags say " +
                                std::string(name(game_.result)));
  }
  over_ = true;
  last_ = Last::ending;
}

// "{White resigns}", "*時間切れにて終局" at the end, where nothing else says how the game ended.
template <class V>
void GameBuilder<V>::take_ending_from_last_comment() {
  if (over_ || cut_ || game_.result != GameResult::unknown || game_.ending != Ending::unknown) {
    return;
  }
  const NodeId last = main_end_.node;
  if (!game_.moves.note(last)) return;
  Note& note = game_.moves.edit_note(last);
  const std::optional<Outcome> said = take_outcome(note.comment);
  if (!said || *said == Outcome{}) return;
  game_.ending = said->ending;
  game_.result = said->result;
  if (note.empty()) game_.moves.clear_note(last);
}

// Of a game that was cut nobody knows whose turn it was at its end.
template <class V>
void GameBuilder<V>::fill_result() {
  if (game_.result != GameResult::unknown || result_said_) return;
  const Color first = at_.start().side_to_move();
  const Color side = main_end_.plies % 2 != 0 ? ~first : first;
  const GameResult result = result_for(game_.ending, side);
  const bool by_side = result != result_for(game_.ending, ~side);
  if (!game_.was_cut() || !by_side) game_.result = result;
}

// Whether keys_ has the whole main line: a "variation" that begins where it ends goes on with it.
template <class V>
bool GameBuilder<V>::knows_all_keys() const {
  return game_.moves.first_child(main_end_.node) == no_node;
}

// Under svp the move that repeats a position for the third time is illegal.
template <class V>
void GameBuilder<V>::check_repetition() {
  if (game_.rules != RuleSet::svp) return;
  Position<V> start = at_.start();
  const auto ply =
      first_repetition(knows_all_keys() ? keys_ : main_keys(start, game_), V::info.repetitions);
  if (!ply) return;
  findings_.warning(findings_.text(), "ply " + std::to_string(*ply) +
                                          " makes a position occur for the third time, which the "
                                          "rule set svp forbids");
}

// The board is asked last: whatever tags, words and results said, it knows better how the game
// stood. Of a game that was cut, or that an illegal move ended, the last position is not here.
template <class V>
void GameBuilder<V>::check_board() {
  if (findings_.exhausted() || game_.was_cut() || game_.ending == Ending::illegal_move) return;
  const BoardVerdict verdict = knows_all_keys() && !in_variation()
                                   ? board_verdict(game_, at_.position(), keys_)
                                   : board_verdict(game_);
  const std::string_view end = end_place_.empty() ? findings_.end() : trimmed(end_place_);
  if (const std::string wrong = yari::contradiction(game_, verdict); !wrong.empty())
    findings_.warning(end, wrong);
  if (const std::string unsaid = unsaid_outcome(game_, verdict); !unsaid.empty())
    findings_.note(end, unsaid);
  if (const std::string passed = play_after_end(verdict); !passed.empty()) {
    const auto next = static_cast<std::size_t>(verdict.passed_ply);
    findings_.warning(next < places_.size() ? findings_.text().substr(places_[next], 0) : end,
                      passed);
  }
}

template <class V>
Game GameBuilder<V>::finish(bool comments_end) {
  if (at_.variations() != 0 && !cut_) {
    findings_.warning(findings_.end(),
                      "expected ')' to close " + std::to_string(at_.variations()) + " variations");
  }
  if (skip_) end_skip(findings_.end());
  settle_illegal_move();
  flush_before();
  if (comments_end) take_ending_from_last_comment();
  fill_result();
  check_repetition();
  check_board();
  if (knows_all_keys()) findings_.set_keys(std::move(keys_));
  return std::move(game_);
}

template class GameBuilder<YariShogi>;
template class GameBuilder<Shogi>;

}  // namespace yari
