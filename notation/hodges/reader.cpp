// From the text of one record to a game: tags and tokens in, events for the builder out.
#include <algorithm>
#include <string>
#include <utility>

#include "notation/hodges/ending_claim.h"
#include "notation/hodges/hodges.h"
#include "notation/hodges/move_numbers.h"
#include "notation/hodges/spelled_move.h"
#include "notation/hodges/start.h"
#include "notation/moves/japanese_move.h"
#include "notation/moves/nearest_move.h"
#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/outcome_words.h"
#include "rules/handicap.h"

namespace yari {

namespace {

using Type = HodgesToken::Type;

template <class V>
class HodgesReading {
 public:
  HodgesReading(const ScannedMoves& moves, LookAheadBudget& budget, GameBuilder<V>& builder,
                Findings& findings, MoveNumbers::Start start)
      : moves_(moves), budget_(budget), builder_(builder), findings_(findings), numbers_(start) {}

  void read(std::size_t first_token) {
    for (next_ = first_token; next_ < moves_.tokens.size();) event(moves_.tokens[next_++]);
    report_lone_glyphs();
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
        report_lone_glyphs();
        return builder_.begin_variation(
            t.text, builder_.has_ended() && next_move_fits(moves_, next_, builder_.at()));
      case Type::close:
        report_lone_glyphs();
        return builder_.end_variation(t.text);
      case Type::branch:
        report_lone_glyphs();
        return builder_.go_back(t.value, t.text);
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
    if (t.value != 0) check_number(t);
    if (!exists_in<V>(t.move)) return damage(t.text);
    const Position<V>& position = builder_.at().position();
    const std::optional<Square> last = builder_.at().last_target();
    MoveList moves;
    meanings(position, t.move, last, moves);
    if (moves.empty()) {
      if (may_be_word(t.text)) return word(t);
      return illegal(t.text, why_impossible(position, t.move, last));
    }
    if (t.spelled) {
      std::string usual;
      append_move_text(usual, position, moves[0],
                       moves.size() == 1 ? OriginStyle::where_needed : OriginStyle::always);
      findings_.add(FindingCode::unusual_move, t.text, in_quotes(t.text), usual);
    }
    if (t.move.type != MoveText::Type::unsaid) check_type(t, moves);
    play(moves, t.text);
  }

  void check_number(const HodgesToken& t) {
    if (const auto expected = numbers_.expected_instead_of(t.value, builder_.number_of_next_move()))
      findings_.add(FindingCode::move_number, t.place_of_number(), *expected, t.value);
  }

  // One of the moves that `text` can mean. Requires: there is one.
  void play(const MoveList& moves, std::string_view text) {
    after_illegal_move_ = false;
    if (moves.size() == 1) {
      builder_.move(moves[0], text);
    } else {
      choose(moves, text);
    }
    if (glyphs_before_.empty()) return;
    for (const std::string_view glyph : std::exchange(glyphs_before_, {})) {
      findings_.add(FindingCode::glyph_before_move, glyph, in_quotes(glyph), in_quotes(text));
    }
  }

  void choose(const MoveList& moves, std::string_view text) {
    std::vector<std::string> names;
    for (const Move m : moves)
      append_move_text(names.emplace_back(), builder_.at().position(), m, OriginStyle::always);
    builder_.choose(moves, text, names, left_by_later_moves(moves));
  }

  void illegal(std::string_view text, std::string why) {
    after_illegal_move_ = !builder_.in_variation();
    if (!ends_by_illegal_move(moves_, next_)) why += did_you_mean(text);
    builder_.illegal(text, why);
  }

  void damage(std::string_view text) {
    const std::string nearest = nearest_to(text);
    if (nearest.empty()) return builder_.damage(text);
    builder_.damage(text, "a move (did you mean " + nearest + "?)");
  }

  std::string nearest_to(std::string_view text) {
    if (!builder_.takes_moves() || questions_left_ == 0) return {};
    --questions_left_;
    return nearest_moves(builder_.at().position(), text);
  }

  std::string did_you_mean(std::string_view text) {
    const std::string nearest = nearest_to(text);
    return nearest.empty() ? "" : "; did you mean " + nearest + '?';
  }

