// Line by line: what each says becomes an event for the builder.
#include <algorithm>

#include "notation/kif/header.h"
#include "notation/kif/kif.h"
#include "notation/kif/line_parts.h"
#include "notation/kif/moves_ahead.h"
#include "notation/moves/look_ahead.h"
#include "notation/read/engine_lines.h"
#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/header_names.h"
#include "notation/words/japanese.h"
#include "notation/words/outcome_words.h"

namespace yari {

namespace {

template <class V>
class KifReader {
 public:
  KifReader(const KifHeader& header, GameBuilder<V>& builder, Findings& findings)
      : header_(header), findings_(findings), builder_(builder) {}

  void read() {
    for (const KifLine& line : header_.notes) take_line(line);
    if (header_.start_unknown) builder_.without_start();
    KifScanner lines(findings_.text(), header_.moves_at);
    KifLine line;
    do {
      while (plain_move(lines)) {
      }
      if (!lines.next(line)) break;
      take_line(line);
    } while (!findings_.exhausted());
  }

 private:
  void take_line(const KifLine& line) {
    switch (line.kind) {
      case KifLineKind::blank:
      case KifLineKind::title:
        return;
      case KifLineKind::comment:
        return comment(line.text);
      case KifLineKind::bookmark:
        return builder_.bookmark(line.text, line.text);
      case KifLineKind::remark:
        return remark(line.text);
      case KifLineKind::numbered:
        return numbered(line.text);
      case KifLineKind::marked:
        return marked(line.text);
      case KifLineKind::branch:
        return branch(line.text);
      case KifLineKind::footer:
        return footer(trimmed_wide(line.text));
      case KifLineKind::header:
        return says_ending(line.text) ? ending(line.text) : late_header(line);
      case KifLineKind::other:
        return says_ending(line.text) ? ending(line.text) : builder_.damage(line.text);
      default:
        return builder_.damage(line.text);
    }
  }

  Color side_to_move() const { return builder_.at().position().side_to_move(); }

  // Most lines are moves in their common form, with the number that is expected.
  bool plain_move(KifScanner& lines) {
    PlainKifMove line;
    if (!builder_.takes_moves() || !read_plain_kif_move<V>(lines.rest(), line)) return false;
    if (line.number != builder_.number_of_next_move()) return false;
    lines.skip(line.length);
    if (line.number == 1) numbers_fit_ = true;
    play(line.move, line.text);
    if (!line.rest.empty()) after_move(line.rest);
    return true;
  }

  // "  12 ７六歩(77)   ( 0:01/00:00:02)+"
  void numbered(std::string_view t) {
    const std::size_t number = take_number_of_move(t);
    if (std::string_view rest = t; take_player_mark(rest)) return marked(t);
    KifMove move;
    std::string_view rest = t;
    if (!take_kif_move<V>(rest, move)) return ending(t, side_of(number));
    if (builder_.at_start()) numbers_fit_ = number == 1;
    play(move, up_to(t, rest));
    after_move(rest);
  }

  // "   ( 0:01/00:00:02)+"; the time may stand there twice.
  void after_move(std::string_view rest) {
    glyph(rest);
    time(rest);
    take_kif_time(rest);
    take_blanks(rest);
    // The sign of a branch.
    take(rest, '+');
    end_of_line(rest);
  }

  // Whose turn it is at a number, wherever its line stands; no value where the numbers of moves are
  // missing, and after a cut, where nobody knows what was played.
  std::optional<Color> side_of(std::size_t number) const {
    if (!numbers_fit_ || !builder_.takes_moves() || builder_.after_illegal_move())
      return std::nullopt;
    const Color first = builder_.at().start().side_to_move();
    return number % 2 != 0 ? first : ~first;
  }

  // Returns the number, or the one that was expected where there is none.
  std::size_t take_number_of_move(std::string_view& t) {
    const std::string_view whole = t;
    const std::size_t expected = builder_.number_of_next_move();
    const std::size_t found = take_kif_number(t).value_or(expected);
    if (found != expected && builder_.takes_moves()) {
      findings_.add(FindingCode::move_number, whole, expected, found);
    }
    return found;
  }

  void time(std::string_view& t) {
    const std::string_view whole = t;
    if (const auto ms = take_kif_time(t)) builder_.spent(*ms, up_to(whole, t));
    take_blanks(t);
  }

  void glyph(std::string_view& t) {
    if (t.empty()) return;
    if (const std::uint8_t number = take_kif_glyph(t)) builder_.glyph(number);
  }

  void end_of_line(std::string_view t) {
    glyph(t);
    t = trimmed_wide(t);
    if (t.starts_with('#')) return remark(t.substr(1));
    if (t.starts_with('*')) return comment(t.substr(1));
    if (!t.empty()) builder_.stray(t, "the end of the line");
  }

