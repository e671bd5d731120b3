// Statements of a CSA record, one after the other, into a game.
#include <algorithm>
#include <utility>

#include "notation/comment.h"
#include "notation/csa/csa.h"
#include "notation/csa/evaluation.h"
#include "notation/csa/words.h"
#include "notation/ending_words.h"
#include "notation/header_names.h"
#include "notation/kif_evaluation.h"
#include "notation/text.h"
#include "notation/words.h"
#include "rules/outcome.h"

namespace yari {

namespace {

// One statement and its place.
struct Statement {
  std::string_view text;
  std::size_t offset = 0;
};

// Cuts lines at commas, but not those that hold free text.
class Statements {
 public:
  explicit Statements(std::string_view text) : text_(text) {}

  bool next(Statement& s) {
    if (at_ >= text_.size()) return false;
    const bool line_start = at_ == 0 || text_[at_ - 1] == '\n';
    const char c = text_[at_];
    const bool free = line_start && (c == '\'' || c == 'N' || c == '$' || c == 'V');
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != '\n' && (free || text_[end] != ',')) ++end;
    s.offset = at_;
    s.text = text_.substr(at_, end - at_);
    if (s.text.ends_with('\r')) s.text.remove_suffix(1);
    // Blanks at the end of a comment are its own.
    while (c != '\'' && !s.text.empty() && is_space(s.text.back())) s.text.remove_suffix(1);
    at_ = end + 1;
    return true;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

class CsaReading {
 public:
  CsaReading(std::string_view text, const ReadOptions& options)
      : text_(text), options_(options), findings_(text, options) {
    setup_.variant = Variant::shogi;
  }

  ReadResult read() {
    Statements statements(text_);
    for (Statement s; going_ && statements.next(s);) {
      if (!s.text.empty()) statement(s);
    }
    if (going_ && !position_) start(text_.size());
    ReadResult result;
    if (position_ && (seen_start_ || node_ != root_node || findings_.has_errors())) finish();
    if (!seen_start_ && node_ == root_node && !refused_) {
      findings_.error(0, "expected a CSA record, found " + in_quotes(trimmed(text_.substr(0, 80))));
      refused_ = true;
    }
    if (!refused_ && !(options_.strict && findings_.has_errors())) result.game = std::move(game_);
    result.diagnostics = findings_.take();
    return result;
  }

 private:
  void statement(const Statement& s) {
    const char c = s.text[0];
    switch (c) {
      case '\'':
        return remark(s);
      case '$':
      case 'N':
        return header(s);
      case 'V':
        return;
      case 'P':
        return board(s);
      case 'T':
        return time(s);
      case '%':
        return ending(s);
      case '+':
      case '-':
        if (s.text.size() == 1) return side(s);
        return move(s);
      case '/':
        return;
      default:
        return cut(s.offset, "expected a CSA statement, found " + in_quotes(s.text));
    }
  }

  void remark(const Statement& s) {
    const std::string_view t = s.text;
    if (t.starts_with("'*")) {
      if (evaluation(t.substr(2))) return;
      add_line(game_.moves.edit_note(node_).comment, unguarded_line(t.substr(2), "* "));
    } else if (t.starts_with(csa_summary_mark)) {
      summary_ = t;
    } else if (t.starts_with("'black_rate:") || t.starts_with("'white_rate:")) {
      // Floodgate's "'black_rate:NAME:3526.0"; the tags have the names of PGN.
      add_tag(t[1] == 'b' ? "BlackElo" : "WhiteElo", trimmed(t.substr(t.rfind(':') + 1)));
    }
  }

  void header(const Statement& s) {
    if (s.text.starts_with("N+")) return add_tag(tags::black, s.text.substr(2));
    if (s.text.starts_with("N-")) return add_tag(tags::white, s.text.substr(2));
    const std::size_t colon = s.text.find(':');
    if (s.text[0] != '$' || colon == std::string_view::npos) {
      findings_.warning(s.offset, "expected a header like $EVENT:name, found " + in_quotes(s.text));
      return;
    }
    const auto found =
        add_csa_header(game_.tags, s.text.substr(1, colon - 1), trimmed(s.text.substr(colon + 1)));
    if (found) findings_.note(s.offset + colon + 1, *found);
  }

  void add_tag(std::string_view name, std::string_view value) {
    if (!value.empty()) game_.tags.push_back({std::string(name), std::string(value)});
  }

  static std::optional<Square> square(std::string_view two) {
    if (two.size() != 2 || two[0] < '1' || two[0] > '9' || two[1] < '1' || two[1] > '9') {
      return std::nullopt;
    }
    return Square::at(two[0] - '1', two[1] - '1');
  }

  void wrong_board(std::size_t offset, std::string_view expected, std::string_view found) {
    findings_.error(offset, "expected " + std::string(expected) + ", found " + in_quotes(found));
    refused_ = true;
    going_ = false;
  }

