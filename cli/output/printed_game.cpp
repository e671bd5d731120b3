// Rows are written as the tree is walked; a comment, a variation or a board ends the row before it.
#include "cli/output/printed_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/engine/replayed.h"
#include "answers/rule_sentences.h"
#include "cli/output/drawing_options.h"
#include "cli/output/line_text.h"
#include "cli/output/painted_record.h"
#include "cli/terminal/escapes.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/table.h"
#include "cli/terminal/text.h"
#include "notation/hodges/move_text.h"
#include "notation/words/comment.h"
#include "notation/write/game_walk.h"
#include "record/date.h"
#include "record/glyph.h"
#include "rules/handicap.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari::cli {

namespace {

/// Longer lines of text are hard to read.
constexpr std::size_t widest_text = 90;
constexpr std::size_t column_gap = 2;

/// "!?", and "$14" for what has no sign.
std::string glyphs_text(const Note* note) {
  std::string text;
  if (!note) return text;
  for (const std::uint8_t glyph : note->glyphs)
    text += (glyph_sign(glyph).empty() ? " " : "") + glyph_text(glyph);
  return text;
}

/// "+0.35", "+35" in Shogi, "#5", "#-3": for Black.
std::string score_of(const Evaluation& evaluation, Variant v) {
  if (evaluation.mate) return fmt::format("#{}", evaluation.score);
  return centipawns_text(evaluation.score, v);
}

/// What stands beside a move.
struct Cell {
  std::string move;
  Paint paint = Paint::none;
  std::string time, score;
};

/// How wide the parts of a cell are.
struct CellWidths {
  std::size_t move = 0, time = 0, score = 0;

  void hold(const Cell& cell) {
    move = std::max(move, display_width(cell.move));
    time = std::max(time, cell.time.size());
    score = std::max(score, cell.score.size());
  }
  std::size_t total() const {
    return move + (time > 0 ? time + 1 : 0) + (score > 0 ? score + 1 : 0);
  }
};

/// Whether the thinking time of any move is known. If not, the time that is left is shown.
bool any_spent(const MoveTree& moves) {
  for (const NodeId n : moves.main_line())
    if (const Note* note = moves.note(n); note && note->spent_ms) return true;
  return false;
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  for (; !text.empty(); text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1))
    widest = std::max(widest, display_width(text.substr(0, text.find('\n'))));
  return widest;
}

/// The board with what the rules say about it.
std::string board_text(const GamePosition& position, const GamePrinting& printing) {
  BoardView view{.flipped = printing.flipped};
  if (!position.moves.empty()) view.last_move = position.moves.back();
  std::string text = draw_board(setup_of(position), printing.style, view);
  // KIF's diagram is the narrowest.
  if (widest_line(text) > printing.width && !printing.flipped)
    text = draw_board(setup_of(position), BoardStyle::kif, view);
  for (const std::string& sentence : rule_sentences(position)) text += sentence + '\n';
  return text;
}

template <class V>
class GamePrinter {
 public:
  GamePrinter(Terminal& terminal, const Game& game, const GamePrinting& printing)
      : terminal_(terminal),
        game_(game),
        moves_(game.moves),
        printing_(printing),
        spent_(any_spent(game.moves)),
        white_starts_(game.start.side_to_move == Color::white),
        text_(terminal, std::min(printing.width, widest_text)) {
    measure();
  }

  void start(const WalkedLine<V>&) {
    if (const Note* note = moves_.note(root_node)) {
      paragraph(note->before, 0);
      paragraph(note->comment, 0);
    }
    heading();
  }

  void move(NodeId n, const WalkedLine<V>& at) {
    const Note* note = moves_.note(n);
    const bool before = note && !note->before.empty();
    if (depth_ > 0) {
      if (before) text_.text(note->before);
      if (before) numbered_ = true;
      return add_to_variation(n, at);
    }
    if (before) paragraph(note->before, number_width_ + 1);
    row(cell_of(n, at.position()), at.ply());
  }

  void played(NodeId n, const WalkedLine<V>& at) {
    const Note* note = moves_.note(n);
    if (depth_ > 0) {
      if (!note || note->comment.empty()) return;
      text_.text(note->comment);
      numbered_ = true;
      return;
    }
    if (note) paragraph(note->comment, number_width_ + 1);
    last_ply_ = at.ply();
    if (printing_.board_every > 0 && at.ply() % printing_.board_every == 0) board(at.ply());
  }

