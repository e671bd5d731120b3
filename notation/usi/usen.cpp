// Both ways in one file: the format is a page long.
#include "notation/usi/usen.h"

#include <algorithm>

#include "notation/ending_words.h"
#include "notation/game_builder.h"
#include "notation/game_walk.h"
#include "notation/losses.h"
#include "notation/text.h"
#include "notation/words.h"
#include "rules/sfen.h"

namespace yari {

namespace {

constexpr int squares = 81;
// What stands for "from the hand" in the place of an origin; -1: nothing does.
constexpr int hand_code(char letter) {
  constexpr std::string_view letters = "GPLNSBR";
  const std::size_t place = letters.find(letter);
  return place == std::string_view::npos ? -1 : squares + 9 + static_cast<int>(place);
}

int code_of(Square s) { return s.rank() * 9 + s.file(); }

template <class V>
std::optional<Square> square_of(int code) {
  if (code < 0 || code >= squares || code % 9 >= V::files) return std::nullopt;
  return Square::at(code % 9, code / 9);
}

template <class V>
std::optional<Move> move_of(int code) {
  const int from = code / (2 * squares);
  const std::optional<Square> to = square_of<V>(code / 2 % squares);
  if (!to) return std::nullopt;
  if (from < squares) {
    const std::optional<Square> origin = square_of<V>(from);
    if (!origin) return std::nullopt;
    return Move::board(*origin, *to, code % 2 != 0);
  }
  for (int k = 0; k < hand_kind_count; ++k) {
    const Kind kind{static_cast<std::uint8_t>(k)};
    if (V::info[kind].exists && hand_code(V::info[kind].letter) == from) {
      return Move::drop(kind, *to);
    }
  }
  return std::nullopt;
}

int code_of(Move m, Variant v) {
  const int from = m.is_drop() ? hand_code(info(v)[m.dropped()].letter) : code_of(m.from());
  return (from * squares + code_of(m.to())) * 2 + (m.promotes() ? 1 : 0);
}

int digit36(char c) {
  if (is_digit(c)) return c - '0';
  return c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
}

std::string sfen_of(std::string_view start) {
  std::string sfen(start);
  for (char& c : sfen) c = c == '_' ? '/' : c == '.' ? ' ' : c == 'z' ? '+' : c;
  return sfen;
}

// Three digits of base 36; no value: they are no move of this game.
template <class V>
std::optional<Move> read_move(std::string_view three) {
  int code = 0;
  for (const char c : three) code = digit36(c) < 0 ? -100'000 : code * 36 + digit36(c);
  return three.size() == 3 && code >= 0 ? move_of<V>(code) : std::nullopt;
}

template <class V>
class UsenReading {
 public:
  UsenReading(std::string_view text, GameBuilder<V>& builder) : text_(text), builder_(builder) {}

  void read(std::size_t at) {
    for (bool main = true; at < text_.size() && text_[at] == '~'; main = false) {
      const std::size_t end = std::min(text_.find_first_of("~ \t\r\n", at + 1), text_.size());
      section({at + 1, end}, main);
      at = end;
    }
    if (!trimmed(text_.substr(at)).empty()) {
      builder_.stray({at, text_.size()}, "'~' or the end");
    }
  }

 private:
  // "PLY.MOVES.END"
  void section(Span s, bool main) {
    std::size_t ply = 0;
    std::size_t at = s.begin;
    for (; at < s.end && is_digit(text_[at]); ++at) {
      ply = std::min<std::size_t>(ply * 10 + static_cast<std::size_t>(text_[at] - '0'), 1'000'000);
    }
    const bool sound = at > s.begin && at < s.end && text_[at] == '.';
    const std::string_view form = "a ply and '.'";
    if (!sound && !main) return builder_.stray(s, form);
    if (!sound || (main && ply != 0)) return builder_.damage(s, "expected " + std::string(form));
    if (!main) builder_.go_back(ply + 1, s);
    at = moves({at + 1, s.end});
    if (at + 1 < s.end && main) ending({at + 1, s.end});
  }

