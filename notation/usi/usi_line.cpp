// The interchange with engines and other programs; it holds the start and the main line alone.
#include "notation/usi/usi_line.h"

#include "notation/ending_words.h"
#include "notation/game_builder.h"
#include "notation/losses.h"
#include "notation/text.h"
#include "notation/words.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari {

namespace {

// Words of one line with their places.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  /// The next word; empty at the end.
  std::string_view next() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    start_ = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(start_, at_ - start_);
  }
  /// Where the last word starts.
  std::size_t start() const { return start_; }
  std::size_t offset() const { return at_; }
  void back() { at_ = start_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
};

struct Parts {
  /// "startpos" or the SFEN.
  std::string_view start;
  std::size_t start_offset = 0;
  /// Where the moves begin.
  std::size_t moves_at = 0;
};

std::optional<Parts> read_line(std::string_view text, Findings& findings) {
  Words words(text);
  std::string_view word = words.next();
  if (word == "position") word = words.next();
  Parts line;
  line.start_offset = words.start();
  if (word == "startpos") {
    line.start = word;
  } else if (word == "sfen") {
    words.next();
    line.start_offset = words.start();
    std::size_t end = line.start_offset;
    for (words.back(), word = words.next(); !word.empty() && word != "moves"; word = words.next()) {
      end = words.offset();
    }
    words.back();
    line.start = text.substr(line.start_offset, end - line.start_offset);
  } else {
    findings.error(words.start(), "expected 'startpos' or 'sfen', found " + in_quotes(word));
    return std::nullopt;
  }
  word = words.next();
  if (!word.empty() && word != "moves") {
    findings.error(words.start(), "expected 'moves', found " + in_quotes(word));
    return std::nullopt;
  }
  line.moves_at = words.offset();
  return line;
}

// What engines and programs say for a move that ends the game; then the words of other formats.
std::optional<Outcome> outcome_of(std::string_view words, Color side) {
  if (const auto o = outcome_of_word(ending_words(Dialect::usi), words, side)) return o;
  return outcome_said(words);
}

template <class V>
void read_moves(std::string_view text, std::size_t at, GameBuilder<V>& builder) {
  Words words(text.substr(at));
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const Span span{at + words.start(), at + words.offset()};
    const Result<Move> move = read_usi_move(word, V::info.variant);
    if (move && builder.at().position().is_legal(*move)) {
      builder.move(*move, span);
    } else if (move) {
      builder.illegal(span, describe(builder.at().position().fault_of(*move)));
    } else {
      const Span rest{span.begin, text.size()};
      const std::string_view said = trimmed(text.substr(rest.begin));
      if (!outcome_of(said, Color::black)) return builder.damage(rest, "expected a move");
      return builder.ending_by_side([&](Color side) { return *outcome_of(said, side); }, rest);
    }
  }
}

template <class V>
std::optional<Game> read_game(std::string_view text, const Parts& line, bool strict,
                              Findings& findings) {
  return build_game<V>(text, read_sfen(line.start, V::info.variant), line.start_offset, strict,
                       findings,
                       [&](GameBuilder<V>& builder) { read_moves(text, line.moves_at, builder); });
}

std::optional<Game> read_variant(std::string_view text, const Parts& line, Variant v, bool strict,
                                 Findings& findings) {
  return with_variant(v, [&]<class V>(V) { return read_game<V>(text, line, strict, findings); });
}

// "startpos" is the start of either game: by files and letters, else the one whose moves fit.
Variant guessed_variant(std::string_view text, const Parts& line, const ReadOptions& options,
                        Findings& findings) {
  if (text.substr(line.moves_at).find_first_of("89LSG") != std::string_view::npos) {
    return Variant::shogi;
  }
  if (options.variant) return *options.variant;
  Findings ignored(text, options);
  const std::optional<Game> yari = read_variant(text, line, Variant::yari, false, ignored);
  const bool is_yari =
      !yari->was_cut() || read_variant(text, line, Variant::shogi, false, ignored)->was_cut();
  const Variant v = is_yari ? Variant::yari : Variant::shogi;
  findings.note(line.start_offset, "nothing names the game; by its moves it is taken for " +
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
    if (!variant) variant = guessed_variant(text, *line, options, findings);
    game = read_variant(text, *line, *variant, options.strict, findings);
  }
  return read_result(std::move(game), findings, options);
}

WriteResult write_usi_line(const Game& game, const WriteOptions&) {
  WriteResult result;
  std::string& out = result.text;
  if (game.start == start_setup(game.variant)) {
    out = "startpos";
  } else {
    out = "sfen " + write_sfen(game.start);
  }
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
  Words words(head);
  std::string_view word = words.next();
  if (word == "position") word = words.next();
  const bool has_start =
      word == "startpos" || (word == "sfen" && words.next().find('/') != std::string_view::npos);
  return has_start ? 95 : 0;
}

}  // namespace yari
