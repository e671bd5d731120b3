// Statements of a CSA record, one after the other, as events for the builder.
#include "notation/comment.h"
#include "notation/csa/csa.h"
#include "notation/csa/evaluation.h"
#include "notation/csa/move_text.h"
#include "notation/csa/remarks.h"
#include "notation/csa/start.h"
#include "notation/csa/statements.h"
#include "notation/csa/words.h"
#include "notation/game_builder.h"
#include "notation/header_names.h"
#include "notation/engine_lines.h"

namespace yari {

namespace {

class CsaReading {
 public:
  CsaReading(std::string_view text, const ReadOptions& options)
      : text_(text),
        options_(options),
        findings_(text, options),
        game_(new_game(Variant::shogi)),
        builder_(text, game_, Position<Shogi>::start(), findings_, options.strict) {}

  ReadResult read() {
    CsaStatements statements(text_);
    for (CsaStatement s; going_ && statements.next(s);) {
      if (!s.text.empty()) statement(s);
    }
    if (!started_ && !refused_) start(text_.size());
    if (!refused_) finish();
    return read_result(refused_ ? std::nullopt : std::optional<Game>(std::move(game_)), findings_,
                       options_);
  }

 private:
  static Span span(const CsaStatement& s) { return {s.offset, s.offset + s.text.size()}; }

  void statement(const CsaStatement& s) {
    switch (s.text[0]) {
      case '\'':
        return remark(s);
      case '$':
      case 'N':
        return header(s);
      case 'V':
      case '/':
        return;
      case 'T':
        return time(s);
      case '%':
        return ending(s);
      case 'P':
        return board(s);
      case '+':
      case '-':
        return s.text.size() == 1 ? side(s) : move(s);
      default:
        if (start(s.offset)) builder_.damage(span(s), "expected a CSA statement");
    }
  }

  void remark(const CsaStatement& s) {
    const std::string_view t = s.text.substr(1);
    if (t.starts_with('*')) return comment(t.substr(1));
    if (s.text.starts_with(csa_summary_mark)) return summary(s);
    if (!builder_.takes_moves() || trimmed(t).empty() || is_csa_ornament(t)) return;
    if (const std::optional<CsaRemarkHeader> h = csa_remark_header(t)) {
      return add_tag(h->name, h->value);
    }
    if (!is_drawing(t)) comment(t);
  }

  // "'** 123 +7776FU", "'**評価値=123"
  void comment(std::string_view line) {
    const bool about_move = started_ && !builder_.after_illegal_move();
    if (about_move && evaluation(line)) return;
    builder_.comment_line(unguarded_line(line, "* "));
  }

  bool evaluation(std::string_view line) {
    Note* note = builder_.note();
    if (!note) return true;
    const Playback<Shogi>& at = builder_.at();
    if (!line.starts_with("* ")) {
      return read_evaluation_line(line, at.position(), at.last_target(), note->evaluations);
    }
    std::optional<Evaluation> e = read_csa_evaluation(line.substr(2), at.position());
    if (!e) return false;
    note->evaluations.push_back(*std::move(e));
    return true;
  }

  // Servers draw the last position when a game is over.
  bool is_drawing(std::string_view t) {
    if (!started_ || (!t.starts_with('P') && t != "+" && t != "-")) return false;
    if (!drawn_.take(t)) return false;
    drawing_.emplace_back(t);
    return true;
  }

  void summary(const CsaStatement& s) {
    summary_ = span(s);
    if (builder_.after_illegal_move() && csa_summary_ending(s.text) == Ending::illegal_move) {
      builder_.ending({GameResult::unknown, Ending::illegal_move}, span(s));
    }
  }

