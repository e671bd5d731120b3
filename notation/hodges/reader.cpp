// From the text of one record to a game: tags, which game it is, where it starts, then the moves.
#include <algorithm>
#include <string>

#include "notation/ending_words.h"
#include "notation/handicap_text.h"
#include "notation/hodges/hodges.h"
#include "notation/hodges/moves.h"
#include "notation/hodges/tags.h"
#include "notation/words.h"
#include "rules/outcome.h"
#include "rules/sfen.h"

namespace yari {

namespace {

using Type = HodgesToken::Type;

// What a record's move texts tell about the game; looks no farther than it must.
std::optional<Variant> variant_by_letters(std::string_view text, std::size_t at) {
  constexpr std::size_t enough = 1 << 16;
  HodgesLexer lexer(text.substr(0, std::min(text.size(), at + enough)), at);
  std::optional<Variant> by_digits;
  for (HodgesToken t = lexer.next(); t.type != Type::end; t = lexer.next()) {
    if (t.type != Type::move) continue;
    for (const char c : t.text) {
      if (c == 'Y') return Variant::yari;
      if (c == 'S' || c == 'L' || c == 'D' || c == 'H' || c == 'T') return Variant::shogi;
      // A file of Shogi alone, or a rank where ranks are digits too: a letter may tell yet.
      if (c == '8' || c == '9') by_digits = Variant::shogi;
    }
  }
  return by_digits;
}

bool starts_with_ellipsis(HodgesLexer lexer) {
  for (;;) {
    const HodgesToken t = lexer.next();
    if (t.type == Type::ellipsis) return true;
    if (t.type != Type::number && t.type != Type::comment) return false;
  }
}

// Handicaps to try where the record lost its own.
std::vector<Setup> known_handicaps(Variant v) {
  std::vector<Setup> list;
  const auto add = [&](std::string_view name) {
    if (const Result<Setup> s = read_handicap(name, v)) list.push_back(*s);
  };
  if (v == Variant::shogi) {
    for (const NamedHandicap& h : shogi_handicaps()) add(h.name);
    return list;
  }
  std::vector<std::string> squares;
  const Setup& even = start_setup(v);
  for (int file = 0; file < info(v).files; ++file) {
    const Square s = Square::at(file, 0);
    if (!even[s].empty() && even[s].kind() != general) {
      squares.push_back({s.file_digit(), s.rank_letter()});
    }
  }
  for (const std::string& s : squares) add(s);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    for (std::size_t j = i + 1; j < squares.size(); ++j) add(squares[i] + ' ' + squares[j]);
  }
  return list;
}

template <class V>
class HodgesReading {
 public:
  HodgesReading(std::string_view text, std::size_t moves_at, Header header,
                const std::string& remarks, Findings& findings, bool strict)
      : text_(text),
        lexer_(text, moves_at),
        header_(std::move(header)),
        remarks_(remarks),
        findings_(findings),
        strict_(strict) {}

  /// No value: the start position is no position.
  std::optional<Game> read() {
    Game game;
    game.variant = V::info.variant;
    game.rules = header_.rules;
    const std::optional<Setup> start = find_start();
    if (!start) return std::nullopt;
    const auto position = Position<V>::from(*start);
    if (!position) {
      for (const std::string& fault : position.error()) findings_.error(start_offset(), fault);
      return std::nullopt;
    }
    game.start = *start;
    game.tags = std::move(header_.others);
    game.result = header_.result.value_or(GameResult::unknown);
    game.ending = header_.ending;
    if (!remarks_.empty()) game.moves.edit_note(root_node).comment = remarks_;
    HodgesMoves<V>(text_, game, findings_, strict_, budget_).read(lexer_, *position);
    if (game.result == GameResult::unknown && !header_.result) game.result = result_by_ending(game);
    if (game.rules == RuleSet::svp) check_repetition(game, *position);
    return game;
  }

