// Games to KIF and KI2. Variations follow their line in falling order of move numbers, so that each
// goes back into the line written just before it.
#include <algorithm>
#include <array>

#include "notation/comment.h"
#include "notation/ending_words.h"
#include "notation/game_builder.h"
#include "notation/handicap_text.h"
#include "notation/header_names.h"
#include "notation/kif/kif.h"
#include "notation/kif/move_text.h"
#include "notation/kif_board.h"
#include "notation/kif_evaluation.h"
#include "notation/kif_words.h"
#include "notation/losses.h"
#include "notation/text.h"
#include "rules/position.h"

namespace yari {

namespace {

// Pads to a width on a terminal.
void pad(std::string& out, std::size_t start, std::size_t width) {
  const std::size_t used = columns(std::string_view(out).substr(start));
  out.append(width > used ? width - used : 1, ' ');
}

class KifHeaderWriter {
 public:
  /// With `timed` the time of the ending stands beside the ending.
  KifHeaderWriter(const Game& game, bool timed, std::string& out)
      : game_(game), timed_(timed), out_(out) {}

  /// Returns how many tag values had to be changed.
  std::size_t write() {
    if (game_.variant == Variant::yari) line("棋種", kif_yari_header);
    const std::string_view handicap = kif_handicap(game_.start);
    line("手合割", handicap);
    const bool named = handicap != "平手" && handicap != "その他";
    const std::string_view black = named ? "下手" : "先手";
    const std::string_view white = named ? "上手" : "後手";
    for (const HeaderLine& h : kif_headers(game_.tags, black, white, broken_)) {
      if (!timed_ || h.name != ending_spent_tag) line(h.name, h.value);
    }
    std::size_t counted = 0;
    if (one_line(game_.tag(tags::black), counted).empty()) line(black, "");
    if (one_line(game_.tag(tags::white), counted).empty()) line(white, "");
    if (handicap == "その他") {
      const Setup& setup = game_.start;
      line("後手の持駒", write_kif_hand(setup.hands[1], setup.variant));
      append_kif_board(out_, setup);
      line("先手の持駒", write_kif_hand(setup.hands[0], setup.variant));
      out_ += setup.side_to_move == Color::black ? "先手番\n" : "後手番\n";
    }
    return broken_;
  }

 private:
  void line(std::string_view name, std::string_view value) {
    out_ += name;
    if (!name.empty()) out_ += "：";
    out_ += value;
    out_ += '\n';
  }

  const Game& game_;
  bool timed_;
  std::string& out_;
  std::size_t broken_ = 0;
};

template <class V>
class KifWriter {
 public:
  KifWriter(const Game& game, KifStyle style, WriteResult& result)
      : game_(game), moves_(game.moves), style_(style), result_(result), out_(result.text) {}

  void write() {
    const bool worded = !kif_word({game_.result, game_.ending}, side_at_end(game_)).empty();
    if (worded && style_ == KifStyle::kif) ending_spent_ = ending_spent(game_.tags, 1000);
    broken_ = KifHeaderWriter(game_, ending_spent_.has_value(), out_).write();
    // In KI2 moves or an outcome tell that the next header is another game's; this line does where
    // there are neither.
    const bool bare = moves_.main_plies() == 0 && Outcome{game_.result, game_.ending} == Outcome{};
    out_ += style_ == KifStyle::kif || bare ? "手数----指手---------消費時間--\n" : "\n";
    const Position<V> start = *Position<V>::from(game_.start);
    note_lines(root_node, start, nullptr);
    Branch main{moves_.first_child(root_node), 0, start, {}, {}, false};
    Branch end = main;
    write_line(main, &end);
    ending(end);
    while (!branches_.empty()) {
      const Branch b = std::move(branches_.back());
      branches_.pop_back();
      out_ += "\n変化：" + std::to_string(b.ply + 1) + "手\n";
      if (const Note* note = moves_.note(b.node)) {
        for (const std::string& line : comment_lines(note->before)) out_ += '*' + line + '\n';
      }
      write_line(b, nullptr);
    }
    report();
  }

