// Line by line: what each says becomes an event for the builder.
#include <algorithm>

#include "notation/kif/header.h"
#include "notation/kif/kif.h"
#include "notation/kif/line_parts.h"
#include "notation/kif/moves_ahead.h"
#include "notation/moves/look_ahead.h"
#include "notation/read/engine_lines.h"
#include "notation/read/game_builder.h"
#include "notation/words/branch.h"
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
    KifLine line;
    do {
      while (plain_move()) {
      }
      if (!lines_.next(line)) break;
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
        if (back_to_main_line(line.text)) return;
        return says_ending(line.text) ? ending(line.text) : late_header(line);
      case KifLineKind::other:
        if (back_to_main_line(line.text)) return;
        return says_ending(line.text) ? ending(line.text) : other_line(line.text);
      default:
        return other_line(line.text);
    }
  }

  // A comment without its sign; no move is lost: the next has its number, or none comes.
  void other_line(std::string_view t) {
    const bool among_moves =
        builder_.takes_moves() && !builder_.has_ended() && !builder_.after_illegal_move();
    if (findings_.strict() || !among_moves || !loses_no_move(t)) return builder_.damage(t);
    builder_.text_among_moves(trimmed_wide(t));
  }

  bool loses_no_move(std::string_view line) {
    const std::optional<std::size_t> number = number_ahead_.of(lines_);
    if (!number) return !has_square(line, V::info.variant);
    if (number != 0) return number == builder_.number_of_next_move();
    KifMovesAhead<V> ahead(findings_.text(), offset_in(findings_.text(), line) + line.size());
    if (const KifMove* const move = ahead.next(budget_)) return !meanings_of(*move).empty();
    return false;
  }

  Color side_to_move() const { return builder_.at().position().side_to_move(); }

  // Most lines are moves in their common form, with the number that is expected.
  bool plain_move() {
    PlainKifMove line;
    if (!builder_.takes_moves() || !read_plain_kif_move<V>(lines_.rest(), line)) return false;
    if (line.number != builder_.number_of_next_move()) return false;
    lines_.skip(line.length);
    if (line.number == 1) numbers_fit_ = true;
    play(line.move, line.text);
    if (!line.rest.empty()) after_move(line.rest);
    return true;
  }

  // "  12 ７六歩(77)   ( 0:01/00:00:02)+"
  void numbered(std::string_view t) {
    const std::string_view whole = t;
    const std::size_t number = take_kif_number(t).value_or(builder_.number_of_next_move());
    std::string_view rest = t;
    if (take_player_mark(rest)) return marked(whole);
    KifMove move;
    const bool is_move = take_kif_move<V>(rest, move);
    if (!is_move || !goes_back(number, move, whole)) compare_number(number, whole);
    if (!is_move) return ending(t, side_of(number));
    if (builder_.at_start()) numbers_fit_ = number == 1;
    play(move, up_to(t, rest));
    after_move(rest);
  }

  // A variation that nothing but the number of its first move shows: the line has ended, or the
  // move is none of the position here, and it is one in the place of the move of its number.
  bool goes_back(std::size_t number, const KifMove& move, std::string_view text) {
    const bool back = number != 0 && number < builder_.number_of_next_move();
    if (!back || !numbers_fit_ || !builder_.takes_moves()) return false;
    const bool over = builder_.in_variation() ? ended_ : builder_.has_ended();
    if (!over && !meanings_of(move).empty()) return false;
    Playback<V> line = builder_.at();
    if (line.variations() != 0 || number > static_cast<std::size_t>(line.ply())) return false;
    line.go_back(static_cast<int>(number) - 1);
    MoveList moves;
    meanings(line.position(), move, line.last_target(), moves);
    // The same move once more is no variation.
    if (moves.empty() || moves[0] == builder_.at().move_at(static_cast<int>(number))) return false;
    findings_.add(FindingCode::branch_by_number, text, number);
    builder_.go_back(number, text);
    ended_ = false;
    return true;
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

  void compare_number(std::size_t found, std::string_view place) {
    const std::size_t expected = builder_.number_of_next_move();
    if (found != expected && builder_.takes_moves())
      findings_.add(FindingCode::move_number, place, expected, found);
  }

  void time(std::string_view& t) {
    const std::string_view whole = t;
    if (const auto ms = take_kif_time(t)) builder_.spent(*ms, up_to(whole, t));
    take_blanks(t);
  }

  void glyph(std::string_view& t) {
    if (const std::uint8_t number = t.empty() ? 0 : take_kif_glyph(t)) builder_.glyph(number);
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
      const std::string_view place = t;
      std::optional<std::size_t> number;
      if (numbers_mark(t)) number = take_kif_number(t);
      const std::string_view whole = t;
      const std::optional<Color> color = bare ? side_to_move() : take_player_mark(t);
      if (!color) break;
      take_blanks(t);
      if (*color != side_to_move()) begin_with(*color);
      KifMove move;
      std::string_view rest = t;
      const bool is_move = take_kif_move<V>(rest, move);
      if (number && !(is_move && goes_back(*number, move, place))) compare_number(*number, place);
      if (!is_move) return ending(t);
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

  MoveList of_promoted_piece(const KifMove& move, std::string_view text) {
    const Position<V>& position = builder_.at().position();
    const MoveList moves = meanings_of_promoted(position, move, builder_.at().last_target());
    if (!moves.empty())
      findings_.add(FindingCode::piece_name, text, in_quotes(text),
                    V::info[position.at(*move.origin).kind()].name);
    return moves;
  }

  // "投了 ( 0:03/00:00:03)+"
  void ending(std::string_view t, std::optional<Color> by_number = std::nullopt) {
    const std::array<std::string_view, 3> parts = parts_of_ending(t);
    const std::string_view word = parts[0], rest = parts[2];
    if (!ending_in_any_words(word, Color::black)) return unknown_ending(t, word, rest);
    ended_ = true;
    const auto said = [&](Color side) {
      return *ending_in_any_words(word, by_number.value_or(side));
    };
    if (!parts[1].empty()) builder_.comment_line(parts[1]);
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

  // A word without a square, where nothing but a time follows, is no move that was damaged.
  void unknown_ending(std::string_view t, std::string_view word, std::string_view rest) {
    std::string_view after = rest;
    // "(83)" is no time.
    if (rest.find(':') != rest.npos) take_kif_time(after);
    after = trimmed_wide(after);
    if (word.empty() || !(after.empty() || after == "+") || has_square(word, V::info.variant))
      return builder_.damage(trimmed_wide(t), "a move or an ending");
    if (!builder_.takes_moves()) return;
    findings_.add(FindingCode::unknown_ending, word, in_quotes(word));
    ended_ = true;
    builder_.unknown_ending(word, trimmed_wide(t));
  }

  // "まで115手で先手の勝ち"
  void footer(std::string_view t) {
    const std::string line = with_sides(t, builder_.tag(tags::black), builder_.tag(tags::white));
    const auto said = [&](Color side) { return kif_footer(line, side); };
    const Outcome outcome = said(Color::black);
    if (const auto count = count_in_footer(t)) builder_.moves_counted(*count, t);
    // After an ending it repeats that, and 中断 says nothing.
    if (builder_.in_variation() && (ended_ || outcome.ending == Ending::abandoned)) return;
    const bool says_nothing = t.ends_with("手") || t.ends_with("終局") || t.ends_with("終了");
    if (outcome == Outcome{} && !says_nothing) return builder_.stray(t, "how the game ended");
    // A cause that no word names is no resignation.
    const bool named = outcome.ending != Ending::unknown || !footer_says_cause(line);
    builder_.ending_by_side(said, t, named ? ClaimSource::footer : ClaimSource::word);
    if (!named) builder_.comment_line(trimmed_wide(t));
  }

  void branch(std::string_view t) {
    const std::string_view text = trimmed_wide(t);
    const std::size_t number = take_branch(t).value_or(0);
    if (!text.starts_with("変化"))
      findings_.add(FindingCode::unusual_move, text, in_quotes(text),
                    "変化：" + std::to_string(number) + "手");
    builder_.go_back(number, text);
    ended_ = false;
  }

  // "本譜：", "【本譜】": after variations the main line goes on.
  bool back_to_main_line(std::string_view t) {
    if (!names_main_line(t) || !builder_.in_variation() || !builder_.go_to_main_line(t))
      return false;
    findings_.add(FindingCode::unusual_move, t, in_quotes(trimmed_wide(t)), "the main line");
    ended_ = false;
    return true;
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
  KifScanner lines_{findings_.text(), header_.moves_at};
  KifNumberAhead number_ahead_;
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
