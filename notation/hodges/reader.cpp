// From the text of one record to a game: tags and tokens in, events for the builder out.
#include <algorithm>
#include <string>
#include <utility>

#include "notation/hodges/hodges.h"
#include "notation/hodges/start.h"
#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "notation/words/words.h"

namespace yari {

namespace {

using Type = HodgesToken::Type;

template <class V>
class HodgesReading {
 public:
  HodgesReading(const ScannedMoves& moves, LookAheadBudget& budget, GameBuilder<V>& builder,
                Findings& findings)
      : moves_(moves), budget_(budget), builder_(builder), findings_(findings) {}

  void read(std::size_t first_token) {
    for (next_ = first_token; next_ < moves_.tokens.size();) event(moves_.tokens[next_++]);
    if (!extras_.unread.empty()) builder_.unread(extras_.unread);
  }

 private:
  void event(const HodgesToken& t) {
    switch (t.type) {
      case Type::move:
        return move(t);
      case Type::braces:
      case Type::comment:
        return comment(t);
      case Type::time:
        return builder_.spent(t.value, t.text);
      case Type::glyph:
        return glyph(t);
      case Type::open:
        return builder_.begin_variation(t.text, goes_on_here());
      case Type::close:
        return builder_.end_variation(t.text);
      case Type::result:
        return builder_.result(static_cast<GameResult>(t.value), t.text);
      case Type::word:
        return word(t);
      case Type::stray:
        return stray(t);
      case Type::ellipsis:
        return;
    }
  }

  void move(const HodgesToken& t) {
    if (!builder_.takes_moves()) return;
    if (!kind_of<V>(t.move)) return builder_.damage(t.text);
    const Position<V>& position = builder_.at().position();
    const std::optional<Square> last = builder_.at().last_target();
    MoveList moves;
    meanings(position, t.move, last, moves);
    if (moves.empty()) {
      if (may_be_word(t.text)) return word(t);
      after_illegal_move_ = !builder_.in_variation();
      return builder_.illegal(t.text, why_impossible(position, t.move, last));
    }
    after_illegal_move_ = false;
    if (t.move.type != MoveText::Type::unsaid) check_type(t, moves);
    if (moves.size() == 1) return builder_.move(moves[0], t.text);
    std::vector<std::string> names;
    for (const Move m : moves)
      append_move_text(names.emplace_back(), position, m, OriginStyle::always);
    builder_.choose(moves, t.text, names, left_by_later_moves(moves));
  }

  // Whether the next move can be played in this position, and not in place of the last one.
  bool goes_on_here() const {
    if (!builder_.has_ended()) return false;
    constexpr std::size_t most_comments = 4;
    const std::size_t stop = std::min(next_ + most_comments, moves_.tokens.size());
    std::size_t at = next_;
    while (at < stop && moves_.tokens[at].type != Type::move) ++at;
    if (at == stop || !kind_of<V>(moves_.tokens[at].move)) return false;
    MoveList moves;
    meanings(builder_.at().position(), moves_.tokens[at].move, builder_.at().last_target(), moves);
    return !moves.empty();
  }

  std::vector<std::size_t> left_by_later_moves(const MoveList& moves) {
    if (findings_.strict()) return {0};
    std::vector<Candidate<V>> candidates;
    for (const Move m : moves) {
      candidates.push_back({builder_.at().position(), m.to()});
      candidates.back().position.play(m);
    }
    const LookAhead ahead = look_ahead(moves_, next_, candidates, true, budget_);
    std::vector<std::size_t> left = ahead.best();
    // Where it gave up, none of the others is excluded.
    for (std::size_t i = 0; ahead.gave_up && i < candidates.size(); ++i) {
      if (std::find(left.begin(), left.end(), i) == left.end()) left.push_back(i);
    }
    return left;
  }

  // All meanings of a text end on the same square.
  void check_type(const HodgesToken& t, const MoveList& moves) {
    const bool capture = builder_.at().position().is_capture(moves[0]);
    const bool wrong = t.move.type == (capture ? MoveText::Type::move : MoveText::Type::capture);
    if (!wrong) return;
    findings_.warning(
        t.text, in_quotes(t.text) + (capture ? " says move, but captures"
                                             : " says capture, but there is nothing to take"));
  }

