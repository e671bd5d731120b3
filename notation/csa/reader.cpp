// Statements of a CSA record, one after the other, as events for the builder.
#include <utility>

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
#include "notation/words/outcome_words.h"
#include "rules/start.h"
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
    const std::optional<Color> name_of = std::exchange(name_of_, {});
    if (name_of && !CsaStatement{.text = s}.is_csa()) return take_name(*name_of, s);
    if (is_space(s[0])) s = trimmed(s);
    const char second = s.size() > 1 ? s[1] : '\0';
    switch (s[0]) {
      case '\'':
        return remark(s);
      case '$':
        return header(s);
      case 'N':
        return second == '+' || second == '-' ? header(s) : other_line(s);
      case 'V':
        return is_digit(second) ? void() : other_line(s);
      case '/':
        return s.size() == 1 ? void() : other_line(s);
      case 'T':
      case 't':
        return is_digit(second) || second == '+' ? time(s) : other_line(s);
      case '%':
        return ending(s);
      case '#':
        return server_word(s);
      case 'P':
        return CsaStatement{.text = s}.names_pieces() ? board(s) : other_line(s);
      case '+':
      case '-':
        return s.size() == 1 ? side(s) : is_digit(second) ? move(s) : other_line(s);
      default:
        return other_line(s);
    }
  }

  // A line that nothing knows hides no move: the next one fits, or ends the game.
  void other_line(std::string_view s) {
    if (unusual_moves(s) || (!started_ && (start_.take_more(s) || unusual_start(s)))) return;
    if (s.starts_with("Name+:") || s.starts_with("Name-:"))
      return player(s[4] == '+' ? Color::black : Color::white, trimmed(s.substr(6)));
    if (CsaStatement{.text = s}.looks_like_move()) {
      if (start(s)) builder_.damage(s, "a CSA statement");
      return;
    }
    if (!builder_.takes_moves() || (started_ && foreign_ending(s))) return;
    take_owner(s);
    if (findings_.over(++other_lines_, record_limits::other_lines, s)) return;
    findings_.add(FindingCode::stray_text, s, "a CSA statement", in_quotes(s));
    builder_.comment_line(s);
  }

  void remark(std::string_view s) {
    const std::string_view t = s.substr(1);
    if (t.starts_with('*')) return comment(t.substr(1));
    if (s.starts_with(csa_summary_mark)) return summary(s);
    if (!builder_.takes_moves() || trimmed(t).empty() || is_csa_ornament(t)) return;
    take_owner(t);
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
    std::optional<Evaluation> e =
        read_csa_evaluation(line.substr(2), builder_.at().position(), played_);
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
    if (s[0] == 'N') return player(s[1] == '+' ? Color::black : Color::white, s.substr(2));
    const std::size_t colon = s.find(':');
    if (s[0] != '$' || colon == std::string_view::npos) {
      return builder_.stray(s, "a header like $EVENT:name");
    }
    add_tag(s.substr(1, colon - 1), trimmed(s.substr(colon + 1)));
  }

  void player(Color side, std::string_view name) {
    if (name.empty()) {
      name_of_ = side;
      return;
    }
    if (names_[side].empty()) names_[side] = name;
    add_tag(side == Color::black ? tags::black : tags::white, name);
  }

  // Programs that collect records break the line after "N+".
  void take_name(Color side, std::string_view s) {
    if (!builder_.takes_moves()) return;
    findings_.add(FindingCode::name_on_next_line, s);
    player(side, trimmed(s));
  }

  void add_tag(std::string_view name, std::string_view value) {
    builder_.header(value,
                    [&](std::vector<Tag>& tags) { return add_csa_header(tags, name, value); });
  }

  void board(std::string_view s) {
    if (!started_) return take_board(s, s);
    // Of another game, all of it.
    builder_.damage({s.begin(), findings_.end().end()}, "a move or '/'");
    going_ = false;
  }

  void side(std::string_view s) {
    if (started_) return builder_.text_among_moves(s);
    side_said_ = true;
    take_board(s, s);
    start(s);
  }

  // `usual` is what is read for `s`.
  void take_board(std::string_view s, std::string_view usual) {
    const Result<void> taken = start_.take(usual);
    if (!taken) refuse(s, taken.error());
    if (const auto slip = start_.take_slip()) findings_.add(*slip, s);
  }

  // "n+Ito", "pi", "p1-ky": as the line in capitals.
  bool unusual_start(std::string_view s) {
    const std::string usual = usual_csa(s);
    if (usual == s || usual.size() != s.size() || !CsaStatement{.text = usual}.begins_game())
      return false;
    findings_.add(FindingCode::unusual_move, s, in_quotes(s), in_quotes(usual.substr(0, 2)));
    if (usual[0] == 'N') player(usual[1] == '+' ? Color::black : Color::white, s.substr(2));
    if (usual[0] == 'P') take_board(s, usual);
    return true;
  }

  // False: the record has no legal start. `mover` made the move at `place`.
  bool start(std::string_view place, std::optional<Color> mover = {}) {
    if (started_ || refused_) return started_;
    if (!side_said_) guess_side(place, mover);
    const auto position = checked_start<Shogi>(start_.setup(), place, findings_);
    if (position) builder_.restart(*position);
    started_ = going_ = position.has_value();
    refused_ = !started_;
    return started_;
  }

  // No line "+" or "-": the sign of the first move says who moves, or that it is a handicap. A move
  // of White's in the even start is the second one.
  void guess_side(std::string_view place, std::optional<Color> mover) {
    const Setup setup = start_.setup();
    if (setup.same_position(start_setup(Variant::shogi))) return;
    if (mover == Color::white) {
      start_.set_side(Color::white);
      findings_.add(FindingCode::side_by_first_move, place);
    } else if (!mover && start_.takes_off()) {
      start_.set_side(Color::white);
      findings_.add(FindingCode::side_by_handicap, place);
    }
  }

  void refuse(std::string_view part, const Error& error) {
    findings_.add(FindingCode::bad_position, part, error);
    refused_ = true;
    started_ = going_ = false;
  }

  void move(std::string_view s) {
    const std::optional<CsaMove> text = read_csa_move(s);
    const std::optional<Color> mover = text ? std::optional(text->color) : std::nullopt;
    if (!start(s, mover) || !builder_.takes_moves()) return;
    if (text) return play(*text, s);
    if (!unusual_moves(s)) builder_.damage(s, "a move like +7776FU");
  }

  void play(const CsaMove& text, std::string_view s) {
    played_ = s;
    const auto m = csa_meaning(builder_.at().position(), text);
    m ? builder_.move(*m, s) : builder_.illegal(s, m.error());
  }

  bool unusual_moves(std::string_view s) {
    if (!are_typed_csa_moves(s)) return false;
    for (std::string_view whole = s; auto typed = take_typed_csa_move(s); whole = s) {
      if (is_digit(typed->usual[0])) {
        if (!start(whole)) return true;
        typed->usual.insert(0, builder_.at().position().side_to_move() == Color::black ? "+" : "-");
      }
      const CsaMove text = *read_csa_move(typed->usual);
      if (!start(whole, text.color) || !builder_.takes_moves()) return true;
      const bool time_or_comment = s.empty() || s[0] == '\'' || s[0] == 'T';
      if (!whole.starts_with(typed->usual) || typed->glyph != 0 || !time_or_comment)
        findings_.add(FindingCode::unusual_move, typed->text,
                      in_quotes(typed->text == typed->usual ? trimmed_wide(whole) : typed->text),
                      typed->usual);
      play(text, typed->text);
      if (typed->glyph != 0) builder_.glyph(typed->glyph);
    }
    if (!s.empty()) statement(s);
    return true;
  }

  void time(std::string_view s) {
    const std::size_t digits = s.starts_with("T+") || s.starts_with("t+") ? 2 : 1;
    const std::optional<std::uint32_t> ms = read_time(s.substr(digits));
    ms ? builder_.spent(*ms, s) : builder_.stray(s, "a time like T12");
  }

  void ending(std::string_view s) {
    if (!start(s)) return;
    const std::string_view word = s.substr(1);
    const std::optional<Outcome> said = csa_outcome(word, Color::black);
    if (!said) return foreign_ending(s) ? void() : builder_.stray(s, "an ending");
    if (!said_) said_ = said->ending;
    builder_.ending_by_side([&](Color side) { return *csa_outcome(word, side); }, s);
  }

  // "%toryo", "投了", "Sennichite": clear, but not CSA.
  bool foreign_ending(std::string_view s) {
    const std::string usual = usual_csa(s);
    const auto said_by = [&](Color side) {
      const std::optional<Outcome> said = ending_in_any_words(s, side);
      return said ? said : ending_in_any_words(usual, side);
    };
    const std::optional<Outcome> said = said_by(Color::black);
    if (!said) return false;
    findings_.add(FindingCode::unusual_move, s, in_quotes(s),
                  said->ending == Ending::unknown ? name(said->result) : name(said->ending));
    if (!said_) said_ = said->ending;
    builder_.ending_by_side([&](Color side) { return *said_by(side); }, s);
    return true;
  }

  // "#TIME_UP", "#WIN": how a game ended, or that the server knows what a line before said.
  void server_word(std::string_view s) {
    const std::string_view word = s.substr(1);
    const std::optional<Outcome> outcome = csa_server_outcome(word, Color::black);
    const bool own = word == "WIN" || word == "LOSE";
    if (!outcome && !own) return other_line(s);
    if (!start(s)) return;
    if (own) return own_result(s);
    if (!said_) return server_ending(s, *outcome);
    if (word == "DRAW") return builder_.result(GameResult::draw, s);
    const bool refuses = outcome->ending == Ending::illegal_move;
    const bool answers = word == "CENSORED" || outcome->ending == *said_ ||
                         (word == "JISHOGI" && *said_ == Ending::impasse);
    if (refuses && *said_ == Ending::declaration) {
      const Color claimant = builder_.at().position().side_to_move();
      builder_.ending({win_for(~claimant), Ending::illegal_move}, s, ClaimSource::summary);
    } else if (!answers) {
      findings_.add(FindingCode::second_ending, s, in_quotes(s), name(outcome->ending),
                    name(*said_));
    }
  }

  void server_ending(std::string_view s, const Outcome& outcome) {
    said_ = outcome.ending;
    // Whose action it was is not said, unless an illegal move stands before it.
    if (s == "#ILLEGAL_ACTION" && !builder_.after_illegal_move()) {
      unnamed_offender_ = s;
      return builder_.ending(outcome, s, ClaimSource::summary);
    }
    builder_.ending_by_side([&](Color side) { return *csa_server_outcome(s.substr(1), side); }, s);
  }

  // The server says it to one player, whose record this is.
  void own_result(std::string_view s) {
    own_result_ = s;
    if (!owner_) return;
    builder_.result(win_for(s == "#WIN" ? *owner_ : ~*owner_), s);
  }

  // "Your_Turn:+", of the server's summary before a game.
  void take_owner(std::string_view line) {
    line = trimmed(line);
    if (line == "Your_Turn:+") owner_ = Color::black;
    if (line == "Your_Turn:-") owner_ = Color::white;
  }

  std::optional<Game> finish() {
    if (!position_drawn()) {
      for (const std::string_view line : drawing_) builder_.comment_line(line);
    }
    Game game = builder_.finish(false);
    if (!start_.said() && game.moves.size() == 1) {
      const std::string_view text = findings_.text();
      findings_.add(FindingCode::not_the_format, text, "a CSA record",
                    in_quotes(trimmed(text.substr(0, 80))));
      return std::nullopt;
    }
    note_open_words(game);
    return game;
  }

  void note_open_words(const Game& game) {
    if (!unnamed_offender_.empty() && game.result == GameResult::unknown)
      findings_.add(FindingCode::offender_unnamed, unnamed_offender_, in_quotes(unnamed_offender_));
    if (own_result_.empty() || owner_) return;
    if (game.result == GameResult::unknown) {
      findings_.add(FindingCode::winner_unnamed, own_result_, in_quotes(own_result_));
    } else if (game.result == GameResult::draw) {
      findings_.add(FindingCode::result_contradicted, own_result_, in_quotes(own_result_),
                    "a winner", name(game.result));
    }
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
  std::size_t other_lines_ = 0;
  // Whose name the next line is.
  std::optional<Color> name_of_;
  // The last move.
  std::string_view played_;
  // The ending that the record has named first.
  std::optional<Ending> said_;
  // Whom the server did not name, and what it said to the player.
  std::string_view unnamed_offender_;
  std::string_view own_result_;
  // The player whose record it is.
  std::optional<Color> owner_;
  bool side_said_ = false;
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