 private:
  // A line of play that starts with `node`, `ply` moves into the game.
  struct Branch {
    NodeId node;
    int ply;
    Position<V> position;
    std::array<std::uint64_t, 2> spent;
    Square last;
    bool has_last;
  };

  // `end` gets where the line ends.
  void write_line(const Branch& from, Branch* end) {
    Branch at = from;
    on_row_ = 0;
    const std::size_t first_branch = branches_.size();
    for (NodeId n = from.node; n != no_node; n = moves_.first_child(n)) {
      if (moves_.first_child(moves_.parent(n)) == n) add_branches(n, at);
      write_move(n, at);
      at.position.play(moves_.move(n));
      at.last = moves_.move(n).to();
      at.has_last = true;
      ++at.ply;
      note_lines(n, at.position, &at.last);
    }
    end_row();
    // The last added is written first: falling move numbers, variations of one move in order.
    std::stable_sort(branches_.begin() + static_cast<std::ptrdiff_t>(first_branch), branches_.end(),
                     [](const Branch& a, const Branch& b) { return a.ply < b.ply; });
    if (end) *end = at;
  }

  void add_branches(NodeId n, const Branch& at) {
    const std::size_t first = branches_.size();
    for (NodeId s = moves_.next_sibling(n); s != no_node; s = moves_.next_sibling(s)) {
      branches_.push_back(at);
      branches_.back().node = s;
    }
    std::reverse(branches_.begin() + static_cast<std::ptrdiff_t>(first), branches_.end());
  }

  void write_move(NodeId n, Branch& at) {
    const Square* last = at.has_last ? &at.last : nullptr;
    const Note* note = moves_.note(n);
    const std::size_t side = static_cast<std::size_t>(index(at.position.side_to_move()));
    if (note) at.spent[side] += note->spent_ms.value_or(0) / 1000;
    if (style_ == KifStyle::ki2) {
      if (on_row_ == 6) end_row();
      const std::size_t start = out_.size();
      out_ += at.position.side_to_move() == Color::black ? "▲" : "△";
      append_kif_move(out_, at.position, moves_.move(n), last, style_);
      pad(out_, start, 12);
      ++on_row_;
      return;
    }
    const std::string number = std::to_string(at.ply + 1);
    out_.append(number.size() < 4 ? 4 - number.size() : 0, ' ');
    out_ += number + ' ';
    const std::size_t start = out_.size();
    append_kif_move(out_, at.position, moves_.move(n), last, style_);
    if (note && note->spent_ms) {
      pad(out_, start, 13);
      time(*note->spent_ms / 1000, at.spent[side]);
    }
    if (moves_.next_sibling(n) != no_node) out_ += '+';
    out_ += '\n';
  }

  void end_row() {
    if (on_row_ == 0) return;
    while (out_.back() == ' ') out_.pop_back();
    out_ += '\n';
    on_row_ = 0;
  }

  void two_digits(std::uint64_t n, char fill) {
    if (n < 10) out_ += fill;
    out_ += std::to_string(n);
  }

  // "( 0:05/00:01:10)"
  void time(std::uint32_t spent, std::uint64_t total) {
    out_ += '(';
    two_digits(spent / 60, ' ');
    out_ += ':';
    two_digits(spent % 60, '0');
    out_ += '/';
    two_digits(total / 3600, '0');
    out_ += ':';
    two_digits(total / 60 % 60, '0');
    out_ += ':';
    two_digits(total % 60, '0');
    out_ += ')';
  }

  void note_lines(NodeId n, const Position<V>& position, const Square* last) {
    const Note* note = moves_.note(n);
    if (!note) return;
    std::string lines;
    // "** " begins an engine's line.
    for (const std::string& line : comment_lines(note->comment)) {
      lines += '*' + guarded_line(line, "* ") + '\n';
    }
    for (const Evaluation& e : note->evaluations) {
      for (const std::string& line : evaluation_lines(e, position, last))
        lines += '*' + line + '\n';
    }
    const std::string bookmark = one_line(note->bookmark, broken_);
    if (!bookmark.empty()) lines += '&' + bookmark + '\n';
    if (lines.empty()) return;
    end_row();
    out_ += lines;
  }