  void board(const Statement& s) {
    if (position_) return cut(s.offset, "expected a move or '/', found " + in_quotes(s.text));
    seen_start_ = true;
    const std::string_view t = s.text;
    if (t.starts_with("PI")) {
      setup_ = start_setup(Variant::shogi);
      for (std::size_t at = 2; at < t.size(); at += 4) {
        const std::string_view item = t.substr(at, 4);
        const std::optional<Square> sq = square(item.substr(0, 2));
        const std::optional<Kind> kind =
            item.size() == 4 ? csa_kind(item.substr(2), Variant::shogi) : std::nullopt;
        if (!sq || !kind || setup_[*sq].empty() || setup_[*sq].kind() != *kind) {
          return wrong_board(s.offset + at, "a piece to take off, like 82HI", t.substr(at));
        }
        setup_[*sq] = Piece::none();
      }
    } else if (t.size() >= 2 && t[1] >= '1' && t[1] <= '9') {
      row(s, t[1] - '1');
    } else if (t.starts_with("P+") || t.starts_with("P-")) {
      pieces(s, t[1] == '+' ? Color::black : Color::white);
    } else {
      wrong_board(s.offset, "PI, P1..P9, P+ or P-", t);
    }
  }

  void row(const Statement& s, int rank) {
    for (int i = 0; i < 9; ++i) {
      const std::size_t at = 2 + 3 * static_cast<std::size_t>(i);
      const std::string_view cell = at < s.text.size() ? s.text.substr(at, 3) : std::string_view();
      const std::string_view t = trimmed(cell);
      if (t.empty() || t == "*") continue;
      const std::optional<Kind> kind = csa_kind(cell.substr(1), Variant::shogi);
      if ((cell[0] != '+' && cell[0] != '-') || !kind) {
        return wrong_board(s.offset + at, "a piece like +FU or ' * '", cell);
      }
      setup_[Square::at(8 - i, rank)] = Piece(cell[0] == '+' ? Color::black : Color::white, *kind);
    }
  }

  void pieces(const Statement& s, Color c) {
    Hand& hand = setup_.hands[static_cast<std::size_t>(index(c))];
    for (std::size_t at = 2; at < s.text.size(); at += 4) {
      const std::string_view item = s.text.substr(at, 4);
      if (item == "00AL") {
        give_the_rest(c);
        continue;
      }
      const std::optional<Kind> kind =
          item.size() == 4 ? csa_kind(item.substr(2), Variant::shogi) : std::nullopt;
      const std::optional<Square> sq = square(item.substr(0, 2));
      if (!kind || (!sq && !item.starts_with("00"))) {
        return wrong_board(s.offset + at, "a square and a piece like 99KY", item);
      }
      if (sq) {
        setup_[*sq] = Piece(c, *kind);
      } else if (index(*kind) >= hand_kind_count || hand.count(*kind) >= 18) {
        return wrong_board(s.offset + at, "a piece that can be in hand", item);
      } else {
        hand.add(*kind);
      }
    }
  }

  // All the pieces of a set that are neither on the board nor in a hand, but the king.
  void give_the_rest(Color c) {
    for (int k = 0; k < hand_kind_count; ++k) {
      const Kind kind{static_cast<std::uint8_t>(k)};
      int n = Shogi::info[kind].set_count;
      for (const Piece p : setup_.board) {
        if (!p.empty() && unpromoted(p.kind()) == kind) --n;
      }
      for (const Hand& h : setup_.hands) n -= h.count(kind);
      if (n > 0) setup_.hands[static_cast<std::size_t>(index(c))].add(kind, n);
    }
  }

  void side(const Statement& s) {
    if (position_) return findings_.warning(s.offset, "the side to move stands behind moves");
    setup_.side_to_move = s.text == "+" ? Color::black : Color::white;
    if (!seen_start_) setup_.board = start_setup(Variant::shogi).board;
    seen_start_ = true;
    start(s.offset);
  }

  bool start(std::size_t offset) {
    if (position_) return true;
    if (!seen_start_) setup_.board = start_setup(Variant::shogi).board;
    const auto position = Position<Shogi>::from(setup_);
    if (!position) {
      for (const std::string& fault : position.error()) findings_.error(offset, fault);
      refused_ = true;
      going_ = false;
      return false;
    }
    position_ = *position;
    game_.variant = Variant::shogi;
    game_.start = setup_;
    return true;
  }

  void move(const Statement& s) {
    if (!start(s.offset)) return;
    const std::string_view t = s.text;
    if (std::exchange(over_, false)) findings_.warning(s.offset, goes_on(t));
    const Color color = t[0] == '+' ? Color::black : Color::white;
    const std::optional<Square> to = t.size() == 7 ? square(t.substr(3, 2)) : std::nullopt;
    const std::optional<Kind> after =
        t.size() == 7 ? csa_kind(t.substr(5), Variant::shogi) : std::nullopt;
    const bool drop = t.size() == 7 && t.substr(1, 2) == "00";
    const std::optional<Square> from = t.size() == 7 ? square(t.substr(1, 2)) : std::nullopt;
    if (!to || !after || (!from && !drop)) {
      return cut(s.offset, "expected a move like +7776FU, found " + in_quotes(t));
    }
    if (color != position_->side_to_move()) {
      return illegal(s, "it is the other side's turn");
    }
    Move m = Move::none();
    if (drop) {
      if (index(*after) < hand_kind_count) m = Move::drop(*after, *to);
    } else {
      const Piece p = position_->at(*from);
      if (p.empty()) return illegal(s, "there is nothing on its origin");
      const bool promotes = p.kind() != *after;
      if (promotes && promoted(p.kind()) != *after) {
        return illegal(s, "its origin holds another piece");
      }
      m = Move::board(*from, *to, promotes);
    }
    if (!position_->is_legal(m)) {
      return illegal(s, std::string(describe(position_->fault_of(m))));
    }
    node_ = game_.moves.add(node_, m);
    position_->play(m);
    ++plies_;
    timed_ = Timed::move;
  }