  void begin_variation(NodeId, const WalkedLine<V>&) {
    end_row();
    text_.end(indent());
    ++depth_;
    numbered_ = true;
  }

  void end_variation(const WalkedLine<V>&) {
    text_.end(indent());
    --depth_;
    numbered_ = true;
  }

  void ending(const WalkedLine<V>&) {
    end_row();
    if (printing_.board_every > 0 && boarded_ != last_ply_) board(last_ply_);
    result();
  }

  void end(const WalkedLine<V>&) {
    if (!game_.was_cut()) return;
    text_.text("The record is damaged from here on: " + game_.unread);
    text_.end(0);
  }

 private:
  /// The main line is walked twice, so that all rows have the same columns.
  void measure() {
    WalkedLine<V> line(*Position<V>::from(game_.start), moves_);
    for (const NodeId n : moves_.main_line()) {
      widths_.hold(cell_of(n, line.position()));
      line.play(n);
    }
    widths_.hold(heading_of("Black"));
    const int last = counted(line.ply()) / 2 + 1;
    number_width_ = std::to_string(last).size() + 1;
    one_column_ = number_width_ + 1 + 2 * widths_.total() + column_gap > printing_.width;
    if (one_column_) number_width_ += 2;
    const std::size_t least = number_width_ + 1 + widths_.total();
    if (least > printing_.width) widths_.time = 0;
  }

  /// Half moves from move 1 of Black on.
  int counted(int ply) const { return ply + (white_starts_ ? 1 : 0); }

  Cell cell_of(NodeId n, const Position<V>& position) const {
    Cell cell;
    append_move_text(cell.move, position, moves_.move(n));
    const Note* note = moves_.note(n);
    cell.move += glyphs_text(note);
    cell.paint = paint_of_move(cell.move);
    if (!note) return cell;
    if (const auto& time = spent_ ? note->spent_ms : note->left_ms) cell.time = short_time(*time);
    if (!note->evaluations.empty())
      cell.score = score_of(note->evaluations.front(), V::info.variant);
    return cell;
  }

  void heading() {
    if (one_column_ || moves_.main_plies() == 0) return;
    pad(number_width_ + 1);
    for (const char* side : {"Black", "White"}) {
      put(heading_of(side));
      pad(column_gap);
    }
    end_row();
  }

  Cell heading_of(const char* side) const {
    return {side, Paint::bold, widths_.time > 0 ? spent_ ? "time" : "left" : "",
            widths_.score > 0 ? "eval" : ""};
  }

  void row(const Cell& cell, int ply) {
    const int half = counted(ply);
    const bool second = half % 2 != 0;
    if (!second || !in_row_) {
      end_row();
      const std::string number = fmt::format("{}.", half / 2 + 1);
      const std::size_t digits = number_width_ - (one_column_ ? 2 : 0);
      write_padded(fmt::format("{:>{}}{}", number, digits, one_column_ && second ? ".." : ""),
                   number_width_ + 1);
      if (!one_column_ && second) {
        write_padded("...", widths_.total());
        pad(column_gap);
      }
    }
    put(cell);
    pad(column_gap);
    in_row_ = true;
    if (second || one_column_) end_row();
  }

  void put(const Cell& cell) {
    terminal_.write(std::string(std::exchange(owed_, 0), ' '));
    terminal_.write(cell.paint, cell.move);
    pad(widths_.move - std::min(widths_.move, display_width(cell.move)));
    for (const auto& [text, width] :
         {std::pair(cell.time, widths_.time), std::pair(cell.score, widths_.score)}) {
      if (width == 0) continue;
      pad(1 + width - std::min(width, text.size()));
      if (text.empty()) continue;
      terminal_.write(std::string(std::exchange(owed_, 0), ' ') + text);
    }
    in_row_ = true;
  }

  /// Blanks at the end of a line are left out.
  void pad(std::size_t blanks) { owed_ += blanks; }
  void write_padded(const std::string& text, std::size_t width) {
    terminal_.write(std::string(std::exchange(owed_, 0), ' ') + text);
    pad(width - std::min(width, text.size()));
    in_row_ = true;
  }

  void end_row() {
    owed_ = 0;
    if (std::exchange(in_row_, false)) terminal_.write("\n");
  }

  void paragraph(std::string_view text, std::size_t at) {
    if (text.empty()) return;
    end_row();
    text_.text(text);
    text_.end(at);
  }

