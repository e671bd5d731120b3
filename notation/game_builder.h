/// \file
/// From what a record says, event by event, to a game. Every format's scanner feeds one builder,
/// and the builder alone decides what becomes of each thing said.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/findings.h"
#include "notation/playback.h"
#include "rules/game.h"
#include "rules/outcome.h"

namespace yari {

/// A part of a record's text: bytes `begin` up to, not including, `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool empty() const { return begin == end; }
};

/// The marks of the glyphs 1 to 6.
inline constexpr std::string_view glyph_marks[] = {"!", "?", "!!", "??", "!?", "?!"};

/// Builds one game.
///
/// Events come in the order of the record: any number of moves, each followed by what is said
/// about it (comments, glyphs, clocks, evaluations, a bookmark) and by its variations; an ending or
/// a result; more of them, which are contradictions or repetitions. A variation comes between
/// begin_variation and end_variation, or starts with go_back. finish() comes last, once.
///
/// What the builder decides, for all formats alike:
/// - a move that is illegal or cannot be read cuts the main line: the rest of the record is kept in
///   Game::unread, and of what follows only endings and results of the main line are heard. In a
///   variation the rest of that variation becomes a comment;
/// - an illegal move after which the record says that the game ended by an illegal move ends the
///   game: its text becomes a comment;
/// - a move after the ending is played, with a warning;
/// - the tags' result stands; what moves or comments say against it is reported;
/// - strict reading refuses an ambiguous move, lenient reading settles it (see choose).
template <class V>
class GameBuilder {
 public:
  /// `game` has its variant, rules, start, tags and the result and ending that the tags give;
  /// `text` is the whole record. All of them must outlive the builder.
  GameBuilder(std::string_view text, Game& game, const Position<V>& start, Findings& findings,
              bool strict);

  /// Where the record stands: the position in which the next move will be read.
  const Playback<V>& at() const { return at_; }
  bool in_variation() const { return at_.variations() != 0 || branched_; }
  /// False where a move would be ignored: after a cut, and in the rest of a damaged variation. A
  /// reader may then skip finding out what a move means, and must still send all other events.
  bool takes_moves() const { return !cut_ && !skip_; }

  /// The last move was illegal; an ending by an illegal move that comes now is about it.
  bool after_illegal_move() const { return illegal_.has_value(); }

  /// The number that a record gives its next move: one more than the moves here, among them one
  /// that is illegal.
  std::size_t number_of_next_move() const {
    return static_cast<std::size_t>(at_.ply()) + (illegal_ ? 2 : 1);
  }

  /// Starts from another position. Requires: no move has come yet.
  void restart(const Position<V>& start);

  /// A move that can be played. Requires: at().position().is_legal(m).
  void move(Move m, Span text);
  /// A text that can mean several moves. `spell(m)` names one for a message; `settle()` gives the
  /// indices of those that the rest of the record leaves, at least one, and is called in lenient
  /// reading alone. The first of them is played. Requires: meanings.size() > 1, all legal.
  template <class Spell, class Settle>
  void choose(const MoveList& meanings, Span text, Spell&& spell, Settle&& settle);
  /// The same where the rest of the record is not asked: the first is taken, with a warning.
  template <class Spell>
  void choose_first(const MoveList& meanings, Span text, Spell&& spell);
  /// A move that is understood and may not be played; `why` is a clause ("no pawn can go there").
  void illegal(Span text, std::string_view why);
  /// What cannot be understood where a move or an ending should stand: "expected a move".
  /// After the end of the game it is only kept as a comment.
  void damage(Span text, std::string_view expected = "expected a move");
  /// Text in a place where nothing should stand, which does no harm: kept as a comment.
  void stray(Span text, std::string_view expected);

  /// A comment of its own, about the last move or, at the start of a variation, the next.
  void comment(std::string_view text);
  /// A line of a comment, for formats that write comments line by line.
  void comment_line(std::string_view line);
  /// A comment that the record puts before the next move.
  void comment_before(std::string_view text);
  /// 0..255, as PGN numbers them.
  void glyph(std::uint8_t n);
  /// Time spent on the last move, or, right after an ending, before it.
  void spent(std::uint32_t ms, Span text);
  void left(std::uint32_t ms);
  void evaluation(Evaluation e);
  void bookmark(std::string_view name, Span text);
  /// The note that comments and the like go to, for readers that fill several fields at once; null
  /// where they are not kept.
  Note* note();

  /// Opens a variation of the last move.
  void begin_variation(Span text);
  void end_variation(Span text);
  /// A variation that begins with move `number` (from 1) of the line before.
  void go_back(std::size_t number, Span text);

  /// How the game ended ("resigns"); its result may be unknown. In a variation the text is kept as
  /// a comment. What was said before stands, and a contradiction is reported.
  void ending(const Outcome& outcome, Span text);
  /// The same for a word whose result depends on whose turn it is: `said(side)` is the Outcome with
  /// `side` to move. After a cut only what does not depend on it counts.
  template <class Said>
  void ending_by_side(Said&& said, Span text);
  /// Who won ("1-0"); it counts more than what an ending said before.
  void result(GameResult result, Span text);