  void illegal(const Statement& s, const std::string& why) {
    if (ends_the_game(s)) {
      findings_.warning(s.offset, "ply " + std::to_string(plies_ + 1) + ", " + in_quotes(s.text) +
                                      ", is illegal and ends the game: " + why);
      add_line(game_.moves.edit_note(node_).comment, s.text);
      timed_ = Timed::illegal_move;
      return;
    }
    cut(s.offset,
        "ply " + std::to_string(plies_ + 1) + ", " + in_quotes(s.text) + ", is illegal: " + why);
  }

  // Whether the statement behind an illegal move, times and remarks but a server's summary aside,
  // says that it was one.
  bool ends_the_game(const Statement& s) const {
    Statements rest(text_.substr(s.offset));
    Statement next;
    rest.next(next);
    while (rest.next(next)) {
      if (csa_summary_ending(next.text) == Ending::illegal_move) return true;
      if (next.text.empty() || next.text[0] == '\'' || next.text[0] == 'T') continue;
      return next.text.find("ILLEGAL") != std::string_view::npos;
    }
    return false;
  }

  // Ends the reading of moves; an ending that the rest states is still taken.
  void cut(std::size_t offset, std::string message) {
    findings_.error(offset, std::move(message));
    if (!start(offset)) return;
    game_.unread = trimmed(text_.substr(offset));
    going_ = false;
    Statements rest(text_.substr(offset));
    for (Statement s; rest.next(s);) {
      if (s.text.starts_with('%')) ending({s.text, offset + s.offset});
      if (s.text.starts_with(csa_summary_mark)) remark({s.text, offset + s.offset});
    }
  }

  void time(const Statement& s) {
    const std::optional<std::uint32_t> ms = read_time(s.text.substr(1));
    if (!ms)
      return findings_.warning(s.offset, "expected a time like T12, found " + in_quotes(s.text));
    switch (std::exchange(timed_, Timed::nothing)) {
      case Timed::move:
        game_.moves.edit_note(node_).spent_ms = ms;
        break;
      case Timed::illegal_move:
        game_.moves.edit_note(node_).comment += ',' + std::string(s.text);
        break;
      case Timed::ending:
        add_ending_spent(game_.tags, *ms);
        break;
      case Timed::nothing:
        findings_.warning(s.offset,
                          "expected a move or an ending before the time, which is left out");
        break;
    }
  }

  void ending(const Statement& s) {
    if (!start(s.offset)) return;
    timed_ = Timed::ending;
    const std::optional<Outcome> o = csa_outcome(s.text.substr(1), position_->side_to_move());
    if (!o) return findings_.warning(s.offset, "expected an ending, found " + in_quotes(s.text));
    over_ = true;
    game_.ending = o->ending;
    game_.result = o->result;
  }

  // "'** 123 +7776FU", "'**評価値=123"
  bool evaluation(std::string_view line) {
    if (!position_) return false;
    if (!line.starts_with("* ")) {
      const Square last = node_ == root_node ? Square{} : game_.moves.move(node_).to();
      return read_evaluation_line(line, *position_, node_ == root_node ? nullptr : &last,
                                  game_.moves.edit_note(node_).evaluations);
    }
    const std::optional<Evaluation> e = read_csa_evaluation(line.substr(2), *position_);
    if (e) game_.moves.edit_note(node_).evaluations.push_back(*e);
    return e.has_value();
  }

  void finish() {
    if (summary_.empty() || take_csa_summary(game_, summary_)) return;
    const auto offset = static_cast<std::size_t>(summary_.data() - text_.data());
    findings_.warning(offset, "expected the summary of a game that ended with " +
                                  std::string(name(game_.result)) + ", found " +
                                  in_quotes(summary_.substr(1)));
  }

  std::string_view text_;
  const ReadOptions& options_;
  Findings findings_;
  Setup setup_;
  Game game_;
  std::optional<Position<Shogi>> position_;
  NodeId node_ = root_node;
  int plies_ = 0;
  std::string_view summary_;
  bool seen_start_ = false;
  bool going_ = true;
  bool refused_ = false;
  bool over_ = false;
  /// What a time that comes next is the time of.
  enum class Timed { nothing, move, illegal_move, ending } timed_ = Timed::nothing;
};

}  // namespace

ReadResult read_csa(std::string_view text, const ReadOptions& options) {
  return CsaReading(text, options).read();
}

}  // namespace yari
