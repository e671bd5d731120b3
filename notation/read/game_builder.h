/// \file
/// From what a record says, event by event, to a game. Every format's scanner feeds one builder,
/// and the builder alone decides what becomes of each thing said.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/findings.h"
#include "notation/moves/playback.h"
#include "notation/read/claims.h"
#include "record/board_verdict.h"
#include "record/game.h"
#include "rules/outcome.h"

namespace yari {

/// Builds one game. Texts of events are parts of the record's text.
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
/// - how the game ended is settled when all is read, from everything that says it (claims.h);
/// - a record with more moves, tags or evaluations than record_limits allows is refused;
/// - strict reading refuses an ambiguous move, lenient reading settles it (see choose).
template <class V>
class GameBuilder {
 public:
  /// `game` has its variant, rules, start, tags and the result and ending that the tags give.
  GameBuilder(Game game, const Position<V>& start, Findings& findings);

  /// A header that stands among the moves: add(tags) adds what it says, and returns what to note at
  /// `value`, if anything. Headers after a cut are part of the text that is kept.
  template <class Add>
  void header(std::string_view value, Add&& add);

  /// Where the record stands: the position in which the next move will be read.
  const Playback<V>& at() const { return at_; }
  bool in_variation() const { return at_.variations() != 0 || branched_; }
  /// What is said now is about the next move: none has come since the variation began.
  bool before_a_move() const { return in_variation() && (at_branch_ || !at_.has_move()); }
  /// Something has said how the game ended, and no move has come since.
  bool has_ended() const { return over_; }
  /// Something has said who won, or that the game was drawn.
  bool result_known() const {
    return std::ranges::any_of(claims_,
                               [](const Claim& c) { return c.said.result != GameResult::unknown; });
  }
  /// No move has come yet, legal or not, and no variation.
  bool at_start() const {
    return number_of_next_move() == 1 && game_.moves.size() == 1 && !in_variation();
  }
  /// False where a move would be ignored: after a cut, and in the rest of a damaged variation. A
  /// reader may then skip finding out what a move means, and must still send all other events.
  /// The value of a header that was read so far; empty where there is none.
  std::string_view tag(std::string_view name) const { return game_.tag(name); }
  bool takes_moves() const { return !cut_ && !skip_ && !findings_.exhausted(); }

  /// The last move was illegal; an ending by an illegal move that comes now is about it.
  bool after_illegal_move() const { return illegal_.has_value(); }

  /// The number that a record gives its next move: one more than the moves here, among them one
  /// that is illegal.
  std::size_t number_of_next_move() const {
    return static_cast<std::size_t>(at_.ply()) + (illegal_ ? 2 : 1);
  }

  /// Starts the game from another position. Requires: no move has come yet.
  void restart(const Position<V>& start);

  /// A move that can be played. Requires: at().position().is_legal(m).
  void move(Move m, std::string_view text);
  /// A text that can mean several moves, called `names` in messages. `left` has the indices of
  /// those that the rest of the record leaves, and the first of them is played.
  /// Requires: meanings.size() > 1, all legal; `left` is not empty.
  void choose(const MoveList& meanings, std::string_view text,
              const std::vector<std::string>& names, const std::vector<std::size_t>& left);
  /// A move that is understood and may not be played; `why` is a clause ("no pawn can go there").
  void illegal(std::string_view text, std::string_view why);
  /// What cannot be understood where a move or an ending should stand: "expected a move".
  /// After the end of the game it is only kept as a comment.
  void damage(std::string_view text, std::string_view expected = "a move");
  /// The start of the game is not known, which has been reported: the moves are kept as text.
  void without_start() { start_unknown_ = true; }
  /// Text in a place where nothing should stand, which does no harm: kept as a comment.
  void stray(std::string_view text, std::string_view expected);
  /// Text in the place of a move that is none, after which the moves go on; it is kept as a
  /// comment.
  void text_among_moves(std::string_view text);

