// One pass over the tokens; open variations stand on a stack of our own, not the machine's.
#include "notation/hodges/moves.h"

#include "notation/ending_words.h"
#include "notation/words.h"

namespace yari {

namespace {

constexpr std::string_view glyph_marks[] = {"!", "?", "!!", "??", "!?", "?!"};

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
void HodgesMoves<V>::read(HodgesLexer lexer, const Position<V>& start) {
  lexer_ = lexer;
  outer_.clear();
  may_branch_ = text_.find('(') != std::string_view::npos;
  constexpr std::size_t usual_bytes_per_ply = 7;
  game_.moves.reserve(std::min<std::size_t>(text_.size() / usual_bytes_per_ply, 1000));
  Place place{.before = start, .now = start};
  place_ = &place;
  for (Token t = lexer_.next(); t.type != Type::end; t = lexer_.next()) {
    if (!handle(t)) break;
  }
  finish();
  place_ = nullptr;
}

template <class V>
bool HodgesMoves<V>::handle(const Token& t) {
  switch (t.type) {
    case Type::move:
      return move(t);
    case Type::comment:
      return comment(t), true;
    case Type::glyph:
      return glyph(t), true;
    case Type::open:
      return open(t), true;
    case Type::close:
      return close(t), true;
    case Type::result:
      return result(t), true;
    case Type::word:
      return words(t);
    case Type::stray:
      if (t.text == "." || t.text == ",") return true;
      if (t.text == "}" || t.text == "]") {
        findings_.warning(
            t.offset, "expected a move, found a lone " + in_quotes(t.text) + ", which is ignored");
        return true;
      }
      return refuse(t.offset, "expected a move, found " + in_quotes(t.text));
    default:
      return true;
  }
}

template <class V>
bool HodgesMoves<V>::move(const Token& t) {
  MoveText text;
  if (read_move_text<V>(t.text, text) != t.text.size()) {
    return refuse(t.offset, "expected a move, found " + in_quotes(t.text));
  }
  const Square* last = place_->has_last ? &place_->last : nullptr;
  MoveList moves;
  meanings(place_->now, text, last, moves);
  if (moves.empty()) {
    return illegal(t, why_impossible(place_->now, text, last));
  }
  if (over_ && outer_.empty()) {
    findings_.warning(t.offset, goes_on(t.text));
    over_ = false;
  }
  const Move m = moves.size() == 1 ? moves[0] : choose(t, moves);
  if (text.type != MoveText::Type::unsaid) check_type(t, text, m);
  play(m);
  return true;
}

// A move that no position allows ends the game where the record says so; else it is damage.
template <class V>
bool HodgesMoves<V>::illegal(const Token& t, const std::string& why) {
  const std::string shown = "ply " + std::to_string(place_->ply + 1) + ", " + in_quotes(t.text);
  std::optional<EndingPhrase> said;
  if (outer_.empty()) said = illegal_move_phrase(text_, lexer_);
  if (!said) return refuse(t.offset, shown + ", is illegal: " + why);
  findings_.warning(t.offset, shown + ", is illegal and ends the game: " + why);
  keep_as_comment(t.offset, said->begin);
  if (said->outcome.result == GameResult::unknown) {
    said->outcome.result = win_for(~place_->now.side_to_move());
  }
  end_game(*said);
  return true;
}

template <class V>
void HodgesMoves<V>::check_type(const Token& t, const MoveText& text, Move m) {
  const bool capture = place_->now.is_capture(m);
  if (capture && text.type == MoveText::Type::move) {
    findings_.warning(t.offset, in_quotes(t.text) + " says move, but captures");
  } else if (!capture && text.type == MoveText::Type::capture) {
    findings_.warning(t.offset, in_quotes(t.text) + " says capture, but there is nothing to take");
  }
}

template <class V>
void HodgesMoves<V>::play(Move m) {
  Place& p = *place_;
  if (may_branch_) p.before = p.now;
  p.last_before = p.last;
  p.has_last_before = p.has_last;
  p.now.play(m);
  p.last = m.to();
  p.has_last = true;
  p.has_move = true;
  ++p.ply;
  p.node = game_.moves.add(p.node, m);
  if (pending_before_.empty() && extras_.before.empty()) return;
  add_comment(pending_before_, extras_.before);
  game_.moves.edit_note(p.node).before = std::move(pending_before_);
  pending_before_.clear();
  extras_.before.clear();
}

template <class V>
std::string HodgesMoves<V>::spelled(Move m) const {
  std::string s;
  append_move_text(s, place_->now, m, OriginStyle::always);
  return s;
}

template <class V>
Move HodgesMoves<V>::choose(const Token& t, const MoveList& moves) {
  std::vector<Candidate<V>> candidates;
  std::vector<std::string> names;
  for (const Move m : moves) {
    candidates.push_back({place_->now, m.to(), true});
    candidates.back().position.play(m);
    names.push_back(spelled(m));
  }
  const std::string can_be = in_quotes(t.text) + " can be " + joined(names);
  if (strict_) {
    findings_.error(t.offset, can_be);
    return moves[0];
  }
  const LookAhead ahead = look_ahead(lexer_, candidates, true, budget_);
  const std::vector<std::size_t> best = ahead.best();
  const std::string taken = names[best[0]];
  if (best.size() == 1 && !ahead.gave_up) {
    findings_.note(t.offset, can_be + "; the later moves leave " + taken);
  } else {
    findings_.note(t.offset, can_be + "; the later moves do not tell, so " + taken +
                                 " is taken, the first by square");
  }
  return moves[static_cast<int>(best[0])];
}

// Reports what cannot be read on. In the main line the game is cut there; in a variation the rest
// of the variation becomes a comment. Returns whether reading goes on.
template <class V>
bool HodgesMoves<V>::refuse(std::size_t offset, std::string message) {
  findings_.error(offset, std::move(message));
  if (outer_.empty()) {
    game_.unread = trimmed(text_.substr(offset));
    find_result_in_rest();
    return false;
  }
  lexer_ = HodgesLexer(text_, offset);
  const bool closed = lexer_.skip_variation();
  const std::size_t end = lexer_.offset() - (closed ? 1 : 0);
  if (!place_->has_move) {
    *place_ = std::move(outer_.back());
    outer_.pop_back();
    keep_as_comment(offset, end);
    return true;
  }
  keep_as_comment(offset, end);
  *place_ = std::move(outer_.back());
  outer_.pop_back();
  return true;
}

template <class V>
void HodgesMoves<V>::keep_as_comment(std::size_t from, std::size_t to) {
  const std::string_view rest = trimmed(text_.substr(from, to - from));
  std::string& comment = game_.moves.edit_note(place_->node).comment;
  add_comment(comment, pending_before_);
  pending_before_.clear();
  add_comment(comment, rest);
}

template <class V>
void HodgesMoves<V>::find_result_in_rest() {
  HodgesLexer rest = lexer_;
  for (Token t = rest.next(); t.type != Type::end; t = rest.next()) {
    if (t.type == Type::open) {
      rest.skip_variation();
    } else if (t.type == Type::result) {
      result(t);
    }
  }
}

template <class V>
void HodgesMoves<V>::comment(const Token& t) {
  if (!place_->has_move && !outer_.empty()) {
    add_comment(pending_before_,
                t.braces ? unescaped_comment(t.inside) : std::string(trimmed(t.inside)));
    return;
  }
  if (!t.braces) {
    const std::string_view text = trimmed(t.inside);
    if (!text.empty()) add_comment(game_.moves.edit_note(place_->node).comment, text);
    return;
  }
  Note& note = game_.moves.edit_note(place_->node);
  read_comment(t.inside, V::info.variant, note, extras_);
  if (note.empty()) game_.moves.clear_note(place_->node);
}

template <class V>
void HodgesMoves<V>::glyph(const Token& t) {
  std::vector<std::uint8_t>& glyphs = game_.moves.edit_note(place_->node).glyphs;
  if (t.text[0] == '$') {
    int n = 0;
    for (const char c : t.text.substr(1)) n = std::min(n * 10 + (c - '0'), 256);
    if (n < 256) {
      glyphs.push_back(static_cast<std::uint8_t>(n));
    } else {
      findings_.warning(t.offset, "expected a glyph $0..$255, found " + in_quotes(t.text));
    }
  } else {
    for (std::uint8_t i = 0; i < std::size(glyph_marks); ++i) {
      if (t.text == glyph_marks[i]) glyphs.push_back(static_cast<std::uint8_t>(i + 1));
    }
  }
}

template <class V>
void HodgesMoves<V>::open(const Token& t) {
  const bool too_deep = outer_.size() == max_nesting;
  if (too_deep || !place_->has_move) {
    const std::string message =
        too_deep ? "variations are nested deeper than " + std::to_string(max_nesting)
                 : "expected a move before a variation";
    findings_.error(t.offset, message + "; this one is kept as a comment");
    lexer_.skip_variation();
    if (place_->has_move || outer_.empty()) {
      keep_as_comment(t.offset, lexer_.offset());
    } else {
      add_comment(pending_before_, text_.substr(t.offset, lexer_.offset() - t.offset));
    }
    return;
  }
  Place inner{.node = game_.moves.parent(place_->node),
              .ply = place_->ply - 1,
              .has_move = false,
              .has_last = place_->has_last_before,
              .last = place_->last_before,
              .before = place_->before,
              .now = place_->before};
  outer_.push_back(std::move(*place_));
  *place_ = std::move(inner);
}

template <class V>
void HodgesMoves<V>::close(const Token& t) {
  if (outer_.empty()) {
    findings_.warning(t.offset, "there is no variation to close; the ')' is ignored");
    return;
  }
  const bool empty = !place_->has_move;
  *place_ = std::move(outer_.back());
  outer_.pop_back();
  if (empty) keep_as_comment(t.offset, t.offset);
}

template <class V>
void HodgesMoves<V>::result(const Token& t) {
  if (!outer_.empty()) {
    if (t.text != "*") keep_as_comment(t.offset, t.offset + t.text.size());
    return;
  }
  const std::optional<GameResult> r = result_in_words(t.text);
  if (!r) return;
  if (game_.result == GameResult::unknown || stated_result_ != GameResult::unknown) {
    if (over_ && stated_result_ != GameResult::unknown && *r != stated_result_) {
      findings_.warning(t.offset, "the game ended with " + std::string(name(stated_result_)) +
                                      " before; " + in_quotes(t.text) + " counts");
    }
    game_.result = stated_result_ = *r;
  } else if (*r != GameResult::unknown && *r != game_.result) {
    findings_.warning(t.offset, "the moves end with " + in_quotes(t.text) + ", but the tags say " +
                                    std::string(name(game_.result)));
  }
  over_ = true;
}

template <class V>
void HodgesMoves<V>::end_game(const EndingPhrase& said) {
  const Outcome& o = said.outcome;
  if (game_.ending == Ending::unknown) game_.ending = o.ending;
  if (game_.result == GameResult::unknown) {
    const bool named = o.result != GameResult::unknown;
    game_.result = stated_result_ =
        named ? o.result : result_for(o.ending, place_->now.side_to_move());
  } else if (o.result != GameResult::unknown && o.result != game_.result) {
    findings_.warning(said.begin, in_quotes(text_.substr(said.begin, said.end - said.begin)) +
                                      " says " + std::string(name(o.result)) +
                                      ", but the game ended with " +
                                      std::string(name(game_.result)));
  }
  over_ = true;
  lexer_ = HodgesLexer(text_, said.end);
}

template <class V>
bool HodgesMoves<V>::words(const Token& t) {
  if (const std::optional<EndingPhrase> said = ending_phrase(text_, t)) {
    if (outer_.empty()) {
      end_game(*said);
    } else {
      keep_as_comment(said->begin, said->end);
      lexer_ = HodgesLexer(text_, said->end);
    }
    return true;
  }
  if (over_) {
    findings_.warning(t.offset, "expected the end of the game, found " + in_quotes(t.text));
    keep_as_comment(t.offset, t.offset + t.text.size());
    return true;
  }
  return refuse(t.offset, "expected a move, found " + in_quotes(t.text));
}

template <class V>
void HodgesMoves<V>::finish() {
  if (!outer_.empty()) {
    findings_.warning(text_.size(),
                      "expected ')' to close " + std::to_string(outer_.size()) + " variations");
  }
  if (!pending_before_.empty() || !extras_.before.empty()) {
    add_comment(pending_before_, extras_.before);
    add_comment(game_.moves.edit_note(place_->node).comment, pending_before_);
  }
  if (!over_ && !game_.was_cut()) take_result_from_last_comment();
  if (!extras_.unread.empty()) {
    add_comment(game_.unread, extras_.unread);
    findings_.warning(text_.size(),
                      "the record was cut before it was written; the text that "
                      "could not be read is kept");
  }
}

// "{1-0}", "{White resigns}" at the end, where nothing else says how the game ended.
template <class V>
void HodgesMoves<V>::take_result_from_last_comment() {
  const NodeId last = game_.moves.main_line().empty() ? root_node : game_.moves.main_line().back();
  const Note* note = game_.moves.note(last);
  if (!note || game_.result != GameResult::unknown || game_.ending != Ending::unknown) return;
  const std::optional<Outcome> o = outcome_in_words(note->comment);
  const std::optional<GameResult> r = result_in_words(note->comment);
  if (note->comment.empty() || (!o && !r)) return;
  game_.ending = o ? o->ending : Ending::unknown;
  game_.result = o ? o->result : *r;
  if (game_.result == GameResult::unknown) {
    game_.result = result_for(game_.ending, place_->now.side_to_move());
  }
  Note& rest = game_.moves.edit_note(last);
  rest.comment.clear();
  if (rest.empty()) game_.moves.clear_note(last);
}

template class HodgesMoves<YariShogi>;
template class HodgesMoves<Shogi>;

}  // namespace yari