 private:
  // Of a game that was cut nobody knows whose turn it was at its end.
  static GameResult result_by_ending(const Game& game) {
    const Color side = side_at_end(game);
    const GameResult result = result_for(game.ending, side);
    const bool by_side = result != result_for(game.ending, ~side);
    return game.was_cut() && by_side ? GameResult::unknown : result;
  }

  // Under svp the move that repeats a position for the third time is illegal.
  void check_repetition(const Game& game, const Position<V>& start) {
    Line<V> line(start, game.rules);
    int ply = 1;
    for (const Move m : game.moves.main_moves()) {
      if (!line.is_legal(m)) {
        findings_.warning(lexer_.offset(), "ply " + std::to_string(ply) +
                                               " makes a position occur for the third time, "
                                               "which the rule set svp forbids");
        return;
      }
      line.play(m);
      ++ply;
    }
  }

  std::size_t start_offset() const {
    return header_.sfen       ? header_.sfen->value_offset
           : header_.handicap ? header_.handicap->value_offset
                              : lexer_.offset();
  }

  std::optional<Setup> find_start() {
    const std::optional<Setup> handicap = tagged_handicap();
    if (!header_.sfen) return handicap ? *handicap : start_by_moves();
    const Result<Setup> setup = read_sfen(trimmed(header_.sfen->value), V::info.variant);
    if (!setup) {
      findings_.error(header_.sfen->value_offset + setup.error().offset, setup.error().message);
      return std::nullopt;
    }
    if (handicap && !handicap->same_position(*setup)) {
      findings_.warning(header_.handicap->value_offset,
                        "the handicap " + in_quotes(header_.handicap->value) +
                            " is not the start that the tag " + header_.sfen->name +
                            " gives, which counts");
    }
    return *setup;
  }

  std::optional<Setup> tagged_handicap() {
    if (!header_.handicap) return std::nullopt;
    const std::string name(trimmed(header_.handicap->value));
    const Result<Setup> setup = read_handicap_text(name, V::info.variant);
    if (setup) return *setup;
    // "2 piece"
    if (const Result<Setup> plural = read_handicap_text(name + 's', V::info.variant)) return *plural;
    findings_.warning(header_.handicap->value_offset + setup.error().offset, setup.error().message);
    return std::nullopt;
  }

  // No tag says where the game starts: even, unless the first move says otherwise.
  Setup start_by_moves() {
    const Setup& even = start_setup(V::info.variant);
    const bool white_starts = starts_with_ellipsis(lexer_);
    const HodgesToken first = first_move();
    if (first.type != Type::move) return even;
    if (!white_starts) {
      if (can_play(Position<V>::start(), first)) return even;
      if (const std::optional<Setup> removed = removal()) return *removed;
    }
    return lost_handicap(first, white_starts).value_or(even);
  }

  HodgesToken first_move() const {
    HodgesLexer lexer = lexer_;
    for (;;) {
      const HodgesToken t = lexer.next();
      if (t.type != Type::number && t.type != Type::comment && t.type != Type::ellipsis) return t;
    }
  }

  static bool can_play(const Position<V>& position, const HodgesToken& t) {
    MoveText text;
    if (read_move_text<V>(t.text, text) != t.text.size()) return false;
    MoveList moves;
    meanings(position, text, nullptr, moves);
    return !moves.empty();
  }

  // "1. YR1a P-3d": Black's first "move" takes the handicap pieces off the board.
  std::optional<Setup> removal() {
    std::vector<Square> squares;
    HodgesLexer lexer = lexer_;
    HodgesLexer behind = lexer_;
    for (HodgesToken t = lexer.next();; t = lexer.next()) {
      if (t.type == Type::number || t.type == Type::comment) continue;
      MoveText text;
      const std::size_t length =
          t.type == Type::move ? read_move_text<V>(t.text, text) : std::size_t{0};
      if (length == 0 || text.type != MoveText::Type::unsaid || !text.has_target) break;
      const Piece there = start_setup(V::info.variant)[text.target];
      if (there.empty() || there != Piece(Color::white, text.kind) || text.kind == general) break;
      if (std::find(squares.begin(), squares.end(), text.target) != squares.end()) break;
      squares.push_back(text.target);
      lexer = behind = HodgesLexer(text_, t.offset + length);
    }
    if (squares.empty()) return std::nullopt;
    findings_.note(first_move().offset, "the first move takes the handicap off the board");
    lexer_ = behind;
    return handicap_setup(V::info.variant, squares);
  }

