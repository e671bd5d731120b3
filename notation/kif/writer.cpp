// Games to KIF and KI2. Variations follow their line in falling order of move numbers, so that each
// goes back into the line written just before it.
#include <fmt/format.h>

#include "notation/board/kanji_board.h"
#include "notation/kif/kif.h"
#include "notation/kif/move_text.h"
#include "notation/kif/scanner.h"
#include "notation/read/engine_lines.h"
#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/handicap_text.h"
#include "notation/words/header_names.h"
#include "notation/words/japanese.h"
#include "notation/write/game_walk.h"
#include "notation/write/losses.h"
#include "rules/position.h"
#include "text/text.h"

namespace yari {

namespace {

// Pads to a width on a terminal.
void pad(std::string& out, std::size_t start, std::size_t width) {
  const std::size_t used = columns(std::string_view(out).substr(start));
  out.append(width > used ? width - used : 1, ' ');
}

// Whether the reader makes this value of a remark.
bool is_free_remark(std::string_view value) {
  if (!take(value, "# ") || value.empty() || trimmed_wide(value) != value) return false;
  return !is_kif_format_mark(value);
}

template <class V>
class KifWriter {
 public:
  using Line = WalkedLine<V>;

  KifWriter(const Game& game, KifStyle style, WriteResult& result)
      : game_(game),
        moves_(game.moves),
        style_(style),
        result_(result),
        out_(result.text),
        ending_(written_ending(game, Dialect::kif, 1000)) {
    if (style_ == KifStyle::ki2) ending_.spent_ms.reset();
  }

  void start(const Line& line) {
    if (style_ == KifStyle::kif) out_ += "#KIF version=2.0 encoding=UTF-8\n";
    headers();
    // In KI2 moves or an outcome tell that the next header is another game's; this line does where
    // there are neither.
    const bool bare = moves_.main_plies() == 0 && Outcome{game_.result, game_.ending} == Outcome{};
    out_ += style_ == KifStyle::kif || bare ? "手数----指手---------消費時間--\n" : "\n";
    note_after(root_node, line);
  }

  void move(NodeId n, const Line& line) {
    if (style_ == KifStyle::ki2) return write_ki2_move(n, line);
    number(line.ply() + 1);
    const std::size_t start = out_.size();
    append_kif_move(out_, line.position(), moves_.move(n), line.last_target(), style_);
    if (const Note* note = moves_.note(n); note && note->spent_ms) {
      pad(out_, start, 13);
      time(*note->spent_ms / 1000, line);
    }
    if (moves_.next_sibling(n) != no_node) out_ += '+';
    out_ += '\n';
  }

  void played(NodeId n, const Line& line) { note_after(n, line); }

  void end(const Line& line) {
    end_row();
    ending(line);
    out_ += '\n';
  }

  void begin_line(NodeId n, const Line& line) {
    out_ += "変化：" + std::to_string(line.ply() + 1) + "手\n";
    if (const Note* note = moves_.note(n)) {
      for (const std::string& text : comment_lines(note->before, lost_.broken))
        out_ += '*' + text + '\n';
    }
  }

  void end_line(const Line&) {
    end_row();
    out_ += '\n';
  }

  void report() {
    result_.losses = losses(game_, {.tags = true,
                                    .result = true,
                                    .ending = true,
                                    .variations = true,
                                    .comments = true,
                                    .comments_before = true,
                                    .spent_time = style_ == KifStyle::kif,
                                    .evaluations = true,
                                    .bookmarks = true,
                                    .evaluation_details = true});
    std::size_t before = 0;
    for (NodeId n = 1; n < moves_.size(); ++n) {
      const Note* note = moves_.note(n);
      if (note && !note->before.empty() && moves_.is_main(n)) ++before;
    }
    add_loss(result_.losses, before, "comments before a move within a line");
    const Outcome outcome{game_.result, game_.ending};
    const Color side = side_at_end(game_);
    const Outcome in_footer = kif_footer(write_kif_footer(outcome, "", false), side);
    add_loss(result_.losses, ending_.unsaid && in_footer.result != outcome.result, "result");
    // A bare win in the last line is read as a resignation.
    const bool is_said = outcome.ending != Ending::unknown && in_footer.ending == outcome.ending;
    add_loss(result_.losses, ending_.unsaid && !is_said, "ending, which there is no word for");
    add_losses(result_.losses, lost_);
  }