  std::vector<std::size_t> left_by_later_moves(const MoveList& moves) {
    if (findings_.strict()) return {0};
    return look_ahead(moves_, next_, after_each(builder_.at().position(), moves), true, budget_)
        .left();
  }

  // All meanings of a text end on the same square.
  void check_type(const HodgesToken& t, const MoveList& moves) {
    const bool capture = builder_.at().position().is_capture(moves[0]);
    const bool wrong = t.move.type == (capture ? MoveText::Type::move : MoveText::Type::capture);
    if (!wrong) return;
    findings_.add(capture ? FindingCode::move_captures : FindingCode::nothing_to_take, t.text,
                  in_quotes(t.text));
  }

  void comment(const HodgesToken& t) {
    const std::string_view inside = t.inside();
    if (!t.closed) {
      findings_.add(FindingCode::comment_not_closed, t.text,
                    t.type == Type::braces ? "'}'" : "']'");
    }
    if (t.type == Type::comment) return builder_.comment(trimmed(inside));
    if (builder_.before_a_move()) return builder_.comment(unescaped_comment(inside));
    Note said;
    read_comment(inside, V::info.variant, said, extras_);
    builder_.said(std::move(said), t.text);
    builder_.comment_before(std::exchange(extras_.before, {}));
  }

  void glyph(const HodgesToken& t) {
    if (t.value >= 256) {
      findings_.add(FindingCode::glyph_number, t.text, in_quotes(t.text));
    } else {
      if (builder_.before_a_move() && builder_.takes_moves()) glyphs_before_.push_back(t.text);
      builder_.glyph(static_cast<std::uint8_t>(t.value));
    }
  }

  void report_lone_glyphs() {
    for (const std::string_view glyph : std::exchange(glyphs_before_, {})) {
      findings_.add(FindingCode::glyph_without_move, glyph, in_quotes(glyph));
    }
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
    if (builder_.takes_moves() && is_unknown_ending(moves_, next_, findings_.text()))
      return unknown_ending(t.text);
    if (goes_on_after(t)) return;
    damage(t.text);
  }

  void ended(const Outcome& said, std::string_view words, std::size_t next) {
    next_ = next;
    if (after_illegal_move_ && said.ending != Ending::illegal_move) return;
    if (said.ending == Ending::impasse) {
      if (const std::optional<Winner> winner = declared(moves_, next_)) {
        return builder_.ending_by_side(
            [&](Color side) {
              const bool failed = *winner == Winner::other;
              return Outcome{result_of(*winner, side),
                             failed ? Ending::illegal_move : Ending::declaration};
            },
            words);
      }
    }
    Outcome outcome = said;
    if (said == Outcome{{}, Ending::impasse} && !tells_result()) outcome.result = GameResult::draw;
    builder_.ending(outcome, words);
  }

  // Something beside the words of the ending says who won: what was claimed before, or a result
  // that comes, the last of which is looked for once.
  bool tells_result() {
    const auto& all = moves_.tokens;
    const auto is_result = [](const HodgesToken& t) { return t.type == Type::result; };
    if (!end_of_results_)
      end_of_results_ =
          static_cast<std::size_t>(all.rend() - std::find_if(all.rbegin(), all.rend(), is_result));
    return builder_.result_known() || next_ < *end_of_results_;
  }

  void unknown_ending(std::string_view text) {
    findings_.add(FindingCode::unknown_ending, text, in_quotes(text));
    builder_.unknown_ending(text, text);
  }

  // Words in which there is no move, and after which the moves go on as if they were not there:
  // they become a comment. Strict reading, and words that may be what is left of a move, end the
  // moves.
  bool goes_on_after(const HodgesToken& first) {
    if (findings_.strict() || !builder_.takes_moves() || next_ < words_until_) return false;
    constexpr std::size_t shortest = 3;
    std::size_t end = next_;
    bool long_word = false;
    for (const HodgesToken* t = &first;; t = &moves_.tokens[end++]) {
      if (!std::all_of(t->text.begin(), t->text.end(), is_letter)) return false;
      long_word = long_word || t->text.size() >= shortest;
      words_until_ = end;
      if (end == moves_.tokens.size() || moves_.tokens[end].type != Type::word) break;
    }
    if (!long_word || !makes_sense_from(end)) return false;
    const std::string_view words(first.text.begin(), moves_.tokens[end - 1].text.end());
    next_ = end;
    builder_.text_among_moves(words);
    return true;
  }