  // "▲７六歩    △３四歩", "1 ▲７六歩 2 △３四歩", "７六歩 ３四歩"
  void marked(std::string_view t) {
    std::string_view mark = t;
    const bool bare = !take_player_mark(mark) && is_bare_moves(t);
    for (skip_between_moves(t); !t.empty(); skip_between_moves(t)) {
      if (numbers_mark(t)) take_number_of_move(t);
      const std::string_view whole = t;
      const std::optional<Color> color = bare ? side_to_move() : take_player_mark(t);
      if (!color) break;
      take_blanks(t);
      if (*color != side_to_move()) begin_with(*color);
      KifMove move;
      std::string_view rest = t;
      if (!take_kif_move<V>(rest, move)) return ending(t);
      if (*color == side_to_move()) {
        play(move, up_to(t, rest));
      } else {
        builder_.illegal(up_to(whole, rest), "it is the other side's turn");
      }
      t = rest;
      glyph(t);
      // "(2)△３四歩": no time of two seconds.
      if (!numbers_mark(t)) time(t);
    }
    after_marked(trimmed_wide(t));
  }

  static bool numbers_mark(std::string_view text) {
    take_blanks(text);
    // Nearly always a mark stands there, and none of a number begins so.
    if (text.starts_with('\xE2')) return false;
    return take_kif_number(text) && take_player_mark(text);
  }

  void after_marked(std::string_view t) {
    if (t.empty()) return;
    KifLine line;
    read_kif_line(t, line);
    const bool follows = line.kind == KifLineKind::comment || line.kind == KifLineKind::remark ||
                         line.kind == KifLineKind::footer || says_ending(t);
    follows ? take_line(line) : builder_.damage(t, "▲ or △");
  }

  // A record whose diagram does not say who moves shows it by its first move.
  bool begin_with(Color color) {
    if (!builder_.at_start() || !header_.has_board || header_.side) return false;
    Setup setup = builder_.at().start().setup();
    setup.side_to_move = color;
    const auto position = Position<V>::from(setup);
    if (position) builder_.restart(*position);
    return position.has_value();
  }

  MoveList meanings_of(const KifMove& move) const {
    MoveList moves;
    meanings(builder_.at().position(), move, builder_.at().last_target(), moves);
    return moves;
  }

  void play(const KifMove& move, std::string_view text) {
    ended_ = false;
    if (!builder_.takes_moves()) return;
    MoveList moves = meanings_of(move);
    if (moves.empty()) moves = of_other_side(move);
    if (moves.empty()) moves = of_promoted_piece(move, text);
    const Position<V>& position = builder_.at().position();
    if (moves.empty()) {
      return builder_.illegal(text, why_impossible(position, move, builder_.at().last_target()));
    }
    if (moves.size() == 1) return builder_.move(moves[0], text);
    std::vector<std::string> names;
    for (const Move m : moves)
      append_kif_move(names.emplace_back(), position, m, std::nullopt, KifStyle::kif);
    builder_.choose(moves, text, names, left_by_later_moves(moves, text));
  }

  std::vector<std::size_t> left_by_later_moves(const MoveList& moves, std::string_view text) {
    if (findings_.strict()) return {0};
    KifMovesAhead<V> ahead(findings_.text(), offset_in(findings_.text(), text) + text.size());
    return look_ahead(
               after_each(builder_.at().position(), moves), [&] { return ahead.next(budget_); },
               budget_, true)
        .left();
  }

  MoveList of_other_side(const KifMove& move) {
    const Color side = side_to_move();
    if (header_.has_handicap || !begin_with(~side)) return {};
    MoveList moves = meanings_of(move);
    if (moves.empty()) begin_with(side);
    return moves;
  }

  // "７五角(53)" where the 角 of that square has promoted: origin and target say what is meant.
  MoveList of_promoted_piece(KifMove move, std::string_view text) {
    if (!move.origin || move.drop) return {};
    const Piece there = builder_.at().position().at(*move.origin);
    if (there.empty() || unpromoted(there.kind()) != unpromoted(move.kind)) return {};
    // "２二馬(88)" names what a bishop becomes, as CSA does.
    const bool becomes = move.promotion == Promotion::unsaid && is_promoted(move.kind);
    if (becomes && there.kind() != move.kind) move.promotion = Promotion::taken;
    move.kind = there.kind();
    MoveList moves = meanings_of(move);
    if (becomes) move.promotion = Promotion::unsaid;
    if (moves.empty()) moves = meanings_of(move);
    if (!moves.empty()) {
      findings_.add(FindingCode::piece_name, text, in_quotes(text), V::info[there.kind()].name);
    }
    return moves;
  }

