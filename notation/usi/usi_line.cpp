// The interchange with engines and other programs; it holds the start and the main line alone.
#include "notation/usi/usi_line.h"

#include <algorithm>

#include "notation/read/game_builder.h"
#include "notation/usi/line_parts.h"
#include "notation/words/ending_words.h"
#include "notation/words/outcome_words.h"
#include "notation/write/losses.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari {

namespace {

// What engines and programs say for a move that ends the game; then the words of other formats.
std::optional<Outcome> outcome_of(std::string_view words, Color side) {
  constexpr std::size_t longest = 100;
  if (words.size() > longest) return std::nullopt;
  if (const auto o = outcome_of_word(Dialect::usi, ascii_lower(words), side)) return o;
  return ending_in_any_words(words, side);
}

// `rest`: what is no move, up to the end of the line.
template <class V>
void read_end(std::string_view rest, GameBuilder<V>& builder) {
  const std::string_view said = trimmed(rest);
  const std::size_t remark = outcome_of(said, Color::black) ? said.size() : find_remark(said);
  const std::string_view words = trimmed(said.substr(0, remark));
  if (!words.empty()) {
    if (!outcome_of(words, Color::black)) return builder.damage(rest);
    builder.ending_by_side([&](Color side) { return *outcome_of(words, side); }, words);
  }
  if (remark < said.size()) builder.comment(without_mark(said.substr(remark)));
}

template <class V>
void read_moves(std::string_view rest, GameBuilder<V>& builder, Findings& findings) {
  const std::string_view whole = rest;
  std::size_t line_end = whole.find('\n');
  while (true) {
    const UsiWord word = take_usi_word(rest, V::info.variant);
    if (word.text.empty()) return;
    const bool next_line = offset_in(whole, word.text) > line_end;
    if (next_line) {
      line_end = whole.find('\n', offset_in(whole, word.text));
      findings.add(FindingCode::unusual_move, word.text, in_quotes(word.text),
                   "going on with the line before");
    }
    if (same_word(word.text, "moves")) {
      if (!next_line) builder.text_among_moves(word.text);
      continue;
    }
    if (!word.move) return read_end({word.text.begin(), rest.end()}, builder);
    if (!word.usual.empty())
      findings.add(FindingCode::unusual_move, word.text, in_quotes(word.text), word.usual);
    if (builder.at().position().is_legal(*word.move)) {
      builder.move(*word.move, word.text);
    } else {
      builder.illegal(word.text, describe(builder.at().position().fault_of(*word.move)));
    }
    if (word.glyph != 0) builder.glyph(word.glyph);
  }
}

// What stands on the line beside the start and the moves.
template <class V>
void read_remarks(const UsiLineParts& line, GameBuilder<V>& builder, Findings& findings) {
  if (line.before.find_first_not_of("\"'") == std::string_view::npos) {
    // Quotes around the line.
  } else if (is_number(line.before)) {
    builder.comment(line.before);
  } else {
    builder.stray(line.before, "'position', 'startpos', 'sfen' or a board");
  }
  if (line.lacks_word) findings.add(FindingCode::moves_word_missing, line.moves);
  if (line.remark.empty()) return;
  const std::optional<Color> side = side_in_words(without_mark(line.remark));
  const Color to_move = builder.at().position().side_to_move();
  if (side == to_move) return;
  if (side) {
    findings.add(FindingCode::side_against_position, line.remark, in_quotes(line.remark));
  } else if (!begins_remark(line.remark)) {
    findings.add(FindingCode::text_after_position, line.remark);
  }
  builder.comment(without_mark(line.remark));
}

Result<Setup> read_setup(const UsiLineParts& line, Variant v, Findings& findings) {
  if (line.fen) {
    findings.add(
        line.fen->in_brackets ? FindingCode::foreign_fen : FindingCode::foreign_fen_guessed,
        line.start);
    return read_start(line.fen->sfen, v);
  }
  if (is_even_start(line)) return start_setup(v);
  if (!needs_mending(line)) return read_start(line.start, v);
  Result<Setup> setup = read_start(mended_sfen(line, findings), v);
  if (!setup) return fail(setup.error().message);
  return setup;
}

bool has_king(const Setup& setup) {
  return std::ranges::any_of(setup.board,
                             [](Piece p) { return !p.empty() && p.kind() == general; });
}

std::optional<Game> read_variant(const UsiLineParts& line, Variant v, Findings& findings) {
  const Result<Setup> start = read_setup(line, v, findings);
  if (!start) {
    findings.add(FindingCode::bad_position, line.start, start.error());
    return std::nullopt;
  }
  if (line.has_board && !has_king(*start)) {
    findings.add(FindingCode::no_king, line.start, info(v)[general].name);
    return std::nullopt;
  }
  Game game = new_game(v);
  game.start = *start;
  return with_variant(v, [&]<class V>(V) {
    return build_game<V>(std::move(game), line.start, findings, [&](GameBuilder<V>& builder) {
      read_remarks(line, builder, findings);
      read_moves(line.moves, builder, findings);
    });
  });
}

// Files and pieces that only Shogi has, in moves.
bool names_shogi(std::string_view moves) {
  while (true) {
    const UsiWord word = take_usi_word(moves, Variant::shogi);
    if (word.text.empty()) return false;
    const std::string_view said = word.usual.empty() ? word.text : word.usual;
    if (word.move && said.find_first_of("89LSG") != said.npos) return true;
  }
}

// Whether all moves are legal, without making a game of them.
template <class V>
bool fits(const UsiLineParts& line) {
  Position<V> position = Position<V>::start();
  std::string_view rest = line.moves;
  while (true) {
    const UsiWord word = take_usi_word(rest, V::info.variant);
    if (word.text.empty()) return true;
    if (word.move && position.is_legal(*word.move)) {
      position.play(*word.move);
      continue;
    }
    const std::string_view said =
        trimmed(word.move ? rest : std::string_view(word.text.begin(), rest.end()));
    const auto outcome = outcome_of(said, Color::black);
    if (word.move) return outcome && outcome->ending == Ending::illegal_move;
    return outcome || begins_remark(said) || find_remark(said) < said.size();
  }
}

/// By files and letters, else the game in which all moves are legal; no value where both have them,
/// or none.
std::optional<Variant> only_variant(const UsiLineParts& line) {
  if (!is_even_start(line)) return variant_of_board(line.start);
  if (names_shogi(line.moves)) return Variant::shogi;
  const bool yari = fits<YariShogi>(line);
  if (yari == fits<Shogi>(line)) return std::nullopt;
  return yari ? Variant::yari : Variant::shogi;
}

// "startpos" is the start of either game.
Variant guessed_variant(const UsiLineParts& line, const ReadOptions& options, Findings& findings) {
  if (names_shogi(line.moves)) return Variant::shogi;
  if (options.variant) return *options.variant;
  const std::optional<Variant> only = only_variant(line);
  const Variant v = only.value_or(options.variant_of_file.value_or(Variant::yari));
  // No start of any game; reading it again reports what is wrong.
  if (!is_even_start(line)) return v;
  if (!only && !options.variant_of_file) {
    findings.add(FindingCode::game_assumed, line.start, info(v).name);
  } else {
    findings.add(FindingCode::game_guessed, line.start,
                 only ? "its moves" : "the other lines of the file", info(v).name);
  }
  return v;
}

}  // namespace