  // Whether all moves up to the next word or the end of the line can be played, or many of them.
  bool makes_sense_from(std::size_t i) {
    constexpr int many = 4;
    int written = 0;
    for (std::size_t n = i; n < moves_.tokens.size() && written < many; ++n) {
      const HodgesToken& t = moves_.tokens[n];
      if (t.type == Type::open) n = moves_.end_of_variation(n);
      if (t.type == Type::close || t.type == Type::result || t.type == Type::branch ||
          t.type == Type::word)
        break;
      if (t.type == Type::move) ++written;
    }
    if (written == 0) return false;
    const std::vector<PossibleStart<V>> here{
        {builder_.at().position(), builder_.at().last_target()}};
    return look_ahead(moves_, i, here, false, budget_, written).plies[0] == written;
  }

  void stray(const HodgesToken& t) {
    const std::string_view text = t.text;
    if (text == "." || text == "," || text == "\"") return;
    if (text != "}" && text != "]") return japanese(t);
    if (!builder_.takes_moves()) return;
    findings_.add(FindingCode::stray_bracket, t.text, in_quotes(text));
  }

  // "▲７六歩△３四歩" and "投了" among moves in Hodges notation.
  void japanese(const HodgesToken& t) {
    if (!builder_.takes_moves() && !builder_.in_variation()) return;
    if (const auto said = outcome_said(t.text)) return ended(*said, t.text, next_);
    if (builder_.takes_moves() && is_unknown_ending(moves_, next_, findings_.text()))
      return unknown_ending(t.text);
    std::string_view rest = t.text;
    while (!rest.empty() && builder_.takes_moves()) {
      const Position<V>& position = builder_.at().position();
      const auto read = read_japanese_move(rest, position, builder_.at().last_target());
      if (!read) return damage(rest);
      const std::string_view text = rest.substr(0, read->length);
      if (read->meanings.empty()) return illegal(text, read->why_impossible);
      std::string usual;
      append_move_text(usual, position, read->meanings[0]);
      findings_.add(FindingCode::unusual_move, text, in_quotes(text), usual);
      play(read->meanings, text);
      rest.remove_prefix(read->length);
    }
  }

  const ScannedMoves& moves_;
  LookAheadBudget& budget_;
  GameBuilder<V>& builder_;
  Findings& findings_;
  MoveNumbers numbers_;
  CommentExtras extras_;
  bool after_illegal_move_ = false;
  /// Where glyphs stand at the start of a variation, which are about its first move.
  std::vector<std::string_view> glyphs_before_;
  /// How often the moves are still searched for one that is spelled alike: a broken file must not
  /// take long.
  int questions_left_ = 20;
  /// The end of the words that were looked at last for what follows them.
  std::size_t words_until_ = 0;
  /// The token after the one being read.
  std::size_t next_ = 0;
  /// After the last token that is a result; 0 where there is none.
  std::optional<std::size_t> end_of_results_;
};

// No value: the start position is no position.
template <class V>
std::optional<Game> read_game(const ScannedMoves& moves, Header& header, const std::string& remarks,
                              Findings& findings) {
  LookAheadBudget budget = look_ahead_budget;
  const auto start = find_start<V>(header, moves, findings, budget);
  if (!start) return std::nullopt;
  const MoveNumbers::Start numbers{handicap_squares(start->setup).has_value(),
                                   start->setup.side_to_move == Color::black};
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
    if (const std::string_view first = first_usi_move(moves); !first.empty())
      findings.add(FindingCode::moves_in_usi, first);
    HodgesReading<V>(moves, budget, builder, findings, numbers).read(start->first_token);
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
    findings.add(FindingCode::not_the_format, found, "tags or moves",
                 in_quotes(trimmed(found.substr(0, 80))));
    return findings.result(std::nullopt);
  }
  return with_variant(find_variant(header, moves, options, findings), [&]<class V>(V) {
    return findings.result(read_game<V>(moves, header, section.remarks, findings));
  });
}

}  // namespace yari
