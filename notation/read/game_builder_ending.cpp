// How a game ended, by whatever says it: words, results, tags, comments, an illegal move.
#include <algorithm>
#include <utility>

#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/outcome_words.h"
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

// Whether what followed the illegal move says that it ended the game, or a tag where it was the
// last.
template <class V>
bool GameBuilder<V>::ended_by(const Illegal& illegal, bool is_last) {
  const auto after = claims_.begin() + static_cast<std::ptrdiff_t>(illegal.claims);
  const auto says_so = [](const Claim& claim) { return claim.said.ending == Ending::illegal_move; };
  return std::any_of(after, claims_.end(), says_so) ||
         (is_last && std::any_of(claims_.begin(), after, says_so));
}

template <class V>
void GameBuilder<V>::settle_illegal_move(bool is_last) {
  if (!illegal_) return;
  Illegal illegal = *std::exchange(illegal_, std::nullopt);
  const std::string words = in_quotes(illegal.note.comment);
  std::string rest = illegal.note.comment;
  const std::optional<Outcome> said = take_outcome(rest);
  // What else it says stays a comment.
  if (said && said->ending == Ending::illegal_move) {
    claims_.push_back({.said = *said, .place = illegal.text, .words = words});
    illegal.note.comment = std::move(rest);
  }
  if (!ended_by(illegal, is_last)) {
    findings_.add(FindingCode::illegal_move, illegal.text, at_.ply() + 1, shown(illegal.text),
                  illegal.why);
    cut(illegal.text);
    // What was said after it was said of a position that nobody knows.
    for (std::size_t i = illegal.claims; i < claims_.size(); ++i) {
      claims_[i].side.reset();
      if (claims_[i].by_turn) claims_[i].said.result = GameResult::unknown;
    }
    return;
  }
  findings_.add(FindingCode::illegal_last_move, illegal.text, at_.ply() + 1, shown(illegal.text),
                illegal.why);
  keep(illegal.text);
  add_comment(last_note().comment, note_as_text(illegal.note, V::info.variant));
  illegal_by_ = at_.position().side_to_move();
  over_ = true;
}

template <class V>
void GameBuilder<V>::claim(Claim claim) {
  if (skip_ || cut_depth_ != 0) return;
  if (in_variation()) {
    const bool says_nothing =
        claim.source == ClaimSource::score && claim.said.result == GameResult::unknown;
    if (!cut_ && !says_nothing) keep(claim.place);
    return;
  }
  if (!cut_) claim.side = side_at_ending();
  const bool remark = claim.source == ClaimSource::summary;
  claims_.push_back(std::move(claim));
  if (remark) return;
  over_ = true;
  last_ = Last::ending;
}

template <class V>
void GameBuilder<V>::ending(const Outcome& said, std::string_view text, ClaimSource source) {
  claim({.source = source, .said = said, .place = text});
}

template <class V>
void GameBuilder<V>::unknown_ending(std::string_view word, std::string_view text) {
  // In a variation the claim is kept as one.
  if (!in_variation()) comment_line(text);
  ending({}, in_variation() ? text : word);
}

template <class V>
void GameBuilder<V>::result(GameResult result, std::string_view text) {
  claim({.source = ClaimSource::score, .said = {result, Ending::unknown}, .place = text});
}

// "{White resigns}", "*時間切れにて終局" at the end. Of a game that was cut it is another's
// comment.
template <class V>
void GameBuilder<V>::claim_by_last_comment() {
  const Note* const note = game_.moves.note(main_end_.node);
  if (cut_ || illegal_by_ || !note) return;
  const std::optional<Outcome> said = outcome_in_comment(note->comment);
  if (!said) return;
  // "{White resigns}" and a sentence of 81Dojo mean nothing else; "{time}" may.
  const std::string_view last =
      std::string_view(note->comment).substr(start_of_last_line(note->comment));
  const bool names_winner =
      said->result == GameResult::black_wins || said->result == GameResult::white_wins;
  claims_.push_back({.source = ClaimSource::comment,
                     .said = *said,
                     .vague = !names_winner && !outcome_of_word(Dialect::dojo, last, Color::black),
                     .place = comment_place_,
                     .words = in_quotes(last)});
}

