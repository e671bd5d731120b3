// The policy of reading, in one place: readers say what stands in a record, and this decides.
#include "notation/read/game_builder.h"

#include <algorithm>
#include <utility>

#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/header_names.h"
#include "text/text.h"

namespace yari {

namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i != 0) out += i + 1 == list.size() ? " or " : ", ";
    out += list[i];
  }
  return out;
}

}  // namespace

template <class V>
GameBuilder<V>::GameBuilder(Game game, const Position<V>& start, Findings& findings)
    : game_(std::move(game)), findings_(findings), at_(start) {
  const Outcome by_tags{game_.result, game_.ending};
  if (by_tags != Outcome{}) claims_.push_back({.source = ClaimSource::tag, .said = by_tags});
  constexpr std::size_t fewest_bytes = 5, usual_plies = 250;
  const std::size_t plies = std::min(findings.text().size() / fewest_bytes, usual_plies);
  game_.moves.reserve(plies);
  keys_.reserve(plies + 1);
  keys_.push_back(start.key());
  places_.reserve(plies);
}

template <class V>
void GameBuilder<V>::restart(const Position<V>& start) {
  game_.start = start.setup();
  at_ = Playback<V>(start);
  keys_ = {start.key()};
}

template <class V>
std::string GameBuilder<V>::shown(std::string_view text) {
  return in_quotes(trimmed(text));
}

// Whether an event is part of what is kept as text.
template <class V>
bool GameBuilder<V>::ignores() {
  if (illegal_) settle_illegal_move();
  return cut_ || skip_ || findings_.exhausted();
}

template <class V>
bool GameBuilder<V>::ignores_move(std::string_view text) {
  if (ignores()) return true;
  if (start_unknown_) cut(text);
  return start_unknown_;
}

template <class V>
bool GameBuilder<V>::may_add_tag(std::string_view place) {
  return !findings_.over(game_.tags.size() + 1, record_limits::tags, place);
}

template <class V>
void GameBuilder<V>::move(Move m, std::string_view text) {
  if (ignores_move(text)) return;
  if (over_ && !in_variation()) {
    findings_.add(FindingCode::moves_after_end, text, shown(text));
    over_ = false;
    for (Claim& claim : claims_) claim.passed = claim.source != ClaimSource::tag;
  }
  // The root is a node, too.
  if (findings_.over(game_.moves.size(), record_limits::moves, text)) return;
  if (in_variation() && at_.node() == main_end_.node) game_.moves.end_main_line();
  const NodeId node = game_.moves.add(at_.node(), m);
  at_.play(node, m);
  if (!in_variation()) {
    main_end_ = {node, at_.ply()};
    keys_.push_back(at_.position().key());
    places_.push_back(static_cast<std::uint32_t>(offset_in(findings_.text(), text)));
  }
  at_branch_ = false;
  last_ = Last::move;
  if (has_next_) give_next_note(node);
}

template <class V>
void GameBuilder<V>::give_next_note(NodeId node) {
  has_next_ = false;
  if (!next_.empty()) game_.moves.edit_note(node) = std::exchange(next_, {});
}

template <class V>
void GameBuilder<V>::choose(const MoveList& meanings, std::string_view text,
                            const std::vector<std::string>& names,
                            const std::vector<std::size_t>& left) {
  if (ignores_move(text)) return;
  const FindingCode code = findings_.strict() ? FindingCode::ambiguous_move
                           : left.size() == 1 ? FindingCode::ambiguous_move_settled
                                              : FindingCode::ambiguous_move_undecided;
  findings_.add(code, text, shown(text), joined(names), names[left[0]]);
  move(meanings[static_cast<int>(left[0])], text);
}

template <class V>
void GameBuilder<V>::illegal(std::string_view text, std::string_view why) {
  if (ignores_move(text)) return;
  if (!in_variation()) {
    illegal_ = Illegal{text, std::string(why), {}, claims_.size()};
    last_ = Last::move;
    return;
  }
  findings_.add(FindingCode::illegal_move, text, at_.ply() + 1, shown(text), why);
  skip_rest(text);
}

template <class V>
void GameBuilder<V>::damage(std::string_view text, std::string_view expected) {
  if (ignores_move(text)) return;
  if (over_ && !in_variation()) return stray(text, "the end of the game");
  findings_.add(FindingCode::unreadable_move, text, expected, shown(text));
  if (in_variation()) {
    skip_rest(text);
  } else {
    cut(text);
  }
}

template <class V>
void GameBuilder<V>::cut(std::string_view place) {
  game_.unread = trimmed(up_to(place, findings_.end()));
  cut_ = true;
}

template <class V>
void GameBuilder<V>::skip_rest(std::string_view place) {
  skip_ = Skip{place};
}

template <class V>
void GameBuilder<V>::keep(std::string_view text) {
  flush_next();
  const std::string_view kept = trimmed(text);
  if (!kept.empty()) add_comment(last_note().comment, kept);
}