  /// The rest of a record that was cut before it was written in this format.
  void unread(std::string_view text);

  /// Closes the game: what is still open is reported, and a result that only the ending's side or,
  /// in formats where `comments_end` games, the last comment gives is filled in.
  void finish(bool comments_end = true);

 private:
  /// An illegal move of the main line, until the next event tells whether it ended the game.
  struct Illegal {
    Span text;
    std::string why;
    Note note;
  };
  /// Text that is kept as a comment, up to the end of a variation.
  struct Skip {
    std::size_t begin;
    /// The variations opened inside it.
    std::size_t depth = 0;
    /// It is the rest of the open variation; otherwise a whole one that was never opened.
    bool rest = true;
  };
  enum class Last : std::uint8_t { nothing, move, ending };

  /// Whose turn it is when an ending is said here: after an illegal move, the other side's.
  Color side_at_ending() const;
  std::string shown(Span text) const;
  std::string ply_of(Span text) const;
  void report_choice(Span text, const std::vector<std::string>& names,
                     const std::vector<std::size_t>& left);
  void report_first(Span text, const std::vector<std::string>& names);
  bool ignores();
  void cut(std::size_t offset);
  void settle_illegal_move();
  void end_by_illegal_move(const Outcome& said, std::size_t offset, const std::string& words);
  void contradiction(std::size_t offset, const std::string& words, GameResult result);
  void skip_rest(std::size_t offset);
  void end_skip(std::size_t offset);
  void keep(std::size_t begin, std::size_t end);
  void flush_before();
  void take_ending_from_last_comment();
  void fill_result();
  void check_repetition();
  void hand_over_keys();

  std::string_view text_;
  Game& game_;
  Findings& findings_;
  bool strict_;
  Playback<V> at_;
  /// The last move of the main line, and how many it has.
  struct {
    NodeId node = root_node;
    int plies = 0;
  } main_end_;
  /// Of its positions, the start first.
  std::vector<Key> keys_;
  /// Comments for the next move.
  std::string before_;
  std::optional<Illegal> illegal_;
  std::optional<Skip> skip_;
  Last last_ = Last::nothing;
  bool over_ = false;
  bool cut_ = false;
  /// Open variations after a cut.
  std::size_t cut_depth_ = 0;
  /// After a go_back: what follows belongs to a variation.
  bool branched_ = false;
  /// No move came since the last go_back.
  bool at_branch_ = false;
  /// Which of result and ending the tags gave, and which came with the moves.
  bool result_by_tags_;
  bool ending_by_tags_;
  bool result_said_ = false;
};

template <class V>
template <class Spell, class Settle>
void GameBuilder<V>::choose(const MoveList& meanings, Span text, Spell&& spell, Settle&& settle) {
  if (ignores()) return;
  std::vector<std::string> names;
  for (const Move m : meanings) names.push_back(spell(m));
  const std::vector<std::size_t> left = strict_ ? std::vector<std::size_t>{0} : settle();
  report_choice(text, names, left);
  move(meanings[static_cast<int>(left[0])], text);
}

template <class V>
template <class Spell>
void GameBuilder<V>::choose_first(const MoveList& meanings, Span text, Spell&& spell) {
  if (ignores()) return;
  std::vector<std::string> names;
  for (const Move m : meanings) names.push_back(spell(m));
  report_first(text, names);
  move(meanings[0], text);
}

template <class V>
template <class Said>
void GameBuilder<V>::ending_by_side(Said&& said, Span text) {
  if (illegal_ && said(side_at_ending()).ending != Ending::illegal_move) settle_illegal_move();
  Outcome outcome = said(side_at_ending());
  if (cut_ && outcome.result != said(~side_at_ending()).result)
    outcome.result = GameResult::unknown;
  ending(outcome, text);
}

/// What a comment, or its last line, says about the end of a game ("White resigns", "1-0"); no
/// value where it says nothing. A reader takes the comment on the last move so where nothing else
/// says how the game ended.
std::optional<Outcome> outcome_in_comment(std::string_view comment);

/// The start position, or no value, and its faults reported at `offset`.
template <class V>
std::optional<Position<V>> checked_start(const Setup& setup, std::size_t offset,
                                         Findings& findings);

/// Builds a game without tags from a start that was read, or not, out of the text at `offset`:
/// read(builder) sends the events. No value: there is no legal start, which is reported.
template <class V, class Read>
std::optional<Game> build_game(std::string_view text, const Result<Setup>& start,
                               std::size_t offset, bool strict, Findings& findings, Read&& read) {
  if (!start) {
    findings.error(offset + start.error().offset, start.error().message);
    return std::nullopt;
  }
  const auto position = checked_start<V>(*start, offset, findings);
  if (!position) return std::nullopt;
  Game game;
  game.variant = V::info.variant;
  game.start = *start;
  GameBuilder<V> builder(text, game, *position, findings, strict);
  read(builder);
  builder.finish();
  return game;
}

/// What reading came to: no game where strict reading found an error.
ReadResult read_result(std::optional<Game> game, Findings& findings, const ReadOptions& options);

}  // namespace yari