template <class V>
void GameBuilder<V>::report(const ClaimReport& report) {
  const Claim& claim = report.claim;
  const std::string_view place = claim.place.empty() ? findings_.end() : trimmed(claim.place);
  const std::string words = claim.words.empty() ? shown(claim.place) : claim.words;
  const std::string_view result = name(claim.said.result);
  const std::string_view ending = name(claim.said.ending);
  const std::string_view counts = name(report.result);
  switch (report.finding) {
    case ClaimFinding::contradicts:
      return findings_.add(FindingCode::result_contradicted, place, words, result, counts);
    case ClaimFinding::replaces:
      return findings_.add(FindingCode::result_replaced, place, counts, words);
    case ClaimFinding::against_tags:
      return findings_.add(FindingCode::result_against_tags, place, words, counts);
    case ClaimFinding::other_ending:
      return findings_.add(FindingCode::ending_beside_illegal_move, place, words, ending);
    case ClaimFinding::second_word:
      return findings_.add(FindingCode::second_ending, place, words, ending, name(game_.ending));
    case ClaimFinding::another_summary:
      return findings_.add(FindingCode::summary_contradicted, place, counts,
                           shown(claim.place.substr(1)));
    case ClaimFinding::read_from_comment:
      return findings_.add(FindingCode::ending_from_comment, place, words, ending);
    case ClaimFinding::board_says_otherwise:
      return findings_.add(FindingCode::result_against_board, place, ending, counts);
    case ClaimFinding::board_decides:
      return findings_.add(FindingCode::result_from_board, place, ending, counts);
  }
}

// The end of the record where tags alone say it.
template <class V>
std::string_view GameBuilder<V>::place_of_ending(Ending ending) const {
  for (const Claim& claim : claims_)
    if (claim.said.ending == ending && !claim.place.empty()) return trimmed(claim.place);
  return findings_.end();
}

template <class V>
std::string_view GameBuilder<V>::place_of_ply(std::size_t ply) const {
  return ply <= places_.size() ? findings_.text().substr(places_[ply - 1], 0) : findings_.end();
}

template <class V>
void GameBuilder<V>::settle_end() {
  if (findings_.exhausted()) return;
  const bool known = !game_.was_cut() && !illegal_by_;
  const BoardVerdict verdict = known ? board_verdict() : BoardVerdict{};
  const Color first = at_.start().side_to_move();
  const Color side = main_end_.plies % 2 != 0 ? ~first : first;
  const Settlement settled =
      settle(claims_, {.side_to_move = game_.was_cut() ? std::nullopt : std::optional(side),
                       .illegal_by = illegal_by_,
                       .board = verdict.end});
  game_.result = settled.outcome.result;
  game_.ending = settled.outcome.ending;
  for (const ClaimReport& r : settled.reports) report(r);
  if (settled.took_comment) {
    Note& note = game_.moves.edit_note(main_end_.node);
    take_outcome(note.comment);
    if (note.empty()) game_.moves.clear_note(main_end_.node);
  }
  if (const std::string fault = refuted_declaration(game_); !fault.empty())
    findings_.add(FindingCode::declaration_refuted, place_of_ending(Ending::declaration), fault);
  if (const std::string fault = refuted_impasse(game_); !fault.empty())
    findings_.add(FindingCode::impasse_refuted, place_of_ending(Ending::impasse), fault);
  if (verdict.passed_ply != 0) {
    findings_.add(FindingCode::play_after_end,
                  place_of_ply(static_cast<std::size_t>(verdict.passed_ply) + 1),
                  verdict.passed_ply, name(verdict.passed.ending));
  }
}

template <class V>
void GameBuilder<V>::moves_counted(std::size_t count, std::string_view text) {
  const std::size_t played = number_of_next_move() - 1;
  if (count == played || in_variation() || illegal_ || !takes_moves()) return;
  findings_.add(FindingCode::move_count, text, count, played);
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
  findings_.add(FindingCode::svp_repetition, place_of_ply(*ply), *ply);
}

template <class V>
BoardVerdict GameBuilder<V>::board_verdict() const {
  return knows_all_keys() && !in_variation() ? yari::board_verdict(game_, at_.position(), keys_)
                                             : yari::board_verdict(game_);
}

template <class V>
Game GameBuilder<V>::finish(bool comments_end) {
  if (at_.variations() != 0 && !cut_) {
    findings_.add(FindingCode::variation_not_closed, findings_.end(), at_.variations());
  }
  if (skip_) end_skip(findings_.end());
  settle_illegal_move(true);
  flush_next();
  if (comments_end) claim_by_last_comment();
  settle_end();
  check_repetition();
  if (knows_all_keys()) findings_.set_keys(std::move(keys_));
  return std::move(game_);
}

template class GameBuilder<YariShogi>;
template class GameBuilder<Shogi>;

}  // namespace yari