  // Where they end.
  std::size_t moves(Span s) {
    std::size_t at = s.begin;
    for (; at < s.end && text_[at] != '.'; at += 3) {
      const Span three{at, std::min(at + 3, s.end)};
      const std::optional<Move> m = read_move<V>(text_.substr(at, three.end - at));
      if (!m) {
        builder_.damage(three, "expected three digits of a move in base 36");
      } else if (builder_.at().position().is_legal(*m)) {
        builder_.move(*m, three);
      } else {
        builder_.illegal(three, describe(builder_.at().position().fault_of(*m)));
      }
    }
    return at;
  }

  void ending(Span s) {
    const std::string_view letter = text_.substr(s.begin, 1);
    if (!outcome_of_word(ending_words(Dialect::usen), letter, Color::black))
      return builder_.stray(s, "r, t, j or p");
    builder_.ending_by_side(
        [&](Color side) { return *outcome_of_word(ending_words(Dialect::usen), letter, side); }, s);
  }

  std::string_view text_;
  GameBuilder<V>& builder_;
};

template <class V>
std::optional<Game> read_game(std::string_view text, Span start, bool strict, Findings& findings) {
  const std::string_view said = text.substr(start.begin, start.end - start.begin);
  const Result<Setup> setup = read_sfen(said.empty() ? "startpos" : sfen_of(said), V::info.variant);
  return build_game<V>(text, setup, start.begin, strict, findings, [&](GameBuilder<V>& builder) {
    UsenReading<V>(text, builder).read(start.end);
  });
}

void append_code(std::string& out, int code) {
  static constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (const int unit : {36 * 36, 36, 1}) out += digits[static_cast<std::size_t>(code / unit % 36)];
}

std::string_view usen_letter(const Outcome& outcome, Color side) {
  return word_of_outcome(ending_words(Dialect::usen), outcome, side);
}

struct UsenLines {
  const Game& game;
  std::string_view end_letter;
  std::string& out;

  void begin(int ply) { out += '~' + std::to_string(ply) + '.'; }
  void start(const auto&) { begin(0); }
  void move(NodeId n, const auto&) { append_code(out, code_of(game.moves.move(n), game.variant)); }
  void played(NodeId, const auto&) {}
  void end(const auto&) {
    out += '.';
    out += end_letter;
  }
  void begin_line(NodeId, const auto& line) { begin(line.ply()); }
  void end_line(const auto&) { out += '.'; }
};

}  // namespace

ReadResult read_usen(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  std::optional<Game> game;
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::size_t tilde = text.find('~', first);
  if (tilde == std::string_view::npos) {
    findings.error(first, "expected a start and '~', found " + in_quotes(trimmed(text)));
  } else {
    const std::string_view start = text.substr(first, tilde - first);
    const Variant v =
        start.empty() ? Variant::shogi : variant_of_board(sfen_of(start)).value_or(Variant::shogi);
    game = with_variant(v, [&]<class V>(V) {
      return read_game<V>(text, {first, tilde}, options.strict, findings);
    });
  }
  return read_result(std::move(game), findings, options);
}

WriteResult write_usen(const Game& game, const WriteOptions&) {
  WriteResult result;
  std::string& out = result.text;
  if (game.variant != Variant::shogi || !game.start.same_position(start_setup(game.variant))) {
    out = write_sfen_without_number(game.start);
    for (char& c : out) c = c == '/' ? '_' : c == ' ' ? '.' : c == '+' ? 'z' : c;
  }
  const WrittenEnding ending = written_ending(game, usen_letter, 1);
  UsenLines lines{game, ending.word, out};
  with_variant(game.variant, [&]<class V>(V) { walk_lines<V>(game, lines); });
  out += '\n';
  result.losses = losses(game, {.result = true, .ending = true, .variations = true});
  add_loss(result.losses, ending.unsaid, "ending, which USEN has no letter for");
  return result;
}

int usen_likeness(std::string_view head) {
  const std::string_view line = trimmed(head.substr(0, head.find('\n')));
  const std::size_t tilde = line.find('~');
  if (tilde == std::string_view::npos) return 0;
  const std::string_view section = line.substr(tilde + 1, 40);
  const bool starts = section.starts_with("0.");
  const bool start_fits = tilde == 0 || line.substr(0, tilde).find('_') != std::string_view::npos;
  return starts && start_fits ? 96 : 0;
}

}  // namespace yari