  /// Of the variation that is being written; deep ones stop at a third of the line.
  std::size_t indent() const {
    const std::size_t wanted = number_width_ + 1 + 2 * static_cast<std::size_t>(depth_);
    return std::min(wanted, printing_.width / 3);
  }

  void add_to_variation(NodeId n, const WalkedLine<V>& at) {
    std::string text;
    append_move_text(text, at.position(), moves_.move(n));
    text += glyphs_text(moves_.note(n));
    const Paint paint = paint_of_move(text);
    const int half = counted(at.ply());
    if (half % 2 == 0)
      text = fmt::format("{}. {}", half / 2 + 1, text);
    else if (numbered_)
      text = fmt::format("{}... {}", half / 2 + 1, text);
    numbered_ = false;
    text_.word(text, paint == Paint::none ? Paint::bold : paint);
  }

  void board(int ply) {
    end_row();
    terminal_.write("\n" + fitted_board(terminal_, board_text(position_at(game_, ply), printing_)) +
                    '\n');
    boarded_ = ply;
  }

  void result() {
    std::string text(in_words(game_.result));
    if (game_.ending != Ending::unknown) text += fmt::format(": {}", name(game_.ending));
    const auto plies = static_cast<std::uint64_t>(last_ply_);
    text_.word(fmt::format("{}, {}", text, yari::counted(plies, "ply", "plies")), Paint::bold);
    text_.end(0);
  }

  Terminal& terminal_;
  const Game& game_;
  const MoveTree& moves_;
  const GamePrinting& printing_;
  bool spent_;
  bool white_starts_;
  Paragraph text_;
  CellWidths widths_;
  std::size_t number_width_ = 0;
  /// There is no room for two moves beside each other.
  bool one_column_ = false;
  bool in_row_ = false;
  /// Blanks that stand before what comes next in the row.
  std::size_t owed_ = 0;
  int depth_ = 0;
  /// The next move of a variation has its number.
  bool numbered_ = true;
  int last_ply_ = 0;
  int boarded_ = -1;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view n) { return same_word(n, name); });
}

/// "A - B, 1-0", "Event, 2001-11-08, round 3", then the other tags.
void print_tags(Terminal& terminal, const Game& game, std::size_t width) {
  Paragraph text(terminal, std::min(width, widest_text));
  const auto or_unknown = [](std::string_view name) {
    return name.empty() ? std::string("?") : std::string(name);
  };
  text.text(
      fmt::format("{} - {}", or_unknown(game.tag(tags::black)), or_unknown(game.tag(tags::white))));
  text.word(std::string(name(game.result)), Paint::bold);
  text.end(0);
  std::string occasion;
  for (const std::string_view name : {tags::event, tags::site, tags::date, tags::round}) {
    std::string value(game.tag(name));
    if (value.empty()) continue;
    if (const auto date = read_date(value); date && name == tags::date) value = write_date(*date);
    occasion += fmt::format("{}{}{}", occasion.empty() ? "" : ", ",
                            name == tags::round ? "round " : "", value);
  }
  std::string kind(game.variant == Variant::yari ? "Yari Shogi" : "Shogi");
  if (game.rules != RuleSet::standard) kind += fmt::format(", rules: {}", name(game.rules));
  if (const auto handicap = handicap_name(game.start))
    kind += ", handicap: " + *handicap;
  else if (game.start != start_setup(game.variant))
    kind += ", from a position";
  for (const std::string& line : {occasion, kind}) {
    text.text(line);
    text.end(0);
  }
  for (const Tag& tag : game.tags) {
    if (tag.value.empty() || is_one_of(tag.name, {tags::black, tags::white, tags::event, tags::site,
                                                  tags::date, tags::round}))
      continue;
    text.text(fmt::format("{}: {}", tag.name, tag.value));
    text.end(0);
  }
}

}  // namespace

void print_game(Terminal& terminal, const Game& game, const GamePrinting& printing) {
  print_tags(terminal, game, printing.width);
  terminal.write("\n");
  if (!handicap_name(game.start) && game.start != start_setup(game.variant))
    terminal.write(fitted_board(terminal, draw_board(game.start, printing.style,
                                                     {.flipped = printing.flipped})) +
                   '\n');
  with_variant(game.variant, [&]<class V>(V) {
    GamePrinter<V> printer(terminal, game, printing);
    walk_nested<V>(game, printer);
  });
}

}  // namespace yari::cli
