// Both ways in one file: the format is a page long.
#include "notation/usi/usen.h"

#include <algorithm>

#include "notation/read/game_builder.h"
#include "notation/usi/line_parts.h"
#include "notation/words/ending_words.h"
#include "notation/write/game_walk.h"
#include "notation/write/losses.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/text.h"

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
  for (const Kind kind : holdable_kinds) {
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
  explicit UsenReading(GameBuilder<V>& builder) : builder_(builder) {}

  void read(std::string_view rest) {
    for (bool main = true; take(rest, '~'); main = false) {
      const std::string_view all = rest;
      rest.remove_prefix(std::min(rest.find_first_of("~ \t\r\n"), rest.size()));
      section(up_to(all, rest), main);
    }
    if (!trimmed(rest).empty()) builder_.stray(rest, "'~' or the end");
  }

 private:
  // "PLY.MOVES.END"
  void section(std::string_view s, bool main) {
    const std::size_t dot = s.find_first_not_of("0123456789");
    const bool sound = dot != 0 && dot != s.npos && s[dot] == '.';
    const std::string_view form = "a ply and '.'";
    if (!sound && !main) return builder_.stray(s, form);
    if (!sound) return builder_.damage(s, form);
    constexpr std::size_t most = 1'000'000;
    const std::size_t ply =
        std::min(whole_number<std::size_t>(s.substr(0, dot)).value_or(most), most);
    if (main && ply != 0) return builder_.damage(s, form);
    if (!main) builder_.go_back(ply + 1, s);
    s.remove_prefix(dot + 1);
    moves(s);
    if (s.size() > 1 && main) ending(s.substr(1));
  }

  // Takes them off the front of `rest`.
  void moves(std::string_view& rest) {
    while (!rest.empty() && rest[0] != '.') {
      const std::string_view three = rest.substr(0, 3);
      rest.remove_prefix(three.size());
      const std::optional<Move> m = read_move<V>(three);
      if (!m) {
        builder_.damage(three, "three digits of a move in base 36");
      } else if (builder_.at().position().is_legal(*m)) {
        builder_.move(*m, three);
      } else {
        builder_.illegal(three, describe(builder_.at().position().fault_of(*m)));
      }
    }
  }

  void ending(std::string_view end) {
    const std::string_view letter = end.substr(0, 1);
    if (!outcome_of_word(Dialect::usen, letter, Color::black))
      return builder_.stray(end, "r, t, j or p");
    builder_.ending_by_side(
        [&](Color side) { return *outcome_of_word(Dialect::usen, letter, side); }, end);
  }

  GameBuilder<V>& builder_;
};

std::optional<Game> read_game(std::string_view start, std::string_view sections,
                              Findings& findings) {
  const std::string sfen = sfen_of(start);
  const Variant v = variant_of_board(sfen).value_or(Variant::shogi);
  const Result<Setup> setup = read_start(start.empty() ? "startpos" : sfen, v);
  if (!setup) {
    findings.add(FindingCode::bad_position, start, setup.error());
    return std::nullopt;
  }
  Game game = new_game(v);
  game.start = *setup;
  return with_variant(v, [&]<class V>(V) {
    return build_game<V>(std::move(game), start, findings,
                         [&](GameBuilder<V>& builder) { UsenReading<V>(builder).read(sections); });
  });
}

void append_code(std::string& out, int code) {
  static constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (const int unit : {36 * 36, 36, 1}) out += digits[static_cast<std::size_t>(code / unit % 36)];
}

struct UsenLines {
  const Game& game;
  std::string_view end_letter;
  std::string& out;
  /// Variations in the place of an ending without a letter, which would lengthen the game.
  std::size_t left_out = 0;
  bool skips = false;

  void begin(int ply) { out += '~' + std::to_string(ply) + '.'; }
  void start(const auto&) { begin(0); }
  void move(NodeId n, const auto&) {
    if (!skips) append_code(out, code_of(game.moves.move(n), game.variant));
  }
  void played(NodeId, const auto&) {}
  void end(const auto&) {
    out += '.';
    out += end_letter;
  }
  void begin_line(NodeId n, const auto& line) {
    // The lines that branch off from one that is left out are, too: they follow it.
    skips = (skips && line.ply() > game.moves.main_plies()) ||
            (end_letter.empty() && game.moves.parent(n) == game.moves.ended_at());
    if (skips) {
      ++left_out;
    } else {
      begin(line.ply());
    }
  }
  void end_line(const auto&) {
    if (!skips) out += '.';
  }
};

}  // namespace

std::size_t usen_length(std::string_view text, bool at_end) {
  constexpr std::size_t shortest = std::string_view("~0.\n").size();
  return length_of_line(text, at_end, [](std::string_view line) {
    return line.size() >= shortest && line.find('~') != line.npos;
  });
}

bool usen_is_without_moves(std::string_view record) {
  std::string_view line = trimmed(record);
  const std::size_t tilde = line.find('~');
  if (tilde == line.npos) return false;
  line.remove_prefix(tilde);
  if (!line.starts_with("~0.")) return false;
  line.remove_prefix(std::string_view("~0.").size());
  if (line.starts_with('.')) line.remove_prefix(1);
  return line.empty() || (line.size() == 1 && outcome_of_word(Dialect::usen, line, Color::black));
}

ReadResult read_usen(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  const std::string_view record = trimmed_front(text);
  const std::size_t tilde = record.find('~');
  if (tilde == std::string_view::npos) {
    findings.add(FindingCode::not_the_format, record, "a start and '~'", in_quotes(trimmed(text)));
    return findings.result(std::nullopt);
  }
  return findings.result(read_game(record.substr(0, tilde), record.substr(tilde), findings));
}

WriteResult write_usen(const Game& game, const WriteOptions&) {
  WriteResult result;
  std::string& out = result.text;
  if (game.variant != Variant::shogi || !game.start.same_position(start_setup(game.variant))) {
    out = write_sfen_without_number(game.start);
    for (char& c : out) c = c == '/' ? '_' : c == ' ' ? '.' : c == '+' ? 'z' : c;
  }
  const WrittenEnding ending = written_ending(game, Dialect::usen, 1);
  UsenLines lines{game, ending.word, out};
  with_variant(game.variant, [&]<class V>(V) { walk_lines<V>(game, lines); });
  out += '\n';
  result.losses = losses(game, {.result = true, .ending = true, .variations = true});
  if (ending.unsaid)
    add_unsaid_outcome(result.losses, game, "ending, which USEN has no letter for");
  add_loss(result.losses, lines.left_out,
           "variations in the place of an ending that USEN has no letter for");
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