  void header(const CsaStatement& s) {
    if (!builder_.takes_moves()) return;
    const std::string_view t = s.text;
    if (t.starts_with("N+")) return add_tag(tags::black, t.substr(2));
    if (t.starts_with("N-")) return add_tag(tags::white, t.substr(2));
    const std::size_t colon = t.find(':');
    if (t[0] != '$' || colon == std::string_view::npos) {
      return builder_.stray(span(s), "a header like $EVENT:name");
    }
    const auto found =
        add_csa_header(game_.tags, t.substr(1, colon - 1), trimmed(t.substr(colon + 1)));
    if (found) findings_.note(s.offset + colon + 1, *found);
  }

  void add_tag(std::string_view name, std::string_view value) {
    if (!value.empty()) add_csa_header(game_.tags, name, value);
  }

  void board(const CsaStatement& s) {
    if (!started_) return take_start(s);
    // Of another game, all of it.
    builder_.damage({s.offset, text_.size()}, "expected a move or '/'");
    going_ = false;
  }

  void side(const CsaStatement& s) {
    if (started_) return builder_.stray(span(s), "a move");
    take_start(s);
    start(s.offset);
  }

  void take_start(const CsaStatement& s) {
    const Result<void> taken = start_.take(s.text);
    if (!taken) refuse(s.offset + taken.error().offset, taken.error().message);
  }

  // False: the record has no legal start.
  bool start(std::size_t offset) {
    if (started_ || refused_) return started_;
    game_.start = start_.setup();
    const auto position = checked_start<Shogi>(game_.start, offset, findings_);
    if (position) builder_.restart(*position);
    started_ = position.has_value();
    refused_ = !started_;
    going_ = started_;
    return started_;
  }

  void refuse(std::size_t offset, std::string message) {
    findings_.error(offset, std::move(message));
    refused_ = true;
    going_ = false;
  }

  void move(const CsaStatement& s) {
    if (!start(s.offset) || !builder_.takes_moves()) return;
    const std::optional<CsaMove> text = read_csa_move(s.text);
    if (!text) return builder_.damage(span(s), "expected a move like +7776FU");
    const auto m = csa_meaning(builder_.at().position(), *text);
    m ? builder_.move(*m, span(s)) : builder_.illegal(span(s), m.error());
  }

  void time(const CsaStatement& s) {
    const std::optional<std::uint32_t> ms = read_time(s.text.substr(1));
    ms ? builder_.spent(*ms, span(s)) : builder_.stray(span(s), "a time like T12");
  }

  void ending(const CsaStatement& s) {
    if (!start(s.offset)) return;
    const std::string_view word = s.text.substr(1);
    if (!csa_outcome(word, Color::black)) return builder_.stray(span(s), "an ending");
    const bool illegal = builder_.after_illegal_move();
    builder_.ending_by_side([&](Color side) { return *csa_outcome(word, side, illegal); }, span(s));
  }

  void finish() {
    if (!position_drawn()) {
      for (const std::string_view line : drawing_) builder_.comment_line(line);
    }
    builder_.finish(false);
    if (!start_.said() && game_.moves.size() == 1) {
      return refuse(0, "expected a CSA record, found " + in_quotes(trimmed(text_.substr(0, 80))));
    }
    const std::string_view line = text_.substr(summary_.begin, summary_.end - summary_.begin);
    if (line.empty() || take_csa_summary(game_, line)) return;
    findings_.warning(summary_.begin, "expected the summary of a game that ended with " +
                                          std::string(name(game_.result)) + ", found " +
                                          in_quotes(line.substr(1)));
  }

  bool position_drawn() const {
    return !drawing_.empty() && drawn_.setup().same_position(builder_.at().position().setup());
  }

  std::string_view text_;
  const ReadOptions& options_;
  Findings findings_;
  Game game_;
  GameBuilder<Shogi> builder_;
  CsaStart start_;
  // What remarks draw, and their lines.
  CsaStart drawn_;
  std::vector<std::string_view> drawing_;
  Span summary_;
  bool started_ = false;
  bool refused_ = false;
  bool going_ = true;
};

}  // namespace

ReadResult read_csa(std::string_view text, const ReadOptions& options) {
  return CsaReading(text, options).read();
}

}  // namespace yari
