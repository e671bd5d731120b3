// Line by line: headers, diagram, moves, comments, branches.
#include <algorithm>

#include "notation/comment.h"
#include "notation/ending_words.h"
#include "notation/header_names.h"
#include "notation/kif/kif.h"
#include "notation/kif_evaluation.h"
#include "notation/kif/header.h"
#include "notation/kif/move_text.h"
#include "notation/kif_words.h"
#include "notation/path.h"
#include "notation/text.h"
#include "notation/words.h"
#include "rules/position.h"

namespace yari {

namespace {

bool starts_with_digit(std::string_view text) { return !text.empty() && is_digit(text[0]); }

template <class V>
class KifMoves {
 public:
  KifMoves(std::string_view text, KifHeader header, const Position<V>& start, Game& game,
           Findings& findings, bool strict)
      : text_(text),
        header_(std::move(header)),
        game_(game),
        findings_(findings),
        strict_(strict),
        path_(start) {}

  void read() {
    for (const TextLine& line : header_.notes) handle(line);
    Lines lines(text_, header_.moves_at);
    for (TextLine line; !cut_ && lines.next(line);) handle(line);
    finish();
  }

 private:
  void handle(const TextLine& line) {
    std::string_view t = line.text;
    if (t.starts_with('*')) return comment(t.substr(1));
    if (t.starts_with('&')) return bookmark(t.substr(1));
    if (t.starts_with('#')) return;
    take_blanks(t);
    if (starts_with_digit(t)) return numbered(t);
    if (t.empty() || t.starts_with("手数")) return;
    if (t.starts_with("変化")) return branch(t, offset_of(t));
    if (t.starts_with("まで")) return footer(t);
    if (starts_with_player_mark(t)) return marked(t);
    std::string_view name, value;
    if (split_kif_header(t, name, value)) return late_header(name, value);
    if (skipping_) return;
    if (over_) return stray(t, "the end of the game");
    refuse(offset_of(t), "expected a move, found " + in_quotes(t));
  }