  /// A comment of its own. Comments, glyphs, clocks and bookmarks are about the last move or, at
  /// the start of a variation, about the next.
  void comment(std::string_view text);
  /// A line of a comment, for formats that write comments line by line.
  void comment_line(std::string_view line);
  /// A comment that the record puts before the next move.
  void comment_before(std::string_view text);
  /// 0..255, as PGN numbers them.
  void glyph(std::uint8_t n);
  /// Time spent on the last move, or, right after an ending, before it.
  void spent(std::uint32_t ms, std::string_view text);
  void left(std::uint32_t ms);
  void evaluation(Evaluation e);
  /// Lets read(list) change the evaluations of the last move, and returns what it returns: that it
  /// has understood what stands there. False where nothing is kept.
  template <class Read>
  bool evaluations(Read&& read);
  void bookmark(std::string_view name, std::string_view text);
  /// All that `text`, a comment, says. What contradicts an earlier one is kept as its text.
  void said(Note note, std::string_view text);

  /// Opens a variation of the last move or, where the game has ended and `of_ending`, one in the
  /// place of its ending.
  void begin_variation(std::string_view text, bool of_ending = false);
  void end_variation(std::string_view text);
  /// A variation that begins with move `number` (from 1) of the line before or, where that has
  /// none, of the last line that has one. After a main line of one move less the line goes on.
  void go_back(std::size_t number, std::string_view text);
  /// After variations: what follows goes on with the main line. False where that cannot be.
  bool go_to_main_line(std::string_view text);

  /// `text` says that the main line has `count` moves before it.
  void moves_counted(std::size_t count, std::string_view text);
  /// What says how the game ended ("resigns"); its result may be unknown. In a variation the text
  /// is kept as a comment.
  void ending(const Outcome& said, std::string_view text, ClaimSource source = ClaimSource::word);
  /// The same for words whose result may depend on whose turn it is: `said(side)` is the Outcome
  /// with `side` to move. After a cut only what does not depend on it counts.
  template <class Said>
  void ending_by_side(Said&& said, std::string_view text, ClaimSource source = ClaimSource::word);
  /// A word in the place of an ending that nothing knows; `text`, all that stands there, is kept as
  /// a comment.
  void unknown_ending(std::string_view word, std::string_view text);
  /// Who won ("1-0").
  void result(GameResult result, std::string_view text);

  /// The rest of a record that was cut before it was written in this format.
  void unread(std::string_view text);

  /// Closes the game: what is still open is reported, and how it ended is settled; in formats where
  /// `comments_end` games, the last comment is asked, too. Returns the game; no other call may
  /// follow.
  Game finish(bool comments_end = true);

 private:
  /// An illegal move of the main line, until the next event shows whether it ended the game.
  struct Illegal {
    std::string_view text;
    std::string why;
    Note note;
    /// How many claims came before it.
    std::size_t claims = 0;
  };
  /// Text that is kept as a comment, up to the end of a variation.
  struct Skip {
    std::string_view begin;
    /// The variations opened inside it.
    std::size_t depth = 0;
    /// It is the rest of the open variation; otherwise a whole one that was never opened.
    bool rest = true;
  };
  enum class Last : std::uint8_t { nothing, move, ending };

  /// Whose turn it is when an ending is said here: after an illegal move, the other side's.
  Color side_at_ending() const;
  static std::string shown(std::string_view text);
  bool ignores();
  /// Also where the start is not known: then the move at `text` cuts the game.
  bool ignores_move(std::string_view text);
  void cut(std::string_view place);
  void settle_illegal_move(bool is_last = false);
  bool ended_by(const Illegal& illegal, bool is_last);
  void claim(Claim claim);
  void skip_rest(std::string_view place);
  void end_skip(std::string_view end);
  void keep(std::string_view text);
  /// The note that is spoken of: of the last move or, at the start of a variation, of the next;
  /// null where nothing is kept.
  Note* target();
  Note& next_note() {
    has_next_ = true;
    return next_;
  }
  Note& last_note() { return game_.moves.edit_note(at_.node()); }
  bool has_move(std::size_t number, NodeId node, std::size_t plies) const;
  bool go_to_line_with(std::size_t number, std::string_view text);
  std::vector<std::pair<NodeId, Move>> line_to(NodeId node) const;
  void remember_comment(std::string_view text);
  void give_next_note(NodeId node);
  void flush_next();
  void count_evaluations(std::size_t n, std::string_view text);
  bool may_add_tag(std::string_view place);
  void claim_by_last_comment();
  std::string_view place_of_ending(Ending ending) const;
  /// Of the main line, from 1; the end where it has no such move.
  std::string_view place_of_ply(std::size_t ply) const;
  void settle_end();
  void report(const ClaimReport& report);
  bool knows_all_keys() const;
  void check_repetition();
  BoardVerdict board_verdict() const;