template <class V>
void GameBuilder<V>::stray(std::string_view text, std::string_view expected) {
  if (ignores() || text.empty()) return;
  findings_.add(FindingCode::stray_text, text, expected, shown(text));
  keep(text);
}

template <class V>
void GameBuilder<V>::text_among_moves(std::string_view text) {
  if (ignores() || text.empty()) return;
  findings_.add(FindingCode::text_among_moves, text, shown(text));
  keep(text);
}

template <class V>
Note* GameBuilder<V>::target() {
  if (cut_ || skip_) return nullptr;
  if (illegal_) return &illegal_->note;
  return before_a_move() ? &next_note() : &last_note();
}

template <class V>
void GameBuilder<V>::comment(std::string_view text) {
  if (text.empty()) return;
  if (before_a_move()) return comment_before(text);
  if (Note* const note = target()) add_comment(note->comment, text);
  remember_comment(text);
}

template <class V>
void GameBuilder<V>::comment_line(std::string_view line) {
  Note* const note = target();
  if (!note) return;
  add_line(note == &next_ ? note->before : note->comment, line);
  remember_comment(line);
}

// Remarks before the tags, and texts with escapes, are copies that stand nowhere in the record.
template <class V>
void GameBuilder<V>::remember_comment(std::string_view text) {
  if (!in_variation()) comment_place_ = is_part_of(findings_.text(), text) ? text : "";
}

template <class V>
void GameBuilder<V>::comment_before(std::string_view text) {
  if (!cut_ && !skip_) add_comment(next_note().before, text);
}

// What is said of a move that does not come belongs to the move before it, as text.
template <class V>
void GameBuilder<V>::flush_next() {
  if (!std::exchange(has_next_, false)) return;
  const Note note = std::exchange(next_, {});
  if (note.empty()) return;
  add_comment(last_note().comment, note.before);
  add_comment(last_note().comment, note_as_text(note, V::info.variant));
}

template <class V>
void GameBuilder<V>::glyph(std::uint8_t n) {
  if (Note* const note = target()) note->glyphs.push_back(n);
}

template <class V>
void GameBuilder<V>::spent(std::uint32_t ms, std::string_view text) {
  if (cut_ || skip_) return;
  if (last_ == Last::move) {
    target()->spent_ms = ms;
    last_ = Last::nothing;
  } else if (last_ == Last::ending) {
    add_ending_spent(game_.tags, ms);
    last_ = Last::nothing;
  } else {
    findings_.add(FindingCode::time_without_move, text);
  }
}

template <class V>
void GameBuilder<V>::left(std::uint32_t ms) {
  if (Note* const note = target()) note->left_ms = ms;
}

template <class V>
void GameBuilder<V>::evaluation(Evaluation e) {
  evaluations([&](std::vector<Evaluation>& list) {
    list.push_back(std::move(e));
    return true;
  });
}

template <class V>
void GameBuilder<V>::count_evaluations(std::size_t n, std::string_view text) {
  evaluations_ += n;
  const std::string_view place = text.empty() ? findings_.end() : text;
  findings_.over(evaluations_, record_limits::evaluations, place);
}

template <class V>
void GameBuilder<V>::bookmark(std::string_view name, std::string_view text) {
  Note* const note = target();
  if (!note || note->bookmark == name) return;
  if (note->bookmark.empty()) {
    note->bookmark = name;
    return;
  }
  findings_.add(FindingCode::second_bookmark, text);
  add_line(note->comment, '&' + std::string(name));
}

namespace {

// Takes a value to where none stands yet; one that says something else stays.
template <class T>
void take_over(T& to, T& from) {
  if (to == T{}) to = from;
  if (to == from) from = T{};
}

}  // namespace

template <class V>
void GameBuilder<V>::said(Note note, std::string_view text) {
  if (note.empty()) return;
  Note* const to = target();
  if (!to) return;
  count_evaluations(note.evaluations.size(), text);
  for (Evaluation& e : note.evaluations) to->evaluations.push_back(std::move(e));
  note.evaluations.clear();
  take_over(to->spent_ms, note.spent_ms);
  take_over(to->left_ms, note.left_ms);
  take_over(to->bookmark, note.bookmark);
  add_comment(to->comment, note_as_text(note, V::info.variant));
  remember_comment(text);
}

template <class V>
void GameBuilder<V>::unread(std::string_view text) {
  add_comment(game_.unread, text);
  findings_.add(FindingCode::cut_before, findings_.end());
}

template <class V>
std::optional<Position<V>> checked_start(const Setup& setup, std::string_view place,
                                         Findings& findings) {
  auto position = Position<V>::from(setup);
  if (position) return *std::move(position);
  for (const std::string& fault : position.error())
    findings.add(FindingCode::bad_position, place, fault);
  return std::nullopt;
}

#define YARI_INSTANTIATE(V)      \
  template class GameBuilder<V>; \
  template std::optional<Position<V>> checked_start(const Setup&, std::string_view, Findings&);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