 private:
  void headers() {
    if (game_.variant == Variant::yari) header("棋種", kif_yari_header);
    const std::string_view handicap = kif_handicap(game_.start);
    header("手合割", handicap);
    has_handicap_ = handicap != "平手" && handicap != "その他";
    const std::string_view black = kif_player(Color::black, has_handicap_);
    const std::string_view white = kif_player(Color::white, has_handicap_);
    const bool timed = ending_.spent_ms.has_value();
    for (const HeaderLine& h : kif_headers(game_.tags, timed, black, white, lost_.broken))
      header(h.name, h.value);
    std::size_t counted = 0;
    if (one_line(game_.tag(tags::black), counted).empty()) header(black, "");
    if (one_line(game_.tag(tags::white), counted).empty()) header(white, "");
    if (handicap == "その他") append_kif_position(out_, game_.start);
  }

  void header(std::string_view name, std::string_view value) {
    if (name != kif_tag || !is_free_remark(value)) {
      out_ += name;
      out_ += "：";
    }
    out_ += value;
    out_ += '\n';
  }

  void number(int n) {
    const std::string number = std::to_string(n);
    out_.append(number.size() < 4 ? 4 - number.size() : 0, ' ');
    out_ += number + ' ';
  }

  void write_ki2_move(NodeId n, const Line& line) {
    if (on_row_ == 6) end_row();
    const std::size_t start = out_.size();
    out_ += line.position().side_to_move() == Color::black ? "▲" : "△";
    append_kif_move(out_, line.position(), moves_.move(n), line.last_target(), style_);
    pad(out_, start, 12);
    ++on_row_;
  }

  void end_row() {
    if (on_row_ == 0) return;
    while (out_.back() == ' ') out_.pop_back();
    out_ += '\n';
    on_row_ = 0;
  }

  // "( 0:05/00:01:10)": the time `spent` now by the side to move, and its total.
  void time(std::uint32_t spent, const Line& line) {
    const std::uint64_t total = line.spent_seconds(line.position().side_to_move()) + spent;
    out_ += fmt::format("({:2}:{:02}/{:02}:{:02}:{:02})", spent / 60, spent % 60, total / 3600,
                        total / 60 % 60, total % 60);
  }

  void note_after(NodeId n, const Line& line) {
    const Note* note = moves_.note(n);
    if (!note) return;
    // "** " begins an engine's line.
    const NoteLines lines = note_lines(*note, line.position(), line.last_target(), "* ", lost_);
    if (lines.comments.empty() && lines.bookmark.empty()) return;
    end_row();
    for (const std::string& comment : lines.comments) out_ += '*' + comment + '\n';
    if (!lines.bookmark.empty()) out_ += '&' + lines.bookmark + '\n';
  }

  void ending(const Line& line) {
    const NodeId last = moves_.main_plies() == 0 ? root_node : moves_.main_line().back();
    const Note* note = moves_.note(last);
    // Without any ending a reader would take one from the last comment.
    const bool comment_ends = note && outcome_in_comment(note->comment);
    // Without one a variation in its place would lengthen the game.
    const bool ends = comment_ends || moves_.ended_at();
    if (Outcome{game_.result, game_.ending} == Outcome{} && !ends) return;
    if (!ending_.word.empty() && style_ == KifStyle::kif) {
      number(line.ply() + 1);
      out_ += ending_.word;
      if (ending_.spent_ms) {
        out_ += ' ';
        time(*ending_.spent_ms / 1000, line);
      }
      if (moves_.ended_at()) out_ += '+';
      out_ += '\n';
    }
    out_ += "まで" + std::to_string(line.ply()) + "手" +
            write_kif_footer({game_.result, game_.ending}, ending_.word, has_handicap_) + '\n';
  }

  const Game& game_;
  const MoveTree& moves_;
  KifStyle style_;
  WriteResult& result_;
  std::string& out_;
  WrittenEnding ending_;
  bool has_handicap_ = false;
  int on_row_ = 0;
  NoteLosses lost_;
};

WriteResult write(const Game& game, KifStyle style) {
  WriteResult result;
  with_variant(game.variant, [&]<class V>(V) {
    KifWriter<V> writer(game, style, result);
    walk_lines<V>(game, writer);
    writer.report();
  });
  return result;
}

}  // namespace

WriteResult write_kif(const Game& game, const WriteOptions&) { return write(game, KifStyle::kif); }
WriteResult write_ki2(const Game& game, const WriteOptions&) { return write(game, KifStyle::ki2); }

}  // namespace yari