  void comment(const HodgesToken& t) {
    const std::string_view inside = t.inside();
    if (!t.closed) {
      findings_.warning(t.text, t.type == Type::braces ? "expected '}' at the end of the comment"
                                                       : "expected ']' at the end of the comment");
    }
    if (t.type == Type::comment) return builder_.comment(trimmed(inside));
    const bool before = builder_.in_variation() && !builder_.at().has_move();
    if (before) return builder_.comment(unescaped_comment(inside));
    Note said;
    read_comment(inside, V::info.variant, said, extras_);
    builder_.said(std::move(said), t.text);
    builder_.comment_before(std::exchange(extras_.before, {}));
  }

  void glyph(const HodgesToken& t) {
    if (t.value < 256) return builder_.glyph(static_cast<std::uint8_t>(t.value));
    findings_.warning(t.text, "expected a glyph $0..$255, found " + in_quotes(t.text));
  }

  void word(const HodgesToken& t) {
    // What could not be read may be prose, in which "time" and "draw" say nothing.
    if (!builder_.takes_moves() && !builder_.in_variation()) return;
    constexpr std::size_t most_words = 5;
    std::size_t end = next_;
    while (end < moves_.tokens.size() && end - next_ + 1 < most_words &&
           moves_.tokens[end].type == Type::word) {
      ++end;
    }
    // From the longest: "illegal" ends a game as "illegal move" does.
    for (; end >= next_; --end) {
      const std::string_view words(t.text.begin(), moves_.tokens[end - 1].text.end());
      if (const auto said = outcome_said(words)) return ended(*said, words, end);
    }
    builder_.damage(t.text);
  }

  void ended(const Outcome& said, std::string_view words, std::size_t next) {
    next_ = next;
    if (after_illegal_move_ && said.ending != Ending::illegal_move) return;
    builder_.ending(said, words);
  }

  void stray(const HodgesToken& t) {
    const std::string_view text = t.text;
    if (text == "." || text == ",") return;
    if (text != "}" && text != "]") return builder_.damage(t.text);
    if (!builder_.takes_moves()) return;
    findings_.warning(t.text,
                      "expected a move, found a lone " + in_quotes(text) + ", which is ignored");
  }

  const ScannedMoves& moves_;
  LookAheadBudget& budget_;
  GameBuilder<V>& builder_;
  Findings& findings_;
  CommentExtras extras_;
  bool after_illegal_move_ = false;
  /// The token after the one being read.
  std::size_t next_ = 0;
};

// No value: the start position is no position.
template <class V>
std::optional<Game> read_game(const ScannedMoves& moves, Header& header, const std::string& remarks,
                              Findings& findings) {
  LookAheadBudget budget = look_ahead_budget;
  const auto start = find_start<V>(header, moves, findings, budget);
  if (!start) return std::nullopt;
  Game game = new_game(V::info.variant);
  game.rules = header.rules;
  game.start = start->setup;
  game.tags = std::move(header.others);
  game.result = header.result.value_or(GameResult::unknown);
  game.ending = header.ending;
  // `Handicap` itself is made from the start when the game is written, so the words go to
  // `Handicap_`, as in write_tags.
  if (start->handicap_unknown)
    game.tags.push_back({header.handicap->name + '_', header.handicap->value});
  return build_game<V>(std::move(game), start->place, findings, [&](GameBuilder<V>& builder) {
    builder.comment(remarks);
    if (start->unknown) builder.without_start();
    HodgesReading<V>(moves, budget, builder, findings).read(start->first_token);
  });
}

bool holds_a_game(const ScannedMoves& moves) {
  return std::any_of(moves.tokens.begin(), moves.tokens.end(), [](const HodgesToken& t) {
    return t.type == Type::result || (t.type == Type::move && !may_be_word(t.text));
  });
}

}  // namespace

ReadResult read_hodges(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  std::size_t at = 0;
  TagSection section = read_tags(text, at, findings);
  Header header = read_header(section.tags, findings);
  const ScannedMoves moves = scan_moves(text, at);
  if (!moves.rest.empty()) findings.too_many(moves.rest, record_limits::words);
  if (findings.exhausted()) return findings.result(std::nullopt);
  if (section.tags.empty() && !holds_a_game(moves)) {
    const std::string_view found = text.substr(at);
    findings.error(found,
                   "expected tags or moves, found " + in_quotes(trimmed(found.substr(0, 80))));
    return findings.result(std::nullopt);
  }
  return with_variant(find_variant(header, moves, options, findings), [&]<class V>(V) {
    return findings.result(read_game<V>(moves, header, section.remarks, findings));
  });
}

}  // namespace yari