  Game game_;
  Findings& findings_;
  Playback<V> at_;
  /// The last move of the main line, and how many it has.
  struct {
    NodeId node = root_node;
    int plies = 0;
  } main_end_;
  /// Of its positions, the start first.
  std::vector<Key> keys_;
  /// Where in the text its moves stand.
  std::vector<std::uint32_t> places_;
  /// What has been said about how the game ended.
  std::vector<Claim> claims_;
  /// The last comment on the main line; empty where it is a copy.
  std::string_view comment_place_;
  /// What is said of the next move, if anything is.
  Note next_;
  bool has_next_ = false;
  std::optional<Illegal> illegal_;
  std::optional<Skip> skip_;
  Last last_ = Last::nothing;
  bool over_ = false;
  bool cut_ = false;
  bool start_unknown_ = false;
  std::size_t evaluations_ = 0;
  /// The ends of the lines that were left by go_back.
  std::vector<NodeId> line_ends_;
  std::size_t replayed_ = 0;
  /// Open variations after a cut.
  std::size_t cut_depth_ = 0;
  /// After a go_back: what follows belongs to a variation.
  bool branched_ = false;
  /// No move came since the last go_back.
  bool at_branch_ = false;
  /// An illegal move of this side ended the game.
  std::optional<Color> illegal_by_;
};

template <class V>
template <class Add>
void GameBuilder<V>::header(std::string_view value, Add&& add) {
  if (!takes_moves() || !may_add_tag(value)) return;
  if (const std::optional<FindingText> found = add(game_.tags)) findings_.add(*found, value);
}

template <class V>
template <class Read>
bool GameBuilder<V>::evaluations(Read&& read) {
  Note* const note = target();
  if (!note) return false;
  const std::size_t before = note->evaluations.size();
  const bool understood = read(note->evaluations);
  count_evaluations(note->evaluations.size() - before, {});
  return understood;
}

template <class V>
template <class Said>
void GameBuilder<V>::ending_by_side(Said&& said, std::string_view text, ClaimSource source) {
  const Color side = side_at_ending();
  Outcome outcome = said(side);
  const bool by_turn = outcome.result != said(~side).result;
  if (by_turn && cut_) outcome.result = GameResult::unknown;
  claim({.source = source, .said = outcome, .by_turn = by_turn, .place = text});
}

/// What a comment, or its last line, says about the end of a game ("White resigns", "1-0"); no
/// value where it says nothing. A reader takes the comment on the last move so where nothing else
/// says how the game ended.
std::optional<Outcome> outcome_in_comment(std::string_view comment);

/// The start position, or no value, and its faults reported at `place`.
template <class V>
std::optional<Position<V>> checked_start(const Setup& setup, std::string_view place,
                                         Findings& findings);

/// Builds a game of what was read before its moves, its start stated at `place`: read(builder)
/// sends the events. No value: the start is not legal, which is reported.
template <class V, class Read>
std::optional<Game> build_game(Game game, std::string_view place, Findings& findings, Read&& read,
                               bool comments_end = true) {
  const auto position = checked_start<V>(game.start, place, findings);
  if (!position) return std::nullopt;
  GameBuilder<V> builder(std::move(game), *position, findings);
  read(builder);
  return builder.finish(comments_end);
}

}  // namespace yari