  void ending(const Branch& end) {
    const Color side = end.position.side_to_move();
    const Outcome outcome{game_.result, game_.ending};
    const NodeId last = moves_.main_plies() == 0 ? root_node : moves_.main_line().back();
    const Note* note = moves_.note(last);
    // Without any ending a reader would take one from the last comment.
    if (outcome == Outcome{} && !(note && outcome_in_comment(note->comment))) return;
    const std::string plies = std::to_string(moves_.main_plies());
    const std::string_view word = kif_word(outcome, side);
    if (word.empty()) {
      unsaid_outcome_ = outcome == Outcome{} ? 0 : 1;
    } else if (style_ == KifStyle::kif) {
      const std::string number = std::to_string(moves_.main_plies() + 1);
      out_.append(number.size() < 4 ? 4 - number.size() : 0, ' ');
      out_ += number + ' ' + std::string(word);
      if (ending_spent_) {
        const std::uint32_t s = *ending_spent_ / 1000;
        out_ += ' ';
        time(s, end.spent[static_cast<std::size_t>(index(side))] + s);
      }
      out_ += '\n';
    }
    out_ += "まで" + plies + "手" + footer(outcome, word) + '\n';
  }

  std::string footer(const Outcome& o, std::string_view word) const {
    const std::string winner = o.result == GameResult::black_wins ? "先手" : "後手";
    const std::string loser = o.result == GameResult::black_wins ? "後手" : "先手";
    const bool decided = o.result == GameResult::black_wins || o.result == GameResult::white_wins;
    switch (o.ending) {
      case Ending::mate:
        if (!word.empty()) return "で詰み";
        break;
      case Ending::timeout:
        if (decided) return "で時間切れにより" + winner + "の勝ち";
        break;
      case Ending::illegal_move:
        if (decided) return "で" + loser + "の反則負け";
        break;
      case Ending::declaration:
        if (decided) return "で" + winner + "の入玉勝ち";
        break;
      case Ending::forfeit:
        if (!word.empty()) return "で" + std::string(word);
        break;
      default:
        break;
    }
    if (decided) return "で" + winner + "の勝ち";
    if (!word.empty()) return "で" + std::string(word);
    return o.result == GameResult::draw ? "で引き分け" : "で終局";
  }

  void report() {
    Powers powers;
    powers.tags = powers.result = powers.ending = powers.variations = powers.comments = true;
    powers.comments_before = true;
    powers.spent_time = style_ == KifStyle::kif;
    powers.evaluations = powers.evaluation_details = powers.bookmarks = true;
    result_.losses = losses(game_, powers);
    std::size_t before = 0;
    for (NodeId n = 1; n < moves_.size(); ++n) {
      const Note* note = moves_.note(n);
      if (note && !note->before.empty() && moves_.first_child(moves_.parent(n)) == n) ++before;
    }
    add_loss(result_.losses, before, "comments before a move within a line");
    add_loss(result_.losses, unsaid_outcome_, "ending, which there is no word for");
    add_loss(result_.losses, broken_, "line ends or outer blanks in tags and names");
  }

  const Game& game_;
  const MoveTree& moves_;
  KifStyle style_;
  WriteResult& result_;
  std::string& out_;
  std::vector<Branch> branches_;
  std::optional<std::uint32_t> ending_spent_;
  int on_row_ = 0;
  std::size_t broken_ = 0;
  std::size_t unsaid_outcome_ = 0;
};

WriteResult write(const Game& game, KifStyle style) {
  WriteResult result;
  if (style == KifStyle::kif) result.text = "#KIF version=2.0 encoding=UTF-8\n";
  with_variant(game.variant, [&]<class V>(V) { KifWriter<V>(game, style, result).write(); });
  result.text += '\n';
  return result;
}

}  // namespace

WriteResult write_kif(const Game& game, const WriteOptions&) { return write(game, KifStyle::kif); }
WriteResult write_ki2(const Game& game, const WriteOptions&) { return write(game, KifStyle::ki2); }

}  // namespace yari
