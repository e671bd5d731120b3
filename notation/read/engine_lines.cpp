// One line a fact; the line with the score comes first.
#include "notation/read/engine_lines.h"

#include <optional>

#include "notation/csa/evaluation.h"
#include "notation/kif/move_text.h"
#include "notation/kif/scanner.h"
#include "notation/words/comment.h"
#include "notation/words/header_names.h"
#include "notation/words/japanese.h"
#include "text/text.h"

namespace yari {

namespace {

// "1234", and with the commas that ShogiGUI and others put between thousands.
std::optional<long long> number_of(std::string_view value) {
  std::string digits(value);
  for (std::size_t comma; (comma = digits.rfind(',')) != digits.npos; digits.erase(comma, 1)) {
    const std::size_t behind = digits.size() - comma - 1;
    const bool groups = behind > 0 && behind % 3 == 0;
    if (!groups || comma == 0 || !is_digit(digits[comma - 1])) return std::nullopt;
  }
  return whole_number<long long>(digits);
}

std::optional<Evaluation> score(std::string_view value) {
  const std::optional<long long> n = number_of(value);
  if (!n || *n > most_score || *n < -most_score) return std::nullopt;
  Evaluation e;
  e.score = static_cast<int>(*n);
  return e;
}

// A mate by Black or White in `count` plies; without a number in some, as "mate +" of USI is.
std::optional<Evaluation> mate_in(std::string_view count, bool black) {
  std::optional<Evaluation> e = score(count.empty() ? "1" : count);
  if (!e || e->score < 0) return std::nullopt;
  e->mate = true;
  if (!black) e->score = -e->score;
  return e;
}

// "先手勝ち:5手", "後手勝ち"
std::optional<Evaluation> mate(std::string_view value) {
  const bool black = take(value, "先手");
  if ((!black && !take(value, "後手")) || !take(value, "勝ち")) return std::nullopt;
  if (!value.empty() && !take(value, ":")) return std::nullopt;
  if (value.ends_with("手")) value.remove_suffix(std::string_view("手").size());
  return mate_in(value, black);
}

template <class V>
std::optional<std::vector<Move>> line_of_play(std::string_view t, Position<V> position,
                                              std::optional<Square> last) {
  std::vector<Move> line;
  for (take_blanks(t); !t.empty(); take_blanks(t)) {
    const std::optional<Color> color = take_player_mark(t);
    KifMove text;
    MoveList moves;
    if (!take_kif_move<V>(t, text)) return std::nullopt;
    // Some programs begin with the move that has just been made.
    const bool made = line.empty() && color && *color != position.side_to_move() && last &&
                      text.target.value_or(*last) == *last;
    if (made) continue;
    meanings(position, text, last, moves);
    if (moves.size() != 1) return std::nullopt;
    line.push_back(moves[0]);
    position.play(moves[0]);
    last = moves[0].to();
  }
  return line;
}

template <class V>
void add_evaluation(std::vector<std::string>& lines, const Evaluation& e, Position<V> position,
                    std::optional<Square> last, NoteLosses& losses) {
  if (e.mate) {
    const long long plies = e.score < 0 ? -static_cast<long long>(e.score) : e.score;
    lines.push_back(std::string("#詰み=") + (e.score < 0 ? "後手" : "先手") +
                    "勝ち:" + std::to_string(plies) + "手");
  } else {
    lines.push_back("#評価値=" + std::to_string(e.score));
  }
  if (!e.pv.empty()) {
    std::string& line = lines.emplace_back("#読み筋=");
    std::size_t left = e.pv.size();
    for (const Move m : e.pv) {
      if (!position.is_legal(m)) break;
      --left;
      line += position.side_to_move() == Color::black ? "▲" : "△";
      append_kif_move(line, position, m, last, KifStyle::kif);
      position.play(m);
      last = m.to();
    }
    losses.unplayable += left;
  }
  if (e.depth != 0) lines.push_back("#深さ=" + std::to_string(e.depth));
  if (e.nodes != 0) lines.push_back("#ノード数=" + std::to_string(e.nodes));
  const std::string engine = one_line(e.engine, losses.broken);
  if (!engine.empty()) lines.push_back("#エンジン=" + engine);
}

}  // namespace

template <class V>
NoteLines note_lines(const Note& note, const Position<V>& position, std::optional<Square> last,
                     std::string_view sign, NoteLosses& losses) {
  NoteLines lines;
  for (const std::string& line : comment_lines(note.comment, losses.broken)) {
    lines.comments.push_back(guarded_line(line, sign));
  }
  for (const Evaluation& e : note.evaluations) {
    add_evaluation(lines.comments, e, position, last, losses);
  }
  lines.bookmark = one_line(note.bookmark, losses.broken);
  return lines;
}

namespace {

std::string_view take_field(std::string_view& text) {
  take_blanks(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

// "+123", "-35↓" as a bound, "+詰 8", "-詰": with '+' Black mates, with '-' White.
std::optional<Evaluation> score_of_word(std::string_view value, std::string_view& rest) {
  for (const std::string_view bound : {"↑", "↓"})
    if (value.ends_with(bound)) value.remove_suffix(bound.size());
  const bool white = value.starts_with('-');
  std::string_view word = value;
  take(word, '+') || take(word, '-');
  if (!take(word, "詰")) return score(value);
  word = trimmed(word);
  if (std::string_view after = rest; word.empty()) {
    const std::string_view count = take_field(after);
    if (number_of(count)) {
      word = count;
      rest = after;
    }
  }
  return mate_in(word, !white);
}

// One "name=value" into the list.
template <class V>
bool read_fact(std::string_view name, std::string_view value, const Position<V>& position,
               std::optional<Square> last, std::vector<Evaluation>& list) {
  if (name == "評価値" || name == "詰み") {
    std::string_view none;
    const std::optional<Evaluation> e = name == "評価値" ? score_of_word(value, none) : mate(value);
    if (e) list.push_back(*e);
    return e.has_value();
  }
  if (list.empty()) return false;
  Evaluation& last_one = list.back();
  const std::optional<long long> number = number_of(value);
  if (name == "深さ" && number && *number >= 0 && *number <= most_score) {
    last_one.depth = static_cast<int>(*number);
  } else if (name == "ノード数" && number && *number >= 0) {
    last_one.nodes = static_cast<std::uint64_t>(*number);
  } else if (name == "エンジン" && last_one.engine.empty()) {
    last_one.engine = value;
  } else if (name == "読み筋" && last_one.pv.empty()) {
    const std::optional<std::vector<Move>> pv = line_of_play(value, position, last);
    if (pv) last_one.pv = *pv;
    return pv.has_value();
  } else {
    return false;
  }
  return true;
}

// What ShogiGUI, cshogi and ShogiDroid say beside the facts, which nothing is kept of: the rank of
// the line, its time, whether the engine found it good.
bool take_aside(std::string_view name, std::string_view& text) {
  if (name == "○" || name == "△" || name == "×" || name == "◎" || name == "▲" || name == "?" ||
      whole_number<int>(name) || name.starts_with("候補"))
    return true;
  if (name != "時間" && name != "NPS" && name != "hash" && name != "定跡") return false;
  take_field(text);
  return true;
}

// "対局 深さ 8 ノード数 12345 評価値 -35 読み筋 ▲２五歩(26) △８五歩(84)",
// "解析 0 ○ 時間 00:01.3 深さ 12/20 ノード数 1234 評価値 +詰 8 読み筋 ..."
template <class V>
std::optional<Evaluation> read_words(std::string_view text, const Position<V>& position,
                                     std::optional<Square> last) {
  if (const std::string_view kind = take_field(text);
      kind != "対局" && kind != "検討" && kind != "解析") {
    return std::nullopt;
  }
  std::vector<Evaluation> one(1);
  bool scored = false;
  for (std::string_view name = take_field(text); !name.empty(); name = take_field(text)) {
    if (take_aside(name, text)) continue;
    const bool is_line = name == "読み筋";
    std::string_view value = is_line ? text : take_field(text);
    if (name == "評価値") {
      const std::optional<Evaluation> said = score_of_word(value, text);
      if (!said) return std::nullopt;
      one[0].score = said->score;
      one[0].mate = said->mate;
      scored = true;
      continue;
    }
    // "12/20": the second is how far single lines were searched.
    if (name == "深さ") value = value.substr(0, value.find('/'));
    const bool is_known = name != "詰み" && read_fact(name, value, position, last, one);
    if (!is_known) return std::nullopt;
    if (is_line) break;
  }
  return scored ? std::optional<Evaluation>(std::move(one[0])) : std::nullopt;
}

// Adds what `line` says to `list`; false where it is no such line.
template <class V>
bool add_evaluation(std::string_view line, const Playback<V>& at, std::vector<Evaluation>& list) {
  const Position<V>& position = at.position();
  const std::optional<Square> last = at.last_target();
  if (const std::size_t equals = line.find('='); equals != std::string_view::npos) {
    const std::string_view value = trimmed(line.substr(equals + 1));
    if (read_fact(line.substr(1, equals - 1), value, position, last, list)) return true;
  }
  if (line[0] == '#') return false;
  std::optional<Evaluation> e = read_words(line.substr(1), position, last);
  if constexpr (V::info.variant == Variant::shogi) {
    if (!e && line.starts_with("* ")) e = read_csa_evaluation(line.substr(2), position);
  }
  if (e) list.push_back(std::move(*e));
  return e.has_value();
}

}  // namespace

template <class V>
bool read_evaluation_line(std::string_view line, GameBuilder<V>& builder) {
  if (!line.starts_with('#') && !line.starts_with('*')) return false;
  return builder.evaluations(
      [&](std::vector<Evaluation>& list) { return add_evaluation(line, builder.at(), list); });
}

#define YARI_INSTANTIATE(V)                                                             \
  template NoteLines note_lines(const Note&, const Position<V>&, std::optional<Square>, \
                                std::string_view, NoteLosses&);                         \
  template bool read_evaluation_line(std::string_view, GameBuilder<V>&);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