  // White starts, or the first move fits White alone: the record lost its handicap.
  std::optional<Setup> lost_handicap(const HodgesToken& first, bool white_starts) {
    std::vector<Setup> setups = known_handicaps(V::info.variant);
    if (white_starts) {
      setups.push_back(start_setup(V::info.variant));
      setups.back().side_to_move = Color::white;
    }
    std::vector<Candidate<V>> candidates;
    std::vector<const Setup*> fitting;
    for (const Setup& s : setups) {
      const auto position = Position<V>::from(s);
      if (!position || !can_play(*position, first)) continue;
      candidates.push_back({*position});
      fitting.push_back(&s);
    }
    if (candidates.empty()) return std::nullopt;
    const LookAhead ahead = look_ahead(lexer_, candidates, false, budget_);
    const std::vector<std::size_t> best = ahead.best();
    const auto name = [&](std::size_t i) {
      return handicap_name(*fitting[i]).value_or("even, with White to move");
    };
    std::string message = "White moves first, but no tag says where the game starts; it fits ";
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (i != 0) message += ", ";
      message += name(best[i]);
    }
    if (best.size() > 1) message += "; " + name(best[0]) + " is taken";
    findings_.warning(first.offset, message);
    return *fitting[best[0]];
  }

  std::string_view text_;
  HodgesLexer lexer_;
  Header header_;
  const std::string& remarks_;
  Findings& findings_;
  bool strict_;
  LookAheadBudget budget_ = look_ahead_budget;
};

// The first position from which the moves can be played farthest.
template <class V>
int playable_plies(std::string_view text, std::size_t at) {
  LookAheadBudget budget = 2000;
  const std::vector<Candidate<V>> even{{Position<V>::start()}};
  return look_ahead(HodgesLexer(text, at), even, false, budget).plies[0];
}

Variant guessed_variant(std::string_view text, std::size_t at, const ReadOptions& options,
                        Findings& findings) {
  if (const std::optional<Variant> v = variant_by_letters(text, at)) {
    if (!options.variant || *options.variant != *v) {
      findings.note(at, "no tag names the game; by its moves it is " + std::string(info(*v).name));
    }
    return *v;
  }
  if (options.variant) return *options.variant;
  const bool shogi = playable_plies<Shogi>(text, at) > playable_plies<YariShogi>(text, at);
  const Variant v = shogi ? Variant::shogi : Variant::yari;
  findings.note(at, "no tag names the game; it is taken for " + std::string(info(v).name));
  return v;
}

bool holds_a_game(std::string_view text, std::size_t at) {
  HodgesLexer lexer(text, at);
  for (HodgesToken t = lexer.next(); t.type != Type::end; t = lexer.next()) {
    if (t.type == Type::move || t.type == Type::result) return true;
  }
  return false;
}

}  // namespace

ReadResult read_hodges(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  ReadResult result;
  std::size_t at = 0;
  const TagSection section = read_tags(text, at, findings);
  Header header = read_header(section.tags, findings);
  if (section.tags.empty() && !holds_a_game(text, at)) {
    findings.error(at, "expected tags or moves, found " + in_quotes(trimmed(text.substr(at, 80))));
    result.diagnostics = findings.take();
    return result;
  }
  std::optional<Variant> variant = header.variant;
  if (!variant && header.sfen) variant = variant_of_board(header.sfen->value);
  if (!variant) variant = guessed_variant(text, at, options, findings);
  with_variant(*variant, [&]<class V>(V) {
    result.game =
        HodgesReading<V>(text, at, std::move(header), section.remarks, findings, options.strict)
            .read();
  });
  if (options.strict && findings.has_errors()) result.game.reset();
  result.diagnostics = findings.take();
  return result;
}

}  // namespace yari
