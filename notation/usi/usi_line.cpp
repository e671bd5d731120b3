// The interchange with engines and other programs; it holds the start and the main line alone.
#include "notation/usi/usi_line.h"

#include "notation/read/game_builder.h"
#include "notation/words/ending_words.h"
#include "notation/words/words.h"
#include "notation/write/losses.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari {

namespace {

struct Parts {
  /// "startpos" or the SFEN.
  std::string_view start;
  std::string_view moves;
};

std::optional<Parts> read_line(std::string_view rest, Findings& findings) {
  std::string_view word = take_word(rest);
  if (word == "position") word = take_word(rest);
  if (word != "startpos" && word != "sfen") {
    findings.error(word, "expected 'startpos' or 'sfen', found " + in_quotes(word));
    return std::nullopt;
  }
  Parts line{word, {}};
  if (word == "sfen") {
    const std::string_view sfen = trimmed_front(rest);
    std::string_view after = sfen;
    do {
      rest = after;
      word = take_word(after);
    } while (!word.empty() && word != "moves");
    line.start = up_to(sfen, rest);
  }
  word = take_word(rest);
  if (!word.empty() && word != "moves") {
    findings.error(word, "expected 'moves', found " + in_quotes(word));
    return std::nullopt;
  }
  line.moves = rest;
  return line;
}

// What engines and programs say for a move that ends the game; then the words of other formats.
std::optional<Outcome> outcome_of(std::string_view words, Color side) {
  if (const auto o = outcome_of_word(Dialect::usi, words, side)) return o;
  return outcome_said(words);
}

template <class V>
void read_moves(std::string_view rest, GameBuilder<V>& builder) {
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    const Result<Move> move = read_usi_move(word, V::info.variant);
    if (move && builder.at().position().is_legal(*move)) {
      builder.move(*move, word);
    } else if (move) {
      builder.illegal(word, describe(builder.at().position().fault_of(*move)));
    } else {
      const std::string_view all(word.begin(), rest.end());
      const std::string_view said = trimmed(all);
      if (!outcome_of(said, Color::black)) return builder.damage(all, "expected a move");
      return builder.ending_by_side([&](Color side) { return *outcome_of(said, side); }, all);
    }
  }
}

std::optional<Game> read_variant(const Parts& line, Variant v, Findings& findings) {
  const Result<Setup> start = read_start(line.start, v);
  if (!start) {
    findings.error(line.start, start.error());
    return std::nullopt;
  }
  Game game = new_game(v);
  game.start = *start;
  return with_variant(v, [&]<class V>(V) {
    return build_game<V>(std::move(game), line.start, findings,
                         [&](GameBuilder<V>& builder) { read_moves(line.moves, builder); });
  });
}

// "startpos" is the start of either game: by files and letters, else the one whose moves fit.
Variant guessed_variant(const Parts& line, const ReadOptions& options, Findings& findings) {
  if (line.moves.find_first_of("89LSG") != std::string_view::npos) return Variant::shogi;
  if (options.variant) return *options.variant;
  Findings ignored(findings.text(), {});
  const std::optional<Game> yari = read_variant(line, Variant::yari, ignored);
  // No start of any game; reading it again reports what is wrong.
  if (!yari) return Variant::yari;
  const bool is_yari = !yari->was_cut() || read_variant(line, Variant::shogi, ignored)->was_cut();
  const Variant v = is_yari ? Variant::yari : Variant::shogi;
  findings.note(line.start, "nothing names the game; by its moves it is taken for " +
                                std::string(info(v).name));
  return v;
}

}  // namespace

std::size_t line_record_length(std::string_view text, bool at_end) {
  const std::size_t end = text.find('\n');
  if (end != std::string_view::npos) return end + 1;
  return at_end ? text.size() : 0;
}

ReadResult read_usi_line(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  std::optional<Game> game;
  if (const std::optional<Parts> line = read_line(text, findings)) {
    std::optional<Variant> variant = variant_of_board(line->start);
    if (!variant) variant = guessed_variant(*line, options, findings);
    game = read_variant(*line, *variant, findings);
  }
  return findings.result(std::move(game));
}

WriteResult write_usi_line(const Game& game, const WriteOptions&) {
  WriteResult result;
  std::string& out = result.text;
  const bool even = game.start == start_setup(game.variant);
  out = even ? "startpos" : "sfen " + write_sfen(game.start);
  const std::vector<Move> moves = game.moves.main_moves();
  if (!moves.empty()) out += " moves";
  for (const Move m : moves) {
    out += ' ';
    append_usi_move(out, m, game.variant);
  }
  out += '\n';
  result.losses = losses(game, {.move_number = true});
  return result;
}

int usi_line_likeness(std::string_view head) {
  std::string_view word = take_word(head);
  if (word == "position") word = take_word(head);
  const bool has_start =
      word == "startpos" || (word == "sfen" && take_word(head).find('/') != std::string_view::npos);
  return has_start ? 95 : 0;
}

}  // namespace yari