  // "投了 ( 0:03/00:00:03)+"
  void ending(std::string_view t, std::optional<Color> by_number = std::nullopt) {
    std::string_view word = before_parenthesis(t);
    if (!ending_in_any_words(word, Color::black)) word = word.substr(0, word.find_first_of(" \t"));
    std::string_view rest = t.substr(offset_in(t, word) + word.size());
    const std::string_view remark = take_parenthesis(rest);
    if (word.ends_with('+')) word.remove_suffix(1);
    if (!ending_in_any_words(word, Color::black)) return unknown_ending(t, word, rest);
    ended_ = true;
    const auto said = [&](Color side) {
      return *ending_in_any_words(word, by_number.value_or(side));
    };
    if (!remark.empty()) builder_.comment_line(remark);
    if (!builder_.in_variation()) {
      builder_.ending_by_side(said, word);
      return after_move(rest);
    }
    std::string_view after = rest;
    const bool timed = take_kif_time(after).value_or(0) != 0;
    if (word != "中断" || timed) builder_.ending_by_side(said, timed ? up_to(t, after) : word);
    take(after, '+');
    end_of_line(after);
  }

  // "投了 ( 0:03/00:00:03)", "White resigns": an ending without a number.
  static bool says_ending(std::string_view line) {
    return ending_in_any_words(before_parenthesis(line), Color::black).has_value();
  }

  // A word without a square, where nothing but a time follows, is no move that was damaged.
  void unknown_ending(std::string_view t, std::string_view word, std::string_view rest) {
    std::string_view after = rest;
    // "(83)" is no time.
    if (rest.find(':') != rest.npos) take_kif_time(after);
    after = trimmed_wide(after);
    const bool is_word =
        !word.empty() && (after.empty() || after == "+") && !has_square(word, V::info.variant);
    if (!is_word) return builder_.damage(trimmed_wide(t), "a move or an ending");
    if (!builder_.takes_moves()) return;
    findings_.add(FindingCode::unknown_ending, word, in_quotes(word));
    ended_ = true;
    builder_.unknown_ending(word, trimmed_wide(t));
  }

  // "まで115手で先手の勝ち"
  void footer(std::string_view t) {
    const std::string line = with_sides(t);
    const auto said = [&](Color side) { return kif_footer(line, side); };
    const Outcome outcome = said(Color::black);
    if (builder_.in_variation()) {
      // After an ending it repeats that, and 中断 says nothing.
      if (ended_ || outcome.ending == Ending::abandoned) return;
    }
    const bool says_nothing = t.ends_with("手") || t.ends_with("終局") || t.ends_with("終了");
    if (outcome == Outcome{} && !says_nothing) return builder_.stray(t, "how the game ended");
    // A cause that no word names is no resignation.
    const bool named = outcome.ending != Ending::unknown || !footer_says_cause(line);
    builder_.ending_by_side(said, t, named ? ClaimSource::footer : ClaimSource::word);
    if (!named) builder_.comment_line(trimmed_wide(t));
  }

  // "で青木の勝ち": a player's name says the side.
  std::string with_sides(std::string_view footer) const {
    std::string line(footer);
    for (const auto& [tag, side] : {std::pair(tags::black, "先手"), {tags::white, "後手"}}) {
      const std::string_view name = builder_.tag(tag);
      const std::size_t at = name.empty() ? line.npos : line.rfind(name);
      if (at != line.npos && kif_footer(line, Color::black).result == GameResult::unknown)
        line.replace(at, name.size(), side);
    }
    return line;
  }

  void branch(std::string_view t) {
    const std::string_view text = trimmed_wide(t);
    builder_.go_back(take_branch(t).value_or(0), text);
    ended_ = false;
  }

  void comment(std::string_view line) {
    if (builder_.before_a_move()) return builder_.comment_line(line);
    if (read_evaluation_line(line, builder_)) return;
    builder_.comment_line(unguarded_line(line, "* "));
  }

  void remark(std::string_view text) {
    text = trimmed_wide(text);
    if (!text.empty() && !is_kif_format_mark(text)) builder_.comment_line("# " + std::string(text));
  }

  // Headers after the moves: names in KIF files of some programs. Other text with a colon is none.
  void late_header(const KifLine& line) {
    if (tries_kif_move(line)) return builder_.damage(line.text);
    if (!is_kif_header(line.name)) return builder_.text_among_moves(trimmed_wide(line.text));
    builder_.header(line.value, [&](std::vector<Tag>& tags) {
      return add_kif_header(tags, line.name, line.value);
    });
  }

  const KifHeader& header_;
  Findings& findings_;
  GameBuilder<V>& builder_;
  LookAheadBudget budget_ = look_ahead_budget;
  /// The first move has number 1, or there is none yet.
  bool numbers_fit_ = true;
  /// The line at hand has its ending.
  bool ended_ = false;
};

}  // namespace

ReadResult read_kif(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  std::optional<KifHeader> header = read_kif_header(findings);
  if (!header) return findings.result(std::nullopt);
  Game game = new_game(header->variant);
  game.start = header->setup;
  game.tags = std::move(header->tags);
  game.result = header->said.result;
  game.ending = header->said.ending;
  return with_variant(game.variant, [&]<class V>(V) {
    return findings.result(build_game<V>(
        std::move(game), header->start, findings,
        [&](GameBuilder<V>& builder) { KifReader<V>(*header, builder, findings).read(); }));
  });
}

}  // namespace yari