// Lines of moves alone go on with the line of their start.
std::size_t usi_line_length(std::string_view text, bool at_end) {
  std::size_t length = length_of_line(text, at_end, may_be_usi_line);
  if (length == 0 || from_start_word(text.substr(0, length)).empty()) return length;
  constexpr std::size_t enough = 16;
  while (true) {
    const std::string_view rest = text.substr(length);
    const std::size_t end = rest.find('\n');
    if (!at_end && end == rest.npos && rest.size() < enough) return 0;
    if (rest.empty() || !continues_moves(rest.substr(0, end))) return length;
    if (!at_end && end == rest.npos) return 0;
    length += std::min(end, rest.size() - 1) + 1;
  }
}

ReadResult read_usi_line(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  std::optional<Game> game;
  if (const std::optional<UsiLineParts> line = read_usi_line_parts(text, findings)) {
    std::optional<Variant> variant;
    if (!is_even_start(*line)) variant = variant_of_board(line->start);
    if (!variant) variant = guessed_variant(*line, options, findings);
    game = read_variant(*line, *variant, findings);
  }
  return findings.result(std::move(game));
}

std::optional<Variant> variant_of_usi_lines(std::string_view lines) {
  constexpr int enough = 32;  // lines that can be of one game alone
  std::optional<Variant> found;
  int sure = 0;
  Findings ignored(lines, {});
  while (!lines.empty() && sure < enough) {
    const std::size_t end = lines.find('\n');
    const std::string_view text = lines.substr(0, end);
    lines.remove_prefix(end == lines.npos ? lines.size() : end + 1);
    if (text.starts_with('#') || trimmed(text).empty()) continue;
    const std::optional<UsiLineParts> line = read_usi_line_parts(text, ignored);
    const std::optional<Variant> only = line ? only_variant(*line) : std::nullopt;
    if (found && only && only != found) return std::nullopt;
    if (!only) continue;
    found = only;
    ++sure;
  }
  return found;
}

bool usi_line_has_start(std::string_view record) {
  Findings ignored(record, {});
  const std::optional<UsiLineParts> line = read_usi_line_parts(record, ignored);
  return line && (line->has_board || trimmed(line->moves).empty());
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
  std::string_view line;
  do {
    const std::size_t end = head.find('\n');
    line = trimmed(head.substr(0, end));
    head.remove_prefix(end == head.npos ? head.size() : end + 1);
  } while (!head.empty() && (line.empty() || line.starts_with('#')));
  std::string_view rest = from_start_word(line);
  constexpr int sure = 95, bare = 90, among_others = 60;
  if (std::string_view moves = line; same_word(take_word(moves), "moves") && continues_moves(moves))
    return bare;
  const std::string_view before = trimmed(up_to(line, rest));
  std::string_view word = take_word(rest);
  if (same_word(word, "position")) word = take_word(rest);
  const bool has_start =
      same_word(word, "startpos") || ((same_word(word, "sfen") || same_word(word, "fen")) &&
                                      take_word(rest).find('/') != rest.npos);
  if (!has_start && !begins_with_board(word)) return 0;
  return !is_number(before) ? among_others : has_start ? sure : bare;
}

}  // namespace yari