  std::size_t offset_of(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  // The word at the front, up to a blank.
  static std::string_view word_of(std::string_view t) {
    return t.substr(0, std::min(t.find_first_of(" \t("), t.size()));
  }

  Note& note() { return game_.moves.edit_note(path_.node()); }

  // "  12 ７六歩(77)   ( 0:01/00:00:02)+"
  void numbered(std::string_view t) {
    if (skipping_) return;
    std::string_view number = t;
    std::size_t n = 0;
    for (; starts_with_digit(t); t.remove_prefix(1)) {
      n = std::min<std::size_t>(n * 10 + static_cast<std::size_t>(t[0] - '0'), 1'000'000);
    }
    take_blanks(t);
    if (n != path_.plies() + 1 && !over_) {
      findings_.warning(offset_of(number), "expected move " + std::to_string(path_.plies() + 1) +
                                               ", found number " + std::to_string(n));
    }
    KifMove move;
    std::string_view rest = t;
    if (!take_kif_move<V>(rest, move)) return ending(t);
    if (!play(move, t)) return;
    if (const std::optional<std::uint32_t> spent = take_kif_time(rest)) note().spent_ms = spent;
    take_blanks(rest);
    // The sign of a branch.
    take(rest, "+");
    stray(rest, "the end of the line");
  }

  // What stands behind a move, an ending or a game, and is no remark, stays as a comment.
  void stray(std::string_view t, std::string_view expected) {
    t = trimmed_wide(t);
    if (t.empty() || t[0] == '#') return;
    findings_.warning(offset_of(t), "expected " + std::string(expected) + ", found " +
                                        in_quotes(t) + ", which is kept as a comment");
    add_comment(note().comment, t);
  }

  // "▲７六歩    △３四歩"
  void marked(std::string_view t) {
    while (!skipping_ && !cut_) {
      take_blanks(t);
      if (!starts_with_player_mark(t)) break;
      const Color color = t.starts_with("▲") || t.starts_with("☗") || t.starts_with("▼")
                              ? Color::black
                              : Color::white;
      const std::string_view whole = t;
      t.remove_prefix(std::string_view("▲").size());
      take_blanks(t);
      first_side(color);
      KifMove move;
      std::string_view rest = t;
      if (!take_kif_move<V>(rest, move)) return ending(t);
      if (color != path_.position().side_to_move()) {
        return illegal(whole, "it is the other side's turn");
      }
      if (!play(move, t.substr(0, t.size() - rest.size()))) return;
      t = rest;
    }
    take_blanks(t);
    if (!t.empty() && !skipping_ && !cut_) {
      refuse(offset_of(t), "expected ▲ or △, found " + in_quotes(t));
    }
  }

  // A record whose diagram does not say who moves shows it by its first move.
  void first_side(Color color) {
    if (path_.plies() != 0 || game_.moves.size() != 1 || header_.side || !header_.has_board) return;
    if (color == game_.start.side_to_move) return;
    start_with(color);
  }

  bool start_with(Color color) {
    Setup setup = game_.start;
    setup.side_to_move = color;
    const auto position = Position<V>::from(setup);
    if (!position) return false;
    game_.start = setup;
    path_ = Path<V>(*position);
    return true;
  }

  bool play(const KifMove& text, std::string_view shown) {
    if (over_) {
      findings_.warning(offset_of(shown), goes_on(word_of(shown)));
      over_ = false;
    }
    MoveList moves;
    meanings(path_.position(), text, path_.last_target(), moves);
    if (moves.empty() && path_.plies() == 0 && game_.moves.size() == 1 && !header_.side &&
        !header_.has_handicap && header_.has_board) {
      const Color before = game_.start.side_to_move;
      if (start_with(~before)) meanings(path_.position(), text, path_.last_target(), moves);
      if (moves.empty()) start_with(before);
    }
    if (moves.empty()) take_named_wrongly(text, shown, moves);
    if (moves.empty()) {
      illegal(word_of(shown), why_impossible(path_.position(), text, path_.last_target()));
      return false;
    }
    if (moves.size() > 1) ambiguous(shown, moves);
    const NodeId node = game_.moves.add(path_.node(), moves[0]);
    path_.play(node, moves[0]);
    if (!before_.empty()) note().before = std::move(before_);
    before_.clear();
    at_branch_ = false;
    return true;
  }

  // "７五角(53)" where the 角 of that square has promoted: origin and target say what is meant.
  void take_named_wrongly(KifMove text, std::string_view shown, MoveList& moves) {
    if (!text.has_origin || text.drop) return;
    const Piece there = path_.position().at(text.origin);
    if (there.empty() || unpromoted(there.kind()) != unpromoted(text.kind)) return;
    text.kind = there.kind();
    meanings(path_.position(), text, path_.last_target(), moves);
    if (moves.empty()) return;
    findings_.warning(offset_of(shown), in_quotes(word_of(shown)) + " names a piece that is " +
                                            std::string(V::info[there.kind()].name) + " there");
  }

  void ambiguous(std::string_view shown, const MoveList& moves) {
    std::string message = in_quotes(word_of(shown)) + " can be ";
    for (const Move m : moves) {
      if (m != moves[0]) message += " or ";
      append_kif_move(message, path_.position(), m, nullptr, KifStyle::kif);
    }
    findings_.warning(offset_of(shown), message + "; the first is taken");
  }

  void illegal(std::string_view shown, const std::string& why) {
    if (!in_branch_ && ends_the_game(shown)) {
      findings_.warning(offset_of(shown), "ply " + std::to_string(path_.plies() + 1) + ", " +
                                              in_quotes(shown) +
                                              ", is illegal and ends the game: " + why);
      const std::string_view rest = text_.substr(offset_of(shown));
      add_comment(note().comment, trimmed_wide(rest.substr(0, rest.find('\n'))));
      illegal_last_ = over_ = true;
      return;
    }
    refuse(offset_of(shown), "ply " + std::to_string(path_.plies() + 1) + ", " + in_quotes(shown) +
                                 ", is illegal: " + why);
  }

  // Whether the line behind an illegal move, comments aside, says that such a move was made.
  bool ends_the_game(std::string_view shown) const {
    Lines lines(text_, std::min(text_.find('\n', offset_of(shown)), text_.size()));
    for (TextLine line; lines.next(line);) {
      std::string_view t = line.text;
      take_blanks(t);
      if (t.empty() || t[0] == '*' || t[0] == '&' || t[0] == '#') continue;
      while (starts_with_digit(t)) t.remove_prefix(1);
      take_blanks(t);
      return t.starts_with("反則");
    }
    return false;
  }

  // In the main line the game is cut; the rest of a variation becomes a comment.
  void refuse(std::size_t offset, std::string message) {
    findings_.error(offset, std::move(message));
    if (!in_branch_) {
      game_.unread = trimmed(text_.substr(offset));
      cut_ = true;
      find_footer(offset);
      return;
    }
    keep_branch(offset);
  }

  void find_footer(std::size_t offset) {
    Lines lines(text_, offset);
    for (TextLine line; lines.next(line);) {
      if (line.text.starts_with("変化")) return;
      if (line.text.starts_with("まで")) return footer(line.text);
    }
  }

  void ending(std::string_view t) {
    const std::string_view word = trimmed_wide(word_of(t));
    const Color side = path_.position().side_to_move();
    // After an illegal move that is not in the tree it is the other side's turn.
    const std::optional<Outcome> o = kif_outcome(word, illegal_last_ ? ~side : side);
    if (!o) return refuse(offset_of(t), "expected a move or an ending, found " + in_quotes(word));
    over_ = true;
    std::string_view rest = t.substr(word.size());
    const std::uint32_t spent = take_kif_time(rest).value_or(0);
    if (!in_branch_) {
      game_.ending = o->ending;
      game_.result = o->result;
      add_ending_spent(game_.tags, spent);
    } else if (spent != 0) {
      add_comment(note().comment, trimmed_wide(t.substr(0, t.size() - rest.size())));
    } else if (o->ending != Ending::abandoned) {
      // Programs close branches with a 中断 that says nothing.
      add_comment(note().comment, word);
    }
    stray(rest, "the end of the line");
  }

  void footer(std::string_view t) {
    if (in_branch_) return;
    over_ = true;
    const Color side = path_.position().side_to_move();
    const Outcome o = kif_footer(t, side);
    if (game_.ending == Ending::unknown) game_.ending = o.ending;
    // A bare "先手の勝ち" is a resignation when it is the loser's turn.
    if (game_.ending == Ending::unknown && o.result == win_for(~side) && !cut_) {
      game_.ending = Ending::resignation;
    }
    if (game_.result == GameResult::unknown) game_.result = o.result;
    if (o.result != GameResult::unknown && o.result != game_.result) {
      findings_.warning(offset_of(t), in_quotes(t) + " says " + std::string(name(o.result)) +
                                          ", but the game ended with " +
                                          std::string(name(game_.result)));
    }
  }

  void branch(std::string_view t, std::size_t offset) {
    take(t, "変化");
    take(t, "：") || take(t, ":");
    take_blanks(t);
    const int n = take_number(t);
    in_branch_ = true;
    over_ = skipping_ = false;
    if (n == 0 || static_cast<std::size_t>(n) > path_.plies() + 1) {
      return refuse(offset, n == 0 ? "expected a move number after 変化"
                                   : "the line before has no move " + std::to_string(n) +
                                         " to branch off at");
    }
    if (static_cast<std::size_t>(n) == path_.plies() + 1 &&
        game_.moves.first_child(path_.node()) == no_node) {
      findings_.note(offset, "the line before ends with move " + std::to_string(n - 1) +
                                 "; what could have followed is kept as a comment");
      return keep_branch(offset);
    }
    path_.go_back(static_cast<std::size_t>(n) - 1, game_.moves);
    at_branch_ = true;
  }

  // The rest of a variation, which the tree does not hold.
  void keep_branch(std::size_t offset) {
    const std::size_t end = std::min(text_.find("\n変化", offset), text_.size());
    add_comment(note().comment, trimmed(text_.substr(offset, end - offset)));
    skipping_ = true;
  }

  void comment(std::string_view line) {
    if (skipping_) return;
    if (at_branch_) return add_line(before_, line);
    if ((line.starts_with('#') || line.starts_with('*')) &&
        read_evaluation_line(line, path_.position(), path_.last_target(), note().evaluations)) {
      return;
    }
    add_line(note().comment, unguarded_line(line, "* "));
  }

  void bookmark(std::string_view name) {
    if (skipping_) return;
    std::string& mark = note().bookmark;
    if (mark.empty()) {
      mark = name;
    } else if (mark != name) {
      findings_.note(offset_of(name), "a second bookmark at one move is kept as a comment");
      add_line(note().comment, '&' + std::string(name));
    }
  }

  // Headers below the moves: names in KIF files of some programs.
  void late_header(std::string_view name, std::string_view value) {
    const auto found = add_kif_header(game_.tags, name, value);
    if (found) findings_.note(offset_of(value), *found);
  }

  void finish() {
    if (!before_.empty()) add_comment(note().comment, before_);
    if (strict_ && game_.was_cut()) return;
    if (game_.result == GameResult::unknown && !cut_ && game_.ending != Ending::unknown) {
      game_.result = result_for(game_.ending, side_at_end(game_));
    }
  }

  std::string_view text_;
  KifHeader header_;
  Game& game_;
  Findings& findings_;
  bool strict_;
  Path<V> path_;
  std::string before_;
  bool at_branch_ = false;
  bool in_branch_ = false;
  bool skipping_ = false;
  bool over_ = false;
  bool cut_ = false;
  bool illegal_last_ = false;
};

}  // namespace

ReadResult read_kif(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  ReadResult result;
  std::optional<KifHeader> header = read_kif_header(text, findings);
  if (header) {
    with_variant(header->variant, [&]<class V>(V) {
      const auto start = Position<V>::from(header->setup);
      if (!start) {
        for (const std::string& f : start.error()) findings.error(header->start_offset, f);
        return;
      }
      Game& game = result.game.emplace();
      game.variant = header->variant;
      game.start = header->setup;
      game.tags = std::move(header->tags);
      KifMoves<V>(text, std::move(*header), *start, game, findings, options.strict).read();
    });
  }
  if (options.strict && findings.has_errors()) result.game.reset();
  result.diagnostics = findings.take();
  return result;
}

}  // namespace yari
