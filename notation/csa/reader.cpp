// Statements of a CSA record, one after the other, as events for the builder.
#include "notation/csa/csa.h"
#include "notation/csa/evaluation.h"
#include "notation/csa/move_text.h"
#include "notation/csa/remarks.h"
#include "notation/csa/start.h"
#include "notation/csa/statements.h"
#include "notation/csa/words.h"
#include "notation/read/engine_lines.h"
#include "notation/words/comment.h"
#include "notation/words/header_names.h"
#include "text/text.h"

namespace yari {

namespace {

class CsaReading {
 public:
  explicit CsaReading(Findings& findings)
      : findings_(findings),
        builder_(new_game(Variant::shogi), Position<Shogi>::start(), findings) {}

  std::optional<Game> read() {
    CsaStatements statements(findings_.text());
    for (CsaStatement s; going_ && !findings_.exhausted() && statements.next(s);) {
      if (!s.text.empty()) statement(s.text);
    }
    return start(findings_.end()) ? finish() : std::nullopt;
  }

 private:
  void statement(std::string_view s) {
    switch (s[0]) {
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
        return s.size() == 1 ? side(s) : move(s);
      default:
        if (start(s)) builder_.damage(s, "expected a CSA statement");
    }
  }

  void remark(std::string_view s) {
    const std::string_view t = s.substr(1);
    if (t.starts_with('*')) return comment(t.substr(1));
    if (s.starts_with(csa_summary_mark)) return summary(s);
    if (!builder_.takes_moves() || trimmed(t).empty() || is_csa_ornament(t)) return;
    if (const std::optional<CsaRemarkHeader> h = csa_remark_header(t)) {
      if (!h->value.empty()) add_tag(h->name, h->value);
      return;
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
    if (!line.starts_with("* ")) return read_evaluation_line(line, builder_);
    std::optional<Evaluation> e = read_csa_evaluation(line.substr(2), builder_.at().position());
    if (!e) return false;
    builder_.evaluation(*std::move(e));
    return true;
  }

  // Servers draw the last position when a game is over.
  bool is_drawing(std::string_view t) {
    if (!started_ || (!t.starts_with('P') && t != "+" && t != "-")) return false;
    if (!drawn_.take(t)) return false;
    if (!findings_.over(drawing_.size() + 1, record_limits::drawn_lines, t))
      drawing_.emplace_back(t);
    return true;
  }

  void summary(std::string_view s) {
    const Outcome said = csa_summary(s, names_[Color::black], names_[Color::white]);
    builder_.ending(said, s, ClaimSource::summary);
  }

  void header(std::string_view s) {
    if (!builder_.takes_moves()) return;
    if (s.starts_with("N+")) return player(Color::black, s.substr(2));
    if (s.starts_with("N-")) return player(Color::white, s.substr(2));
    const std::size_t colon = s.find(':');
    if (s[0] != '$' || colon == std::string_view::npos) {
      return builder_.stray(s, "a header like $EVENT:name");
    }
    add_tag(s.substr(1, colon - 1), trimmed(s.substr(colon + 1)));
  }

  void player(Color side, std::string_view name) {
    if (names_[side].empty()) names_[side] = name;
    if (!name.empty()) add_tag(side == Color::black ? tags::black : tags::white, name);
  }

  void add_tag(std::string_view name, std::string_view value) {
    builder_.header(value,
                    [&](std::vector<Tag>& tags) { return add_csa_header(tags, name, value); });
  }

  void board(std::string_view s) {
    if (!started_) return take_start(s);
    // Of another game, all of it.
    builder_.damage({s.begin(), findings_.end().end()}, "expected a move or '/'");
    going_ = false;
  }

  void side(std::string_view s) {
    if (started_) return builder_.stray(s, "a move");
    take_start(s);
    start(s);
  }

  void take_start(std::string_view s) {
    const Result<void> taken = start_.take(s);
    if (!taken) refuse(s, taken.error());
  }

  // False: the record has no legal start.
  bool start(std::string_view place) {
    if (started_ || refused_) return started_;
    const auto position = checked_start<Shogi>(start_.setup(), place, findings_);
    if (position) builder_.restart(*position);
    started_ = going_ = position.has_value();
    refused_ = !started_;
    return started_;
  }

  void refuse(std::string_view part, const Error& error) {
    findings_.error(part, error);
    refused_ = true;
    started_ = going_ = false;
  }

  void move(std::string_view s) {
    if (!start(s) || !builder_.takes_moves()) return;
    const std::optional<CsaMove> text = read_csa_move(s);
    if (!text) return builder_.damage(s, "expected a move like +7776FU");
    const auto m = csa_meaning(builder_.at().position(), *text);
    m ? builder_.move(*m, s) : builder_.illegal(s, m.error());
  }

  void time(std::string_view s) {
    const std::optional<std::uint32_t> ms = read_time(s.substr(1));
    ms ? builder_.spent(*ms, s) : builder_.stray(s, "a time like T12");
  }

  void ending(std::string_view s) {
    if (!start(s)) return;
    const std::string_view word = s.substr(1);
    if (!csa_outcome(word, Color::black)) return builder_.stray(s, "an ending");
    builder_.ending_by_side([&](Color side) { return *csa_outcome(word, side); }, s);
  }

  std::optional<Game> finish() {
    if (!position_drawn()) {
      for (const std::string_view line : drawing_) builder_.comment_line(line);
    }
    Game game = builder_.finish(false);
    if (!start_.said() && game.moves.size() == 1) {
      const std::string_view text = findings_.text();
      findings_.error(text,
                      "expected a CSA record, found " + in_quotes(trimmed(text.substr(0, 80))));
      return std::nullopt;
    }
    return game;
  }

  bool position_drawn() const {
    return !drawing_.empty() && drawn_.setup().same_position(builder_.at().position().setup());
  }

  Findings& findings_;
  GameBuilder<Shogi> builder_;
  CsaStart start_;
  // What remarks draw, and their lines.
  CsaStart drawn_;
  std::vector<std::string_view> drawing_;
  ByColor<std::string_view> names_;
  bool started_ = false;
  bool refused_ = false;
  bool going_ = true;
};

}  // namespace

ReadResult read_csa(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  return findings.result(CsaReading(findings).read());
}

}  // namespace yari
