// Both ways in one file: the format is a page long.
#include "notation/usi/usen.h"

#include <algorithm>

#include "notation/ending_words.h"
#include "notation/game_walk.h"
#include "notation/losses.h"
#include "notation/path.h"
#include "notation/text.h"
#include "notation/words.h"
#include "rules/sfen.h"

namespace yari {

namespace {

constexpr int squares = 81;
// What stands for "from the hand" in the place of an origin: 81 and the kind's number.
constexpr int hand_code(char letter) {
  switch (letter) {
    case 'G':
      return squares + 9;
    case 'P':
      return squares + 10;
    case 'L':
      return squares + 11;
    case 'N':
      return squares + 12;
    case 'S':
      return squares + 13;
    case 'B':
      return squares + 14;
    case 'R':
      return squares + 15;
    default:
      return -1;
  }
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

template <class V>
class UsenReading {
 public:
  UsenReading(std::string_view text, Findings& findings) : text_(text), findings_(findings) {}

  std::optional<Game> read(std::string_view start) {
    game_.variant = V::info.variant;
    const Result<Setup> setup =
        read_sfen(start.empty() ? "startpos" : sfen_of(start), game_.variant);
    if (!setup) {
      findings_.error(offset(start) + setup.error().offset, setup.error().message);
      return std::nullopt;
    }
    const auto position = Position<V>::from(*setup);
    if (!position) {
      for (const std::string& fault : position.error()) findings_.error(offset(start), fault);
      return std::nullopt;
    }
    game_.start = *setup;
    Path<V> path(*position);
    std::string_view rest = text_.substr(offset(start) + start.size());
    for (bool main = true; rest.starts_with('~') && !game_.was_cut(); main = false) {
      rest.remove_prefix(1);
      const std::size_t end = std::min(rest.find_first_of("~ \t\r\n"), rest.size());
      section(rest.substr(0, end), main, path);
      rest.remove_prefix(end);
    }
    if (!trimmed(rest).empty() && !game_.was_cut()) {
      findings_.warning(offset(rest), "expected '~' or the end, found " + in_quotes(rest));
    }
    return std::move(game_);
  }

 private:
  std::size_t offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  // "PLY.MOVES.END"
  void section(std::string_view s, bool main, Path<V>& path) {
    std::size_t ply = 0;
    std::size_t at = 0;
    for (; at < s.size() && is_digit(s[at]); ++at) {
      ply = std::min<std::size_t>(ply * 10 + static_cast<std::size_t>(s[at] - '0'), 1'000'000);
    }
    if (at == 0 || at >= s.size() || s[at] != '.') {
      return fail(s, main, path, "expected a ply and '.', found " + in_quotes(s));
    }
    if (ply > path.plies()) {
      return fail(s, main, path, "there is no ply " + std::to_string(ply) + " to go back to");
    }
    if (!main && ply == path.plies() && game_.moves.first_child(path.node()) == no_node) {
      return fail(s, main, path, "the line before ends at ply " + std::to_string(ply));
    }
    path.go_back(ply, game_.moves);
    for (++at; at < s.size() && s[at] != '.'; at += 3) {
      const std::string_view three = s.substr(at, 3);
      if (!play(three, path)) return fail(s.substr(at), main, path, why_);
    }
    if (at + 1 < s.size() && main) ending(s.substr(at + 1), path.position().side_to_move());
  }

  bool play(std::string_view three, Path<V>& path) {
    int code = 0;
    for (const char c : three) code = digit36(c) < 0 ? -100'000 : code * 36 + digit36(c);
    const std::optional<Move> m =
        three.size() == 3 && code >= 0 ? move_of<V>(code) : std::optional<Move>();
    if (!m || !path.position().is_legal(*m)) {
      why_ = "ply " + std::to_string(path.plies() + 1) + ", " + in_quotes(three) + ", is " +
             (m ? "illegal: " + std::string(describe(path.position().fault_of(*m)))
                : "no move of three digits in base 36");
      return false;
    }
    path.play(game_.moves.add(path.node(), *m), *m);
    return true;
  }

  // The main line is cut; the rest of a variation becomes a comment.
  void fail(std::string_view rest, bool main, Path<V>& path, std::string message) {
    findings_.error(offset(rest), std::move(message));
    if (main) {
      game_.unread = trimmed(text_.substr(offset(rest)));
    } else {
      std::string& comment = game_.moves.edit_note(path.node()).comment;
      comment += (comment.empty() ? "" : "\n") + std::string(rest);
    }
  }

  void ending(std::string_view word, Color side) {
    switch (word[0]) {
      case 'r':
        game_.ending = Ending::resignation;
        break;
      case 't':
        game_.ending = Ending::timeout;
        break;
      case 'j':
        game_.ending = Ending::impasse;
        break;
      case 'p':
        game_.ending = Ending::abandoned;
        break;
      default:
        return findings_.warning(offset(word), "expected r, t, j or p, found " + in_quotes(word));
    }
    game_.result =
        game_.ending == Ending::impasse ? GameResult::draw : result_for(game_.ending, side);
  }

  std::string_view text_;
  Findings& findings_;
  Game game_;
  std::string why_;
};

void append_code(std::string& out, int code) {
  static constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (const int unit : {36 * 36, 36, 1}) out += digits[static_cast<std::size_t>(code / unit % 36)];
}

// One letter; empty where none says it.
std::string_view end_letter(const Game& game, Color side) {
  const Outcome o{game.result, game.ending};
  const auto decided = [&](Ending e) { return o == Outcome{result_for(e, side), e}; };
  if (decided(Ending::resignation)) return "r";
  if (decided(Ending::timeout)) return "t";
  if (decided(Ending::abandoned)) return "p";
  return o == Outcome{GameResult::draw, Ending::impasse} ? "j" : "";
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
  ReadResult result;
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::size_t tilde = text.find('~', first);
  if (tilde == std::string_view::npos) {
    findings.error(first, "expected a start and '~', found " + in_quotes(trimmed(text)));
  } else {
    const std::string_view start = text.substr(first, tilde - first);
    const Variant v =
        start.empty() ? Variant::shogi : variant_of_board(sfen_of(start)).value_or(Variant::shogi);
    result.game =
        with_variant(v, [&]<class V>(V) { return UsenReading<V>(text, findings).read(start); });
  }
  if (options.strict && findings.has_errors()) result.game.reset();
  result.diagnostics = findings.take();
  return result;
}

WriteResult write_usen(const Game& game, const WriteOptions&) {
  WriteResult result;
  std::string& out = result.text;
  if (game.variant != Variant::shogi || !game.start.same_position(start_setup(game.variant))) {
    out = write_sfen_without_number(game.start);
    for (char& c : out) c = c == '/' ? '_' : c == ' ' ? '.' : c == '+' ? 'z' : c;
  }
  UsenLines lines{game, end_letter(game, side_at_end(game)), out};
  with_variant(game.variant, [&]<class V>(V) { walk_lines<V>(game, lines); });
  out += '\n';
  result.losses = losses(game, {.result = true, .ending = true, .variations = true});
  const bool unsaid = lines.end_letter.empty() && Outcome{game.result, game.ending} != Outcome{};
  add_loss(result.losses, unsaid, "ending, which USEN has no letter for");
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
